"""Splits along every axis, with every kind of axis operand, and compares with NumPy.

  every_axis.py FOLDER RANK...
"""

import re
import sys

import numpy as np

from split_testing.functions import NUMPY_TYPES, Call, count_up, parse_type
from split_testing.reference import cut
from split_testing.tools import SplitRun

# The sizes of the dimensions; pieces are two equal ones, or one element and the rest.
SIZES = [2, 4, 6, 2, 4]
# The types that C3 allows for an axis known at run time. None is an attribute.
TYPES = [None, "i8", "ui8", "si16", "i32", "i64", "index", "tensor<i32>", "tensor<1xi64>"]


def make_call(prelude, data, type_, op, which, axis, axis_type):
    """Piece number `which`. The functions in `prelude` are compiled once for all
    axes of an operand."""
    name = re.sub(r"\W", "_", f"{op}_{which}_{axis_type or axis}".replace("-", "m"))
    operand = axis_type and np.array(axis, NUMPY_TYPES[parse_type(axis_type)[1]])
    types, arguments, parameter, text = [type_], [data], "", axis
    if axis_type:
        parameter, text = f", %a: {axis_type}", f"%a : {axis_type}"
        types.append(axis_type)
        arguments.append(operand.reshape(1) if "1x" in axis_type else operand)
    how, lengths = "lengths [1, -1]", [1, -1]
    if op == "split":
        how, lengths = "into 2", [data.shape[axis] // 2] * 2
    prelude[name] = (f"func.func private @{name}(%x: {type_}{parameter}) -> {type_} {{\n"
                     f"  %p:2 = split.{op} %x axis({text}) {how} : {type_} -> {type_}, {type_}\n"
                     f"  return %p#{which} : {type_}\n}}\n")
    passed = ", ".join(f"%a{i}" for i in range(len(types)))
    body = f"%r = call @{name}({passed}) : ({', '.join(types)}) -> {type_}"
    return Call(body, types, arguments, [type_], [cut(data, axis, lengths)[which]],
                values=["%r"])


def make_calls(rank, type_):
    """The functions that calls use, and calls for all axes."""
    data, prelude, calls = count_up(SIZES[:rank], "i32"), {}, []
    for axis in range(-rank, rank):
        for index, axis_type in enumerate(TYPES):
            # Unsigned axes count from the front.
            if axis >= 0 or axis_type != "ui8":
                # Both ops see every axis and every type, and the pieces take turns.
                op, which = ["split", "variadic_split"][(axis + index) % 2], len(calls) // 2 % 2
                calls.append(make_call(prelude, data, type_, op, which, axis, axis_type))
    return "".join(prelude.values()), calls


def main():
    count = 0
    for rank in map(int, sys.argv[2:]):
        for type_ in f"tensor<{'?x' * rank}i32>", "tensor<*xi32>":
            prelude, calls = make_calls(rank, type_)
            SplitRun(sys.argv[1], prelude=prelude).check(calls, len(calls))
            count += len(calls)
    print(f"{count} splits match")


main()
