"""Calls of ops on arrays, what NumPy expects of them, and MLIR functions of them."""

import dataclasses
import re

import numpy as np

from split_testing.reference import Operand

# The NumPy types of MLIR's element types.
NUMPY_TYPES = {"index": "i8", "i1": "?", "f16": "f2", "f32": "f4", "f64": "f8",
               "complex<f32>": "c8", "complex<f64>": "c16"}
NUMPY_TYPES |= {f"{prefix}{8 * size}": f"{kind}{size}" for size in (1, 2, 4, 8)
                for prefix, kind in (("i", "i"), ("si", "i"), ("ui", "u"))}
# Types that NumPy lacks, and those that hold their bits. Each i4 and ui4 has a byte.
BITS = {"bf16": "u2", "f8E4M3FN": "u1", "f8E5M2": "u1", "i4": "u1", "ui4": "u1"}


def dtype_of(element):
    return np.dtype((NUMPY_TYPES | BITS)[element])


def tensor_type(shape, element):
    """The type of a shape. Sizes that are not numbers are unknown, and None is an
    unknown rank."""
    if shape is None:
        return f"tensor<*x{element}>"
    dims = (f"{d if isinstance(d, (int, np.integer)) else '?'}x" for d in shape)
    return f"tensor<{''.join(dims)}{element}>"


def parse_type(text):
    """The shape, None for an unknown rank, and the element type of a tensor type or
    of a scalar type."""
    match = re.fullmatch(r"tensor<(\*x|(?:(?:\d+|\?)x)*)(.*)>", text)
    if not match:
        return (), text
    if match[1] == "*x":
        return None, match[2]
    return tuple(match[1].split("x")[:-1]), match[2]


def element_of(array):
    """The element type of a NumPy array, signless for signed integers."""
    return next(e for e, dtype in NUMPY_TYPES.items() if e != "index" and array.dtype == dtype)


def operand_of(array):
    """An array of integers, for the specifications."""
    return Operand(element_of(array), array.shape, tuple(array.ravel().tolist()))


def count_up(shape, element):
    """Values that differ between positions as far as the type allows."""
    values = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    limit = {"i1": 2, "i4": 8, "ui4": 16, "i8": 127, "si8": 127}.get(element, 251)
    return (values * 3 % 251 % limit).astype(dtype_of(element))


def fill(shape, element):
    """Any bits, NaNs among them, that differ between positions as far as the type
    allows."""
    dtype = dtype_of(element)
    if element in ("i1", "i4", "ui4"):
        return count_up(shape, element)
    size = np.prod(shape, dtype=int) * dtype.itemsize
    return (np.arange(size) * 89 % 251).astype(np.uint8).view(dtype).reshape(shape)


def is_same(got, expected):
    """Whether both arrays have the same shape, type and bytes; NaNs count too."""
    got, expected = np.asarray(got), np.asarray(expected)
    return ((got.shape, got.dtype, got.tobytes())
            == (expected.shape, expected.dtype, expected.tobytes()))


@dataclasses.dataclass
class Call:
    """Lines of MLIR that compute values from %a0, %a1, ...; the values are named
    %r#0, %r#1, ... unless `values` has other names."""

    body: str
    argument_types: list
    arguments: list  # arrays
    result_types: list
    expected: list = None  # arrays; None if a check has to fail
    name: object = None  # anything that identifies the call for its driver
    values: list = None
    text: str = None  # a function to use in place of the body
    reason: str = ""  # why nothing is expected

    def key(self):
        """Equal for equal calls."""
        return self.body, *((a.shape, a.tobytes()) for a in map(np.asarray, self.arguments))

    def define(self, prefix=""):
        """The lines and the names of the results, with a prefix for all names."""
        values = self.values or [f"%r#{i}" for i in range(len(self.result_types))]
        return [re.sub(r"%(\w)", rf"%{prefix}\1", text) for text in [self.body] + values]

    def prepare(self):
        """Is called before the function is, in the same process."""

    def write(self):
        """The text of the program."""
        return function([self])

    def describe(self):
        """The function and all values, for a message."""
        lines = [self.write()]
        for kind, arrays in ("input", self.arguments), ("expected", self.expected):
            lines += [f"{kind} {a.dtype}{list(a.shape)} = {a.ravel().tolist()}"
                      for a in arrays or []]
        return "\n".join(lines)


def function(calls, name="main", attributes=""):
    """One function with the arguments and results of all calls, in order."""
    if calls[0].text:
        return re.sub(r"func\.func @\w+(.*) \{$", rf"func.func @{name}\1{attributes} {{",
                      calls[0].text, count=1, flags=re.M)
    arguments, lines, values, types = [], [], [], []
    for number, call in enumerate(calls):
        prefix = f"c{number}_"
        arguments += [f"%{prefix}a{i}: {t}" for i, t in enumerate(call.argument_types)]
        line, *results = call.define(prefix)
        lines.append(line)
        values += results
        types += call.result_types
    signature = f"@{name}({', '.join(arguments)}) -> ({', '.join(types)}){attributes}"
    lines.append(f"return {', '.join(values)} : {', '.join(types)}")
    return f"func.func {signature} {{\n" + "\n".join(lines) + "\n}\n"


def end_if_wrong(wrong):
    """Ends the test with the first pairs of a wrong call and the reason, if any."""
    if wrong:
        raise SystemExit("\n".join(f"{call.describe()}\n{why}" for call, why in wrong[:3]))


def functions(calls, attributes=""):
    """One function f0, f1, ... for each call."""
    return "".join(function([call], f"f{i}", attributes) for i, call in enumerate(calls))
