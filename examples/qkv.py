"""Calls the compiled model of qkv.mlir: qkv.py ./qkv.so"""

import ctypes
import sys

import numpy as np


class MemRef2(ctypes.Structure):
    """SplitMlirMemRef2 of Runtime.h."""

    _fields_ = [
        ("allocated", ctypes.c_void_p),
        ("aligned", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
        ("sizes", ctypes.c_int64 * 2),
        ("strides", ctypes.c_int64 * 2),
    ]


def describe(array):
    strides = [stride // array.itemsize for stride in array.strides]
    return MemRef2(None, array.ctypes.data, 0, array.shape, tuple(strides))


def as_array(memref):
    """The elements where they are."""
    numbers = ctypes.POINTER(ctypes.c_float)
    first = ctypes.cast(memref.aligned + 4 * memref.offset, numbers)
    return np.lib.stride_tricks.as_strided(
        np.ctypeslib.as_array(first, (1,)),
        tuple(memref.sizes),
        [4 * stride for stride in memref.strides],
    )


def qkv(x):
    """Views of x if the model was compiled with --results=views, else copies."""
    results = [MemRef2() for _ in range(3)]
    pointers = [ctypes.byref(result) for result in results]
    if library.qkv(ctypes.byref(describe(x)), *pointers) != 0:
        raise ValueError(library.split_mlir_last_error().decode())
    arrays = []
    for result in results:
        array = as_array(result)
        arrays.append(array.copy() if result.allocated else array)
        library.split_mlir_free(result.allocated)
    return arrays


library = ctypes.CDLL(sys.argv[1])
library.split_mlir_last_error.restype = ctypes.c_char_p
library.split_mlir_free.argtypes = [ctypes.c_void_p]
library.split_mlir_free.restype = None

x = np.arange(12, dtype=np.float32).reshape(2, 6)
for name, array in zip("qkv", qkv(x)):
    print(name, array.tolist(), "a view" if np.may_share_memory(array, x) else "a copy")
try:
    qkv(x.reshape(3, 4))
except ValueError as error:
    print(error)
