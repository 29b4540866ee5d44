"""Calls a function that is compiled with threads: threads.py LIBRARY"""

import ctypes
import os
import sys

import numpy as np

from split_testing.library import describe, read_tensor, words_of

library = ctypes.CDLL(sys.argv[1])
data = np.arange(3001 * 2048, dtype=np.float32).reshape(3001, 2048) % 1000
result = words_of([0] * 7)
assert library.multiply_halves(ctypes.byref(describe(data)), ctypes.byref(result)) == 0
product = read_tensor(list(result), 2, np.float32)
wrong = np.count_nonzero(product != data[:, :1024] * data[:, 1024:])
library.split_mlir_free(ctypes.c_void_p(result[0]))
print(f"{wrong} wrong, {len(os.listdir('/proc/self/task'))} threads")
