"""Collectives of the shard dialect and ops of split_mpi on ranks of MPI.

Usage: mpi_collectives.py write SIZES
       mpi_collectives.py run SIZES LIBRARY MPI_LIBRARY COUNTER  (by mpirun)

SIZES are those of the grid, as 2x2. The first form writes a module, the second calls
the functions of its library on each rank and compares the results with what NumPy
computes from the operands of all ranks.
"""

import itertools
import math
import re
import sys

import numpy as np

from split_testing.functions import NUMPY_TYPES, parse_type
from split_testing.ranks import Grid, Program, cut_shards, shard_sizes


def fill(shape, element, rank):
    """Values of a rank that no other one has, as far as the type allows."""
    values = np.arange(math.prod(shape)).reshape(shape) + 100 * rank
    if element == "i1":
        return (values * 7 + rank) % 3 == 0
    if element.startswith("complex"):
        values = values + 1j * (rank + 1)
    return values.astype(NUMPY_TYPES[element])


class Case:
    """A function: the types of its arguments and results, its body, which computes
    %r#0, ..., the arguments of a rank, and the results, None for any values."""

    def __init__(self, arguments, results, body, values, expected):
        self.arguments, self.results, self.body = arguments, results, body
        self.values, self.expected = values, expected

    def write(self, name):
        arguments = [f"%a{i}: {type_}" for i, type_ in enumerate(self.arguments)]
        arguments.append("%comm: i32 {split_mpi.communicator}")
        names = ", ".join(f"%r{i}" for i in range(len(self.results)))
        types = ", ".join(self.results)
        return (f"func.func @{name}({', '.join(arguments)}) -> ({types}) {{\n  {self.body}\n"
                f"  return {names} : {types}\n}}\n")


def tensor(shape, element="f32"):
    return f"tensor<{''.join(f'{d}x' for d in shape)}{element}>"


def list_axes(grid):
    axes = range(len(grid.sizes))
    return [p for n in range(1, len(axes) + 1) for p in itertools.permutations(axes, n)]


def add_movements(grid, cases):
    for axes in list_axes(grid):
        count, on = grid.count(axes), f"on @grid grid_axes = {list(axes)}"
        name = "_".join(map(str, axes))

        def part(rank, dim=0, size=7, element="f32", axes=axes):
            """Shard of a tensor: 3 elements in the other dimension."""
            sizes = [3, 3]
            sizes[dim] = shard_sizes(size, grid.count(axes))[grid.position(rank, axes)]
            return fill(sizes, element, rank)

        def join(rank, dim, axes=axes, part=part, **options):
            return np.concatenate([part(r, dim, **options)
                                   for r in grid.group(rank, axes)], dim)

        def members(rank, make, axes=axes):
            return [make(r) for r in grid.group(rank, axes)]

        # The last rank of each group.
        last = [grid.sizes[a] - 1 for a in axes]

        def is_last(rank, axes=axes):
            return grid.group(rank, axes)[-1] == rank

        def at_root(rank, make, axes=axes):
            return make(grid.group(rank, axes)[-1])

        def whole(rank):
            return fill((7, 5), "f32", rank)

        def shards(rank, array, dim, axes=axes, count=count):
            return cut_shards(array, count, dim)[grid.position(rank, axes)]

        for element in ("f32", "i1", "complex<f64>"):
            cases[f"all_gather_{name}_{NUMPY_TYPES[element].replace('?', 'b')}"] = Case(
                [tensor("??", element)], [tensor("??", element)],
                f"%r0 = shard.all_gather %a0 {on} gather_axis = 0 : "
                f"{tensor('??', element)} -> {tensor('??', element)}",
                lambda r, e=element, part=part: [part(r, element=e)],
                lambda r, e=element, join=join: [join(r, 0, element=e)])
        cases[f"all_gather_static_{name}"] = Case(
            [tensor([3, 2])], [tensor([3, 2 * count])],
            f"%r0 = shard.all_gather %a0 {on} gather_axis = 1 : "
            f"{tensor([3, 2])} -> {tensor([3, 2 * count])}",
            lambda r: [fill((3, 2), "f32", r)],
            lambda r, members=members: [np.concatenate(
                members(r, lambda m: fill((3, 2), "f32", m)), 1)])
        cases[f"all_slice_{name}"] = Case(
            [tensor("??")], [tensor("??")],
            f"%r0 = shard.all_slice %a0 {on} slice_axis = 0 : {tensor('??')} -> {tensor('??')}",
            lambda r: [whole(r)], lambda r, shards=shards: [shards(r, whole(r), 0)])
        cases[f"all_to_all_{name}"] = Case(
            [tensor(["?", 5])], [tensor(["?", "?"])],
            f"%r0 = shard.all_to_all %a0 {on} split_axis = 1 concat_axis = 0 : "
            f"{tensor(['?', 5])} -> {tensor('??')}",
            lambda r, count=count, axes=axes: [
                fill((shard_sizes(7, count)[grid.position(r, axes)], 5), "f32", r)],
            lambda r, count=count, axes=axes, members=members, shards=shards: [np.concatenate(
                [shards(r, fill((shard_sizes(7, count)[grid.position(m, axes)], 5), "f32", m), 1)
                 for m in grid.group(r, axes)], 0)])
        for kind, size in (("static", 2 * count), ("dynamic", "?")):
            cases[f"exchange_{kind}_{name}"] = Case(
                [tensor([size, 3])], [tensor([size, 3])],
                f"%r0 = shard.all_to_all %a0 {on} split_axis = 0 concat_axis = 0 : "
                f"{tensor([size, 3])} -> {tensor([size, 3])}",
                lambda r, count=count: [fill((2 * count, 3), "f32", r)],
                lambda r, count=count, axes=axes, shards=shards: [np.concatenate(
                    [shards(r, fill((2 * count, 3), "f32", m), 0)
                     for m in grid.group(r, axes)], 0)])
        cases[f"broadcast_{name}"] = Case(
            [tensor([7, 5]), "index"], [tensor([7, 5])],
            f"%r0 = shard.broadcast %a0 {on} root = {[*last[:-1], '%a1']} : "
            f"({tensor([7, 5])}, index) -> {tensor([7, 5])}".replace("'", ""),
            lambda r, last=last: [whole(r), np.int64(last[-1])],
            lambda r, at_root=at_root: [at_root(r, whole)])
        cases[f"gather_{name}"] = Case(
            [tensor("??")], [tensor("??")],
            f"%r0 = shard.gather %a0 {on} gather_axis = 1 root = {last} : "
            f"({tensor('??')}) -> {tensor('??')}",
            lambda r, part=part: [part(r, 1)],
            lambda r, join=join, is_last=is_last: [join(r, 1) if is_last(r) else None])
        cases[f"scatter_{name}"] = Case(
            [tensor("??")], [tensor("??")],
            f"%r0 = shard.scatter %a0 {on} scatter_axis = 0 root = {last} : "
            f"({tensor('??')}) -> {tensor('??')}",
            lambda r: [whole(r)],
            lambda r, shards=shards, at_root=at_root: [shards(r, at_root(r, whole), 0)])


REDUCTIONS = {
    "sum": np.add, "max": np.maximum, "min": np.minimum, "product": np.multiply,
    "bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor}


def add_reductions(grid, cases):
    kinds = [("sum", element) for element in ("f32", "f16", "i16", "index", "complex<f32>")]
    kinds += [(kind, element) for kind in ("max", "min", "product")
              for element in ("f32", "i16")]
    kinds += [(kind, "i32") for kind in ("bitwise_and", "bitwise_or", "bitwise_xor")]
    for axes in list_axes(grid):
        on, name = f"on @grid grid_axes = {list(axes)}", "_".join(map(str, axes))
        last = [grid.sizes[a] - 1 for a in axes]

        def operand(rank, element):
            # Small, so that products are exact.
            return (fill((3, 7), "i64", rank) % 5 + 1 + rank).astype(NUMPY_TYPES[element])

        def reduce(rank, kind, element, axes=axes):
            function = REDUCTIONS[kind]
            return function.reduce([operand(m, element) for m in grid.group(rank, axes)],
                                   dtype=NUMPY_TYPES[element])

        for kind, element in kinds:
            type_ = tensor("??", element)
            suffix = f"{name}_{kind}_{NUMPY_TYPES[element]}"
            values = lambda r, e=element: [operand(r, e)]
            cases[f"all_reduce_{suffix}"] = Case(
                [type_], [type_],
                f"%r0 = shard.all_reduce %a0 {on} reduction = {kind} : {type_} -> {type_}",
                values, lambda r, k=kind, e=element, reduce=reduce: [reduce(r, k, e)])
            cases[f"reduce_scatter_{suffix}"] = Case(
                [type_], [type_],
                f"%r0 = shard.reduce_scatter %a0 {on} reduction = {kind} scatter_axis = 1 : "
                f"{type_} -> {type_}", values,
                lambda r, k=kind, e=element, axes=axes, reduce=reduce: [
                    cut_shards(reduce(r, k, e), grid.count(axes), 1)[grid.position(r, axes)]])
        cases[f"reduce_{name}"] = Case(
            [tensor([3, 7])], [tensor([3, 7], "f64")],
            f"%r0 = shard.reduce %a0 {on} root = {last} : "
            f"({tensor([3, 7])}) -> {tensor([3, 7], 'f64')}",
            lambda r: [operand(r, "f32")],
            lambda r, axes=axes, reduce=reduce: [
                reduce(r, "sum", "f64") if grid.group(r, axes)[-1] == r else None])
        cases[f"average_{name}"] = Case(
            [tensor([3, 7])], [tensor([3, 7])],
            f"%r0 = shard.all_reduce %a0 {on} reduction = average : "
            f"{tensor([3, 7])} -> {tensor([3, 7])}",
            lambda r: [operand(r, "f32")],
            lambda r, axes=axes, reduce=reduce: [
                (reduce(r, "sum", "f32") / np.float32(grid.count(axes))).astype("f4")])


def add_queries(grid, cases):
    rank_type = ["index"] * len(grid.sizes)
    names = [f"%r{i}" for i in range(len(grid.sizes))]
    cases["multi_index"] = Case(
        [], rank_type,
        f"{', '.join(names)} = shard.process_multi_index on @grid : {', '.join(rank_type)}",
        lambda r: [], lambda r: [np.int64(c) for c in grid.coordinates(r)])
    cases["linear_index"] = Case(
        [], ["index"], "%r0 = shard.process_linear_index on @grid : index",
        lambda r: [], lambda r: [np.int64(r)])
    cases["grid_shape"] = Case(
        [], rank_type, f"{', '.join(names)} = shard.grid_shape @grid : {', '.join(rank_type)}",
        lambda r: [], lambda r: [np.int64(s) for s in grid.sizes])
    device = ", ".join(f"%a{i}" for i in range(len(grid.sizes)))
    for axes in list_axes(grid):

        def neighbors(rank, axes=axes):
            group, place = grid.group(rank, axes), grid.position(rank, axes)
            return [np.int64(group[p]) if 0 <= p < len(group) else np.int64(-1)
                    for p in (place - 1, place + 1)]

        name = "_".join(map(str, axes))
        cases[f"neighbors_{name}"] = Case(
            rank_type, ["index"] * 2,
            f"%r0, %r1 = shard.neighbors_linear_indices on @grid[{device}] "
            f"split_axes = {list(axes)} : index, index",
            lambda r: [np.int64(c) for c in grid.coordinates(r)], neighbors)
        count = grid.count(axes)
        offsets = [0, *range(2, count + 1), 11]
        for kind, text in (("default", ""), ("given", f" sharded_dims_offsets = {offsets}")):
            cases[f"shard_shape_{kind}_{name}"] = Case(
                ["index"] + rank_type, ["index", "index"],
                f"%s = shard.sharding @grid split_axes = [[], {list(axes)}]{text} : "
                f"!shard.sharding\n  %r0, %r1 = shard.shard_shape dims = [4, %a0] sharding = %s "
                f"device = [{', '.join(f'%a{i + 1}' for i in range(len(grid.sizes)))}] : "
                "index, index",
                lambda r: [np.int64(11), *(np.int64(c) for c in grid.coordinates(r))],
                lambda r, axes=axes, count=count, kind=kind, offsets=offsets: [
                    np.int64(4), np.int64((shard_sizes(11, count) if kind == "default" else
                                           np.diff(offsets))[grid.position(r, axes)])])


def add_redistributions(grid, cases):
    """Ops of split_mpi: layouts with offsets, in loops, and in private functions."""
    count, axes = len(grid.ranks), list(range(len(grid.sizes)))
    offsets = [0, 3, *[3] * (count - 2), 9]
    whole = lambda e: fill((9, 5), e, 0)
    rows = lambda r, e: whole(e)[offsets[r]:offsets[r + 1]]
    columns = lambda r, e: cut_shards(whole(e), count, 1)[r]

    def redistribute(source, result, type_, text):
        return (f"%d1 = arith.constant 1 : index\n  %n = tensor.dim {source}, %d1 : {type_}\n  "
                f"%o = tensor.empty(%a1) : tensor<9x?x{parse_type(type_)[1]}>\n  "
                f"{result} = split_mpi.redistribute ins({source} : {type_}) "
                f"outs(%o : tensor<9x?x{parse_type(type_)[1]}>) communicator(%comm) "
                f"grid = {list(grid.sizes)} sizes = [9, %n] {text} "
                f"-> tensor<9x?x{parse_type(type_)[1]}>")

    layouts = f"from = [{axes}] from_offsets = {offsets} to = [[], {axes}]"
    for element in ("i8", "i4", "f16", "f64", "complex<f32>"):
        numpy = "i1" if element == "i4" else NUMPY_TYPES[element]
        code = "i8" if element == "i4" else element
        type_ = tensor("??", element)
        values = lambda r, e=code: [rows(r, e) % 8 if e == "i8" else rows(r, e),
                                    np.int64(columns(r, e).shape[1])]
        result = lambda r, e=code: [columns(r, e) % 8 if e == "i8" else columns(r, e)]
        cases[f"offsets_{element.replace('<', '_').replace('>', '')}_{numpy}"] = Case(
            [type_, "index"], [f"tensor<9x?x{element}>"],
            redistribute("%a0", "%r0", type_, layouts), values, result)
    # Five times the sum of all ranks, in a loop, by a private function.
    cases["loop"] = Case(
        [tensor([4])], [tensor([4])],
        "%c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
        "  %c3 = arith.constant 3 : index\n"
        "  %r0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %a0) -> (tensor<4xf32>) {\n"
        "    %w = func.call @add_up(%v) : (tensor<4xf32>) -> tensor<4xf32>\n"
        "    scf.yield %w : tensor<4xf32>\n  }",
        lambda r: [fill((4,), "f32", r)],
        lambda r: [sum(fill((4,), "f32", m) for m in grid.ranks) * np.float32(count ** 2)])
    many = 70
    cases["many_arguments"] = Case(
        [tensor([4])] * many, [tensor([4])],
        f"%s = arith.addf %a0, %a{many - 1} : tensor<4xf32>\n"
        f"  %r0 = func.call @add_up(%s) : (tensor<4xf32>) -> tensor<4xf32>",
        lambda r: [fill((4,), "f32", r + i) for i in range(many)],
        lambda r: [sum(fill((4,), "f32", m) + fill((4,), "f32", m + many - 1)
                       for m in grid.ranks)])


def list_cases(grid):
    cases = {}
    for add in (add_movements, add_reductions, add_queries, add_redistributions):
        add(grid, cases)
    return cases


# What fails: the call, the status, and the message on all ranks.
FAILURES = """
func.func @check(%a0: index, %comm: i32 {split_mpi.communicator}) -> tensor<4xf32> {
  %c5 = arith.constant 5 : index
  %ok = arith.cmpi ne, %a0, %c5 : index
  split.assert %ok, "got {}"(%a0)
  %x = arith.constant dense<1.0> : tensor<4xf32>
  %0 = func.call @add_up(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @check_late(%a0: index, %comm: i32 {split_mpi.communicator}) -> tensor<4xf32> {
  %x = arith.constant dense<1.0> : tensor<4xf32>
  %0 = func.call @add_up(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %c5 = arith.constant 5 : index
  %ok = arith.cmpi ne, %a0, %c5 : index
  split.assert %ok, "got {} late"(%a0)
  return %0 : tensor<4xf32>
}
func.func @gather(%a0: tensor<?xf32>, %comm: i32 {split_mpi.communicator}) -> tensor<?xf32> {
  %0 = shard.all_gather %a0 on @grid grid_axes = [0] gather_axis = 0
      : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def write(grid):
    sizes = "x".join(map(str, grid.sizes))
    print(f"shard.grid @grid(shape = {sizes})")
    print("func.func private @add_up(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
          "  %0 = shard.all_reduce %x on @grid grid_axes = "
          f"{list(range(len(grid.sizes)))} : tensor<4xf32> -> tensor<4xf32>\n"
          "  return %0 : tensor<4xf32>\n}")
    print(FAILURES)
    for name, case in list_cases(grid).items():
        print(case.write(name))


def run(grid, *libraries):
    program = Program(*libraries)
    rank, wrong = program.rank, []
    for name, case in list_cases(grid).items():
        status, results = program.call(name, case.values(rank), case.results)
        if status:
            wrong.append(f"rank {rank}: {name}: status {status}: {results}")
            continue
        for got, expected in zip(results, case.expected(rank)):
            if expected is not None and not (got.shape == expected.shape
                                             and np.array_equal(got, expected)):
                wrong.append(f"rank {rank}: {name}: {got.tolist()}, "
                             f"expected {expected.tolist()}")
    last = grid.ranks[-1]
    for name, arguments, message in (
            ("check", [np.int64(5 if rank == last else 6)], f"rank {last}: .*got 5"),
            ("check_late", [np.int64(5 if rank == last else 6)], f"rank {last}: .*got 5 late"),
            ("gather", [np.zeros(4 if rank == 0 else 2, "f4")], "rank 0: .*"),
            ("check", [np.int64(6)], None)):
        status, results = program.call(
            name, arguments, [tensor("?" if name == "gather" else [4])])
        if (status == 0) != (message is None) or (
                message and not re.fullmatch(message, results)):
            wrong.append(f"rank {rank}: {name}: status {status}, {results}")
    program.finish(wrong, f"{len(list_cases(grid))} functions")


if sys.argv[1] == "write":
    write(Grid(sys.argv[2]))
else:
    run(Grid(sys.argv[2]), *sys.argv[3:])
