"""Runs passes twice on every module there is, and prints what changes the second
time.

  idempotence.py EXAMPLES FOLDER...

The modules are those of the .mlir files in the folders, each part of a file that
is split alone, and EXAMPLES random programs. Those go through single passes only: in
a sequence, what one finds out may be news to those before it.
"""

import difflib
import os
import pathlib
import subprocess
import sys
import tempfile

from hypothesis import HealthCheck, Phase, given, settings

from calls import function
from fold_programs import fold_programs

PROGRAMS = "that of random programs"
MARKER = "// -----\n"
# Not sccp: upstream puts constants in another order each time.
PASSES = [
    "canonicalize",
    "canonicalize{region-simplify=disabled}",
    "split-infer-shapes",
    "split-raise-slices",
    "canonicalize,cse,canonicalize",
    "canonicalize,split-infer-shapes,canonicalize",
    "canonicalize,resolve-ranked-shaped-type-result-dims,canonicalize",
]


def run(chunks, passes):
    """What passes make of each chunk; nothing where they fail."""
    ran = subprocess.run(
        ["split-opt", "-", "--split-input-file", "--allow-unregistered-dialect",
         f"--pass-pipeline=any({passes})"],
        input=MARKER.join(chunks), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    made = ran.stdout.split(MARKER)
    if ran.returncode not in (0, 1) or len(made) != len(chunks):
        raise SystemExit(f"{passes}: exit status {ran.returncode}: {ran.stderr[-3000:]}")
    return [text if text.endswith("\n") or not text else text + "\n" for text in made]


def read_files(folders):
    """Pairs of a name and the text of a module."""
    for folder in folders:
        for path in sorted(pathlib.Path(folder).glob("**/*.mlir")):
            for number, chunk in enumerate(path.read_text().split(MARKER)):
                yield f"{path}, part {number}", chunk


def draw_programs(examples):
    """One module of random programs, all valid."""
    programs = []

    @settings(max_examples=examples, derandomize=True, database=None, deadline=None,
              suppress_health_check=list(HealthCheck), phases=(Phase.generate,))
    @given(fold_programs())
    def draw(program):
        if not program.is_broken:
            programs.append(function([program.call], f"f{len(programs)}"))

    draw()
    return "".join(programs)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder
        named = list(read_files(sys.argv[2:])) + [
            (PROGRAMS, draw_programs(int(sys.argv[1])))]
    names, chunks = zip(*named)
    valid = [(name, text) for name, text in zip(names, run(chunks, "")) if text]
    names, chunks = zip(*valid)
    print(f"{len(named)} modules, of which {len(names)} are valid, also {names[-1]}")
    refused = changed = 0
    for passes in PASSES:
        if "," in passes and names[-1] == PROGRAMS:
            names, chunks = names[:-1], chunks[:-1]
        # Upstream asks for dimensions round and round where ops use each other.
        taken = [(name, text) for name, text in zip(names, chunks)
                 if "resolve" not in passes or "canonicalize-cycles" not in name]
        once = run([text for _, text in taken], passes)
        twice = run(once, passes)
        for (name, _), first, second in zip(taken, once, twice):
            if not first:
                refused += 1
                print(f"{name} is refused by {passes}")
            elif first != second:
                changed += 1
                print(f"{name} changes again by {passes}:")
                sys.stdout.writelines(difflib.unified_diff(
                    first.splitlines(True), second.splitlines(True), "once", "twice", n=2))
    print(f"{refused} refused, {changed} changed the second time")
    return bool(refused or changed)


if __name__ == "__main__":
    sys.exit(main())
