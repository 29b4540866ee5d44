"""Tiles and fuses split ops by the transform dialect, and compares what the results
compute with NumPy.

  run_tiling.py FOLDER

Each schedule is applied to a module of functions, which are called for arrays of
several shapes; some tiles are uneven, and some arrays empty.
"""

import re
import sys

import numpy as np

from split_testing.functions import Call, end_if_wrong, tensor_type
from split_testing.library import find_wrong
from split_testing.reference import cut
from split_testing.tools import make_folder, run

ANY = "!transform.any_op"
SPLITS = 'ops{["split.split", "split.variadic_split"]}'
TILE_SIZES = [2, 3]


def any_ops(number):
    return ", ".join([ANY] * number)


# What a schedule does to each function, %f.
FUSE = {
    "fuse": f"""
      %g = transform.structured.match ops{{["linalg.generic"]}} in %f : ({ANY}) -> {ANY}
      %t:3 = transform.structured.fuse %g tile_sizes {TILE_SIZES} : ({ANY}) -> ({any_ops(3)})""",
    "for": f"""
      %g = transform.structured.match ops{{["linalg.generic"]}} in %f : ({ANY}) -> {ANY}
      %s = transform.structured.match {SPLITS} in %f : ({ANY}) -> {ANY}
      %t, %l:2 = transform.structured.tile_using_for %g tile_sizes {TILE_SIZES} : ({ANY}) -> ({any_ops(3)})
      %u:2 = transform.structured.fuse_into_containing_op %s into %l#1 : ({any_ops(2)}) -> ({any_ops(2)})""",
    "forall": f"""
      %g = transform.structured.match ops{{["linalg.generic"]}} in %f : ({ANY}) -> {ANY}
      %s = transform.structured.match {SPLITS} in %f : ({ANY}) -> {ANY}
      %t, %l = transform.structured.tile_using_forall %g tile_sizes {TILE_SIZES} : ({ANY}) -> ({any_ops(2)})
      %u:2 = transform.structured.fuse_into_containing_op %s into %l : ({any_ops(2)}) -> ({any_ops(2)})""",
}
TARGETS = f"""
      %s = transform.structured.match ops{{["split.split", "split.variadic_split", "split.copy"]}} in %f : ({ANY}) -> {ANY}"""
TILE = {
    "for": TARGETS + f"""
      %t:3 = transform.structured.tile_using_for %s tile_sizes {TILE_SIZES} : ({ANY}) -> ({any_ops(3)})""",
    "forall": TARGETS + f"""
      %t:2 = transform.structured.tile_using_forall %s tile_sizes {TILE_SIZES} : ({ANY}) -> ({any_ops(2)})""",
    "threads": TARGETS + f"""
      %t:2 = transform.structured.tile_using_forall %s num_threads {TILE_SIZES} : ({ANY}) -> ({any_ops(2)})""",
    "pieces": TARGETS + f"""
      %t:3 = transform.split.tile_pieces %s tile_sizes {TILE_SIZES} : ({ANY}) -> ({any_ops(3)})""",
}


def write_schedule(body):
    return f"""module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%m: {ANY} {{transform.readonly}}) {{
    %fs = transform.structured.match ops{{["func.func"]}} in %m : ({ANY}) -> {ANY}
    transform.foreach %fs : {ANY} {{
    ^bb0(%f: {ANY}):{body}
    }}
    transform.yield
  }}
}}
"""


class Case:
    """A split of data of `shape`, `?` where the size is not known, along `axis`."""

    def __init__(self, name, shape, axis, lengths, sizes, static_axis=True, static_lengths=True,
                 index_places=()):
        self.name, self.shape, self.axis, self.lengths = name, shape, axis, lengths
        self.sizes, self.static_axis, self.static_lengths = sizes, static_axis, static_lengths
        self.data_type = tensor_type(shape, "f32")
        # The arguments after the data, and their types.
        self.operands = {}
        if not static_axis:
            self.operands["%axis"] = "index"
        if not static_lengths:
            self.operands["%lengths"] = f"tensor<{len(lengths)}xi64>"
        # The lengths that are index values, by their operands.
        self.index_lengths = {f"%n{i}": lengths[i] for i in index_places}
        self.operands |= {name: "index" for name in self.index_lengths}
        self.listed = [f"%n{i}" if i in index_places else n for i, n in enumerate(lengths)]
        # As precise as inference.
        self.types = [tensor_type(shape, "f32") for shape in map(self.infer, self.listed)]

    def infer(self, length):
        if not self.static_axis:
            return ("?",) * len(self.shape)
        if length is None or not self.static_lengths:
            length = "?"
        return self.shape[:self.axis] + (length,) + self.shape[self.axis + 1:]

    def write_function(self, name, results, body):
        """A function of the pieces %p0, %p1, ..., where `results` are pairs of a value
        and its type."""
        values, types = (", ".join(column) for column in zip(*results))
        arguments = {"%x": self.data_type, **self.operands}
        arguments = ", ".join(f"{name}: {type_}" for name, type_ in arguments.items())
        pieces = ", ".join(f"%p{i}" for i in range(len(self.types)))
        axis = self.axis if self.static_axis else "%axis : index"
        op, how = "split", f"into {len(self.types)}"
        if len(set(self.lengths)) > 1:
            op, how = "variadic_split", f"lengths [{', '.join(map(str, self.listed))}]"
        if not self.static_lengths:
            how = f"lengths(%lengths : {self.operands['%lengths']})"
        return f"""func.func @{name}({arguments}) -> ({types}) {{
  {pieces} = split.{op} %x axis({axis}) {how} : {self.data_type} -> {', '.join(self.types)}
{body}  return {values} : {types}
}}
"""

    def split(self, data):
        lengths = self.lengths
        if len(set(lengths)) == 1:
            lengths = [data.shape[self.axis] // len(lengths)] * len(lengths)
        assert sum(lengths) == data.shape[self.axis]
        return cut(data, self.axis, lengths)

    def make_call(self, name, size, result_types, expect):
        """A call for data of some size; `expect` makes results of the pieces."""
        data = np.arange(np.prod(size), dtype=np.float32).reshape(size) + 1
        values = {"%axis": np.array(self.axis), "%lengths": np.array(self.lengths)}
        values |= {name: np.array(length) for name, length in self.index_lengths.items()}
        types = [self.data_type, *self.operands.values()]
        passed = ", ".join(f"%a{i}" for i in range(len(types)))
        results = ", ".join(result_types)
        return Call(f"%r:{len(result_types)} = call @{name}({passed}) : "
                    f"({', '.join(types)}) -> ({results})", types,
                    [data, *(values[name] for name in self.operands)], result_types,
                    expect(self.split(data)), name)


CASES = [
    Case("first", (8, 7), 0, [4, 4], [(8, 7)]),
    Case("last", (5, 8), 1, [4, 4], [(5, 8)]),
    Case("rows", ("?", "?"), 0, [None, None], [(6, 5), (10, 1), (0, 4), (2, 0)]),
    Case("columns", ("?", "?"), 1, [None] * 3, [(5, 9), (1, 3), (0, 6), (4, 0)]),
    Case("middle", ("?", "?", 3), 1, [None, None], [(3, 10, 3), (0, 2, 3)]),
    Case("uneven_rows", (9, 4), 0, [2, 5, 2], [(9, 4)]),
    Case("uneven_columns", ("?", "?"), 1, [3, 1, 3], [(5, 7), (1, 7), (0, 7)]),
    Case("run_time_axis", ("?", "?"), 0, [None, None], [(6, 5), (2, 3)], static_axis=False),
    Case("run_time_column", ("?", "?"), 1, [None, None], [(5, 6), (3, 0)], static_axis=False),
    Case("run_time_lengths", ("?", 8), 1, [3, 2, 3], [(5, 8), (0, 8)], static_lengths=False),
    Case("run_time_both", ("?", "?"), 0, [3, 0, 3], [(6, 5)], static_axis=False,
         static_lengths=False),
    Case("mixed_lengths", ("?", 8), 1, [3, 2, 3], [(5, 8), (0, 8)], index_places=(0, 2)),
    Case("mixed_both", ("?", "?"), 0, [3, 1, 3], [(7, 5)], static_axis=False,
         index_places=(0, 1)),
]


def write_sizes(prefix, value, type_, dims):
    """Lines that compute sizes, and their names."""
    lines = "".join(f"  %c{prefix}_{dim} = arith.constant {dim} : index\n"
                    f"  %d{prefix}_{dim} = tensor.dim {value}, %c{prefix}_{dim} : {type_}\n"
                    for dim in dims)
    return lines, ", ".join(f"%d{prefix}_{dim}" for dim in dims)


def write_consumer(case):
    """A function that multiplies the first piece by the last one."""
    rank, first, last = len(case.shape), case.types[0], case.types[-1]
    result = tensor_type("?" * rank, "f32")
    lines, sizes = write_sizes("", "%p0", first, range(rank))
    variables = ", ".join(f"i{i}" for i in range(rank))
    maps = ", ".join([f"affine_map<({variables}) -> ({variables})>"] * 3)
    loops = ", ".join(['"parallel"'] * rank)
    return case.write_function(case.name, [("%r", result)], f"""{lines}
  %e = tensor.empty({sizes}) : {result}
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{loops}]}}
      ins(%p0, %p{len(case.types) - 1} : {first}, {last}) outs(%e : {result}) {{
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  }} -> {result}
""")


def write_split_function(case):
    results = [(f"%p{i}", type_) for i, type_ in enumerate(case.types)]
    return case.write_function(case.name, results, "")


def write_copy_function(case):
    """A function with split.copy; the split is dead, and only gives the sizes of
    destinations."""
    body, types = "", ", ".join(case.types)
    for index, type_ in enumerate(case.types):
        dims = re.findall(r"(\d+|\?)x", type_)
        lines, sizes = write_sizes(index, f"%p{index}", type_,
                                   [dim for dim, size in enumerate(dims) if size == "?"])
        body += f"{lines}  %e{index} = tensor.empty({sizes}) : {type_}\n"
    outs = ", ".join(f"%e{i}" for i in range(len(case.types)))
    results = [f"%r{i}" for i in range(len(case.types))]
    body += (f"  {', '.join(results)} = split.copy ins(%x : {case.data_type})\n"
             f"      outs({outs} : {types}) axis({case.axis}) -> {types}\n")
    return case.write_function(f"{case.name}_copy", list(zip(results, case.types)), body)


def transform(folder, functions, schedule):
    """The module after the schedule, with the sizes of pieces computed from those of
    the data."""
    plan = folder / "schedule.mlir"
    plan.write_text(write_schedule(schedule))
    return run("split-opt", "-", "--resolve-ranked-shaped-type-result-dims", "--canonicalize",
               f"--transform-preload-library=transform-library-paths={plan}",
               "--transform-interpreter", "--resolve-ranked-shaped-type-result-dims",
               "--canonicalize", "--cse", input="\n".join(functions))


def check(folder, module, calls):
    """Calls the functions of a module; the number of calls."""
    module = module.replace("module {", "", 1).rstrip().removesuffix("}")
    end_if_wrong(find_wrong(calls, folder / "library.so", prelude=module))
    return len(calls)


def main():
    folder, count = make_folder(sys.argv[1]), 0
    calls = [case.make_call(case.name, size, [tensor_type("?" * len(size), "f32")],
                            lambda pieces: [pieces[0] * pieces[-1]])
             for case in CASES for size in case.sizes]
    for schedule in FUSE.values():
        module = transform(folder, map(write_consumer, CASES), schedule)
        assert "split." not in module and "tensor.extract_slice %arg0" in module, module
        count += check(folder, module, calls)
    copies = [case for case in CASES if case.static_axis]
    functions = [*map(write_split_function, CASES), *map(write_copy_function, copies)]
    calls = [case.make_call(case.name, size, case.types, list)
             for case in CASES for size in case.sizes]
    calls += [case.make_call(f"{case.name}_copy", case.sizes[0], case.types, list)
              for case in copies]
    for schedule in TILE.values():
        module = transform(folder, functions, schedule)
        left = set(re.findall(r"split\.\w+", module))
        assert left == {"split.copy"}, left
        count += check(folder, module, calls)
    print(count, "runs match")


main()
