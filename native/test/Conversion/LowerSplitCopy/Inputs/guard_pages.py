"""Compiles copies with different options, and calls them on buffers between guard pages.

  guard_pages.py FOLDER constant    with properties of the machine as options, as a machine
                                    profile states them
  guard_pages.py FOLDER runtime     with few of them as options. Compiled code reads the
                                    others from a table, which differs between calls.

Thorough tests compile each function with each combination of options, and call it for each
machine. Other tests use only as many combinations as are needed for each pair of options, and
each pair of a function and an option, to occur; each function still copies large data for
each machine.

Most functions have any number of rows, so that one compilation serves all sizes around the
edges of blocks, and all kinds of stores. NumPy's slices are the expected bytes.
"""

import collections
import ctypes
import faulthandler
import itertools
import mmap
import os
import random
import sys

import numpy as np

from split_testing.copy_cases import CASES, OFFSET, write_copies
from split_testing.functions import NUMPY_TYPES
from split_testing.library import compile_library, words_of
from split_testing.reference import cut
from split_testing.tools import make_folder, run

THOROUGH = "SPLIT_MLIR_THOROUGH" in os.environ
PAGE = mmap.PAGESIZE
MPROTECT = ctypes.CDLL(None).mprotect
MPROTECT.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
LENGTHS = [0, 1, 2, 3, 5, 8, 12, 16, 17, 25, 61, 64, 250]
# Code reads the table for copies of as many bytes, read and written, or more.
LEAST_LARGE = 256 << 10

# Words of the options `machine` and, after a brace, `threads` of lower-split-copy; a
# combination has one of each list.
OPTIONS = {
    "constant": [
        # Ordinary stores, non-temporal ones, and prefetched ones, which win over these.
        ["", "nontemporal-threshold=60000",
         "nontemporal-threshold=1 store-prefetch-distance=64"],
        ["streams=1 prefetch-distance=0", "streams=4 prefetch-distance=4096"],
        # Without OpenMP, the parts of threads run in order.
        ["transpose-rows=4096}", "parallel-threshold=1 transpose-rows=16} threads=3"],
    ],
    "runtime": [
        ["", "nontemporal-threshold=1", "store-prefetch-distance=1024",
         "store-prefetch-distance=0"],
        ["transpose-rows=32} threads=3", "parallel-threshold=1 transpose-rows=128} threads=3"],
    ],
}
# The fields of SplitMlirMachine after the first: the threshold of non-temporal stores, the
# streams, the distance of prefetches, the threshold of threads, and the distance of
# prefetches of outputs. They ask for ordinary stores, for non-temporal ones with each number
# of streams, and for prefetched ones.
MACHINES = [(threshold, streams, distance, parallel, ahead)
            for threshold, streams, ahead in [(0, 1, 0), (1, 1, 0), (1, 4, 0), (1, 4, 4096)]
            for distance, parallel in [(8192 * (streams == 4), 0), (2048, 1 << 40)]]
LOWERING = """--canonicalize --convert-scf-to-cf --arith-expand --expand-strided-metadata
    --convert-vector-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm
    --convert-arith-to-llvm --convert-cf-to-llvm --reconcile-unrealized-casts""".split()


class Buffer:
    """An array that begins after a page that nothing may touch, or ends before one:
    `skew` elements off a multiple of 64 bytes, and no further from the page than that
    takes. With a `stride`, the buffer begins `offset` elements before the array.

    `pool` has the memory of buffers that are no longer in use."""

    def __init__(self, pool, shape, dtype, after, skew, stride=None, offset=0):
        item = np.dtype(dtype).itemsize
        stride = stride or shape[1]
        size = ((shape[0] - 1) * stride + shape[1]) * item if shape[0] else 0
        span = -(-(size + skew * item + 64) // PAGE) * PAGE
        if span not in pool:
            pool[span] = np.frombuffer(mmap.mmap(-1, span + 2 * PAGE), np.uint8)
            for guard in 0, PAGE + span:
                assert MPROTECT(pool[span].ctypes.data + guard, PAGE, 0) == 0
        memory = pool[span]
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
        address = memory.ctypes.data + begin - offset * item
        self.descriptor = words_of([address, address, offset, *shape, stride, 1])

    def check_edges(self):
        assert all((edge == 0xa5).all() for edge in self.edges), "edges"


def call(function, case, runs, rows, after, skew, pools, rng):
    dtype = NUMPY_TYPES[case.element]
    data = Buffer(pools["data"], (rows, sum(runs)), dtype, after, skew, case.columns,
                  OFFSET if case.columns else 0)
    outs = [Buffer(pools[i], (rows, run), dtype, after, skew) for i, run in enumerate(runs)]
    values = rng.integers(0, 256, data.bytes.nbytes, np.uint8)
    data.bytes[:] = values
    for out in outs:
        out.bytes[:] = 0x5a
    function(*[ctypes.byref(buffer.descriptor) for buffer in (data, *outs)])
    assert (data.bytes == values).all(), "the source is written to"
    for index, (piece, out) in enumerate(zip(cut(data.array, 1, runs), outs)):
        assert out.array.tobytes() == piece.tobytes(), (
            f"{case} lengths {runs} rows {rows} after {after} skew {skew}: "
            f"output {index} differs")
    for buffer in (data, *outs):
        buffer.check_edges()


def list_rows(case, row):
    """Numbers of rows around the edges of groups and blocks, and above the thresholds:
    the last four make large copies, unless the number is static."""
    if case.rows:
        return [case.rows] * 4
    block = -(-8192 // (64 * row)) * 64
    rows = {0, 1, 2, 5, 30000 // row + 1, 60000 // row + 7}
    rows |= {LEAST_LARGE // 2 // row + more for more in (1, 2, 40, 65)}
    if row < 4096:
        rows |= {15, 16, 17, 63, 64, 65, 127, 128, 129, 191, 192, 200}
        rows |= {block - 1, block, block + 1, 2 * block + 64}
    return sorted(rows)


def list_lengths(case, pick):
    """The lengths that one function is called with."""
    runs = case.runs
    if not isinstance(runs, str):
        return [runs]
    if case.columns:
        # Different lengths have the same sum.
        return [[1] * len(runs), [0] * (len(runs) - 1) + [len(runs)]]
    return [[pick.choice(LENGTHS) for _ in runs] for _ in range(5)] + [
        [1] * len(runs), [64] * len(runs)]


def call_all(function, case, table):
    """Calls a function for all lengths, numbers of rows and places, and returns how
    often. If there is a table, the machines take turns, so that each has two of the 16
    large copies, with either skew; in thorough tests, each has all of these."""
    rng, pick, calls = np.random.default_rng(0), random.Random(0), 0
    for lengths in list_lengths(case, pick):
        pools = collections.defaultdict(dict)
        row = max(1, sum(lengths) * np.dtype(NUMPY_TYPES[case.element]).itemsize)
        machines = pick.sample(MACHINES, len(MACHINES)) if table else [()]
        turns = itertools.cycle(machines + machines[1:] + machines[:1])
        for rows in list_rows(case, row):
            for after, skew in np.ndindex(2, 2):
                machine, is_large = next(turns), 2 * rows * row >= LEAST_LARGE
                for machine in machines if THOROUGH and is_large else [machine]:
                    if table:
                        table[1:1 + len(machine)] = machine
                    call(function, case, lengths, rows, after, skew, pools, rng)
                    calls += 1
    return calls


def cover_pairs(combinations):
    """Chooses combinations so that each pair of their values is in at least one."""
    def list_pairs(combination):
        return set(itertools.combinations(enumerate(combination), 2))

    combinations = random.Random(0).sample(combinations, len(combinations))
    missing, chosen = set().union(*map(list_pairs, combinations)), []
    while missing:
        best = max(combinations, key=lambda combination: len(list_pairs(combination) & missing))
        missing -= list_pairs(best)
        chosen.append(best)
    return chosen


def choose_options(kind):
    """Maps options to the functions to compile with them."""
    choose = list if THOROUGH else cover_pairs
    combinations = choose(list(itertools.product(*OPTIONS[kind])))
    groups = collections.defaultdict(list)
    for case, *options in choose([(case, *options) for case in range(len(CASES))
                                  for options in combinations]):
        groups[" ".join(options)].append(CASES[case])
    return groups


def compile_copies(path, cases, options):
    """The library of functions for the vectors of this machine or, if threads share all
    copies, for short ones."""
    vectors = "x86-64" if "parallel-threshold" in options else "native"
    compile_library(write_copies(cases), path, f"--lower-split-copy={options}", *LOWERING,
                    flags=["-O1", f"-march={vectors}"])
    return ctypes.CDLL(path)


def load_table(folder):
    """The table that split_mlir_machine returns to all libraries."""
    path = folder / "machine.so"
    run("clang", "-shared", "-fPIC", "-x", "c", "-", "-o", path,
        input="long table[8]; void *split_mlir_machine(void) { return table; }")
    return (ctypes.c_int64 * 8).in_dll(ctypes.CDLL(path, ctypes.RTLD_GLOBAL), "table")


def main():
    faulthandler.enable()
    folder, kind = make_folder(sys.argv[1]), sys.argv[2]
    table = load_table(folder) if kind == "runtime" else None
    for number, (options, cases) in enumerate(choose_options(kind).items()):
        options = f"machine={{{kind} store-fence=x86-sfence {options}"
        print(f"{options}: {len(cases)} functions, ", end="", flush=True)
        library = compile_copies(folder / f"{number}.so", cases, options)
        calls = sum(call_all(library[f"_mlir_ciface_c{i}"], case, table)
                    for i, case in enumerate(cases))
        print(f"{calls} calls: right", flush=True)


main()
