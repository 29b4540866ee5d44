"""Writes a split into 1000 pieces after a scalar and 7 tensors, or calls its library."""

import ctypes
import sys

COUNT = 1000


class Descriptor(ctypes.Structure):
    _fields_ = [
        ("allocated", ctypes.c_void_p),
        ("aligned", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
        ("size", ctypes.c_int64),
        ("stride", ctypes.c_int64),
    ]


def write(scalar):
    """The scalar, if there is one, makes the public function store each pointer."""
    pieces = ", ".join(["tensor<1xi32>"] * COUNT)
    others = ", ".join(f"%a{i}: tensor<1xi32>" for i in range(7))
    print(f"func.func @pieces({scalar}{others}, %x: tensor<{COUNT}xi32>) -> ({pieces}) {{")
    print(f"  %p:{COUNT} = split.split %x axis(0) into {COUNT}")
    print(f"    : tensor<{COUNT}xi32> -> {pieces}")
    print(f"  return {', '.join(f'%p#{i}' for i in range(COUNT))} : {pieces}")
    print("}")


def describe(array, size):
    return Descriptor(None, ctypes.addressof(array), 0, size, 1)


def call(path, scalars):
    library = ctypes.CDLL(path)
    library.split_mlir_last_error.restype = ctypes.c_char_p
    data = (ctypes.c_int32 * COUNT)(*range(COUNT))
    small = [(ctypes.c_int32 * 1)(0) for _ in range(7)]
    outputs = [(ctypes.c_int32 * 1)(-1) for _ in range(COUNT)]
    memrefs = [describe(array, 1) for array in small] + [describe(data, COUNT)]
    memrefs += [describe(array, 1) for array in outputs]
    pointers = [ctypes.byref(memref) for memref in memrefs]
    status = library.pieces(*scalars, *pointers)
    print(status, [array[0] for array in outputs] == list(range(COUNT)))
    memrefs[-1].size = 2
    print(library.pieces(*scalars, *pointers))
    print(library.split_mlir_last_error().decode())


if len(sys.argv) == 3:
    call(sys.argv[2], [ctypes.c_double(1.5)] if sys.argv[1] == "scalar" else [])
else:
    write("%s: f64, " if sys.argv[1] == "scalar" else "")
