"""The seven specifications of splits, as plain Python: OpenVINO's Split-1 and
VariadicSplit-1, and ONNX's Split 1, 2, 11, 13 and 18.

Written from the texts of the specifications alone. The functions take shapes and not
data, so that sizes may be huge, and return where the pieces lie. They raise Invalid if
the specification does not allow the inputs. Drivers take expected pieces from here.
"""

import contextlib
from typing import NamedTuple


# Where this project differs deliberately: by the rule of docs/Semantics.md or of
# frontends/docs/Frontends.md, what the specification says, what holds here, and the reason.
# docs/Semantics.md shows the same table.
DIFFERENCES = {
    "S2": ("Split-1: `num_splits` is at most `d`", "`d = 0` gives `n` empty pieces",
           "ONNX can split empty dimensions, and uses the same op"),
    "C3": ("Split-1: the axis is a scalar of any integer type",
           "also a tensor of shape `[1]`; 8 to 64 bits or `index`",
           "both ops have the same axis; narrower types do not hold all axes"),
    "V1": ("VariadicSplit-1: axis and lengths have the same integer type",
           "each has its own type, of 8 to 64 bits or `index`",
           "attributes and operands can be mixed"),
    "O1": ("Split of opset 1: the axis has no default", "the default is 0",
           "later versions have this default"),
    "O2": ("Split before opset 13: `split` is the length of each output",
           "an empty list means that it is absent", "exporters write it"),
    "O4": ("Split of opset 18: has the input `split` or `num_outputs`",
           "without both, `num_outputs` is the number of outputs, with a warning",
           "exporters raise the opset of older nodes without adding it"),
    "O5": ("Split of opsets 1 and 2: negative axes are not mentioned",
           "they count from the last dimension", "later versions allow them"),
    "O7": ("Split of opset 18: the last of `num_outputs` chunks is smaller",
           "chunks of `ceil(d / n)` until the data end; there may be fewer outputs (O8)",
           "the text does not say what happens if the earlier chunks already exceed `d`"),
    "O10": ("Split since opset 13: lengths are int64", "int32, too, with a warning",
            "exporters write it"),
    "O11": ("Split: elements may be strings", "strings are an error",
            "MLIR has no such type"),
}
_in_force = set(DIFFERENCES)


@contextlib.contextmanager
def without(*rules):
    """The specifications without some of the differences."""
    _in_force.difference_update(rules)
    try:
        yield
    finally:
        _in_force.update(rules)


class Invalid(ValueError):
    """The specification does not allow the inputs."""


def require(condition, text):
    if not condition:
        raise Invalid(text)


class Operand(NamedTuple):
    """An axis or lengths as an input. The element type is as MLIR writes it."""

    element: str
    shape: tuple
    values: tuple


class Pieces(NamedTuple):
    """Where the pieces lie along an axis, which counts from the first dimension."""

    axis: int
    offsets: list
    lengths: list

    def shapes(self, shape):
        return [(*shape[:self.axis], n, *shape[self.axis + 1:]) for n in self.lengths]

    def of(self, array):
        """The pieces of an array, as views."""
        return [array[(slice(None),) * self.axis + (slice(start, start + length),)]
                for start, length in zip(self.offsets, self.lengths)]


# ---- What the specifications share. ----


def place(axis, lengths):
    """Consecutive pieces."""
    return Pieces(axis, [sum(lengths[:i]) for i in range(len(lengths))], lengths)


def normalize(axis, rank):
    require(-rank <= axis < rank, f"axis {axis} is not in [{-rank}, {rank - 1}]")
    return axis + rank if axis < 0 else axis


def divide(size, count):
    """Pieces of the same length."""
    require(count >= 1 and size % count == 0, f"{count} pieces of {size}")
    return [size // count] * count


def add_up(lengths, size):
    """Lengths that must be those of the whole."""
    require(min(lengths, default=-1) >= 0 and sum(lengths) == size, f"{lengths} of {size}")
    return lengths


# ---- OpenVINO. ----

SMALL_INTEGERS, WIDE_INTEGERS = (
    {f"{sign}{bits}" for sign in ("i", "si", "ui") for bits in widths}
    for widths in ((1, 2, 4), (8, 16, 32, 64)))


def require_integer(operand, rule):
    other = {"index"} if rule in _in_force else SMALL_INTEGERS
    require(operand.element in WIDE_INTEGERS | other, f"elements of type {operand.element}")


def openvino_split(shape, axis, num_splits):
    """Split-1. The axis is an Operand."""
    require_integer(axis, "C3")
    require(axis.shape == () or axis.shape == (1,) and "C3" in _in_force, "shape of the axis")
    dim = normalize(axis.values[0], len(shape))
    require(shape[dim] >= 1 or "S2" in _in_force, "nothing to split")
    return place(dim, divide(shape[dim], num_splits))


def openvino_variadic_split(shape, axis, split_lengths):
    """VariadicSplit-1. The axis and the lengths are Operands."""
    require_integer(axis, "V1")
    require_integer(split_lengths, "V1")
    require("V1" in _in_force or axis.element == split_lengths.element, "two types T2")
    require(axis.shape in [(), (1,)] and len(split_lengths.shape) == 1, "shapes")
    dim, lengths = normalize(axis.values[0], len(shape)), list(split_lengths.values)
    require(lengths.count(-1) <= 1, f"lengths {lengths}")
    if -1 in lengths:
        lengths[lengths.index(-1)] = shape[dim] - sum(n for n in lengths if n != -1)
    return place(dim, add_up(lengths, shape[dim]))


# ---- ONNX. ----

FLOATS = {"f16", "f32", "f64"}
# The types of Split-2 and Split-11.
TYPES = FLOATS | {"i1", "complex<f32>", "complex<f64>", "string"} | {
    f"{sign}{bits}" for sign in ("i", "ui") for bits in (8, 16, 32, 64)}


def onnx_axis(shape, attributes, is_negative_described=True):
    axis = attributes.get("axis", 0)
    require(axis >= 0 or is_negative_described or "O5" in _in_force, f"axis {axis}")
    return normalize(axis, len(shape))


def by_attribute(attributes):
    """The attribute `split`, or None if there is none."""
    lengths = attributes.get("split")
    return None if lengths == [] and "O2" in _in_force else lengths


def by_input(split):
    """The lengths of Split-13 and 18."""
    allowed = ("i64", "i32") if "O10" in _in_force else ("i64",)
    require(split.element in allowed and len(split.shape) == 1, f"lengths {split}")
    return list(split.values)


def onnx_parts(shape, axis, lengths, outputs):
    """Pieces of the lengths, or equal ones."""
    if lengths is None:
        return place(axis, divide(shape[axis], outputs))
    require(len(lengths) == outputs, f"{len(lengths)} lengths for {outputs} outputs")
    return place(axis, add_up(lengths, shape[axis]))


def onnx_split_1(shape, element, outputs, attributes, split):
    require(element in FLOATS, f"elements of type {element}")
    require("axis" in attributes or "O1" in _in_force, "no axis")
    axis, lengths = onnx_axis(shape, attributes, False), by_attribute(attributes)
    if split is not None:
        require(split.element == element and len(split.shape) == 1, f"lengths {split}")
        require(all(n % 1 == 0 for n in split.values), f"lengths {split.values}")
        given = [int(n) for n in split.values]
        require(lengths in (None, given), f"lengths {lengths} and {given}")
        lengths = given
    return onnx_parts(shape, axis, lengths, outputs)


def onnx_split_2(shape, element, outputs, attributes, split, is_negative_described=False):
    require(element in TYPES and split is None, f"elements of type {element}")
    axis = onnx_axis(shape, attributes, is_negative_described)
    return onnx_parts(shape, axis, by_attribute(attributes), outputs)


def onnx_split_11(*node):
    return onnx_split_2(*node, is_negative_described=True)


def onnx_split_13(shape, element, outputs, attributes, split):
    require(element in TYPES | {"bf16"}, f"elements of type {element}")
    lengths = None if split is None else by_input(split)
    return onnx_parts(shape, onnx_axis(shape, attributes), lengths, outputs)


def onnx_split_18(shape, element, outputs, attributes, split):
    require(element in TYPES | {"bf16"}, f"elements of type {element}")
    axis, count = onnx_axis(shape, attributes), attributes.get("num_outputs")
    require(split is None or count is None, "both `split` and `num_outputs`")
    if split is not None:
        return onnx_parts(shape, axis, by_input(split), outputs)
    require(count is not None or "O4" in _in_force, "neither `split` nor `num_outputs`")
    count = outputs if count is None else count
    require(1 <= outputs <= count, f"{outputs} outputs for {count} pieces")
    size, chunk = shape[axis], -(-shape[axis] // count)
    require("O7" in _in_force or outputs == count and size >= chunk * (count - 1), "last chunk")
    offsets = [min(size, i * chunk) for i in range(outputs)]
    return Pieces(axis, offsets, [min(chunk, size - offset) for offset in offsets])


def onnx_split(opset, shape, element, outputs, attributes, split=None):
    """The Split of an opset. `split` is an Operand or None."""
    require(element != "string" or "O11" not in _in_force, "strings")
    require(outputs >= 1, "no outputs")
    other = "split" if opset < 13 else "num_outputs" if opset >= 18 else "axis"
    require(attributes.keys() <= {"axis", other}, f"attributes {list(attributes)}")
    versions = {1: onnx_split_1, 2: onnx_split_2, 11: onnx_split_11, 13: onnx_split_13,
                18: onnx_split_18}
    version = max(v for v in versions if v <= opset)
    return versions[version](shape, element, outputs, attributes, split)


# ---- Pieces of arrays. ----


def split(array, axis, count):
    """Equal pieces, by Split-1."""
    return openvino_split(array.shape, Operand("i64", (), (int(axis),)), count).of(array)


def cut(array, axis, lengths):
    """Pieces of the lengths, by VariadicSplit-1."""
    lengths = tuple(map(int, lengths))
    return openvino_variadic_split(array.shape, Operand("i64", (), (int(axis),)),
                                   Operand("i64", (len(lengths),), lengths)).of(array)
