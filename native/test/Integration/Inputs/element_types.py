"""Splits tensors of every element type and compares with NumPy bit for bit.

  element_types.py FOLDER [bytes]

For each type, a 2-D and a 3-D tensor are cut along each axis, with static and with
dynamic sizes, into equal pieces and into uneven ones. The elements are the type's
limits and special values. Elements that NumPy has are compared as bytes, others as
texts, which differ for all values but NaNs. With `bytes`, any bytes that are a value
stand for elements that NumPy lacks.
"""

import itertools
import re
import sys

import numpy as np

from split_testing.functions import NUMPY_TYPES, Call, function, is_same, tensor_type
from split_testing.reference import cut
from split_testing.tools import SplitRun, run

SHAPES = [(4, 6), (2, 6, 4)]


def limits(bits, signed):
    """The limits of an integer type, and values that show wrong extensions."""
    low = -(1 << bits - 1) if signed else 0
    high = low + (1 << bits) - 1
    middle = -1 if signed else 1 << bits - 1
    return [str(n) for n in (low, high, low + 1, high - 1, middle, 0, 3)]


# Lists of 7 or 42 values, so that no two rows of a tensor are alike.
INTEGERS = {
    f"{prefix}{bits}": limits(bits, signed)
    for prefix, signed in (("i", True), ("si", True), ("ui", False))
    for bits in (4, 8, 16, 32, 64, 128)
}
INTEGERS["i24"] = limits(24, True)
INTEGERS["index"] = limits(64, True)
INTEGERS["i1"] = "0 1 1 0 1 0 0".split()

# The largest and the smallest number of each type, and other special values.
FLOATS = {
    "f128": "-0 inf -inf nan 0.100000000000000000000000000000000005 -7 1.5",
    "f80": "-0 inf -inf nan 0.100000000000000000001 -7 1.5",
    "f64": "-0 inf -inf nan 1.7976931348623157e+308 5e-324 0.1",
    "f32": "-0 inf -inf nan 3.4028235e+38 1e-45 0.1",
    "f16": "-0 inf -inf nan 65504 6e-08 0.1",
    "bf16": "-0 inf -inf nan 3.39e+38 9e-41 0.1",
    "f8E3M4": "-0 inf -inf nan 15.5 0.02 -7",
    "f8E4M3": "-0 inf -inf nan 240 0.002 -7",
    "f8E4M3B11FNUZ": "0 nan 30 0.0001 -7 1.5 -1",
    "f8E4M3FN": "-0 nan 448 0.002 -7 1.5 0",
    "f8E4M3FNUZ": "0 nan 240 0.001 -7 1.5 -1",
    "f8E5M2": "-0 inf -inf nan 57344 2e-05 -7",
    "f8E5M2FNUZ": "0 nan 57344 8e-06 -7 1.5 -1",
    "f8E8M0FNU": "nan 2e+38 6e-39 2 0.5 1 8",
    "f6E2M3FN": "-0 7.5 0.1 -7 0 1.5 -1",
    "f6E3M2FN": "-0 28 0.06 -7 0 1.5 -1",
    "f4E2M1FN": "-0 6 0.5 -4 0 1.5 -1",
}
COMPLEXES = {
    f"complex<{part}>": [f"({a},{b})" for a, b in itertools.permutations(values, 2)]
    for part, values in (
        ("f32", FLOATS["f32"].split()),
        ("f64", FLOATS["f64"].split()),
        ("bf16", FLOATS["bf16"].split()),
        ("i8", limits(8, True)),
    )
}
VALUES = INTEGERS | {t: v.split() for t, v in FLOATS.items()} | COMPLEXES

# Types whose values split-run reads and prints as those of another, their storage.
STORED = {
    "!quant.uniform<i8:f32, 0.5:3>": "i8",
    "!quant.uniform<u8:f32, 0.5:3>": "ui8",
    "!quant.uniform<i4<-7:7>:f32, 0.5>": "i4",
    "!quant.uniform<u4:f32, 0.5>": "ui4",
    "!quant.uniform<i32:f64, 0.5>": "i32",
    "!quant.any<u16>": "ui16",
    "!quant.uniform<i8:f32:{}, {{2.0}}>": "i8",
}


def add_cut(call, array, shape, axis):
    """Cuts the last argument, whose type has the shape, along an axis in two."""
    number = len(call.arguments) - 1
    is_static, element = shape == array.shape, call.name
    # Ops take turns along neighbouring axes, which halves the time.
    if is_static == (axis % 2 == 0):
        op, first = f"split.split %a{number} axis({axis}) into 2", array.shape[axis] // 2
    else:
        op = f"split.variadic_split %a{number} axis({axis - array.ndim}) lengths [1, -1]"
        first = 1
    pieces = cut(array, axis, [first, -1])
    types = [tensor_type(p.shape if is_static else shape, element) for p in pieces]
    name = f"%p{len(call.expected)}"
    call.body += (f"{name}:2 = {op} : {call.argument_types[-1]} -> {', '.join(types)}\n")
    call.values += [f"{name}#0", f"{name}#1"]
    call.result_types += types
    call.expected += pieces


def make_call(element, arrays):
    """Cuts all arrays along all axes; the name of the call is the element type."""
    call = Call("", [], [], [], [], element, [])
    for array in arrays:
        for shape in array.shape, ("?",) * array.ndim:
            call.arguments.append(array)
            call.argument_types.append(tensor_type(shape, element))
            for axis in range(array.ndim):
                add_cut(call, array, shape, axis)
    return call


def nest(array):
    """The array as split-run prints it, with brackets around each row."""
    if array.size == 0:
        return "[]"
    if array.ndim == 1:
        return f"[{','.join(array)}]"
    rows = map(nest, array)
    return "".join(rows if array.ndim == 2 else (f"[{row}]" for row in rows))


def find_wrong_texts(folder, calls):
    """Pairs of a call, on arrays of texts, and the lines that differ."""
    def spec(call, array, elements):
        sizes = "".join(f"{size}x" for size in array.shape)
        return f"{sizes}{STORED.get(call.name, call.name)}={elements}"

    path = folder / "texts.mlir"
    path.write_text(function(calls))
    inputs = [f"--input={spec(call, array, ','.join(array.flat))}" for call in calls for array in call.arguments]
    pieces = [(call, piece) for call in calls for piece in call.expected]
    lines = run("split-run", path, *inputs).splitlines()
    for i, ((call, piece), got) in enumerate(zip(pieces, lines, strict=True)):
        expected = f"result[{i}]: {spec(call, piece, nest(piece))}"
        if got != expected:
            yield call, f"expected\n{expected}\ngot\n{got}"


def to_numpy(text, element):
    if element.startswith("complex"):
        return complex(*map(float, text.strip("()").split(",")))
    return float(text) if "f" in element else int(text)


def make_arrays(values):
    """Arrays of the values; they are shifted, so that the axes have different orders."""
    values = np.array(values, object)
    return [np.resize(np.roll(values, -shift), shape) for shift, shape in enumerate(SHAPES)]


def make_bytes(element, shape, seed):
    """Elements of random bits, as memory holds them."""
    # The type of 8 bits in f8E4M3, of 6 in f6E2M3FN, and of 16 in bf16 and f16.
    bits = int(re.search(r"\d+", element)[0])
    if re.match(r"f[468]E", element):
        bits = int(element[1])
    size = max(8, 1 << (bits - 1).bit_length()) // 8
    if element.startswith("complex"):
        size *= 2
    values = np.random.default_rng(seed).integers(0, 256, (*shape, size), np.uint8)
    # Memory holds integers extended; the extension of positive ones is always 0.
    if bits < 8 * size and not element.startswith("complex"):
        values[..., bits // 8:] = 0
        values[..., (bits - 1) // 8] &= (1 << (bits - 1) % 8) - 1
    return values.view(f"u{size}" if size <= 8 else f"V{size}").reshape(shape)


def is_same_value(got, expected):
    """Compares bytes, also of types that split-run names otherwise."""
    return is_same(got.view(expected.dtype), expected)


def is_same_i24(got, expected):
    """The bits above an i24 are not specified."""
    return is_same(got & np.array(0xFFFFFF, got.dtype), expected)


def main():
    as_bytes = sys.argv[2:] == ["bytes"]
    arrays, texts = [], []
    for number, element in enumerate([*VALUES, *STORED]):
        shown = STORED.get(element, element)
        values = make_arrays(VALUES[shown])
        if element in NUMPY_TYPES:
            values = [np.array([to_numpy(t, element) for t in array.flat], NUMPY_TYPES[element])
                      .reshape(array.shape) for array in values]
        elif as_bytes:
            values = [make_bytes(shown, shape, number) for shape in SHAPES]
        # Only the processors of x86 have f80.
        if element != "f80" or not as_bytes:
            kind = arrays if as_bytes or element in NUMPY_TYPES else texts
            kind.append(make_call(element, values))
    i24 = [call for call in arrays if call.name == "i24"]
    runner = SplitRun(sys.argv[1], agree=is_same_value)
    wrong = runner.find_wrong([call for call in arrays if call.name != "i24"])
    wrong += SplitRun(sys.argv[1], agree=is_same_i24).find_wrong(i24)
    for start in range(0, len(texts), 8):
        wrong += find_wrong_texts(runner.folder, texts[start:start + 8])
    for call, why in wrong:
        print(f"{call.name}: {why}")
    count = len(arrays) + len(texts)
    print(count - len({call.name for call, _ in wrong}), "of", count, "types match")
    return bool(wrong)


sys.exit(main())
