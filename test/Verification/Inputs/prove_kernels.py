"""Proves that copies on buffers access nothing but these, and prints a table.

Usage: prove_kernels.py FOLDER [--short | --all] [--update PAGE]

Proves sampled lengths of runs, with --short only three of equal runs, and with --all each one
up to 256 bytes, which takes hours. Fails if a claim is refuted.
"""

import pathlib
import sys

from proofs import run_all, total, update, write_table
from split_testing.copy_cases import Case, write_copies
from split_testing.tools import make_folder

ELEMENTS = {1: "i8", 2: "i16", 4: "f32", 8: "i64", 16: "complex<f64>"}
NONTEMPORAL = "nontemporal-threshold=1 streams=4 prefetch-distance=4096 store-fence=x86-sfence"
PREFETCHED = "nontemporal-threshold=0 store-prefetch-distance=64"
LOWERINGS = {
    "linalg.copy": "convert-split-copy-to-linalg",
    "ordinary stores": "lower-split-copy{nontemporal-threshold=0}",
    "prefetched stores": f"lower-split-copy{{{PREFETCHED}}}",
    "non-temporal stores": f"lower-split-copy{{{NONTEMPORAL}}}",
    "values of the machine, 3 threads":
        "lower-split-copy{machine=runtime threads=3 parallel-threshold=1}",
}


def runs_of(sizes, outputs):
    """Copies with runs of each size in bytes, of the widest elements."""
    for size in sizes:
        width = max(width for width in ELEMENTS if size % width == 0)
        yield Case(ELEMENTS[width], outputs(size // width))


def list_cases(is_all):
    sizes = range(1, 257) if is_all else (1, 12, 61, 64, 250)
    few = range(1, 257, 16) if is_all else (3,)
    yield "equal runs", list(runs_of(sizes, lambda run: [run] * 3))
    yield "unequal runs", list(runs_of(sizes, lambda run: [run, 1, 2 * run + 1]))
    yield "17 outputs", list(runs_of(few, lambda run: [run] * 17))
    yield "transposed", [Case(ELEMENTS[width], [run] * (128 // width // run))
                         for width in ELEMENTS for run in (1, 2) if width * run < 64][::1 if is_all else 4]
    yield "gaps between rows", [Case("f32", [3, 5], 16), Case("i8", [70, 30], 103)]
    yield "static rows", [Case("f32", [3, 64], None, 10), Case("f32", [1, 2, 5], None, 4100)]
    yield "lengths at run time", [Case("f32", "??"), Case("f32", "??", 16)]


def main():
    folder, is_all = make_folder(sys.argv[1]), "--all" in sys.argv
    forms, runs = list(list_cases(is_all)), []
    if "--short" in sys.argv:
        forms = [("equal runs", runs_of((12, 61, 64), lambda run: [run] * 3))]
    for form, cases in forms:
        cases = list(cases)
        for lowering, pipeline in LOWERINGS.items():
            # The products of sizes in these take long.
            if form == "lengths at run time" and lowering not in ("linalg.copy",
                                                                   "ordinary stores"):
                continue
            if not is_all and lowering.startswith(("prefetched", "values")):
                continue
            for number in range(0, len(cases), 16):
                path = folder / f"{form.replace(' ', '-')}-{number}.mlir"
                path.write_text(write_copies(cases[number:number + 16]))
                runs.append((form, lowering, len(cases[number:number + 16]), path,
                             f"pipeline={{{pipeline}}} timeout=4"))
    rows, reasons, refuted = run_all(runs, needs_claims=False)
    print(*reasons, sep="\n")
    table = write_table(rows, "copies with")
    if "--update" in sys.argv:
        update(pathlib.Path(sys.argv[sys.argv.index("--update") + 1]), "kernels", table)
    print(table)
    totals = total(rows)
    print(f"{totals[1]} claims proven, {totals[2]} unknown, {refuted} refuted")
    sys.exit(refuted > 0)


main()
