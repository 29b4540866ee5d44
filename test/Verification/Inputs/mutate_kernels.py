"""Checks that wrong kernels of copies are refuted. Usage: mutate_kernels.py FOLDER

Each mutant changes one place of the code that lower-split-copy generates.
"""

import concurrent.futures
import re
import sys

from split_testing.copy_cases import Case, write_copies
from split_testing.tools import make_folder, run, start

PROGRAMS = {
    "compose": Case("f32", [1, 2, 5]),
    "overlap": Case("i8", [61, 59, 57, 1, 55, 53, 51]),
    "transposed": Case("f32", [1] * 30),
    "generic": Case("f32", "??"),
    "threads": Case("f32", [1, 2, 5]),
    "run": Case("i8", [700, 650], None, 1),
    "aligned": Case("f32", [1, 2, 5]),
}
ORDINARY = "nontemporal-threshold=0"
PARALLEL = f"{ORDINARY} threads=3 parallel-threshold=1"
OPTIONS = {"threads": PARALLEL, "run": PARALLEL,
           "aligned": "nontemporal-threshold=1 streams=4 store-fence=x86-sfence"}
MUTANTS = [
    ("compose", "a block too many", r"(for %arg7 = %arg1 to )%5", r"\1%arg2"),
    ("compose", "blocks of half the size", r"constant -16 ", "constant -8 "),
    ("compose", "wrong row stride", r"(private @.*\n    %c32_i64 = arith.constant )32",
     r"\g<1>33"),
    ("compose", "a row too many", r"(call @\w+\(%1, %c0_i64, )%8", r"\1%9"),
    ("compose", "a row before the first one", r"(%c0_i64 = arith.constant )0", r"\g<1>-1"),
    ("compose", "a run too far", r"(%c12_i64 = arith.constant )12", r"\g<1>32"),
    ("overlap", "no guard of the last block", r"(%\d+ = arith.)cmpi sle, %\d+, %arg2 : i64",
     r"\1constant true"),
    ("overlap", "no block after the last one",
     r"arith.constant 128 : i64(\n.*\n.*cmpi sle)", r"arith.constant 64 : i64\1"),
    ("transposed", "a table that is too short", r"(%c30_i64 = arith.constant )30", r"\g<1>29"),
    ("transposed", "a minimum is missing", r"(%\d+ = arith.)minsi (%\w+), %\w+",
     r"\1addi \2, \2"),
    ("transposed", "rows that fill no block", r"(for %arg7 = %arg5 to )%4", r"\1%arg2"),
    ("generic", "< for <= of the last line", r"cmpi sge, (%\w+), (%c64_i64\w*)",
     r"cmpi sle, \1, \2"),
    ("compose", "a store into the source", r"(llvm.store %\d+, )%\w+( .*vector)",
     r"\1%arg0\2"),
    ("threads", "too few rows for each", r"ceildivui", "divui"),
    ("threads", "rows of the next thread",
     r"(%\d+ = arith.)minui (%\d+), (%\d+) : i64(\n.*call)", r"\1addi \2, \3 : i64\4"),
    ("threads", "a row that no thread copies", r"(arith.minui .*\n.*addi %\d+, )%\d+",
     r"\1%c16_i64"),
    ("run", "bytes that no thread copies", r"(arith.constant )256", r"\g<1>192"),
    ("aligned", "addresses that are not checked", r"cmpi eq, .*(\n *scf.if)",
     r"constant true\1"),
    ("aligned", "one address that is not checked",
     r"addi (%\d+), %\d+( : i64\n.*constant 0 : i64\n.*cmpi eq)", r"addi \1, \1\2"),
    ("aligned", "more streams than rows", r"16( : i64\n.*divui)", r"8\1"),
]
REFUTED = re.compile(r"error: (.*): refuted, for (.*)")


def main():
    folder = make_folder(sys.argv[1])
    originals, texts = {}, {}
    for name, case in PROGRAMS.items():
        originals[name] = folder / f"{name}.mlir"
        originals[name].write_text(write_copies([case]))
        texts[name] = run("split-opt", originals[name],
                          f"--lower-split-copy={OPTIONS.get(name, ORDINARY)}")

    def refute(number):
        name, mutation, old, new = MUTANTS[number]
        text, count = re.subn(old, new, texts[name], count=1)
        if count != 1 or text == texts[name]:
            sys.exit(f"{name}, {mutation}: the lowering has no such place")
        mutant = folder / f"mutant{number}.mlir"
        mutant.write_text(text)
        return start("split-opt", originals[name],
                     f"--split-verify-arithmetic=lowered={mutant} timeout=2", "-o",
                     "/dev/null").stderr

    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        outputs = list(pool.map(refute, range(len(MUTANTS))))
    for (name, mutation, *_), output in zip(MUTANTS, outputs):
        refuted = REFUTED.findall(output)
        if not refuted:
            sys.exit(f"{name}, {mutation}: not refuted:\n{output[-1000:]}")
        claims = ", ".join(dict.fromkeys(claim for claim, _ in refuted))
        print(f"{name}, {mutation}: refuted {claims} for {refuted[0][1][:100]}")
    print(f"{len(MUTANTS)} mutants, all refuted")


main()
