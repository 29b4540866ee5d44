"""Installs the wheels for each Python of this machine and calls models: try_pythons.py FOLDER

FOLDER has the wheels in dist, and models.so of write_models.py.
"""

import glob
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = pathlib.Path(sys.argv[1])
PLACES = [
    "/usr/bin/python3.*",
    "/usr/local/bin/python3.*",
    "/opt/python/*/bin/python3",
    os.path.expanduser("~/.pyenv/versions/*/bin/python3"),
]
LIMIT = 500_000


def run(*command, **options):
    return subprocess.run(list(map(str, command)), check=True, text=True, **options)


def find_pythons():
    """Pairs of a version and a path: one CPython of each version."""
    found = {}
    for path in sum(map(sorted, map(glob.glob, PLACES)), []):
        if re.fullmatch(r"python3(\.\d+)?", os.path.basename(path)):
            program = "import sys; print(sys.implementation.name, *sys.version_info[:3])"
            name, *version = run(path, "-c", program, stdout=subprocess.PIPE).stdout.split()
            if name == "cpython":
                found.setdefault(tuple(map(int, version)), path)
    return sorted(found.items())


def try_python(path, folder):
    """Installs the runtime alone, in a new environment, and calls models without NumPy."""
    run(path, "-m", "venv", folder)
    pip = folder / "bin/pip", "install", "-q", "--no-index", "--disable-pip-version-check"
    run(*pip, *(FOLDER / "dist").glob("split_mlir_runtime-*.whl"))
    run(folder / "bin/python", HERE / "no_numpy.py", FOLDER / "models.so")
    run(*pip, "--find-links", FOLDER / "dist", "split-mlir")
    program = "import split_mlir; print(split_mlir.compile('func.func @f() {return}')())"
    assert run(folder / "bin/python", "-c", program, stdout=subprocess.PIPE).stdout == "None\n"


def main():
    for wheel in sorted((FOLDER / "dist").iterdir()):
        size = wheel.stat().st_size
        print(f"{wheel.name}: {size // 1000} KB")
        assert size <= LIMIT or "runtime" not in wheel.name
    pythons = find_pythons()
    used = [(version, path) for version, path in pythons if version >= (3, 11)]
    for version, path in used:
        sys.stdout.flush()
        try_python(path, FOLDER / ".".join(map(str, version)))
    for version, path in pythons:
        if version < (3, 11):
            refuse(path, version)
    others = "" if len(used) > 1 else " (there is no other from 3.11 on)"
    print(f"tested with {len(used)} Python{'s' * (len(used) > 1)}{others}, "
          f"skipped {len(pythons) - len(used)} older")


def refuse(path, version):
    """An older Python says what it needs."""
    if version >= (3, 7):
        program = "import sys; sys.path.insert(0, sys.argv[1]); import split_mlir"
        tried = subprocess.run([path, "-B", "-c", program, HERE.parents[1]], text=True,
                               stderr=subprocess.PIPE)
        expected = "split_mlir needs Python 3.11 or later, this is " + ".".join(map(str, version))
        assert tried.stderr.rstrip().endswith(f"MissingError: {expected}"), tried.stderr


main()
