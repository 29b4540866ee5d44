"""The types that NumPy, the buffer protocol and DLPack have for element types of MLIR."""

import ctypes
import re

try:
    import numpy as np
except ImportError:
    np = None

# The type codes of DLPack.
_INT, _UINT, _FLOAT, _BFLOAT, _COMPLEX, _BOOL = 0, 1, 2, 4, 5, 6

# What the buffer protocol calls types: a kind, as NumPy names kinds, and the bytes.
_FORMATS = {
    "b1": "?",
    "i1": "b",
    "i2": "h",
    "i4": "i",
    "i8": "q",
    "u1": "B",
    "u2": "H",
    "u4": "I",
    "u8": "Q",
    "f2": "e",
    "f4": "f",
    "f8": "d",
    "c8": "Zf",
    "c16": "Zd",
}
_KINDS = {"i": "int", "u": "uint", "f": "float", "c": "complex"}
_LONG_DOUBLE = ctypes.sizeof(ctypes.c_longdouble)


def _name(kind, num_bytes):
    if kind == "b":
        return "bool"
    return f"|V{num_bytes}" if kind == "V" else f"{_KINDS[kind]}{8 * num_bytes}"


def _create(
    kind, num_bytes, alignment, dlpack=(0, 0), *, format="", other="", bits=0, is_signed=False
):
    """A type of `kind` with `num_bytes` bytes."""
    name = _name(kind, num_bytes)
    default = f"{num_bytes}s" if kind == "V" else _FORMATS.get(f"{kind}{num_bytes}")
    return {
        "dtype": np.dtype(name) if np else name,
        "type_name": name,
        "type_kind": kind,
        "type_bytes": num_bytes,
        "format": format or default,
        "alignment": alignment,
        "dlpack_code": dlpack[0],
        "dlpack_bits": dlpack[1],
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
        return _create("c", size, size // 2, (_COMPLEX, 8 * size))
    if number == "f80" and 2 * _LONG_DOUBLE == num_bytes:
        return _create("c", num_bytes, num_bytes // 2, format="Zg")
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
        return _create("f", num_bytes, num_bytes, format="g")
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
