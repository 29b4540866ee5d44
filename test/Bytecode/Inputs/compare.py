"""Loads every released version's bytecode and compares it with the text beside."""

import pathlib
import subprocess
import sys

PRINT = ["split-opt", "--mlir-print-debuginfo", "--mlir-print-local-scope"]

files = sorted(pathlib.Path(sys.argv[1]).glob("*.mlirbc"))
differ = 0
for path in files:
    ran = subprocess.run([*PRINT, path], stdout=subprocess.PIPE, text=True)
    same = ran.returncode == 0 and ran.stdout == path.with_suffix(".mlir").read_text()
    differ += not same
    print(f"{path.name}: {'same' if same else 'differs'}")
print(len(files), "files,", differ, "differ")
sys.exit(differ != 0 or not files)
