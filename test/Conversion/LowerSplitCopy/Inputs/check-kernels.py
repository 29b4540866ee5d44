"""Calls compiled copies on buffers between guard pages.

check-kernels.py MLIR-FILE-TO-WRITE [all]  writes the functions
check-kernels.py SHARED-OBJECT [all]       calls them

Every function has rows known only at run time, so that one compilation serves
all sizes around the edges of blocks, and both kinds of stores. Expected bytes
come from slices of NumPy arrays. `all` adds functions that take minutes.
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

# Element type, runs in elements, and where there are gaps the elements from one
# row to the next. `?` are runs known only at run time.
CASES = [
    # Put together, or overlapping where that takes too many loads.
    ("f32", [1, 2, 5]), ("i8", [3, 17]), ("i8", [61, 59, 57, 55, 1]),
    # With lines, and empty.
    ("f32", [250, 1, 16]), ("i8", [100, 3, 0, 64]), ("i64", [0, 1000]),
    ("i8", [20000, 70]),
    # Transposed.
    ("f32", [1] * 17), ("complex<f64>", [2] * 10),
    # Loops over a table.
    ("f32", [3] * 20), ("f32", [20] * 20),
    # Known at run time.
    ("f32", "???"),
    # Gaps between rows.
    ("f32", [3, 5], 16), ("i8", [70, 30], 103), ("i64", [1] * 9, 11),
    ("f32", "??", 16),
]
SHORT = [1, 2, 3, 5, 8, 12, 16, 17, 25, 61, 64]
if "all" in sys.argv:
    CASES += [(t, [run] * 2) for t in ("i8", "i16", "i32", "i64")
              for run in SHORT]
    CASES += [(t, [run] * 9) for t in ("i8", "i32")
              for run in (1, 3, 5, 12, 17)]
    CASES += [
        ("f32", [1, 1, 1]), ("i8", [1] * 4), ("f64", [3, 4, 5, 6, 7, 8, 9]),
        ("f32", [15] * 9), ("f32", [1] * 40), ("i8", [1] * 70),
        ("i16", [2] * 35), ("i8", [32] * 11), ("complex<f64>", [1] * 9),
        ("i8", "?????"), ("i64", "??"),
    ]
# Of sources with gaps.
OFFSET = 3
NP = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
      "f32": np.float32, "f64": np.float64, "complex<f64>": np.complex128}


def function(number, element, runs, stride=None):
    sizes = [str(run) for run in runs]
    total = "?" if "?" in sizes else str(sum(runs))
    layout = ""
    if stride:
        # The row's size has to be known for its stride to be.
        total = len(runs) if "?" in sizes else total
        layout = f", strided<[{stride}, 1], offset: {OFFSET}>"
    outs = ", ".join(f"%{i}" for i in range(len(sizes)))
    types = [f"memref<?x{size}x{element}>" for size in sizes]
    arguments = ", ".join(f"%{i}: {type}" for i, type in enumerate(types))
    data = f"memref<?x{total}x{element}{layout}>"
    return (f"func.func @c{number}(%x: {data}, {arguments}) "
            "attributes {llvm.emit_c_interface} {\n"
            f"  split.copy ins(%x : {data}) outs({outs} : {', '.join(types)}) "
            "axis(1)\n  return\n}\n")


class Buffer:
    """`shape` of `dtype`, `skew` elements off a multiple of 64, and no more
    than that off a page that nothing may touch, before or after it. With a
    `stride`, it is what `offset` elements are before, outside the buffer."""

    def __init__(self, shape, dtype, after, skew, stride=None, offset=0):
        item = np.dtype(dtype).itemsize
        stride = stride or shape[1]
        elements = (shape[0] - 1) * stride + shape[1] if shape[0] else 0
        size = elements * item
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
        self.raw = np.frombuffer(raw, np.uint8)
        self.array = np.lib.stride_tricks.as_strided(
            self.raw.view(dtype), shape, [stride * item, item])
        begin = address - offset * item
        self.descriptor = (ctypes.c_int64 * 7)(begin, begin, offset, *shape,
                                               stride, 1)
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
        del self.array, self.raw, self.edges
        LIBC.munmap(ctypes.c_void_p(self.map[0]), ctypes.c_size_t(self.map[1]))


def call(function, element, runs, stride, rows, after, skew, rng):
    dtype = NP[element]
    data = Buffer((rows, sum(runs)), dtype, after, skew, stride,
                  OFFSET if stride else 0)
    outs = [Buffer((rows, run), dtype, after, skew) for run in runs]
    values = rng.integers(0, 256, data.raw.nbytes, np.uint8)
    data.raw[:] = values
    for out in outs:
        out.raw[:] = 0x5a
    buffers = [data] + outs
    function(*[ctypes.byref(buffer.descriptor) for buffer in buffers])
    assert (data.raw == values).all(), "the source is written to"
    start = 0
    for index, (run, out) in enumerate(zip(runs, outs)):
        expected = data.array[:, start:start + run].tobytes()
        assert out.array.tobytes() == expected, (
            f"{element} {runs} stride {stride} rows {rows} after {after} "
            f"skew {skew}: "
            f"output {index} differs")
        start += run
    for buffer in buffers:
        buffer.free()


def rows_to_try(row):
    """Around the edges of groups and blocks, and above the threshold."""
    block = -(-8192 // (64 * row)) * 64
    rows = {0, 1, 2, 5, 30000 // row + 1, 60000 // row + 7}
    if row < 4096:
        rows |= {15, 16, 17, 63, 64, 65, 127, 128, 129, 191, 192, 200}
        rows |= {block - 1, block, block + 1, 2 * block + 64}
    return sorted(rows)


def list_lengths(runs, stride, pick):
    """The lengths that one function is called with."""
    if not isinstance(runs, str):
        return [runs]
    if stride:
        # One for each, or others with the same sum.
        return [[1] * len(runs), [0] * (len(runs) - 1) + [len(runs)]]
    return [[pick.choice(SHORT + [0, 250]) for _ in runs]
            for _ in range(5)] + [[1] * len(runs), [64] * len(runs)]


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
    for number, (element, runs, *stride) in enumerate(CASES):
        stride = stride[0] if stride else None
        item = np.dtype(NP[element]).itemsize
        copy = getattr(library, f"_mlir_ciface_c{number}")
        for lengths in list_lengths(runs, stride, pick):
            for rows in rows_to_try(max(1, sum(lengths) * item)):
                for after in (False, True):
                    for skew in (0, 1):
                        call(copy, element, lengths, stride, rows, after, skew,
                             rng)
                        calls += 1
    print(f"{len(CASES)} functions, {calls} calls: right")


main()
