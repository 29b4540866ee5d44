"""Compares a page's table of passes with the pipeline: check_pipeline.py PAGE SPLIT_OPT

The rows between `<!-- pipeline -->` and `<!-- end of pipeline -->` are the passes of
split-to-llvm in order. The last column names the options that a pass needs. The table
is compared with what split-opt dumps for several sets of options.
"""

import difflib
import re
import subprocess
import sys

DEFAULTS = {"runtime-checks", "results=copies", "no host-abi"}
# In each pair, the second takes the place of the first.
OPTIONS = {
    "runtime-checks=false": ("runtime-checks", None),
    "host-abi": ("no host-abi", "host-abi"),
    "results=views": ("results=copies", "results=views"),
    "threads=2": (None, "threads"),
    "multiversion-cpus=x86-64-v3": (None, "multiversion-cpus"),
}
SETS = [
    [],
    ["runtime-checks=false"],
    ["results=views"],
    ["threads=2"],
    ["host-abi"],
    ["host-abi", "results=views"],
    list(OPTIONS)[1:],
]


def read_table(page):
    text = page.split("<!-- pipeline -->")[1].split("<!-- end of pipeline -->")[0]
    for line in text.strip().splitlines()[2:]:
        name, purpose, needs = (cell.strip() for cell in line.strip("|").split("|"))
        assert purpose, line
        yield name.strip("`"), set(needs.replace("`", "").split(", ")) - {""}


def get_passes(split_opt, options):
    run = subprocess.run(
        [split_opt, f"--split-to-llvm={' '.join(options)}", "--dump-pass-pipeline"],
        input="", capture_output=True, text=True, check=True,
    )
    return re.findall(r"^ +([a-z][\w-]+)(?:\{.*)?,?$", run.stderr, re.M)


def main():
    rows = list(read_table(open(sys.argv[1]).read()))
    known = DEFAULTS | {new for _, new in OPTIONS.values() if new}
    failed = bool(unknown := set().union(*(needs for _, needs in rows)) - known)
    if failed:
        print("unknown options:", unknown)
    for options in SETS:
        state = set(DEFAULTS)
        for option in options:
            old, new = OPTIONS[option]
            state = (state - {old}) | ({new} if new else set())
        listed = [name for name, needs in rows if needs <= state]
        passes = get_passes(sys.argv[2], options)
        if listed != passes:
            failed = True
            print(options, *difflib.unified_diff(listed, passes, "page", "split-opt"), sep="\n")
    print(len(rows), "passes")
    return failed or not rows


if __name__ == "__main__":
    sys.exit(main())
