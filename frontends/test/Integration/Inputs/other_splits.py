"""Random splits in the dialects of other compilers, slices that are splits, and splits of
data that are too large to be in memory."""

import dataclasses
import mmap
import random

from hypothesis import strategies as st
import numpy as np

from raise_slices import Program
import random_slices
import random_splits
from split_testing.functions import tensor_type
from split_testing.reference import Invalid, Operand, openvino_split, openvino_variadic_split
from split_testing.splits import NamedCall, broken_lengths, cuts, forgotten, integers_of
import torch_splits


@dataclasses.dataclass
class Origin:
    """The form of a split that is no op of the dialect: it is valid, and passes convert
    it."""

    form: str
    passes: str

    def is_certain(self):
        return True


def give_origin(call, *origin):
    call.name = Origin(*origin)
    return call


RANDOMS = st.randoms(use_true_random=False)
FOREIGN = "convert-foreign-split,"


def foreign_splits():
    """Calls with splits of onnx-mlir, TensorFlow and TFLite."""
    return RANDOMS.map(lambda rng: give_origin(random_splits.Split(rng).make_call(), "foreign",
                                               FOREIGN))


def splits_of_torch():
    calls = list(torch_splits.make_calls())
    return st.integers(0, len(calls) - 1).map(
        lambda number: give_origin(calls[number], "torch", FOREIGN))


@st.composite
def slices(draw):
    """Calls with slices of TOSA, StableHLO and MLIR that become splits."""
    if draw(st.booleans()):
        passes = draw(st.sampled_from(list(random_slices.WAYS))) + ","
        return give_origin(random_slices.make_call(draw(RANDOMS)), "slices", passes)
    program = Program(random.Random(draw(st.integers(0, 2 ** 32))))
    return give_origin(program.make_call(), "slices", "split-raise-slices,")


# ---- Large data. ----

LARGEST = 2 ** 40
# Virtual memory, of which only pages that are written to exist, and MAP_NORESERVE.
PAGES = mmap.mmap(-1, LARGEST, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
PAGES.madvise(mmap.MADV_NOHUGEPAGE)
PAGES.madvise(mmap.MADV_DONTDUMP)
MEMORY = np.frombuffer(PAGES, np.int8)


@dataclasses.dataclass
class LargeSplit(NamedCall):
    """Returns the sizes of the pieces along the axis, and the first and the last element
    of each one that is not empty."""

    marks: dict = None  # the elements by their positions
    form: str = "large"

    def key(self):
        return self.body, self.arguments[0].shape, *map(str, self.arguments[1:])

    def prepare(self):
        for position, element in self.marks.items():
            MEMORY[position] = element

    def describe(self):
        arguments, self.arguments = self.arguments, self.arguments[1:]
        try:
            return f"data of shape {arguments[0].shape}\n{super().describe()}"
        finally:
            self.arguments = arguments


def write_results(pieces, shape, axis, count, type_):
    """Lines, the names and types of results, the expected results, and the marks."""
    lines, dims, elements, marks = [f"%axis = arith.constant {axis} : index"], [], [], {}
    for i in range(count):
        lines.append(f"%d{i} = tensor.dim %r#{i}, %axis : {type_}")
        dims.append(f"%d{i}")
    ends = [(i, is_last) for i, n in enumerate(pieces.lengths) if n for is_last in (0, 1)
            ] if pieces else []
    expected = []
    for number, (i, is_last) in enumerate(ends):
        index = [(d - 1) * is_last for d in shape]
        index[axis] = (pieces.lengths[i] - 1) * is_last
        names = [f"%e{number}_{dim}" for dim in range(len(shape))]
        lines += [f"{name} = arith.constant {n} : index" for name, n in zip(names, index)]
        lines.append(f"%e{number} = tensor.extract %r#{i}[{', '.join(names)}] : {type_}")
        index[axis] += pieces.offsets[i]
        position = int(np.ravel_multi_index(index, shape))
        expected.append(marks.setdefault(position, number + 1))
        elements.append(f"%e{number}")
    values, types = ["%dims"], [f"tensor<{count}xindex>"]
    lines.append(f"%dims = tensor.from_elements {', '.join(dims)} : {types[0]}")
    arrays = [np.array(pieces.lengths if pieces else [])]
    if elements:
        values, types = [*values, "%ends"], [*types, f"tensor<{len(ends)}xi8>"]
        lines.append(f"%ends = tensor.from_elements {', '.join(elements)} : {types[1]}")
        arrays.append(np.array(expected, np.int8))
    return lines, values, types, arrays, marks


@st.composite
def large_splits(draw):
    shape = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    axis, count = draw(st.integers(0, len(shape) - 1)), draw(st.integers(1, 8))
    shape[axis] = 1
    most = LARGEST // int(np.prod(shape))
    size = shape[axis] = draw(st.one_of(st.integers(2 ** 32, most), st.integers(most - 9, most)))
    is_equal, is_broken = draw(st.booleans()), draw(st.integers(0, 7)) == 7
    known = draw(forgotten(shape))
    known = ("?",) * len(shape) if known is None else known
    given = draw(integers_of([axis - draw(st.sampled_from([0, len(shape)]))], scalar=True))
    types, arguments = [tensor_type(known, "i8")], [None]
    axis_text = given.write(f"({given.values[0]})", types, arguments)
    operand = Operand(given.element or "i64", given.shape or (), given.values)
    if is_equal:
        if not is_broken:
            size = shape[axis] = size // count * count
            known = tuple(d if d == "?" else s for d, s in zip(known, shape))
            types[0] = tensor_type(known, "i8")
        op, text = "split", f"into {count}"
    else:
        lengths = draw(cuts(size, count))
        if is_broken:
            lengths = draw(broken_lengths(lengths))
        elif draw(st.booleans()):
            lengths[draw(st.integers(0, count - 1))] = -1
        listed = draw(integers_of(lengths, scalar=False))
        op, text = "variadic_split", f"lengths{listed.write(f' {lengths}', types, arguments)}"
    reason = ""
    try:
        pieces = (openvino_split(shape, operand, count) if is_equal else openvino_variadic_split(
            shape, operand, Operand(listed.element or "i64", listed.shape, listed.values)))
    except Invalid as error:
        pieces, reason = None, str(error)
    piece_type = tensor_type(("?",) * len(shape), "i8")
    lines, values, result_types, expected, marks = write_results(pieces, shape, axis, count,
                                                                 piece_type)
    lines.insert(0, f"%r:{count} = split.{op} %a0 axis{axis_text} {text} : {types[0]} -> "
                    f"{', '.join([piece_type] * count)}")
    arguments[0] = MEMORY[:int(np.prod(shape))].reshape(shape)
    is_static = len(types) == 1 and "?" not in known
    return LargeSplit("\n".join(lines), types, arguments, result_types,
                      expected if pieces else None, values=values, marks=marks,
                      is_static=is_static, reason=reason)
