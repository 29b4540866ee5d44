"""Finds tests whose expectations nothing reads."""

import pathlib
import re
import sys

NEEDS = [
    (r"^\W*[A-Z0-9_-]*CHECK(-[A-Z]+)?:", "FileCheck"),
    (r"expected-(error|warning|remark|note)", "-verify-diagnostics"),
]
DIRECTIVE = r"^\W*([A-Z][A-Z0-9_]*)-(?:NEXT|NOT|DAG|SAME|LABEL|EMPTY|COUNT-\d+):"

idle = tests = 0
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*")):
    if path.suffix not in (".c", ".mlir", ".test", ".py") or "Inputs" in path.parts:
        continue
    text = path.read_text()
    commands = re.findall(r"\b(?:RUN|DEFINE): ?(.*(?:\\\n.*)*)", text)
    if not commands:
        continue
    tests += 1
    for pattern, need in NEEDS:
        if re.search(pattern, text, re.M) and not any(need in c for c in commands):
            idle += 1
            print(f"{path}: nothing calls {need}")
    for prefix in sorted(set(re.findall(DIRECTIVE, text, re.M)) - {"CHECK"}):
        if not any(re.search(rf"\b{prefix}\b", c) for c in commands):
            idle += 1
            print(f"{path}: no command has the prefix {prefix}")
print(tests, "tests,", idle, "with idle expectations")
sys.exit(idle != 0 or not tests)
