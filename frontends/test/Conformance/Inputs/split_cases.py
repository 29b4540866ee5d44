"""Executes the cases of split and variadic_split: types by split-opt, values by
split-run."""

import itertools
import re

import numpy as np

from cases import Interval
from split_testing.functions import (NUMPY_TYPES, Call, count_up, function, functions,
                                     tensor_type)
from split_testing.reference import Invalid, cut, onnx_split, split
from split_testing.tools import run, verify

ELEMENTS = {"boolean": "i1", "u8": "ui8", "u16": "ui16", "u32": "ui32", "u64": "ui64"}
# A size that no case expects.
OTHER = 77


def element_of(tensor):
    return ELEMENTS.get(tensor.element, tensor.element)


def type_of(tensor):
    return tensor_type(tensor.shape, element_of(tensor))


def axis_type(axis):
    """A 0-D axis is passed as a scalar."""
    return element_of(axis) if axis.shape == [] else type_of(axis)


def num_pieces(case):
    for name in "num", "chunks":
        if name in case.options:
            return case.options[name]
    return len(case.options["lengths"])


# ---- One case as a call. ----


def chunk_lines(case):
    """PyTorch's lengths %l: as equal as whole chunks allow."""
    axis, chunks = case.options["axis"].values[0], case.options["chunks"]
    lines = [f"%i = arith.constant {axis} : index",
             f"%left0 = tensor.dim %a0, %i : {type_of(case.data)}",
             f"%n = arith.constant {chunks} : index",
             "%c = arith.ceildivui %left0, %n : index"]
    for i in range(chunks):
        lines += [f"%l{i} = arith.minui %c, %left{i} : index",
                  f"%left{i + 1} = arith.subi %left{i}, %l{i} : index"]
    lengths = ", ".join(f"%l{i}" for i in range(chunks))
    return lines + [f"%l = tensor.from_elements {lengths} : tensor<{chunks}xindex>"]


def make_call(case, result_types, axis=None):
    """The case with its axis as an attribute, or as an operand with the value
    `axis`, without data."""
    argument_types, arguments = [type_of(case.data)], [None]
    text = case.options["axis"].values and case.options["axis"].values[0]
    if axis is not None:
        argument_types.append(axis_type(case.options["axis"]))
        text = f"%a1 : {argument_types[1]}"
        numpy_type = NUMPY_TYPES.get(element_of(case.options["axis"]))
        arguments.append(np.array(axis).astype(numpy_type))
    lines, pieces = [], f"into {case.options.get('num')}"
    if "lengths" in case.options:
        pieces = f"lengths {case.options['lengths']}"
    elif "chunks" in case.options:
        lines = chunk_lines(case)
        pieces = f"lengths(%l : tensor<{case.options['chunks']}xindex>)"
    lines.append(f"%r:{len(result_types)} = split.{case.op} %a0 axis({text}) {pieces} : "
                 f"{argument_types[0]} -> {', '.join(result_types)}")
    return Call("\n".join(lines), argument_types, arguments, result_types, name=case)


# ---- Types. ----


def inferred_shapes(case):
    """The shapes of the result types: those that the case gives or, if these are for
    run time, those that follow from the type of the data and constant lengths."""
    if case.at is None:
        return [t.shape for t in case.we_give or case.gives]
    axis = case.options["axis"].values[0]
    shapes = []
    for length in case.options.get("lengths", ["?"] * num_pieces(case)):
        shapes.append(list(case.data.shape))
        shapes[-1][axis] = length
    return shapes


def replace(shape, dim, size):
    return [size if i == dim else d for i, d in enumerate(shape)]


def type_variants(case, shapes):
    """Pairs of a list of result shapes and the expected error, or None. Sizes that
    inference leaves open may be any size."""
    yield shapes, None
    if shapes[0] is None:
        yield [["?"] * 5 for _ in shapes], None
        return
    yield [shape + ["?"] for shape in shapes], "result 0 has rank"
    for dim in range(len(shapes[0])):
        if not isinstance(shapes[0][dim], int):
            yield [replace(s, dim, OTHER) for s in shapes], None
            continue
        for i, shape in enumerate(shapes):
            if not isinstance(shape[dim], int):
                continue
            wrong = list(shapes)
            wrong[i] = replace(shape, dim, shape[dim] + 1)
            yield wrong, f"result {i} has size {shape[dim] + 1} along dimension {dim}"


def type_checks(case):
    """Pairs of a call and the error that split-opt has to report, or None."""
    axis, element = case.options["axis"], element_of(case.data)
    if case.gives is None or "axis-rank" in case.differs:
        shape = case.data.shape and ["?"] * len(case.data.shape)
        is_operand = axis.shape != [] or element_of(axis) in ("f32", "i1")
        call = make_call(case, [tensor_type(shape, element)] * max(1, num_pieces(case)),
                         axis.values or 0 if is_operand else None)
        yield call, None if "intervals" in case.differs else case.we_say
        return
    shapes = inferred_shapes(case)
    for variant, says in type_variants(case, shapes):
        types = [tensor_type(shape, element) for shape in variant]
        if axis.values:
            yield make_call(case, types), says
        elif says is None or "rank" in says:
            yield make_call(case, types, 0), says
    # As an operand, the axis leaves more open.
    yield make_call(case, [tensor_type(s, element) for s in shapes], 0), None


def find_wrong_types(cases):
    checks = [check for case in cases for check in type_checks(case)]
    messages = verify([function([call]) for call, _ in checks])
    for (call, says), message in zip(checks, messages):
        if message and says is None:
            yield call.name, f"refused: {message}\n{call.body}"
        elif says and not (message and re.search(says, message)):
            yield call.name, f"expected '{says}', got '{message}'\n{call.body}"
    yield from find_wrong_inference([c for c in cases if c.gives and not
                                     c.differs == ["axis-rank"]])


def find_wrong_inference(cases):
    """Compares the types that inference derives for results of unknown sizes."""
    calls = []
    for case in cases:
        shape = case.data.shape and ["?"] * len(case.data.shape)
        types = [tensor_type(shape, element_of(case.data))] * num_pieces(case)
        calls.append(make_call(case, types, None if case.options["axis"].values else 0))
    text = run("split-opt", "--split-infer-shapes", "-", input=functions(calls))
    found = re.findall(r"= split\..* -> (tensor<.*)$", text, re.M)
    for case, types in itertools.zip_longest(cases, found):
        wanted = ", ".join(tensor_type(s, element_of(case.data))
                           for s in inferred_shapes(case))
        if types != wanted:
            yield case, f"inferred {types}, expected {wanted}"


# ---- Values. ----


def choose_sizes(case, axis, dim):
    """The sizes to run a dimension of the data with."""
    size = case.data.shape[dim] if case.data.shape else "?"
    if isinstance(size, int):
        return [size]
    if isinstance(size, Interval):
        return sorted({size[0], size[0] + 1, size[1]}) if dim == axis else [size[1]]
    return [2 * num_pieces(case) if dim == axis else 3]


def choose_shapes(case, axis):
    if case.at:
        return [case.at]
    rank = len(case.data.shape) if case.data.shape else axis + 2
    return itertools.product(*(choose_sizes(case, axis, i) for i in range(rank)))


def choose_data(case, shape):
    """The values of the case, with the least and the largest for unknown ones."""
    if case.data.values is None:
        return [count_up(shape, element_of(case.data))]
    ends = []
    for end in range(2):
        values = []
        for value in case.data.values:
            if isinstance(value, Interval):
                value = value[end] if value[end] is not None else value[0] + 1000
            values.append(5 if value == "?" else value)
        ends.append(np.array(values).reshape(shape).astype(
            NUMPY_TYPES[element_of(case.data)]))
    return ends


def compute_pieces(case, axis, data):
    """The pieces, or None if a rule is broken."""
    options = case.options
    if "lengths" in options:
        return cut(data, axis, options["lengths"])
    if "chunks" in options:
        count = options["chunks"]
        # PyTorch's chunks are those of ONNX here.
        return onnx_split(18, data.shape, "f32", count, {"axis": axis}).of(data)
    try:
        return split(data, axis, options["num"])
    except Invalid:
        return None


def disagrees(case, pieces):
    """Whether NumPy's pieces differ from those that the case gives."""
    for piece, given in zip(pieces, case.gives):
        shape = given.shape or piece.shape
        if len(shape) != piece.ndim:
            return True
        for size, known in zip(list(piece.shape) + piece.ravel().tolist(),
                               list(shape) + (given.values or [])):
            if isinstance(known, Interval):
                if not known[0] <= size <= known[1]:
                    return True
            elif known != "?" and known != size:
                return True
    return len(pieces) != len(case.gives)


def choose_axes(case):
    """Pairs of an axis and whether it is a run-time operand."""
    axis = case.options["axis"]
    if axis.values:
        return [(axis.values[0], False), (axis.values[0], True)]
    return [(i, True) for i in range(len(case.data.shape or [0, 0, 0]))]


def make_runs(case):
    """Calls with data; one without expected pieces must fail."""
    shape = case.data.shape and ["?"] * len(case.data.shape)
    types = [tensor_type(shape, element_of(case.data))] * num_pieces(case)
    for axis, is_operand in choose_axes(case):
        for sizes in choose_shapes(case, axis):
            for data in choose_data(case, sizes):
                call = make_call(case, types, axis if is_operand else None)
                call.arguments[0] = data
                call.expected = compute_pieces(case, axis, data)
                yield call


def find_wrong_values(cases, runner):
    works, fails = {}, {}
    for case in cases:
        if "axis-rank" in case.differs or not (case.gives or "intervals" in case.differs):
            continue
        for call in make_runs(case):
            if call.expected and disagrees(case, call.expected):
                yield case, "NumPy disagrees with the case"
            # Some cases differ only in their types.
            key = call.body, call.arguments[0].shape, call.arguments[0].tobytes()
            (fails if call.expected is None else works).setdefault(key, call)
    wrong = runner.find_wrong(list(works.values()))
    wrong += runner.find_unrefused(fails.values(), "not divisible by num_splits")
    for call, why in wrong:
        yield call.name, f"{why}\n{call.body}"
