"""Splits by every mix of index values, constants and a -1, and compares with NumPy.

  mixed_lengths.py FOLDER
"""

import itertools
import sys

import numpy as np

from split_testing.functions import Call, count_up, tensor_type
from split_testing.library import find_wrong
from split_testing.reference import cut

# The data, and lengths along axis 1: some pieces are empty.
SHAPE = (2, 9, 3)
LENGTHS = [(2, 4, 3), (0, 9, 0), (9, 0, 0), (3, 0, 6)]
# Whether a length is an index value, a constant, or the -1 that takes the rest.
KINDS = [kinds for kinds in itertools.product("nc-", repeat=3)
         if "n" in kinds and kinds.count("-") <= 1]
KNOWN = [SHAPE, ("?",) * 3, None]
# Lengths that break a rule: a sum that is too large, too small, or wraps around, and
# values that are negative, also the -1 of a tensor of lengths.
BROKEN = [(2, 5, 3), (2, 4, 2), (-1, 6, 4), (-2, 8, 3), (2**63 - 1, 2**63 - 1, 11),
          (2**62, 2**62, 2**63 - 1), (-2**63, 9, 0)]


def make_call(lengths, kinds, known, axis, is_broken=False):
    """The axis is a number, or an array for a run-time value."""
    data = count_up(SHAPE, "i32")
    types, arguments, texts = [tensor_type(known, "i32")], [data], []

    def add(type_, array):
        types.append(type_)
        arguments.append(array)
        return f"%a{len(types) - 1}"

    axis_text = axis if isinstance(axis, int) else f"{add('i64', axis)} : i64"
    for length, kind in zip(lengths, kinds):
        texts.append({"n": lambda: add("index", np.array(length)),
                      "c": lambda: str(length), "-": lambda: "-1"}[kind]())
    results = [tensor_type(known and ("?",) * 3, "i32")] * 3
    body = (f"%r:3 = split.variadic_split %a0 axis({axis_text}) "
            f"lengths [{', '.join(texts)}] : {types[0]} -> ({', '.join(results)})")
    expected = None if is_broken else cut(data, 1, lengths)
    return Call(body, types, arguments, results, expected, (lengths, kinds, known, axis))


def make_calls():
    axes = [1, -2, np.array(1), np.array(-2)]
    for index, (kinds, known, lengths) in enumerate(
            itertools.product(KINDS, KNOWN, LENGTHS)):
        yield make_call(lengths, kinds, known, axes[index % len(axes)])
    for index, (known, lengths) in enumerate(itertools.product(KNOWN, BROKEN)):
        yield make_call(lengths, "nnn", known, axes[index % len(axes)], is_broken=True)


calls = list(make_calls())
wrong = find_wrong(calls, sys.argv[1] + ".so")
for call, why in wrong:
    print(call.name, why)
failing = sum(call.expected is None for call in calls)
print(f"{len(calls)} splits, {failing} of which fail: {len(wrong)} wrong")
