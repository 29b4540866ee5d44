"""Compares the packages and the wheels of two builds, file by file.

  compare_builds.py FOLDER FOLDER
"""

import filecmp
import pathlib
import sys

first, second = map(pathlib.Path, sys.argv[1:])
names = [
    {path.relative_to(folder) for path in folder.iterdir() if path.is_file()}
    for folder in (first, second)
]
different = sorted(map(str, names[0] ^ names[1]))
different += sorted(
    str(name)
    for name in names[0] & names[1]
    if not filecmp.cmp(first / name, second / name, shallow=False)
)
for name in different:
    print(f"{name} differs")
print(f"{len(names[0])} packages, {len(different)} differ")
sys.exit(bool(different) or not names[0])
