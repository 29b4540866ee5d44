"""Calls compiled copies on buffers between guard pages.

check-kernels.py MLIR-FILE-TO-WRITE        writes the functions
check-kernels.py SHARED-OBJECT             calls them

Every function has rows known only at run time, so that one compilation serves
all sizes around the edges of blocks, and both kinds of stores. Expected bytes
come from slices of NumPy arrays.
"""

import ctypes
import mmap
import random
import sys

import numpy as np

PAGE = mmap.PAGESIZE
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [
    ctypes.c_long]
LIBC.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]

# Element type and runs, in elements. `?` are runs known only at run time.
SHORT = [1, 2, 3, 5, 8, 12, 16, 17, 25, 61, 64]
CASES = (
    [(t, [run] * 2) for t in ("i8", "i16", "i32", "i64") for run in SHORT] +
    [(t, [run] * 9) for t in ("i8", "i32") for run in (1, 3, 5, 12, 17)] +
    [
        ("f32", [1, 1, 1]), ("f32", [1, 2, 5]), ("i8", [1] * 4),
        ("f32", [250, 1, 16]), ("i8", [100, 3, 0, 64]), ("i64", [0, 1000]),
        ("f64", [3, 4, 5, 6, 7, 8, 9]), ("f32", [15] * 9),
        # Transposed.
        ("f32", [1] * 17), ("f32", [1] * 40), ("i64", [1] * 9),
        ("i8", [1] * 70), ("i16", [2] * 35), ("i8", [32] * 11),
        ("complex<f64>", [2] * 10), ("complex<f64>", [1] * 9),
        # Loops over a table.
        ("f32", [3] * 20), ("f32", [20] * 20), ("i8", [3, 62] * 12),
        # Known at run time.
        ("f32", "???"), ("i8", "?????"), ("i64", "??"),
    ])
NP = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
      "f32": np.float32, "f64": np.float64, "complex<f64>": np.complex128}


def function(number, element, runs):
    sizes = [str(run) for run in runs]
    total = "?" if "?" in sizes else str(sum(runs))
    outs = ", ".join(f"%{i}" for i in range(len(sizes)))
    types = [f"memref<?x{size}x{element}>" for size in sizes]
    arguments = ", ".join(f"%{i}: {type}" for i, type in enumerate(types))
    data = f"memref<?x{total}x{element}>"
    return (f"func.func @c{number}(%x: {data}, {arguments}) "
            "attributes {llvm.emit_c_interface} {\n"
            f"  split.copy ins(%x : {data}) outs({outs} : {', '.join(types)}) "
            "axis(1)\n  return\n}\n")


class Buffer:
    """`shape` of `dtype`, `skew` elements off a multiple of 64, and no more
    than that off a page that nothing may touch, before or after it."""

    def __init__(self, shape, dtype, after, skew):
        item = np.dtype(dtype).itemsize
        size = int(np.prod(shape)) * item
        span = -(-(size + skew * item + 64) // PAGE) * PAGE
        base = LIBC.mmap(None, span + 2 * PAGE, 0, 0x22, -1, 0)
        assert base != ctypes.c_void_p(-1).value
        assert LIBC.mprotect(base + PAGE, span, 3) == 0
        address = base + PAGE + skew * item
        if after:
            address = base + PAGE + span - size
            if skew == 0:
                address = address // 64 * 64
        self.map = (base, span + 2 * PAGE)
        raw = (ctypes.c_char * size).from_address(address)
        self.array = np.frombuffer(raw, dtype).reshape(shape)
        strides = [shape[1], 1]
        self.descriptor = (ctypes.c_int64 * 7)(address, address, 0, *shape,
                                               *strides)
        # What lies between the buffer and the pages.
        self.edges = [
            np.frombuffer((ctypes.c_char * n).from_address(a), np.uint8)
            for a, n in [(base + PAGE, address - base - PAGE),
                         (address + size, base + PAGE + span - address - size)]
            if n
        ]
        for edge in self.edges:
            edge[:] = 0xa5

    def free(self):
        assert all((edge == 0xa5).all() for edge in self.edges), "edges"
        del self.array, self.edges
        LIBC.munmap(ctypes.c_void_p(self.map[0]), ctypes.c_size_t(self.map[1]))


def call(library, number, element, runs, rows, after, skew, rng):
    dtype = NP[element]
    data = Buffer((rows, sum(runs)), dtype, after, skew)
    outs = [Buffer((rows, run), dtype, after, skew) for run in runs]
    values = rng.integers(0, 256, data.array.nbytes, np.uint8)
    data.array.view(np.uint8).reshape(-1)[:] = values
    for out in outs:
        out.array.view(np.uint8)[:] = 0x5a
    buffers = [data] + outs
    getattr(library, f"_mlir_ciface_c{number}")(
        *[ctypes.byref(buffer.descriptor) for buffer in buffers])
    start = 0
    for index, (run, out) in enumerate(zip(runs, outs)):
        expected = data.array[:, start:start + run].tobytes()
        assert out.array.tobytes() == expected, (
            f"{element} {runs} rows {rows} after {after} skew {skew}: "
            f"output {index} differs")
        start += run
    for buffer in buffers:
        buffer.free()


def rows_to_try(runs, item):
    """Around the edges of groups and blocks, and above the threshold."""
    row = max(1, sum(runs) * item)
    block = -(-8192 // (64 * row)) * 64
    rows = {0, 1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 191, 192, 200}
    rows |= {block - 1, block, block + 1, 2 * block + 64}
    rows |= {30000 // row + 1, 60000 // row + 7}
    return sorted(rows)


def main():
    path = sys.argv[1]
    if path.endswith(".mlir"):
        with open(path, "w") as file:
            file.writelines(
                function(n, *case) for n, case in enumerate(CASES))
        return
    library = ctypes.CDLL(path)
    rng = np.random.default_rng(0)
    pick = random.Random(0)
    calls = 0
    for number, (element, runs) in enumerate(CASES):
        item = np.dtype(NP[element]).itemsize
        if isinstance(runs, str):
            lengths = [[pick.choice(SHORT + [0, 250]) for _ in runs]
                       for _ in range(12)] + [[1] * len(runs), [64] * len(runs)]
        else:
            lengths = [runs]
        for runs in lengths:
            for rows in rows_to_try(runs, item):
                for after in (False, True):
                    for skew in (0, 1):
                        call(library, number, element, runs, rows, after, skew,
                             rng)
                        calls += 1
    print(f"{len(CASES)} functions, {calls} calls: right")


main()
