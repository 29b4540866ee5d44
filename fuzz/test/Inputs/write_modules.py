"""Writes the modules of tests as files, for split-mlir-fuzzer to begin with.

  write_modules.py OUTPUT FOLDER...

Only modules with split ops that split-opt accepts, and that have at most 6000 characters.
"""

import hashlib
import sys

from split_testing.tools import make_folder, read_modules, verify

LIMIT = 6000

output = make_folder(sys.argv[1])
parts = sorted({
    part
    for _, part in read_modules(sys.argv[2:])
    if "split." in part and len(part) <= LIMIT
})
for part, message in zip(parts, verify(parts, "")):
    if message is None:
        name = hashlib.sha1(part.encode()).hexdigest()
        (output / f"{name}.mlir").write_text(part)
print(len(list(output.iterdir())), "modules")
