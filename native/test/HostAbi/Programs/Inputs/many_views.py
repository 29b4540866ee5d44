"""Writes a split into COUNT views of columns, or calls its library and checks them."""

import ctypes
import sys

COUNT = int(sys.argv[1])
# Unused arguments, so that there are thousands of pairs of arguments and results. The
# host passes at most 1024 pointers, as ctypes allows no more.
EXTRAS = 7 if COUNT >= 1000 else 0


class Descriptor(ctypes.Structure):
    _fields_ = [
        ("allocated", ctypes.c_void_p),
        ("aligned", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
        ("sizes", ctypes.c_int64 * 2),
        ("strides", ctypes.c_int64 * 2),
    ]


def write():
    pieces = ", ".join(["tensor<2x1xf32>"] * COUNT)
    extras = "".join(f", %e{i}: tensor<2x1xf32>" for i in range(EXTRAS))
    print(f"func.func @views(%x: tensor<2x{COUNT}xf32>{extras}) -> ({pieces}) {{")
    print(f"  %p:{COUNT} = split.split %x axis(1) into {COUNT}")
    print(f"    : tensor<2x{COUNT}xf32> -> {pieces}")
    print(f"  return {', '.join(f'%p#{i}' for i in range(COUNT))} : {pieces}")
    print("}")


def check(library, step):
    """Elements of the argument have a distance of `step` elements."""
    data = (ctypes.c_float * (2 * COUNT * step))()
    address = ctypes.addressof(data)
    strides = (COUNT * step, step)
    given = Descriptor(None, address, 0, (2, COUNT), strides)
    extras = [Descriptor(None, address, 0, (2, 1), (1, 1)) for _ in range(EXTRAS)]
    views = [Descriptor() for _ in range(COUNT)]
    status = library.views(*map(ctypes.byref, [given, *extras, *views]))
    wrong = 0
    for number, view in enumerate(views):
        place = view.aligned + 4 * view.offset
        wrong += (
            bool(view.allocated)
            or place != address + 4 * number * step
            or tuple(view.sizes) != (2, 1)
            or view.strides[0] != strides[0]
        )
    print(f"{COUNT} views, step {step}: status {status}, {wrong} wrong")


if len(sys.argv) == 3:
    loaded = ctypes.CDLL(sys.argv[2])
    check(loaded, 1)
    check(loaded, 2)
else:
    write()
