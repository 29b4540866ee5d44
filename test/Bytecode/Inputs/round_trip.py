"""Writes every test's IR as bytecode, reads it back, and compares the text.

Files are cut where -split-input-file cuts them; parts that are no valid IR, which
tests of diagnostics hold, are left out.
"""

import pathlib
import subprocess
import sys

OPTIONS = ["split-opt", "-allow-unregistered-dialect"]
TEXT = ["--mlir-print-debuginfo", "--mlir-print-local-scope"]


def run(options, source):
    return subprocess.run(
        [*OPTIONS, *options], input=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


counts = {"same": 0, "invalid": 0, "differ": 0}
for folder in sys.argv[1:]:
    for path in sorted(pathlib.Path(folder).rglob("*.mlir")):
        for number, part in enumerate(path.read_bytes().split(b"// -----\n")):
            text = run(TEXT, part)
            if text.returncode != 0:
                counts["invalid"] += 1
                continue
            bytecode = run(["--emit-bytecode"], part)
            read = run(TEXT, bytecode.stdout)
            if bytecode.returncode or read.returncode or read.stdout != text.stdout:
                counts["differ"] += 1
                print(f"{path}, part {number}:", read.stderr.decode())
            else:
                counts["same"] += 1
print(counts)
sys.exit(counts["differ"] != 0 or not counts["same"])
