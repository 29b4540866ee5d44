"""Calls qkv and second_half with wrong arguments: two_models.py QKV HALVES [global]"""

import ctypes
import sys

import numpy as np

from split_testing.library import describe, words_of


def load(path):
    mode = ctypes.RTLD_GLOBAL if "global" in sys.argv else ctypes.RTLD_LOCAL
    library = ctypes.CDLL(path, mode)
    library.split_mlir_last_error.restype = ctypes.c_char_p
    return library


def report(status, library):
    print(status, library.split_mlir_last_error().decode())


qkv, halves = map(load, sys.argv[1:3])
results = [words_of([0] * 7) for _ in range(3)]
report(qkv.qkv(describe(np.zeros((2, 5), np.float32)), *results), qkv)
report(halves.second_half(describe(np.zeros(3, np.float32)), results[0]), halves)
print(qkv.split_mlir_last_error().decode())
report(qkv.split_mlir_check_abi(ctypes.c_int64(2)), qkv)
