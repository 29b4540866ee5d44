"""Calls compiled copies on buffers between guard pages.

  guard_pages.py FILE.mlir        writes the functions
  guard_pages.py SHARED-OBJECT    calls them

Functions have any number of rows, so that one compilation serves all sizes around the
edges of blocks, and both kinds of stores. NumPy's slices are the expected bytes.

A shared object may have a `table`, which its split_mlir_machine returns. The script then
sets the table to different machines: to one of them for each call or, in thorough tests, to
all of them in turn.
"""

import ctypes
import itertools
import mmap
import os
import random
import sys

import numpy as np

from split_testing.copy_cases import CASES, OFFSET, write_copies
from split_testing.functions import NUMPY_TYPES, cut
from split_testing.library import words_of

PAGE = mmap.PAGESIZE
MPROTECT = ctypes.CDLL(None).mprotect
MPROTECT.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
# The fields of SplitMlirMachine after the first two: the streams, the distance of
# prefetches, the least bytes for threads, the distance of prefetches of outputs.
MACHINES = list(itertools.product([1, 4], [0, 2048, 8192], [0], [0, 1024, 4096]))
LENGTHS = [0, 1, 2, 3, 5, 8, 12, 16, 17, 25, 61, 64, 250]


class Buffer:
    """An array that begins after a page that nothing may touch, or ends before one:
    `skew` elements off a multiple of 64 bytes, and no further from the page than that
    takes. With a `stride`, the buffer begins `offset` elements before the array."""

    def __init__(self, shape, dtype, after, skew, stride=None, offset=0):
        item = np.dtype(dtype).itemsize
        stride = stride or shape[1]
        size = ((shape[0] - 1) * stride + shape[1]) * item if shape[0] else 0
        span = -(-(size + skew * item + 64) // PAGE) * PAGE
        memory = np.frombuffer(mmap.mmap(-1, span + 2 * PAGE), np.uint8)
        address = memory.ctypes.data
        for guard in address, address + PAGE + span:
            assert MPROTECT(guard, PAGE, 0) == 0
        begin = PAGE + skew * item
        if after:
            begin = PAGE + span - size
            begin -= 0 if skew else begin % 64
        self.bytes = memory[begin:begin + size]
        self.array = np.lib.stride_tricks.as_strided(self.bytes.view(dtype), shape,
                                                     [stride * item, item])
        # The memory between the buffer and the pages.
        self.edges = memory[PAGE:begin], memory[begin + size:PAGE + span]
        for edge in self.edges:
            edge[:] = 0xa5
        address += begin - offset * item
        self.descriptor = words_of([address, address, offset, *shape, stride, 1])

    def check_edges(self):
        assert all((edge == 0xa5).all() for edge in self.edges), "edges"


def call(function, element, runs, columns, rows, after, skew, rng):
    dtype = NUMPY_TYPES[element]
    data = Buffer((rows, sum(runs)), dtype, after, skew, columns, OFFSET if columns else 0)
    outs = [Buffer((rows, run), dtype, after, skew) for run in runs]
    values = rng.integers(0, 256, data.bytes.nbytes, np.uint8)
    data.bytes[:] = values
    for out in outs:
        out.bytes[:] = 0x5a
    function(*[ctypes.byref(buffer.descriptor) for buffer in (data, *outs)])
    assert (data.bytes == values).all(), "the source is written to"
    for index, (piece, out) in enumerate(zip(cut(data.array, 1, runs), outs)):
        assert out.array.tobytes() == piece.tobytes(), (
            f"{element} {runs} columns {columns} rows {rows} after {after} skew {skew}: "
            f"output {index} differs")
    for buffer in (data, *outs):
        buffer.check_edges()


def list_rows(row):
    """Numbers of rows around the edges of groups and blocks, and above the thresholds."""
    block = -(-8192 // (64 * row)) * 64
    rows = {0, 1, 2, 5, 30000 // row + 1, 60000 // row + 7}
    rows |= {131072 // row + more for more in (1, 2, 40, 65)}
    if row < 4096:
        rows |= {15, 16, 17, 63, 64, 65, 127, 128, 129, 191, 192, 200}
        rows |= {block - 1, block, block + 1, 2 * block + 64}
    return sorted(rows)


def list_lengths(runs, columns, pick):
    """The lengths that one function is called with."""
    if not isinstance(runs, str):
        return [runs]
    if columns:
        # Different lengths have the same sum.
        return [[1] * len(runs), [0] * (len(runs) - 1) + [len(runs)]]
    return [[pick.choice(LENGTHS) for _ in runs] for _ in range(5)] + [
        [1] * len(runs), [64] * len(runs)]


def set_machines(library, pick):
    """Sets the table of a library to one machine, or to each in turn."""
    try:
        table = (ctypes.c_int64 * 8).in_dll(library, "table")
    except ValueError:
        yield
        return
    thorough = "SPLIT_MLIR_THOROUGH" in os.environ
    for machine in MACHINES if thorough else [pick.choice(MACHINES)]:
        table[2:2 + len(machine)] = machine
        yield


def call_all(path):
    library = ctypes.CDLL(path)
    rng, pick, calls = np.random.default_rng(0), random.Random(0), 0
    for number, (element, runs, *columns) in enumerate(CASES):
        columns = columns[0] if columns else None
        copy = getattr(library, f"_mlir_ciface_c{number}")
        for lengths in list_lengths(runs, columns, pick):
            row = sum(lengths) * np.dtype(NUMPY_TYPES[element]).itemsize
            for rows in list_rows(max(1, row)):
                for after, skew in np.ndindex(2, 2):
                    for _ in set_machines(library, pick):
                        call(copy, element, lengths, columns, rows, after, skew, rng)
                        calls += 1
    print(f"{len(CASES)} functions, {calls} calls: right")


if sys.argv[1].endswith(".mlir"):
    with open(sys.argv[1], "w") as file:
        file.write(write_copies(CASES))
else:
    call_all(sys.argv[1])
