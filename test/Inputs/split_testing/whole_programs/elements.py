"""Element types: how numbers round, and how they are written and stored.

Elements are numbers of Python: an int without sign for integers, a float for floats, a
complex for complex numbers, and the bits as an int for types that are only moved. None
stands for an element that is not initialized.
"""

from fractions import Fraction
import math
import re
import struct

import numpy as np

INTEGERS = ("i1", "i3", "i4", "i8", "i16", "i24", "i32", "i33", "i63", "i64", "i80", "i128", "index")
# Python passes tensors of these as bytes, and no scalars. Bits above an i80 stay as they are.
WIDE = ("i80", "i128")
# Bits of precision and the largest exponent of two.
FLOATS = {"bf16": (8, 128), "f16": (11, 16), "f32": (24, 128), "f64": (53, 1024)}
COMPLEX = {"complex<f32>": "f32", "complex<f64>": "f64"}
# Types that are only moved, with the type of their bits.
MOVED = {"f8E4M3FN": "i8", "f8E5M2": "i8", "ui8": "i8", "si16": "i16", "ui64": "i64"}


class Undefined(Exception):
    """A program has no defined result, or none that this interpreter computes exactly."""


class CheckFailed(Undefined):
    """A run-time check fails, that of `op`."""

    op = None


def is_integer(element):
    return element in INTEGERS


def is_float(element):
    return element in FLOATS


def width(element):
    return 64 if element == "index" else int(re.sub(r"\D", "", MOVED.get(element, element)))


def wrap(element, number):
    return number & ((1 << width(element)) - 1)


def signed(element, number):
    """The signed value of an integer."""
    if number is None:
        raise Undefined("not initialized")
    bits = width(element)
    return number - (1 << bits) if number >> (bits - 1) else number


def round_to(element, number):
    """The float of a type that is nearest to a number, even in a tie."""
    precision, limit = FLOATS[element]
    if isinstance(number, float):
        if element == "f64" or number == 0 or not math.isfinite(number):
            return number
    elif number == 0:
        return 0.0
    exact = Fraction(number)
    top, bottom = abs(exact.numerator), exact.denominator
    exponent = top.bit_length() - bottom.bit_length()
    if top * 2 ** max(-exponent, 0) >= bottom * 2 ** max(exponent, 0):
        exponent += 1  # 2^(exponent - 1) <= |number| < 2^exponent
    unit = Fraction(2) ** (max(exponent, 3 - limit) - precision)
    rounded = round(exact / unit) * unit
    if abs(rounded) >= Fraction(2) ** limit:
        return math.copysign(math.inf, exact)
    return math.copysign(float(rounded), exact)


def is_same(element, one, other):
    """Whether two elements are equal, with signs of zero; all NaNs are."""
    if isinstance(one, complex):
        return (is_same(None, one.real, other.real) and is_same(None, one.imag, other.imag))
    if isinstance(one, float):
        if one != one or other != other:
            return one != one and other != other
        return one == other and math.copysign(1, one) == math.copysign(1, other)
    return one == other


# ---- Text. ----


def float_bits(element, number):
    if element == "bf16":
        return struct.unpack("<I", struct.pack("<f", number))[0] >> 16
    return int(np.array(number, {"f16": "f2", "f32": "f4", "f64": "f8"}[element])
               .view({"f16": "u2", "f32": "u4", "f64": "u8"}[element]))


def write(element, number):
    """A number as MLIR writes it in attributes."""
    if element == "i1":
        return "true" if number else "false"
    if element in COMPLEX:
        return f"({write(COMPLEX[element], number.real)}, {write(COMPLEX[element], number.imag)})"
    if is_float(element):
        if math.isfinite(number) and number == int(number) and abs(number) < 1000:
            return f"{number:.1f}"
        return f"0x{float_bits(element, number):0{width(element) // 4}X}"
    if element.startswith("f8"):
        return f"0x{number:02X}"
    return str(number if element.startswith("u") else signed(element, number))


# ---- Arrays of calls. ----


def to_numpy(element, array, noise=0):
    """An array of objects as Python passes it. `noise` fills the bits above narrow integers,
    which count for nothing."""
    if element in COMPLEX:
        return array.astype("c8" if COMPLEX[element] == "f32" else "c16")
    if is_float(element):
        if element == "bf16":
            bits = np.ascontiguousarray(array.astype("f4")).reshape(-1).view("u4") >> 16
            return bits.astype("u2").reshape(array.shape)
        return array.astype({"f16": "f2", "f32": "f4", "f64": "f8"}[element])
    if element == "i1":
        return array.astype(bool)
    bits = width(element)
    size = max(8, 1 << (bits - 1).bit_length())
    mask = (1 << size) - (1 << bits)
    values = [n | ((noise << 64 if element in WIDE else noise) & mask) for n in array.ravel()]
    if element in WIDE:
        data = b"".join(n.to_bytes(16, "little") for n in values)
        return np.frombuffer(data, "V16").reshape(array.shape).copy()
    kind = "u" if element.startswith(("u", "f")) else "i"
    return (np.array(values, f"u{size // 8}").view(f"{kind}{size // 8}")
            .reshape(array.shape))


def from_numpy(element, array):
    """Undoes to_numpy; bits above narrow integers must extend the number."""
    array = np.asarray(array)
    result = np.empty(array.shape, object)
    if element == "bf16":
        values = (array.astype("u4").reshape(-1) << 16).view("f4").astype("f8")
    elif is_float(element):
        values = array.astype("f8")
    elif element in COMPLEX:
        values = array.astype("c16")
    elif element == "i1":
        values = array.astype("u1")
    else:
        bits = 8 * array.dtype.itemsize
        flat = [int.from_bytes(bytes(n), "little") if element in WIDE else int(n)
                for n in array.ravel()]
        flat = [wrap(element, n) if array.dtype.kind in "uV" or
                signed(element, wrap(element, n)) % (1 << bits) == n % (1 << bits) else n % (1 << bits) + (1 << bits)
                for n in flat]
        values = np.array(flat + [None], object)[:-1]
    result.ravel()[:] = values.ravel().tolist() if values.dtype != object else values.ravel()
    return result
