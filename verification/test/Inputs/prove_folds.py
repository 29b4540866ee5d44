"""Proves that folds of splits keep what functions return, and that wrong ones are refuted.

Usage: prove_folds.py FOLDER PIECES [STEP]

PIECES is a list of numbers such as 1,2,16. With STEP, tries every STEP-th program and mutant
of each fold, and at least one. Each program of folds.py must be changed by its
pattern and by nothing else, and what it returns proven to be the same; each mutant must be
refuted.
"""

import re
import sys

import folds
from forms import sample
from proofs import run_all, total, write_table
from split_testing.tools import make_folder, run, start


def canonicalize(path, fold):
    """What a pattern or a fold alone makes of a module, and the pass that does it."""
    if fold.startswith("split-"):
        return run("split-opt", path, f"--{fold}"), fold
    name = "none" if fold.startswith("fold") else f"(anonymous namespace)::{fold}"
    only = f"canonicalize{{enable-patterns={{{name}}}}}"
    return run("split-opt", path, f"--pass-pipeline=builtin.module({only})"), only


def list_runs(folder, counts, step):
    """Rows of a pattern, a lowering, the programs, a module and options."""
    for place, (fold, form) in enumerate(folds.FOLDS):
        for count in counts:
            for number, text in enumerate(sample(form(count), place, step)):
                path = folder / (re.sub(r"\W+", "-", fold) + f"-{count}-{number}.mlir")
                path.write_text(f"func.func @f{text}")
                after, only = canonicalize(path, fold)
                # Folds run with each pattern.
                before = canonicalize(path, "fold alone")[0]
                if fold.startswith(("fold", "split-")):
                    before = run("split-opt", path)
                if before == after:
                    sys.exit(f"{fold} does not change\n{before}")
                name = fold.split("<")[0]
                yield name, "alone", 1, path, [f"--pipeline={only}", "--assume-rules", "--max-rank=3"]
                if fold == "split-raise-slices":
                    continue
                yield (name, "checks, views", 1, path,
                       [f"--pipeline=split-generate-runtime-checks,{only},convert-split-to-linalg",
                        "--max-rank=3"])


def list_mutants(step):
    for place, (fold, _) in enumerate(folds.FOLDS):
        yield from sample([mutant for mutant in folds.MUTANTS if mutant[0] == fold], place, step)


def try_mutants(folder, step):
    mutants = list(list_mutants(step))
    for number, (fold, form, mutation, old, new) in enumerate(mutants):
        texts = list(dict(folds.FOLDS)[fold](3))
        original, mutant = folder / "original.mlir", folder / f"mutant{number}.mlir"
        original.write_text(f"func.func @f{texts[form]}")
        right, _ = canonicalize(original, fold)
        wrong, count = re.subn(old, new, right, count=1)
        if count != 1 or wrong == right:
            sys.exit(f"{fold}, {mutation}: the result has no such place:\n{right}")
        mutant.write_text(wrong)
        errors = start("split-verify", "--assume-rules", original, mutant).stderr
        refuted = re.findall(r"error: (.*): refuted, for (.*)", errors)
        if not refuted:
            sys.exit(f"{fold}, {mutation}: not refuted: {errors}")
        print(f"{fold}, {mutation}: refuted {refuted[0][0]} for {refuted[0][1]}")
    print(len(mutants), "mutants, all refuted")


def main():
    folder = make_folder(sys.argv[1])
    counts = [int(word) for word in sys.argv[2].split(",")]
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    rows, reasons, refuted = run_all(list_runs(folder, counts, step))
    print(write_table(rows, "pattern or fold"))
    print(*reasons, sep="\n")
    try_mutants(folder, step)
    totals = total(rows)
    print(f"{totals[1]} claims proven, {totals[2]} unknown, {refuted} refuted")
    sys.exit(refuted > 0)


main()
