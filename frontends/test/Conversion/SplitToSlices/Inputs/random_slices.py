"""Converts random splits to slices of other dialects and back, runs both, and compares with
NumPy.

  random_slices.py FOLDER COUNT
"""

import random
import sys

from split_testing.functions import Call, count_up, tensor_type
from split_testing.library import check_conversion
from split_testing.reference import cut
from split_testing.tools import make_folder

ELEMENTS = ["f16", "f32", "f64", "i1", "i8", "i32", "i64", "ui8"]
# What each way must not leave: only slices of TOSA compile.
WAYS = {"convert-split-to-tosa": ["split.", "stablehlo.", "tensor."],
        "convert-split-to-tosa,split-raise-slices": ["slice"],
        "convert-split-to-stablehlo,split-raise-slices": ["slice"]}


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
                [tensor_type(shape, element)], [data], types, pieces, op)


def main():
    folder, rng = make_folder(sys.argv[1]), random.Random(5)
    calls = [make_call(rng) for _ in range(int(sys.argv[2]))]
    for passes, gone in WAYS.items():
        check_conversion(calls, folder, passes, gone)


if __name__ == "__main__":
    main()
