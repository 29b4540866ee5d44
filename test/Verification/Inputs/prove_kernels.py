"""Proves that copies on buffers access nothing but these, and prints a table.

Usage: prove_kernels.py FOLDER [--short | --all] [--minutes=N] [--update PAGE]

Proves sampled lengths of runs, with --short only three of equal runs, and with --all each one
up to 256 bytes, or every eighth with threads, which takes about an hour. Fails if a claim is
refuted. FOLDER/results.csv keeps the results: the next run with the same split-opt goes on
where N minutes, or something else, ended this one.
"""

import concurrent.futures
import csv
import hashlib
import pathlib
import shutil
import sys
import time

from proofs import total, update, verify, write_table
from split_testing.copy_cases import Case, write_copies
from split_testing.tools import make_folder

ELEMENTS = {1: "i8", 2: "i16", 4: "f32", 8: "i64", 16: "complex<f64>"}
NONTEMPORAL = "nontemporal-threshold=1 streams=4 prefetch-distance=4096 store-fence=x86-sfence"
PREFETCHED = "nontemporal-threshold=0 store-prefetch-distance=64"
THREADS = "values of the machine, 3 threads"
LOWERINGS = {
    "linalg.copy": "convert-split-copy-to-linalg",
    "ordinary stores": "lower-split-copy{nontemporal-threshold=0}",
    "prefetched stores": f"lower-split-copy{{{PREFETCHED}}}",
    "non-temporal stores": f"lower-split-copy{{{NONTEMPORAL}}}",
    THREADS: "lower-split-copy{machine=runtime threads=3 parallel-threshold=1}",
}
# Programs in one run of split-opt.
BATCH = 8


def runs_of(sizes, make):
    """Copies with runs of each size in bytes, of the widest elements: `make` has the type and
    the number of these."""
    for size in sizes:
        width = max(width for width in ELEMENTS if size % width == 0)
        yield make(ELEMENTS[width], size // width)


def list_cases(is_all):
    """The forms of copies, and their cases."""
    sizes = range(1, 257) if is_all else (1, 12, 61, 64, 250)
    few = sizes if is_all else (12, 250)
    yield "equal runs", runs_of(sizes, lambda type_, run: Case(type_, [run] * 3))
    yield "unequal runs", runs_of(sizes, lambda type_, run: Case(type_, [run, 1, 2 * run + 1]))
    yield "17 outputs", runs_of(few, lambda type_, run: Case(type_, [run] * 17))
    yield "transposed", [Case(ELEMENTS[width], [run] * (128 // width // run))
                         for width in ELEMENTS for run in (1, 2) if width * run < 64]
    yield "gaps between rows", runs_of(
        few, lambda type_, run: Case(type_, [run, 2 * run], 3 * run + 5))
    yield "10 static rows", runs_of(few, lambda type_, run: Case(type_, [run, 3], None, 10))
    yield "4100 static rows", runs_of(few, lambda type_, run: Case(type_, [run, 3], None, 4100))
    yield "one static row", [Case("i8", [700, 0, 650], None, 1),
                             Case("i8", [70000, 65001], None, 1)]
    yield "lengths at run time", [Case("f32", "??"), Case("f32", "??", 16)]


def list_runs(is_all):
    """Forms, lowerings and cases, those that take long at the end."""
    for form, cases in list_cases(is_all):
        cases = list(cases)
        for lowering in LOWERINGS:
            # The products of sizes in these take minutes.
            if form == "lengths at run time" and lowering not in ("linalg.copy",
                                                                  "ordinary stores"):
                continue
            chosen = cases[::8] if lowering == THREADS and len(cases) > BATCH else cases
            for begin in range(0, len(chosen), BATCH):
                yield form, lowering, chosen[begin:begin + BATCH]


def prove_copies(path, pipeline):
    """The claims proven, unknown and refuted, and the time."""
    counts, seconds, others = verify(path, f"pipeline={{{pipeline}}} timeout=4")
    print(*others, sep="\n", end="\n" if others else "", flush=True)
    return counts["proven"], counts["unknown"], counts["refuted"], round(seconds, 2)


class Results:
    """Counts of claims and times by programs and lowerings, in a file."""

    def __init__(self, path):
        self.compiler = hashlib.sha256(
            pathlib.Path(shutil.which("split-opt")).read_bytes()).hexdigest()
        self.known = {}
        if path.exists():
            with path.open(newline="") as file:
                self.known = {row[0]: row[1:] for row in csv.reader(file) if len(row) == 5}
        self.file = path.open("a", newline="")

    def get(self, text, lowering, compute):
        key = hashlib.sha256((self.compiler + lowering + text).encode()).hexdigest()
        if key not in self.known:
            self.known[key] = compute()
            csv.writer(self.file).writerow([key, *self.known[key]])
            self.file.flush()
        *counts, seconds = self.known[key]
        return *map(int, counts), float(seconds)


def main():
    folder, is_all = make_folder(sys.argv[1]), "--all" in sys.argv
    minutes = [float(word[len("--minutes="):]) for word in sys.argv
               if word.startswith("--minutes=")]
    end = time.monotonic() + 60 * minutes[0] if minutes else float("inf")
    runs = list(list_runs(is_all))
    if "--short" in sys.argv:
        cases = list(runs_of((12, 61, 64), lambda type_, run: Case(type_, [run] * 3)))
        runs = [("equal runs", lowering, cases) for lowering in LOWERINGS if lowering != THREADS]
    # Every form and lowering gets on in turn, and what takes longest at the end.
    order = {}
    for run in runs:
        order.setdefault(run[:2], []).append(run)
    runs = sorted((run for part in order.values() for run in part),
                  key=lambda run: (run[1] == THREADS,
                                   order[run[:2]].index(run) / len(order[run[:2]])))
    results = Results(folder / "results.csv")

    def prove(number):
        form, lowering, cases = runs[number]
        if time.monotonic() > end:
            return None
        path = folder / f"{form.replace(' ', '-')}-{number}.mlir"
        path.write_text(write_copies(cases))
        return results.get(path.read_text(), lowering,
                           lambda: prove_copies(path, LOWERINGS[lowering]))

    with concurrent.futures.ThreadPoolExecutor(max_workers=3 if is_all else 2) as pool:
        found = list(pool.map(prove, range(len(runs))))
    rows, refuted = {key: [0, 0, 0, 0.0] for key in order}, 0
    for (form, lowering, cases), counts in zip(runs, found):
        if counts is None:
            continue
        proven, unknown, wrong, seconds = counts
        refuted += wrong
        for index, value in enumerate((len(cases), proven, unknown, seconds)):
            rows[form, lowering][index] += value
    table = write_table({key: row for key, row in rows.items() if row[0]}, "copies with")
    if "--update" in sys.argv:
        update(pathlib.Path(sys.argv[sys.argv.index("--update") + 1]), "kernels", table)
    print(table)
    if None in found:
        print(f"{found.count(None)} of {len(runs)} runs left")
    _, proven, unknown, _ = total(rows)
    print(f"{proven} claims proven, {unknown} unknown, {refuted} refuted")
    sys.exit(refuted > 0)


if __name__ == "__main__":
    main()
