"""Converts random splits to slices of other dialects and back, runs both, and compares with
NumPy.

  random_splits.py FOLDER COUNT
"""

import random
import sys

from split_testing.functions import Call, count_up, cut, functions, tensor_type
from split_testing.library import find_wrong
from split_testing.tools import make_folder, run

UNREGISTERED = "--allow-unregistered-dialect"
ELEMENTS = ["f16", "f32", "f64", "i1", "i8", "i32", "i64", "ui8"]
# What each way leaves: only slices of TOSA compile.
WAYS = {"convert-split-to-tosa,": "tosa.slice",
        "convert-split-to-tosa,split-raise-slices,": "split.",
        "convert-split-to-stablehlo,split-raise-slices,": "split."}


def make_call(rng):
    shape = [rng.randint(1, 4) for _ in range(rng.randint(1, 6))]
    axis, element = rng.randrange(len(shape)), rng.choice(ELEMENTS)
    # One piece would be the tensor.
    lengths = [rng.randint(1, 3) for _ in range(rng.randint(2, 4))]
    is_equal = rng.random() < 0.4
    if is_equal:
        lengths = [lengths[0]] * len(lengths)
    shape[axis] = sum(lengths)
    written = list(lengths)
    if rng.random() < 0.5:
        written[rng.randrange(len(lengths))] = -1
    data = count_up(shape, element)
    pieces = cut(data, axis, lengths)
    types = [tensor_type(piece.shape, element) for piece in pieces]
    op, rest = (("split", f"into {len(lengths)}") if is_equal
                else ("variadic_split", f"lengths {written}"))
    axis -= rng.choice([0, len(shape)])
    return Call(f"%r:{len(pieces)} = split.{op} %a0 axis({axis}) {rest} : "
                f"{tensor_type(shape, element)} -> {', '.join(types)}",
                [tensor_type(shape, element)], [data], types, pieces)


def main():
    folder, rng = make_folder(sys.argv[1]), random.Random(5)
    calls = [make_call(rng) for _ in range(int(sys.argv[2]))]
    for passes, left in WAYS.items():
        module = run("split-opt", UNREGISTERED, "-",
                     f"--pass-pipeline=builtin.module({passes.rstrip(',')})",
                     input=functions(calls))
        slices = [op for op in ("tosa.slice", "stablehlo.slice", "split.") if op in module]
        if slices != [left]:
            sys.exit(f"{passes} has left {slices}:\n{module}")
        wrong = find_wrong(calls, folder / "library.so", passes, options=[UNREGISTERED])
        for call, why in wrong[:3]:
            print(f"{call.describe()}\n{why}")
        print(f"{passes} {len(calls)} splits, {len(wrong)} wrong")
        if wrong:
            sys.exit(1)


if __name__ == "__main__":
    main()
