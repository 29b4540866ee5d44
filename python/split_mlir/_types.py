"""The types that NumPy and DLPack have for element types of MLIR."""

import re

import numpy as np

# The type codes of DLPack.
_INT, _UINT, _FLOAT, _BFLOAT, _COMPLEX, _BOOL = 0, 1, 2, 4, 5, 6

_FLOATS = {"f16": (np.float16, 16), "f32": (np.float32, 32), "f64": (np.float64, 64)}
_COMPLEXES = {"f32": (np.complex64, 64), "f64": (np.complex128, 128)}


def _create(dtype, alignment, dlpack=(0, 0), other="", bits=0, is_signed=False):
    return {
        "dtype": np.dtype(dtype),
        "alignment": alignment,
        "dlpack": dlpack,
        "other_dtype": other,
        "integer_bits": bits,
        "is_signed": is_signed,
    }


def _create_integer(is_signed, bits, num_bytes):
    if not 0 < bits <= 8 * num_bytes:
        raise ValueError(f"integers of {bits} bits do not fit into {num_bytes} bytes")
    if bits == 1:
        return _create(np.bool_, 1, (_BOOL, 8), bits=1)
    if num_bytes > 8:
        return _create(f"V{num_bytes}", 16)
    is_whole = bits == 8 * num_bytes
    return _create(
        ("i" if is_signed else "u") + str(num_bytes),
        num_bytes,
        (_INT if is_signed else _UINT, bits) if is_whole else (0, 0),
        bits=0 if is_whole else bits,
        is_signed=is_signed,
    )


def _create_complex(number, num_bytes):
    if number in _COMPLEXES:
        dtype, bits = _COMPLEXES[number]
        return _create(dtype, num_bytes // 2, (_COMPLEX, bits))
    if number == "f80" and np.dtype(np.clongdouble).itemsize == num_bytes:
        return _create(np.clongdouble, num_bytes // 2)
    return _create(f"V{num_bytes}", min(num_bytes // 2, 16))


def describe(element_type, num_bytes):
    """Returns what the extension needs to know of elements of a type.

    NumPy has no type for some floats: their elements are unsigned integers of the same
    size, with the same bits. Integers whose size C lacks are in the next larger type.
    Elements that NumPy cannot compute with are bytes (``V16``).
    """
    if element_type == "index":
        return _create(np.int64, 8, (_INT, 64), is_signed=True)
    if element_type in _FLOATS:
        dtype, bits = _FLOATS[element_type]
        return _create(dtype, num_bytes, (_FLOAT, bits))
    if element_type == "bf16":
        return _create(np.uint16, 2, (_BFLOAT, 16), other="bfloat16")
    if element_type == "f80" and np.dtype(np.longdouble).itemsize == num_bytes:
        return _create(np.longdouble, num_bytes)
    if match := re.fullmatch(r"([su]?)i(\d+)", element_type):
        return _create_integer(match[1] != "u", int(match[2]), num_bytes)
    if match := re.match(r"!quant\.\w+<([iu])(\d+)", element_type):
        return _create_integer(match[1] == "i", int(match[2]), num_bytes)
    if match := re.fullmatch(r"complex<(\w+)>", element_type):
        return _create_complex(match[1], num_bytes)
    if match := re.fullmatch(r"t?f(\d\w*)", element_type):
        if num_bytes <= 8:
            return _create(f"u{num_bytes}", num_bytes, other=f"float{match[1].lower()}")
    return _create(f"V{num_bytes}", min(num_bytes, 16))
