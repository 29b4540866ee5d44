"""Calls a compiled model of ranked tensors: qkv.py ./qkv.so [FUNCTION]

The shapes and types of arguments and results come from the model's signature.
"""

import ctypes
import json
import sys

import numpy as np


def make_memref(rank):
    """Returns the type SplitMlirMemRefR of Runtime.h for a rank R."""
    fields = [
        ("allocated", ctypes.c_void_p),
        ("aligned", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
        ("sizes", ctypes.c_int64 * rank),
        ("strides", ctypes.c_int64 * rank),
    ]
    return type("MemRef", (ctypes.Structure,), {"_fields_": fields})


def get_dtype(parameter):
    """Returns NumPy's type: f4 for f32, u1 for ui8, i8 for index, c8 for complex<f32>."""
    return np.dtype(parameter["element_type"][0] + str(parameter["element_bytes"]))


def describe(array):
    strides = [stride // array.itemsize for stride in array.strides]
    data = array.ctypes.data
    return make_memref(array.ndim)(None, data, 0, array.shape, tuple(strides))


def as_array(memref, dtype):
    """Returns an array that shares the memory of a descriptor."""
    bytes_ = ctypes.POINTER(ctypes.c_byte)
    address = (memref.aligned or 0) + dtype.itemsize * memref.offset
    first = np.ctypeslib.as_array(ctypes.cast(address, bytes_), (dtype.itemsize,))
    strides = [dtype.itemsize * stride for stride in memref.strides]
    return np.lib.stride_tricks.as_strided(first.view(dtype), memref.sizes, strides)


def call(function, *inputs):
    """Returns new arrays, except for results that are views of inputs."""
    buffers, memrefs, arrays = [], [], []
    for result in function["results"]:
        if result["ownership"] == "caller":
            buffers.append(np.empty(result["shape"], get_dtype(result)))
            memrefs.append(describe(buffers[-1]))
        else:
            buffers.append(None)
            memrefs.append(make_memref(len(result["shape"]))())
    passed = [describe(array) for array in inputs] + memrefs
    if library[function["name"]](*map(ctypes.byref, passed)) != 0:
        raise ValueError(library.split_mlir_last_error().decode())
    for result, buffer, memref in zip(function["results"], buffers, memrefs):
        if buffer is None:
            buffer = as_array(memref, get_dtype(result))
            buffer = buffer.copy() if memref.allocated else buffer
            library.split_mlir_free(memref.allocated)
        arrays.append(buffer)
    return arrays


library = ctypes.CDLL(sys.argv[1])
library.split_mlir_signature.restype = ctypes.c_char_p
library.split_mlir_last_error.restype = ctypes.c_char_p
library.split_mlir_free.argtypes = [ctypes.c_void_p]
library.split_mlir_free.restype = None

signature = json.loads(library.split_mlir_signature())
functions = {function["name"]: function for function in signature["functions"]}
qkv = functions[sys.argv[2] if len(sys.argv) > 2 else next(iter(functions))]

x = np.arange(12, dtype=get_dtype(qkv["arguments"][0])).reshape(2, 6)
for name, array in zip("qkv", call(qkv, x)):
    print(name, array.tolist(), "a view" if np.may_share_memory(array, x) else "a copy")
try:
    call(qkv, x.reshape(3, 4))
except ValueError as error:
    print(error)
