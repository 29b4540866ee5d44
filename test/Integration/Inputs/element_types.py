"""Splits tensors of every element type and compares bit for bit.

usage: element_types.py FOLDER [bytes]

One program per type cuts a 2-D and a 3-D tensor along each axis, once static and
once dynamic, once into equal pieces and once into uneven ones; the elements are the
type's limits and special values. What NumPy's split makes of an array of the
elements is what split-run has to return: of their texts, which tell all values
but NaNs apart, or of their bytes, where NumPy has the type. With `bytes`, values of
types that it lacks are any bytes that stand for one.
"""

import itertools
import pathlib
import re
import subprocess
import sys

import numpy as np

SHAPES = [(4, 6), (2, 6, 4)]


def limits(bits, signed):
    """The limits of an integer type, and what would show wrong extensions."""
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

# Of each: the largest and the smallest number, and what else is special.
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

# Types that split-run takes and prints as another, their storage.
STORED = {
    "!quant.uniform<i8:f32, 0.5:3>": "i8",
    "!quant.uniform<u8:f32, 0.5:3>": "ui8",
    "!quant.uniform<i4<-7:7>:f32, 0.5>": "i4",
    "!quant.uniform<u4:f32, 0.5>": "ui4",
    "!quant.uniform<i32:f64, 0.5>": "i32",
    "!quant.any<u16>": "ui16",
    "!quant.uniform<i8:f32:{}, {{2.0}}>": "i8",
}
NUMPY = {
    "i1": "?",
    "i8": "i1",
    "i16": "i2",
    "i32": "i4",
    "i64": "i8",
    "index": "i8",
    "ui8": "u1",
    "ui16": "u2",
    "ui32": "u4",
    "ui64": "u8",
    "f16": "f2",
    "f32": "f4",
    "f64": "f8",
    "complex<f32>": "c8",
    "complex<f64>": "c16",
}


def tensor(shape, element):
    return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"


class Program:
    """A function that cuts tensors in two, and the pieces that NumPy cuts."""

    def __init__(self, element, arrays):
        self.arguments, self.body, self.results, self.types = [], [], [], []
        self.inputs, self.expected = [], []
        for array in arrays:
            for form in array.shape, ("?",) * array.ndim:
                self.add_argument(element, array, form)

    def add_argument(self, element, array, form):
        name = f"%a{len(self.inputs)}"
        self.arguments.append(f"{name}: {tensor(form, element)}")
        self.inputs.append(array)
        for axis, size in enumerate(array.shape):
            # Neighbouring axes take turns, which halves the time.
            if (form == array.shape) == (axis % 2 == 0):
                op = f"split.split {name} axis({axis}) into 2"
                self.add_cut(op, element, array, form, axis, size // 2)
            else:
                written = axis - array.ndim
                op = f"split.variadic_split {name} axis({written}) lengths [1, -1]"
                self.add_cut(op, element, array, form, axis, 1)

    def add_cut(self, op, element, array, form, axis, first):
        is_static = form == array.shape
        pieces = np.split(array, [first], axis)
        types = [tensor(p.shape if is_static else form, element) for p in pieces]
        name = f"%p{len(self.body)}"
        data = tensor(form, element)
        self.body.append(f"{name}:2 = {op} : {data} -> {', '.join(types)}")
        self.results += [f"{name}#0", f"{name}#1"]
        self.types += types
        self.expected += pieces

    def get_text(self):
        types = ", ".join(self.types)
        lines = [f"func.func @main({', '.join(self.arguments)}) -> ({types}) {{"]
        lines += self.body
        lines += [f"return {', '.join(self.results)} : {types}", "}", ""]
        return "\n".join(lines)


def split_run(path, options):
    ran = subprocess.run(
        ["split-run", str(path), *options], capture_output=True, text=True
    )
    if ran.returncode != 0:
        sys.exit(f"{path}: exit status {ran.returncode}\n{ran.stderr}")
    return ran.stdout.splitlines()


def run_text(path, program, element):
    """Elements are texts."""

    def spec(array, left="", right=""):
        sizes = "".join(f"{size}x" for size in array.shape)
        return f"{sizes}{element}={left}{','.join(array.flat)}{right}"

    lines = split_run(path, [f"--input={spec(array)}" for array in program.inputs])
    expected = [
        f"result[{i}]: {spec(piece, '[', ']')}"
        for i, piece in enumerate(program.expected)
    ]
    return [(e, got) for e, got in zip(expected, lines, strict=True) if e != got]


def run_files(path, program, mask=None):
    """Elements are NumPy's, and compared as bytes, in the bits of the mask."""
    options, outputs = [], []
    for i, array in enumerate(program.inputs):
        file = path.with_suffix(f".in{i}.npy")
        np.save(file, array)
        options.append(f"--input=@{file}")
    for i in range(len(program.expected)):
        outputs.append(path.with_suffix(f".out{i}.npy"))
        options.append(f"--output=@{outputs[-1]}")
    split_run(path, options)
    results = [
        np.load(file).view(piece.dtype)
        for file, piece in zip(outputs, program.expected)
    ]
    if mask:
        results = [result & np.array(mask, result.dtype) for result in results]
    return [
        (piece, result)
        for piece, result in zip(program.expected, results, strict=True)
        if (piece.shape, piece.dtype) != (result.shape, result.dtype)
        or piece.tobytes() != result.tobytes()
    ]


def to_numpy(text, element):
    if element.startswith("complex"):
        return complex(*map(float, text.strip("()").split(",")))
    return float(text) if "f" in element else int(text)


def make_arrays(values):
    """Shifted, so that no two axes see the same order."""
    arrays = []
    for shift, shape in enumerate(SHAPES):
        texts = itertools.islice(itertools.cycle(values), shift, None)
        flat = list(itertools.islice(texts, int(np.prod(shape))))
        arrays.append(np.array(flat, object).reshape(shape))
    return arrays


def make_bytes(element, shape, seed):
    """Elements of any bits, in as many bytes as memory has for them."""
    bits = sum(map(int, re.findall(r"\d+", element.removeprefix("f8"))))
    bits = 8 if element.startswith("f8") else bits
    if element.startswith(("f6", "f4")):
        bits = int(element[1])
    size = max(8, 1 << (bits - 1).bit_length()) // 8
    if element.startswith("complex"):
        size *= 2
    values = np.random.default_rng(seed).integers(0, 256, (*shape, size), np.uint8)
    # Memory holds integers extended; positive ones are so in either way.
    if bits < 8 * size and not element.startswith("complex"):
        values[..., bits // 8:] = 0
        values[..., (bits - 1) // 8] &= (1 << (bits - 1) % 8) - 1
    return values.view(f"u{size}" if size <= 8 else f"V{size}").reshape(shape)


def run_type(folder, number, element, as_bytes):
    shown = STORED.get(element, element)
    arrays = make_arrays(VALUES[shown])
    if element in NUMPY:
        arrays = [
            np.array([to_numpy(t, element) for t in array.flat], NUMPY[element])
            .reshape(array.shape)
            for array in arrays
        ]
    elif as_bytes:
        arrays = [make_bytes(shown, shape, number) for shape in SHAPES]
    program = Program(element, arrays)
    path = folder / f"type{number}.mlir"
    path.write_text(program.get_text())
    if element in NUMPY or as_bytes:
        wrong = run_files(path, program, 0xFFFFFF if element == "i24" else None)
    else:
        wrong = run_text(path, program, shown)
    for expected, got in wrong:
        print(f"{element}: expected\n{expected}\ngot\n{got}")
    return not wrong


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    elements = [*VALUES, *STORED]
    as_bytes = sys.argv[2:] == ["bytes"]
    # The processors of x86 alone have them.
    if as_bytes:
        elements.remove("f80")
    passed = [run_type(folder, i, e, as_bytes) for i, e in enumerate(elements)]
    print(sum(passed), "of", len(passed), "types match")
    sys.exit(not all(passed))


main()
