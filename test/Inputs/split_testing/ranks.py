"""Ranks of MPI: their grid, and calls of functions that are compiled for them."""

import ctypes
import itertools
import math
import sys

import numpy as np

from split_testing.functions import NUMPY_TYPES, parse_type
from split_testing.library import describe, read_tensor, words_of
from split_testing.reference import cut


class Grid:
    def __init__(self, text):
        self.sizes = tuple(int(size) for size in text.split("x"))
        self.ranks = range(math.prod(self.sizes))

    def coordinates(self, rank):
        return np.unravel_index(rank, self.sizes)

    def group(self, rank, axes):
        """The ranks that differ only along `axes`, the last of which varies fastest."""
        members = []
        for along in itertools.product(*(range(self.sizes[a]) for a in axes)):
            place = list(self.coordinates(rank))
            for axis, coordinate in zip(axes, along):
                place[axis] = coordinate
            members.append(int(np.ravel_multi_index(place, self.sizes)))
        return members

    def position(self, rank, axes):
        return self.group(rank, axes).index(rank)

    def count(self, axes):
        return math.prod(self.sizes[a] for a in axes)


def shard_sizes(size, count):
    """The default distribution: the last ones get one more."""
    return [size // count + (i >= count - size % count) for i in range(count)]


def cut_shards(array, count, dim):
    return cut(array, dim, shard_sizes(array.shape[dim], count))


class Program:
    """The functions of a library on this rank. `counter` is the preloaded library that
    counts what goes to other ranks, by PMPI."""

    def __init__(self, path, mpi_path, counter):
        self.mpi = ctypes.CDLL(mpi_path, ctypes.RTLD_GLOBAL)
        self.mpi.split_mpi_last_error.restype = ctypes.c_char_p
        assert self.mpi.split_mpi_initialize() == 0, self.mpi.split_mpi_last_error()
        self.communicator = self.mpi.split_mpi_world()
        self.rank = self.mpi.split_mpi_rank(self.communicator)
        self.counter, self.library = ctypes.CDLL(counter), ctypes.CDLL(path)
        self.library.split_mlir_last_error.restype = ctypes.c_char_p

    def count(self):
        """The messages, bytes, agreements and reductions of this rank so far."""
        counts = words_of([0] * 4)
        self.counter.mpi_counter_get(counts)
        return np.array(counts)

    def finish(self, wrong, summary):
        """Ends the process. `wrong` lists what was wrong on this rank."""
        print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
        if self.rank == 0:
            print(summary)
        self.mpi.split_mpi_finalize()
        sys.stdout.flush()
        sys.exit(bool(wrong))

    def call(self, name, arguments, result_types):
        """The status of a call, and its results."""
        kept, passed = [], []
        for array in arguments:
            if isinstance(array, np.int64):
                passed.append(ctypes.c_int64(int(array)))
                continue
            kept.append(describe(np.ascontiguousarray(array)))
            kept.append(np.ascontiguousarray(array))
            kept[-2][0] = kept[-2][1] = kept[-1].ctypes.data
            passed.append(ctypes.byref(kept[-2]))
        passed.append(ctypes.c_int32(self.communicator))
        results = []
        for text in result_types:
            shape, element = parse_type(text)
            dtype = "i1" if element == "i4" else NUMPY_TYPES[element]
            if not text.startswith("tensor"):
                results.append(np.zeros((), dtype))
                passed.append(results[-1].ctypes.data_as(ctypes.c_void_p))
            elif "?" not in shape:
                results.append(np.zeros([int(d) for d in shape], dtype))
                kept.append(describe(results[-1]))
                passed.append(ctypes.byref(kept[-1]))
            else:
                words = words_of([0] * (3 + 2 * len(shape)))
                results.append((words, len(shape), dtype))
                passed.append(ctypes.byref(words))
        status = getattr(self.library, name)(*passed)
        if status:
            return status, self.library.split_mlir_last_error().decode()
        return status, [read_tensor(list(r[0]), *r[1:]) if isinstance(r, tuple) else r
                        for r in results]
