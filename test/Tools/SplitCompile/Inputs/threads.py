"""Calls a function compiled with threads by ctypes; see threads.test.

usage: threads.py LIBRARY
"""

import ctypes
import os
import sys

import numpy as np


def main():
    library = ctypes.CDLL(sys.argv[1])
    data = np.arange(3001 * 2048, dtype=np.float32).reshape(3001, 2048) % 1000
    words = ctypes.c_int64 * 7
    argument = words(0, data.ctypes.data, 0, *data.shape, data.shape[1], 1)
    result = words()
    status = library.multiply_halves(ctypes.byref(argument), ctypes.byref(result))
    assert status == 0
    address, size = result[1] + 4 * result[2], result[3] * result[4]
    product = np.frombuffer((ctypes.c_float * size).from_address(address), np.float32)
    wrong = np.count_nonzero(product.reshape(3001, 1024) != data[:, :1024] * data[:, 1024:])
    library.split_mlir_free(ctypes.c_void_p(result[0]))
    print(f"{wrong} wrong, {len(os.listdir('/proc/self/task'))} threads")


main()
