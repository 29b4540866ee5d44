"""Splits that upstream's passes distribute, and what the ranks then send.

Usage: mpi_upstream.py write SIZES
       mpi_upstream.py run SIZES LIBRARY MPI_LIBRARY COUNTER  (by mpirun)

SIZES are those of the grid, as 2x2. The first form writes a module of whole tensors with
shardings, the second calls the functions of its library on each rank, which holds a shard of
each tensor. It compares the results with NumPy's, and what each rank sends, as a library that
intercepts MPI's functions counts it, with what the rank must send.
"""

import math
import sys

import numpy as np

from split_testing.ranks import Grid, Program, cut_shards
from split_testing.reference import cut

F32 = 4


def tensor(shape):
    return f"tensor<{''.join(f'{d}x' for d in shape)}f32>"


def get_shard(grid, rank, array, layout):
    """What a rank holds of an array whose dimensions have these lists of grid axes."""
    for dim, axes in enumerate(layout):
        array = cut_shards(array, grid.count(axes), dim)[grid.position(rank, axes)]
    return array


class Split:
    """A split along `axis` at static offsets. `layout` is the sharding of the data and
    `pieces` that of the pieces, which is annotated if `isAnnotated`. `share` is the part of its
    shard that a rank sends to each other rank along the grid axes `moved`."""

    def __init__(self, shape, axis, lengths, layout, pieces, share, moved, is_annotated=False):
        self.shape, self.axis, self.lengths = shape, axis, lengths
        self.layout, self.pieces = layout, pieces
        self.share, self.moved, self.is_annotated = share, moved, is_annotated
        self.data = np.arange(math.prod(shape), dtype=np.float32).reshape(shape)

    def get_parts(self):
        return cut(self.data, self.axis, self.lengths)

    def write(self, name):
        types = [tensor(part.shape) for part in self.get_parts()]
        text = ", ".join(types)
        names = [f"%{i}" for i in range(len(types))]
        lines = [f"func.func @{name}(%arg: {tensor(self.shape)}, "
                 f"%comm: i32 {{split_mpi.communicator}}) -> ({text}) {{",
                 f"%s = shard.sharding @grid split_axes = {self.layout} : !shard.sharding",
                 f"%x = shard.shard %arg to %s : {tensor(self.shape)}",
                 f"{', '.join(names)} = split.variadic_split %x axis({self.axis}) "
                 f"lengths {self.lengths} : {tensor(self.shape)} -> {text}"]
        if self.is_annotated:
            lines.append(
                f"%t = shard.sharding @grid split_axes = {self.pieces} : !shard.sharding")
            lines += [f"%y{i} = shard.shard %{i} to %t : {type_}"
                      for i, type_ in enumerate(types)]
            names = [f"%y{i}" for i in range(len(types))]
        return "\n  ".join([*lines, f"return {', '.join(names)} : {text}"]) + "\n}\n"

    def call(self, name, program, grid):
        """What is wrong, or an empty list."""
        rank = program.rank
        given = get_shard(grid, rank, self.data, self.layout)
        expected = [get_shard(grid, rank, part, self.pieces) for part in self.get_parts()]
        before = program.count()
        status, results = program.call(name, [given], [tensor(e.shape) for e in expected])
        messages, sent, agreements, reductions = program.count() - before
        if status:
            return [f"rank {rank}: {name}: status {status}: {results}"]
        wrong = [f"rank {rank}: {name}: {got.tolist()}, expected {wanted.tolist()}"
                 for got, wanted in zip(results, expected) if not np.array_equal(got, wanted)]
        others = grid.count(self.moved) - 1
        counts = messages, sent, agreements, reductions
        # One agreement is that of the call.
        least = others, int(others * given.size * self.share) * F32, 1 + (others > 0), 0
        if counts != least:
            wrong.append(f"rank {rank}: {name}: counts {counts}, expected {least}")
        return wrong


def list_splits(grid):
    count, axes = len(grid.ranks), list(range(len(grid.sizes)))
    first, last = [0], [len(grid.sizes) - 1]
    shape = [4 * count, 8 * count]
    number = grid.count(last)
    splits = {
        # Nothing moves: the axis is not sharded.
        "rows_whole": Split(shape, 1, [1, shape[1] - 1], [axes, []], [axes, []], 0, []),
        "columns_whole": Split(shape, 0, [3, shape[0] - 3], [[], axes], [[], axes], 0, []),
        "three_dimensions": Split([3, *shape], 0, [1, 2], [[], axes, []], [[], axes, []], 0, []),
        # The axes move to the other dimension: 1/n of a shard goes to each other rank.
        "all_to_all": Split(shape, 0, [3, shape[0] - 3], [last, []], [[], last],
                            1 / number, last),
        "all_to_all_columns": Split(shape, 1, [1, shape[1] - 1], [[], last], [last, []],
                                    1 / number, last),
        # Another dimension does not divide: all of a shard goes to each other rank.
        "all_gather": Split([shape[0], 7], 0, [3, shape[0] - 3], [last, []], [[], []], 1, last),
        # The same shapes as all_to_all; pieces that are sharded along the axis are cut locally.
        "all_gather_sharded": Split(shape, 0, [count, shape[0] - count], [last, []], [last, []],
                                    1, last, is_annotated=True),
    }
    if len(grid.sizes) > 1:
        # The other axis keeps its dimension.
        splits["all_to_all_of_one_axis"] = Split(
            [*shape, 4], 1, [3, shape[1] - 3], [first, last, []], [first, [], last],
            1 / number, last)
        splits["all_gather_of_one_axis"] = Split(
            shape, 1, [3, shape[1] - 3], [first, last], [first, []], 1, last)
    return splits


def write(grid):
    print(f"shard.grid @grid(shape = {'x'.join(map(str, grid.sizes))})")
    for name, split in list_splits(grid).items():
        print(split.write(name))


def run(grid, *libraries):
    program, splits = Program(*libraries), list_splits(grid)
    # The communicators of the grid's axes are made by the first calls, with agreements.
    for name, split in splits.items():
        split.call(name, program, grid)
    wrong = [why for name, split in splits.items() for why in split.call(name, program, grid)]
    program.finish(wrong, f"{len(splits)} splits")


if sys.argv[1] == "write":
    write(Grid(sys.argv[2]))
else:
    run(Grid(sys.argv[2]), *sys.argv[3:])
