"""Checks how programs, shared libraries and archives are protected, by readelf.

  check_hardening.py FILE...
"""

import pathlib
import platform
import re
import subprocess
import sys


def readelf(path, *options):
    return subprocess.run(["readelf", "-W", *options, path], capture_output=True, text=True,
                          check=True).stdout


def find_faults(path):
    """What a program or shared library lacks."""
    dynamic, headers = readelf(path, "-d"), readelf(path, "-hl")
    symbols = readelf(path, "--dyn-syms")
    stack = re.search(r"GNU_STACK .* (R\S*) +0x", headers)
    if "Type:                              DYN" not in headers:
        yield "has a fixed address"
    if "Position-Independent Executable" in headers and "PIE" not in dynamic:
        yield "has a fixed address"
    if "GNU_RELRO" not in headers or "BIND_NOW" not in dynamic:
        yield "has relocation tables that can be written"
    if not stack or "E" in stack[1]:
        yield "has a stack that can be executed"
    if re.search(r"LOAD .* RWE ", headers) or "TEXTREL" in dynamic:
        yield "has code that can be written"
    if not re.search(r" UND __stack_chk_fail", symbols):
        yield "does not check its stack"
    run_path = re.search(r"\(R(?:UN)?PATH\).*\[(.*)\]", dynamic)
    for folder in run_path[1].split(":") if run_path else ():
        if not folder.startswith(("/", "$ORIGIN")):
            yield f"looks for libraries in '{folder}'"


def find_archive_faults(path):
    """What the objects of a library lack."""
    objects = readelf(path, "-n")
    features = len(re.findall("x86 feature: IBT, SHSTK", objects))
    if platform.machine() == "x86_64" and features != objects.count("File: "):
        yield f"has {features} of {objects.count('File: ')} objects with checked jumps"


def main():
    faults = checked_calls = 0
    for path in map(pathlib.Path, sys.argv[1:]):
        find = find_archive_faults if path.suffix == ".a" else find_faults
        for fault in find(path):
            faults += 1
            print(f"{path}: {fault}")
        if path.suffix != ".a":
            checked_calls += len(re.findall(r" UND __mem\w+_chk", readelf(path, "--dyn-syms")))
    print(f"{len(sys.argv) - 1} files, {faults} faults, {checked_calls} with checked copies")
    sys.exit(faults != 0 or checked_calls == 0)


main()
