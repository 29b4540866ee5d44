"""Checks that wrong lowerings are refuted, and that they are wrong when they run.

Usage: mutate.py FOLDER [STEP]

Each mutant changes one place of the lowering of a program. split-verify
must refute it. If the sizes of a counterexample fit memory, the mutant runs with it and
must not do what the reference of the specifications does. With STEP, tries every STEP-th
mutant.
"""

import re
import sys

import numpy as np

from split_testing import reference
from split_testing.tools import make_folder, run, save, start

TENSOR = "tensor<?xf32>"
THREE = ", ".join([TENSOR] * 3)
MATRIX = "tensor<?x?xf32>"
CUBE = "tensor<?x?x?xf32>"
UNRANKED = "tensor<*xf32>"
PROGRAMS = {
    "equal": f"""(%x: {TENSOR}) -> ({THREE}) {{
  %p:3 = split.split %x axis(0) into 3 : {TENSOR} -> {THREE}
  return %p#0, %p#1, %p#2 : {THREE}
}}
""",
    "lengths": f"""(%x: {TENSOR}, %l: tensor<3xi64>) -> ({THREE}) {{
  %p:3 = split.variadic_split %x axis(0) lengths(%l : tensor<3xi64>) : {TENSOR} -> {THREE}
  return %p#0, %p#1, %p#2 : {THREE}
}}
""",
    "mixed": f"""(%x: {TENSOR}, %n: index) -> ({TENSOR}, tensor<4xf32>, {TENSOR}) {{
  %p:3 = split.variadic_split %x axis(0) lengths [%n, 4, -1]
      : {TENSOR} -> {TENSOR}, tensor<4xf32>, {TENSOR}
  return %p#0, %p#1, %p#2 : {TENSOR}, tensor<4xf32>, {TENSOR}
}}
""",
    "axis": f"""(%x: {MATRIX}, %a: i32) -> ({MATRIX}, {MATRIX}) {{
  %p:2 = split.split %x axis(%a : i32) into 2 : {MATRIX} -> {MATRIX}, {MATRIX}
  return %p#0, %p#1 : {MATRIX}, {MATRIX}
}}
""",
    # Pieces of their own storage, which are copied as parts of a matrix's rows.
    "flat": f"""(%x: {CUBE}, %a: i32) -> ({CUBE}, {CUBE}) {{
  %p:2 = split.split %x axis(%a : i32) into 2 : {CUBE} -> {CUBE}, {CUBE}
  return %p#0, %p#1 : {CUBE}, {CUBE}
}}
""",
    # Data of unknown rank, which is copied as rows too.
    "unranked": f"""(%x: {UNRANKED}, %a: i32) -> ({UNRANKED}, {UNRANKED}) {{
  %p:2 = split.split %x axis(%a : i32) into 2 : {UNRANKED} -> {UNRANKED}, {UNRANKED}
  return %p#0, %p#1 : {UNRANKED}, {UNRANKED}
}}
""",
    # A result type states the rank (R6).
    "rank": f"""(%x: {UNRANKED}) -> (tensor<?x3xf32>, {UNRANKED}) {{
  %p:2 = split.split %x axis(-1) into 2 : {UNRANKED} -> tensor<?x3xf32>, {UNRANKED}
  return %p#0, %p#1 : tensor<?x3xf32>, {UNRANKED}
}}
""",
    # What the ONNX importer writes for num_outputs = 4.
    "uneven": f"""(%x: {TENSOR}) -> ({THREE}, {TENSOR}) {{
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %dim = tensor.dim %x, %c0 : {TENSOR}
  %0 = arith.ceildivui %dim, %c4 : index
  %1 = arith.minui %0, %dim : index
  %2 = arith.subi %dim, %1 : index
  %3 = arith.minui %0, %2 : index
  %4 = arith.subi %2, %3 : index
  %5 = arith.minui %0, %4 : index
  %6 = arith.subi %4, %5 : index
  %7 = arith.minui %0, %6 : index
  %p:4 = split.variadic_split %x axis(0) lengths [%1, %3, %5, %7]
      : {TENSOR} -> {THREE}, {TENSOR}
  return %p#0, %p#1, %p#2, %p#3 : {THREE}, {TENSOR}
}}
""",
}


def list_passes(name):
    """The passes that lower a program. Importers write `uneven`; the pass lowers it."""
    if name == "uneven":
        return []
    copies = "=materialize=all" if name == "flat" else ""
    return ["--split-generate-runtime-checks", f"--convert-split-to-linalg{copies}",
            "--lower-affine", "--canonicalize", "--cse"]


def drop_check(number):
    return f"    split.assert %{number},.*\n", ""


def change(number, old, new):
    """Replaces `old` by `new` in the op that defines %number."""
    return f"(    %{number} = .*?){re.escape(old)}", rf"\g<1>{new}"


def show(number, old, new):
    """Replaces `old` by `new` in the message of the check of %number."""
    return f"(    split.assert %{number}, .*?){re.escape(old)}", rf"\g<1>{new}"


# A sum that wraps around, instead of what is left after each length.
WRAPPING_SUM = """    %s0 = arith.addi %5, %13 : index
    %s1 = arith.addi %s0, %23 : index
    %25 = arith.cmpi sle, %s1, %dim : index
    %26 = arith.subi %dim, %s1 : index
"""
NARROW = """    %w0 = arith.index_cast %arg1 : index to i32
    %w1 = arith.index_cast %1 : index to i32
    %3 = arith.cmpi sle, %w0, %w1 : i32
"""

MUTANTS = [
    ("equal", "wrong divisor", *change(5, "%c3", "%c2")),
    ("equal", "check of another divisor", *change(0, "%c3", "%c2")),
    ("equal", "missing check of R2", *drop_check(1)),
    ("equal", "inverted check", *change(1, "eq", "ne")),
    ("equal", "check that always passes", *change(1, "eq", "sge")),
    ("equal", "check that always fails", *change(1, "eq", "slt")),
    ("equal", "start one piece too far", *change(8, "%c2", "%c3")),
    ("equal", "length of two pieces", r"\[%8\] \[%7\]", "[%8] [%8]"),
    ("equal", "wrong order", "return %extracted_slice, %extracted_slice_0,",
     "return %extracted_slice_0, %extracted_slice,"),
    ("equal", "starts at 1", r"%arg0\[0\]", "%arg0[1]"),
    ("equal", "negative start", *change(8, "%c2", "%c-1")),
    ("lengths", "< for <= at the first length", *change(6, "sle", "slt")),
    ("lengths", "< for <= at the last length", *change(24, "sle", "slt")),
    ("lengths", "sum that wraps around", r"    %25 = .*\n    %26 = .*\n", WRAPPING_SUM),
    ("lengths", "missing -1, first piece", r"%arg0\[0\] \[%31\]", "%arg0[0] [%0]"),
    ("lengths", "missing -1, last piece", r"\[%34\] \[%33\]", "[%34] [%2]"),
    ("lengths", "rest without the last length", *change(31, "%26", "%16")),
    ("lengths", "> for >= refuses -1", *change(3, "sge", "sgt")),
    ("lengths", "or for and of signs", *change(18, "andi", "ori")),
    ("lengths", "missing check of a second -1", *drop_check(27)),
    ("lengths", "and for or of two pairs", *change(21, "ori", "andi")),
    ("lengths", "missing check of signs", *drop_check(18)),
    ("lengths", "missing check of a sum too large", *drop_check(25)),
    ("lengths", "missing check of a sum too small", *drop_check(30)),
    ("lengths", "-1 and an exact sum", *change(30, "ori", "andi")),
    ("lengths", "start of the last piece", r"\[%34\] \[%33\]", "[%32] [%33]"),
    ("lengths", "difference for sum", *change(34, "addi", "subi")),
    ("lengths", "lengths in another order", *change(32, "%1", "%2")),
    ("lengths", "checks after the slices", r"((?:.|\n)*?)(    split.assert %25.*\n)((?:.|\n)*)"
     r"(    return)", r"\1\3\2\4"),
    ("mixed", "> for >= of a constant", *change(0, "sge", "sgt")),
    ("mixed", "> for >= refuses 0", *change(2, "sge", "sgt")),
    ("mixed", "< for <=", *change(3, "sle", "slt")),
    ("mixed", "missing check of a sign", *drop_check(2)),
    ("mixed", "missing check of the sum", *drop_check(4)),
    ("mixed", "one piece too far", r"%arg0\[%arg1\]", "%arg0[%5]"),
    ("mixed", "rest without the constant", *change(6, "%5", "%arg1")),
    ("mixed", "comparison of 32 bits", r"    %3 = .*\n", NARROW),
    ("axis", "<= for < accepts the rank", *change(2, "slt", "sle")),
    ("axis", "> for >= refuses the first axis", *change(1, "sge", "sgt")),
    ("axis", "missing check of the axis", *drop_check(3)),
    ("axis", "normalized by another rank", *change(4, "%c2", "%c1")),
    ("axis", "not normalized", *change(6, "%4", "%0")),
    ("axis", "missing check of R2", *drop_check(8)),
    ("axis", "start along another axis", *change(19, "%9", "%17")),
    ("axis", "both pieces start at 0", *change(19, "%15", "%c0")),
    ("equal", "message with the axis for its size", *show(1, "(%dim)", "(%c0)")),
    ("lengths", "message with lengths in another order", *show(18, "(%0, %1", "(%1, %0")),
    ("lengths", "message of another fault",
     *show(18, "a negative length other than -1", "-1 more than once")),
    ("lengths", "message with the size for the sum", *show(30, "%29, %dim", "%dim, %dim")),
    ("axis", "message with another rank", *show(3, "rank 2", "rank 1")),
    ("axis", "message with the axis as given", *show(8, "(%6, ", "(%0, ")),
    ("flat", "product behind the axis starts at 2", *change(15, "%c1", "%c2")),
    ("flat", "product before the axis has the axis", *change(11, "sgt", "sge")),
    ("flat", "product behind the axis has the axis", *change(14, "slt", "sle")),
    ("flat", "product before the axis skips a dimension", *change(13, "%12", "%c1")),
    ("flat", "product behind the axis skips a dimension", *change(18, "%17", "%c1")),
    ("flat", "rows as wide as the product before the axis", *change(19, "%18", "%13")),
    ("flat", "pieces as wide as the last dimension", *change(26, "%18", "%17")),
    ("flat", "shape along another axis", *change(31, "%c1", "%c2")),
    ("flat", "shape of the data", *change(30, "%25", "%dim_0")),
    ("flat", "missing check of the axis", *drop_check(3)),
    ("flat", "missing check of R2", *drop_check(8)),
    ("flat", "wrong order", "return %reshape_4, %reshape_5", "return %reshape_5, %reshape_4"),
    ("flat", "copied along the rows", r"axis\(1\)", "axis(0)"),
    ("unranked", "loop starts at the second dimension", r"(scf.for .*?)%c0", r"\1%c1"),
    ("unranked", "loop ends at the axis", r"(scf.for .*? to )%rank", r"\1%8"),
    ("unranked", "product before the axis has the axis", *change(24, "slt", "sle")),
    ("unranked", "product behind the axis has the axis", *change(27, "sgt", "sge")),
    ("unranked", "product behind the axis starts at 2", r"%arg4 = %c1", "%arg4 = %c2"),
    ("unranked", "product of the sizes before the axis twice", *change(29, "%28", "%25")),
    ("unranked", "product of the size along the axis", r"(%dim_2 = .*)%arg2", r"\1%8"),
    ("unranked", "rows as wide as the product before the axis", *change(12, "%11#1", "%11#0")),
    ("unranked", "pieces as wide as the product before the axis", *change(19, "%11#1", "%11#0")),
    ("unranked", "shape of the data", r"%24, %18, %dim_2", "%24, %dim, %dim_2"),
    ("unranked", "shape along the axis as given", r"eq, %arg2, %8", "eq, %arg2, %1"),
    ("unranked", "shape with the length in all other dimensions",
     r"%24, %18, %dim_2", "%24, %dim_2, %18"),
    ("unranked", "shape of one dimension too few", r"(    %22 = .*)%rank(.*\n.* to )%rank",
     r"    %less = arith.subi %rank, %c1 : index\n\1%less\2%less"),
    ("unranked", "<= for < accepts the rank", *change(4, "slt", "sle")),
    ("unranked", "> for >= refuses the first axis", *change(3, "sge", "sgt")),
    ("unranked", "missing check of the axis", *drop_check(5)),
    ("unranked", "inverted check of rank 0", *change(0, "ne", "eq")),
    ("unranked", "not normalized", *change(8, "%6", "%1")),
    ("unranked", "normalized by another rank", *change(6, "%rank", "%c2")),
    ("unranked", "missing check of R2", *drop_check(10)),
    ("unranked", "wrong order", "return %reshape_0, %reshape_1", "return %reshape_1, %reshape_0"),
    ("unranked", "copied along the rows", r"axis\(1\)", "axis(0)"),
    ("unranked", "message with another rank", *show(5, "(%1, %rank)", "(%1, %c2)")),
    ("rank", "missing check of the rank", *drop_check(0)),
    ("rank", ">= for = of ranks", *change(0, "eq", "sge")),
    ("rank", "check of another rank", *change(0, "%c2", "%c1")),
    ("rank", "message with another rank", *show(0, "(%rank)", "(%c2)")),
    ("uneven", "floor for ceiling", "ceildivui", "divui"),
    ("uneven", "ceiling that wraps around", r"    %0 = arith.ceildivui %dim, %c4 : index\n",
     "    %s = arith.addi %dim, %c3 : index\n    %0 = arith.divsi %s, %c4 : index\n"),
    ("uneven", "missing minimum", *change(5, "%4", "%0")),
    ("lengths", "checks of R3 swapped", r"(    split.assert %18.*\n)((?:.|\n)*?)"
     r"(    split.assert %27.*\n)", r"\2\3\1"),
]

# Programs whose axis is an argument.
AXES = ("axis", "flat", "unranked")
# A check of a rule has failed, and not, for example, an allocation.
RULE = re.compile("error: (lengths|axis|dimension|data|result) ")
# The compiler happens to create views before it checks, but copies afterwards.
HARMLESS = ["checks after the slices"]
# Reads more rows than the data has, behind the elements of the pieces.
HARMLESS += ["product before the axis has the axis"]
REFUTED = re.compile(r"error: (.*): refuted, for (.*)")


def get_arguments(name, text):
    """The arrays of a counterexample, or none if they do not fit memory."""
    match = re.search(r"argument 0 of sizes \[(.*?)\](?:, argument 1 = \[?([-\d, ]*)\]?)?(?:;|$)", text)
    sizes = [int(word) for word in match[1].split(", ") if word]
    if np.prod(np.maximum(sizes, 1), dtype=float) > 2**24:
        return None
    arrays = [np.arange(np.prod(sizes), dtype=np.float32).reshape(sizes)]
    if match[2]:
        values = np.array([int(word) for word in match[2].split(", ")], np.int64)
        arrays.append({"lengths": values, "mixed": values[0],
                       **dict.fromkeys(AXES, values[0].astype(np.int32))}[name])
    return arrays


def split(name, data, given=None):
    """The pieces that the specifications state, or none if they refuse the arguments."""
    try:
        if name == "uneven":
            return reference.onnx_split(18, data.shape, "f32", 4, {"num_outputs": 4}).of(data)
        if name == "equal":
            return reference.split(data, 0, 3)
        if name in AXES:
            return reference.split(data, given, 2)
        if name == "rank":
            return reference.split(data, -1, 2) if data.shape[1:] == (6,) else None
        lengths = [given, 4, -1] if name == "mixed" else given
        return reference.cut(data, 0, lengths)
    except reference.Invalid:
        return None


def is_wrong(folder, name, path, arrays):
    """Whether a mutant does something else than the rules state, or its message differs from
    that of the program."""
    expected = split(name, *arrays)
    count = {"uneven": 4}.get(name, 2 if name in (*AXES, "rank") else 3)
    outputs = [folder / f"output{i}.npy" for i in range(count)]
    for output in outputs:
        output.unlink(missing_ok=True)
    ran = start("split-run", path, *save(folder, "input", arrays),
                *(f"--output=@{output}" for output in outputs))
    if expected is None or ran.returncode != 0:
        is_refused = ran.returncode == 1 and RULE.search(ran.stderr) is not None
        if not (is_refused and expected is None):
            return True
        right = start("split-run", folder / f"{name}.mlir", *save(folder, "input", arrays))
        return right.stderr.split("error: ")[1] != ran.stderr.split("error: ")[1]
    results = [np.load(output) for output in outputs]
    return not all(np.array_equal(*pair) for pair in zip(results, expected))


def main():
    folder = make_folder(sys.argv[1])
    step = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    originals, texts = {}, {}
    for name, text in PROGRAMS.items():
        originals[name] = folder / f"{name}.mlir"
        originals[name].write_text(f"func.func @{name}{text}")
        texts[name] = run("split-opt", originals[name], *list_passes(name))
    tried = ran = runs = failures = 0
    for name, mutation, old, new in MUTANTS[::step]:
        # Numbers of values start from 0, and constants have names.
        text, count = re.subn(old, new, texts[name], count=1)
        if count != 1 or text == texts[name]:
            sys.exit(f"{name}, {mutation}: the lowering has no such place:\n{texts[name]}")
        mutant = folder / f"mutant{tried}.mlir"
        mutant.write_text(text)
        command = ["split-verify", originals[name], mutant, "--max-rank=3"]
        if name == "uneven":
            command = ["split-verify", mutant, "--uneven=0,4"]
        refuted = REFUTED.findall(start(*command).stderr)
        if not refuted:
            sys.exit(f"{name}, {mutation}: not refuted:\n{text}")
        wrong = 0
        examples = {example for _, example in refuted if get_arguments(name, example)}
        for example in sorted(examples):
            if is_wrong(folder, name, mutant, get_arguments(name, example)):
                wrong += 1
        print(f"{name}, {mutation}: refuted {refuted[0][0]} for {refuted[0][1]}; "
              f"{wrong} of {len(examples)} runs are wrong")
        if examples and not wrong and mutation not in HARMLESS:
            sys.exit(f"{name}, {mutation}: no counterexample is wrong when it runs")
        tried += 1
        ran += wrong > 0
        runs += len(examples)
        failures += wrong
    print(f"{tried} mutants, all refuted; {ran} are wrong when they run, in {failures} of {runs} "
          "runs")


main()
