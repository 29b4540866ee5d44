"""Runs passes twice on modules, and prints what changes the second time.

  idempotence.py FOLDER EXAMPLES FOLDER...

The modules are each part of the .mlir files in the other folders, and one of EXAMPLES
random programs. The latter goes through single passes only: in a sequence of passes, a
pass may find what enables one before it.
"""

import difflib
import sys

from split_testing.functions import functions
from split_testing.programs import programs
from split_testing.properties import draw_all, set_folder
from split_testing.tools import MARKER, read_modules, start

PROGRAMS = "that of random programs"
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
    """The results of passes on each chunk; empty where they fail."""
    ran = start("split-opt", "-", "--split-input-file", "--allow-unregistered-dialect",
                f"--pass-pipeline=any({passes})", input=MARKER.join(chunks))
    made = ran.stdout.split(MARKER)
    if ran.returncode not in (0, 1) or len(made) != len(chunks):
        raise SystemExit(f"{passes}: exit status {ran.returncode}: {ran.stderr[-3000:]}")
    return [text if text.endswith("\n") or not text else text + "\n" for text in made]


def crashes_upstream(name, text, passes):
    """Whether upstream's canonicalization may fail for a module, or not end."""
    if "canonicalize" not in passes:
        return False
    # The pipelines use their own canonicalization where upstream's changes values.
    if "/Programs/" in name or "/UpstreamGaps/" in name:
        return True
    # It asks for dimensions round and round where ops use each other.
    if "resolve" in passes and "canonicalize-cycles" in name:
        return True
    # It asks for the shapes of unranked operands of TOSA.
    return "tosa." in text and "tensor<*x" in text


def main():
    set_folder(sys.argv[1])
    calls = [call for call in draw_all(programs(), int(sys.argv[2]), number=0)
             if not call.name.is_broken]
    named = [*read_modules(sys.argv[3:]), (PROGRAMS, functions(calls))]
    names, chunks = zip(*named)
    for _ in range(2):  # Upstream prints cases of cf.switch that it does not parse.
        valid = [(name, text) for name, text in zip(names, run(chunks, "")) if text]
        names, chunks = zip(*valid)
    print(f"{len(named)} modules, of which {len(names)} are valid, also {names[-1]}")
    refused = changed = 0
    for passes in PASSES:
        if "," in passes and names[-1] == PROGRAMS:
            names, chunks = names[:-1], chunks[:-1]
        taken = [(name, text) for name, text in zip(names, chunks)
                 if not crashes_upstream(name, text, passes)]
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


sys.exit(main())
