"""The types that NumPy, the buffer protocol and DLPack have for element types of MLIR."""

import ctypes
import re
import struct

try:
    import numpy as np
except ImportError:
    np = None

# The type codes of DLPack.
_INT, _UINT, _FLOAT, _BFLOAT, _COMPLEX, _BOOL = 0, 1, 2, 4, 5, 6
_LONG_DOUBLE = ctypes.sizeof(ctypes.c_longdouble)

# What NumPy and the buffer protocol call types: a kind, as NumPy names kinds, and formats
# with their bytes.
_NAMES = {"i": "int", "u": "uint", "f": "float", "c": "complex"}
_FORMATS = {
    "b": {"?": 1},
    "i": {"b": 1, "h": 2, "i": 4, "q": 8, "l": 8, "n": 8},
    "u": {"B": 1, "H": 2, "I": 4, "Q": 8, "L": 8, "N": 8},
    "f": {"e": 2, "f": 4, "d": 8, "g": _LONG_DOUBLE},
    "c": {"Zf": 8, "Zd": 16, "Zg": 2 * _LONG_DOUBLE},
}


def _name(kind, num_bytes):
    if kind == "b":
        return "bool"
    return f"|V{num_bytes}" if kind == "V" else f"{_NAMES[kind]}{8 * num_bytes}"


def name_format(format, num_bytes):
    """Returns NumPy's name of a type in the buffer protocol, or its code if it has none."""
    order = format[:1] if format[:1] in "@=<>!" else ""
    code = format[len(order) :]
    if re.fullmatch(r"\d+[sx]", code):
        return _name("V", num_bytes)
    for kind, formats in _FORMATS.items():
        if code in formats:
            is_swapped = order in (">", "!") and num_bytes > 1
            return f">{kind}{num_bytes}" if is_swapped else _name(kind, num_bytes)
    return code


def _create(kind, num_bytes, alignment, dlpack=(0, 0), *, other="", bits=0, is_signed=False):
    """A type of `kind` with `num_bytes` bytes."""
    name = _name(kind, num_bytes)
    formats = {size: format for format, size in reversed(_FORMATS.get(kind, {}).items())}
    return {
        "dtype": np.dtype(name) if np else name,
        "type_name": name,
        "type_kind": kind,
        "type_bytes": num_bytes,
        "format": formats.get(num_bytes, f"{num_bytes}s"),
        "alignment": alignment,
        "dlpack": dlpack,
        "other_dtype": other,
        "integer_bits": bits,
        "is_signed": is_signed,
    }


def _create_bytes(num_bytes, alignment):
    return _create("V", num_bytes, min(alignment, 16))


def _create_integer(is_signed, bits, num_bytes):
    if not 0 < bits <= 8 * num_bytes:
        raise ValueError(f"integers of {bits} bits do not fit into {num_bytes} bytes")
    if bits == 1:
        return _create("b", 1, 1, (_BOOL, 8), bits=1)
    if num_bytes > 8:
        return _create_bytes(num_bytes, 16)
    is_whole = bits == 8 * num_bytes
    return _create(
        "i" if is_signed else "u",
        num_bytes,
        num_bytes,
        (_INT if is_signed else _UINT, bits) if is_whole else (0, 0),
        bits=0 if is_whole else bits,
        is_signed=is_signed,
    )


def _create_complex(number, num_bytes):
    if number in ("f32", "f64"):
        size = int(number[1:]) // 4
        return _create("c", size, num_bytes // 2, (_COMPLEX, 8 * size))
    if number == "f80" and 2 * _LONG_DOUBLE == num_bytes:
        return _create("c", num_bytes, num_bytes // 2)
    return _create_bytes(num_bytes, num_bytes // 2)


def describe(element_type, num_bytes):
    """Returns what the extension needs to know of elements of a type.

    NumPy has no type for some floats: their elements are unsigned integers of the same
    size, with the same bits. Integers whose size C lacks are in the next larger type.
    Elements that NumPy cannot compute with are bytes (``V16``).
    """
    if element_type == "index":
        return _create("i", 8, 8, (_INT, 64), is_signed=True)
    if element_type in ("f16", "f32", "f64"):
        bits = int(element_type[1:])
        return _create("f", bits // 8, num_bytes, (_FLOAT, bits))
    if element_type == "bf16":
        return _create("u", 2, 2, (_BFLOAT, 16), other="bfloat16")
    if element_type == "f80" and _LONG_DOUBLE == num_bytes:
        return _create("f", num_bytes, num_bytes)
    if match := re.fullmatch(r"([su]?)i(\d+)", element_type):
        return _create_integer(match[1] != "u", int(match[2]), num_bytes)
    if match := re.match(r"!quant\.\w+<([iu])(\d+)", element_type):
        return _create_integer(match[1] == "i", int(match[2]), num_bytes)
    if match := re.fullmatch(r"complex<(\w+)>", element_type):
        return _create_complex(match[1], num_bytes)
    if match := re.fullmatch(r"t?f(\d\w*)", element_type):
        if num_bytes <= 8:
            other = f"float{match[1].lower()}"
            return _create("u", num_bytes, num_bytes, other=other)
    return _create_bytes(num_bytes, num_bytes)


# ---- Numbers of Python as elements, and elements as numbers. ----


def encode(format, num_bytes, value):
    """Returns a float that C++ lacks, or two, as an element."""
    if np:
        return np.array(value, _name("c" if format == "Zg" else "f", num_bytes)).tobytes()
    if format == "e":
        return struct.pack(format, value)
    parts = (complex(value).real, complex(value).imag) if format == "Zg" else (value,)
    return b"".join(bytes(ctypes.c_longdouble(part)) for part in parts)


def to_array(view, dtype):
    """Returns a NumPy array of the elements of a memoryview."""
    return np.asarray(view).view(dtype)


def decode(format, data):
    """Returns an element as a number; as bytes if Python has no such numbers."""
    code = format.lstrip("Z")
    if len(code) > 1 or code == "g":
        return data
    values = struct.unpack(code * len(format), data)
    return complex(*values) if len(values) > 1 else values[0]
