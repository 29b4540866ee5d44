"""Checks the reference of the specifications itself.

  check_specifications.py SOURCE_TREE

It agrees with examples of the specifications, each deliberate difference changes what
some inputs give, docs/Semantics.md has the table of differences, and no driver of a test
splits arrays by NumPy.
"""

import inspect
import math
from pathlib import Path
import sys

from split_testing import reference
from split_testing.reference import (DIFFERENCES, Invalid, Operand, onnx_split, openvino_split,
                                     openvino_variadic_split, without)


def scalar(value, element="i64"):
    return Operand(element, (), (value,))


def listed(*values, element="i64"):
    return Operand(element, (len(values),), values)


def variadic(shape, axis, *lengths):
    return openvino_variadic_split(shape, scalar(axis), listed(*lengths))


def chunks(size, count):
    return onnx_split(18, (size,), "f32", count, {"num_outputs": count})


def lengths_of(compute):
    try:
        return compute().lengths
    except Invalid:
        return None


SHAPE = (6, 12, 10, 24)
# What the texts of the specifications, and of ONNX's tests of its operators, state.
EXAMPLES = [
    (lambda: openvino_split(SHAPE, scalar(1), 3), [4, 4, 4]),
    (lambda: openvino_split(SHAPE, scalar(-3), 3), [4, 4, 4]),
    (lambda: openvino_split(SHAPE, scalar(1), 5), None),
    (lambda: openvino_split(SHAPE, scalar(4), 1), None),
    (lambda: openvino_split((), scalar(0), 1), None),
    (lambda: variadic(SHAPE, 0, 1, 2, 3), [1, 2, 3]),
    (lambda: variadic(SHAPE, 0, -1, 2), [4, 2]),
    (lambda: variadic(SHAPE, 0, 6, -1), [6, 0]),
    (lambda: variadic(SHAPE, 0, -1, -1), None),
    (lambda: variadic(SHAPE, 0, 7, -1), None),
    (lambda: variadic(SHAPE, 0, 8, -2), None),
    (lambda: onnx_split(2, (6,), "f32", 3, {"axis": 0}), [2, 2, 2]),
    (lambda: onnx_split(13, (7,), "f32", 4, {}), None),
    (lambda: onnx_split(13, (6,), "f32", 2, {}, listed(2, 4)), [2, 4]),
    (lambda: onnx_split(13, (6,), "f32", 2, {}, listed(-1, 4)), None),
    (lambda: onnx_split(11, (6,), "bf16", 2, {}), None),
    (lambda: onnx_split(13, (6,), "f32", 2, {"split": [2, 4]}), None),
    (lambda: onnx_split(13, (6,), "f32", 2, {"num_outputs": 2}), None),
    (lambda: onnx_split(1, (6,), "f32", 2, {}, listed(2.0, 4.0, element="f32")), [2, 4]),
    (lambda: onnx_split(1, (6,), "f32", 2, {}, listed(2.5, 3.5, element="f32")), None),
    (lambda: onnx_split(1, (6,), "f32", 2, {}, listed(math.inf, 4.0, element="f32")), None),
    (lambda: onnx_split(1, (6,), "f32", 2, {}, listed(math.nan, 4.0, element="f32")), None),
    (lambda: onnx_split(18, (0,), "f32", 3, {}, listed(0, 0, 0)), [0, 0, 0]),
    (lambda: onnx_split(18, (7,), "f32", 2, {"num_outputs": 2}, listed(3, 4)), None),
    (lambda: chunks(7, 4), [2, 2, 2, 1]),
    (lambda: chunks(7, 2), [4, 3]),
    (lambda: chunks(2 ** 63 - 1, 2), [2 ** 62, 2 ** 62 - 1]),
]
# Inputs that the specifications alone see otherwise, and what they give then.
WITNESSES = {
    "S2": (lambda: openvino_split((0,), scalar(0), 2), [0, 0], None),
    "C3": (lambda: openvino_split((4,), listed(0), 2), [2, 2], None),
    "V1": (lambda: openvino_variadic_split((4,), scalar(0, "i8"), listed(4)), [4], None),
    "O1": (lambda: onnx_split(1, (4,), "f32", 2, {}), [2, 2], None),
    "O2": (lambda: onnx_split(11, (4,), "f32", 2, {"split": []}), [2, 2], None),
    "O4": (lambda: onnx_split(18, (4,), "f32", 2, {}), [2, 2], None),
    "O5": (lambda: onnx_split(2, (4,), "f32", 2, {"axis": -1}), [2, 2], None),
    "O7": (lambda: chunks(5, 4), [2, 2, 1, 0], None),
    "O10": (lambda: onnx_split(13, (4,), "f32", 1, {}, listed(4, element="i32")), [4], None),
    "O11": (lambda: onnx_split(13, (4,), "string", 2, {}), None, [2, 2]),
}


def check_table(root):
    rows = "\n".join(f"| {' | '.join([rule, *entry])} |" for rule, entry in DIFFERENCES.items())
    if rows not in (root / "docs/Semantics.md").read_text():
        raise SystemExit(f"docs/Semantics.md lacks these rows:\n{rows}")


def check_drivers(root):
    for path in (root / "test").rglob("*.py"):
        if "numpy." + "split(" in path.read_text().replace("np.", "numpy."):
            raise SystemExit(f"{path} splits arrays, which split_testing.reference is for")


def main():
    for compute, lengths in EXAMPLES:
        assert lengths_of(compute) == lengths, inspect.getsource(compute)
    assert WITNESSES.keys() == DIFFERENCES.keys()
    for rule, (compute, here, alone) in WITNESSES.items():
        assert lengths_of(compute) == here, rule
        with without(rule):
            assert lengths_of(compute) == alone, rule
        with without(*DIFFERENCES.keys() - {rule}):
            assert lengths_of(compute) == here, rule
    check_table(Path(sys.argv[1]))
    check_drivers(Path(sys.argv[1]))
    lines = len(inspect.getsource(reference).splitlines())
    print(f"{len(EXAMPLES)} examples, {len(DIFFERENCES)} differences, {lines} lines")


main()
