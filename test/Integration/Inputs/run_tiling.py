"""Tiles and fuses split ops by the transform dialect, and runs what comes out.

  run_tiling.py FOLDER [EVERY]

Every schedule is applied to a module of functions; what each of these returns for
arrays of several shapes is compared with NumPy, uneven tiles and empty arrays
among them. Only each EVERY-th of these runs is made.
"""

import itertools
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

ANY = "!transform.any_op"
SPLITS = 'ops{["split.split", "split.variadic_split"]}'
TILE_SIZES = [2, 3]


def any_ops(number):
    return ", ".join([ANY] * number)


# What is done to each function, %f.
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


def write_type(shape):
    return "tensor<" + "x".join([*map(str, shape), "f32"]) + ">"


class Case:
    """A split of data of `shape`, `?` where it is not known, along `axis`."""

    def __init__(self, name, shape, axis, lengths, sizes, static_axis=True, static_lengths=True):
        self.name, self.shape, self.axis, self.lengths = name, shape, axis, lengths
        self.sizes, self.static_axis, self.static_lengths = sizes, static_axis, static_lengths
        self.inputs = [] if static_axis else [f"--input=index={axis}"]

    def write_piece_types(self):
        """As precise as the op can tell."""
        shapes = []
        for length in self.lengths:
            shape = list(self.shape)
            shape[self.axis] = length
            if not self.static_axis:
                shape = ["?"] * len(shape)
            elif length is None or not self.static_lengths:
                shape[self.axis] = "?"
            shapes.append(shape)
        return [write_type(shape) for shape in shapes]

    def write_arguments(self):
        arguments = [f"%x: {write_type(self.shape)}"]
        if not self.static_axis:
            arguments.append("%axis: index")
        if not self.static_lengths:
            arguments.append(f"%lengths: tensor<{len(self.lengths)}xi64>")
        return ", ".join(arguments)

    def write_split(self):
        axis = self.axis if self.static_axis else "%axis : index"
        types = self.write_piece_types()
        results = ", ".join(f"%p{i}" for i in range(len(types)))
        if len(set(self.lengths)) == 1:
            name, how = "split", f"into {len(types)}"
        else:
            name = "variadic_split"
            how = f"lengths [{', '.join(map(str, self.lengths))}]"
            if not self.static_lengths:
                how = f"lengths(%lengths : tensor<{len(types)}xi64>)"
        return (f"{results} = split.{name} %x axis({axis}) {how} : "
                f"{write_type(self.shape)} -> {', '.join(types)}")

    def get_input_arguments(self, size):
        arguments = []
        if not self.static_axis:
            arguments.append(f"--input=index={self.axis}")
        if not self.static_lengths:
            arguments.append(f"--input={len(self.lengths)}xi64="
                             + ",".join(map(str, self.get_lengths(size))))
        return arguments

    def get_lengths(self, size):
        if len(set(self.lengths)) == 1:
            return [size[self.axis] // len(self.lengths)] * len(self.lengths)
        return self.lengths

    def split(self, data):
        ends = list(itertools.accumulate(self.get_lengths(data.shape)))
        assert ends[-1] == data.shape[self.axis]
        return np.split(data, ends[:-1], axis=self.axis)


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
]


def write_consumer(case):
    """A function that multiplies the first piece by the last one."""
    rank = len(case.shape)
    first, *_, last = case.write_piece_types()
    result, sizes = write_type(["?"] * rank), ", ".join(f"%d{i}" for i in range(rank))
    dims = "\n".join(f"  %c{i} = arith.constant {i} : index\n"
                     f"  %d{i} = tensor.dim %p0, %c{i} : {first}" for i in range(rank))
    variables = ", ".join(f"i{i}" for i in range(rank))
    maps = ", ".join([f"affine_map<({variables}) -> ({variables})>"] * 3)
    loops = ", ".join(['"parallel"'] * rank)
    return f"""func.func @{case.name}({case.write_arguments()}) -> {result} {{
  {case.write_split()}
{dims}
  %e = tensor.empty({sizes}) : {result}
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{loops}]}}
      ins(%p0, %p{len(case.lengths) - 1} : {first}, {last}) outs(%e : {result}) {{
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  }} -> {result}
  return %r : {result}
}}
"""


def write_split_function(case):
    types = case.write_piece_types()
    values = ", ".join(f"%p{i}" for i in range(len(types)))
    return f"""func.func @{case.name}({case.write_arguments()}) -> ({', '.join(types)}) {{
  {case.write_split()}
  return {values} : {', '.join(types)}
}}
"""


def write_copy_function(case):
    """The same with split.copy; destinations get their sizes from slices."""
    types = case.write_piece_types()
    rank, lines, outs = len(case.shape), [], []
    for index, type in enumerate(types):
        dims = re.findall(r"\d+|\?", type[: type.rindex("x")])
        sizes = []
        for dim, size in enumerate(dims):
            if size == "?":
                lines.append(f"  %c{index}_{dim} = arith.constant {dim} : index\n"
                             f"  %d{index}_{dim} = tensor.dim %p{index}, %c{index}_{dim} : {type}")
                sizes.append(f"%d{index}_{dim}")
        lines.append(f"  %e{index} = tensor.empty({', '.join(sizes)}) : {type}")
        outs.append(f"%e{index}")
    assert rank == len(dims)
    results = ", ".join(f"%r{i}" for i in range(len(types)))
    # The split only tells sizes; it is gone when schedules run.
    body = "\n".join(lines)
    return f"""func.func @{case.name}_copy({case.write_arguments()}) -> ({', '.join(types)}) {{
  {case.write_split()}
{body}
  {results} = split.copy ins(%x : {write_type(case.shape)})
      outs({', '.join(outs)} : {', '.join(types)}) axis({case.axis}) -> {', '.join(types)}
  return {results} : {', '.join(types)}
}}
"""


def run(*command):
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, (command, ran.stdout, ran.stderr)
    return ran.stdout


def transform(folder, name, functions, schedule):
    payload, plan, out = (folder / f"{name}{end}.mlir" for end in ("", ".schedule", ".out"))
    payload.write_text("\n".join(functions))
    plan.write_text(write_schedule(schedule))
    # Sizes of pieces come to be computed from those of the data.
    run("split-opt", str(payload), "--resolve-ranked-shaped-type-result-dims", "--canonicalize",
        f"--transform-preload-library=transform-library-paths={plan}",
        "--transform-interpreter", "--resolve-ranked-shaped-type-result-dims",
        "--canonicalize", "--cse", "-o", str(out))
    return out


def check(folder, module, name, case, size, expect):
    data = np.arange(np.prod(size), dtype=np.float32).reshape(size) + 1
    tag = f"{module.stem}-{name}-{'x'.join(map(str, size))}"
    np.save(folder / f"{tag}.npy", data)
    expected = expect(case, data)
    outs = [folder / f"{tag}.{i}.npy" for i in range(len(expected))]
    run("split-run", str(module), f"--function={name}", f"--input=@{folder / tag}.npy",
        *case.get_input_arguments(size), *(f"--output=@{out}" for out in outs))
    for number, (out, array) in enumerate(zip(outs, expected)):
        got = np.load(out)
        assert got.shape == array.shape and np.array_equal(got, array), (tag, number, got, array)


def multiply(case, data):
    pieces = case.split(data)
    return [pieces[0] * pieces[-1]]


def main():
    folder = Path(tempfile.mkdtemp(dir=sys.argv[1]))
    jobs = []
    for name, schedule in FUSE.items():
        module = transform(folder, f"fuse_{name}", map(write_consumer, CASES), schedule)
        text = module.read_text()
        assert "split." not in text and "tensor.extract_slice %arg0" in text, text
        jobs += [(module, case.name, case, size, multiply)
                 for case in CASES for size in case.sizes]
    copies = [case for case in CASES if case.static_axis]
    functions = [*map(write_split_function, CASES), *map(write_copy_function, copies)]
    for name, schedule in TILE.items():
        module = transform(folder, f"tile_{name}", functions, schedule)
        left = set(re.findall(r"split\.\w+", module.read_text()))
        assert left == {"split.copy"}, left
        jobs += [(module, case.name, case, size, Case.split)
                 for case in CASES for size in case.sizes]
        jobs += [(module, f"{case.name}_copy", case, size, Case.split)
                 for case in copies for size in case.sizes[:1]]
    jobs = jobs[:: int(sys.argv[2]) if len(sys.argv) > 2 else 1]
    with ThreadPoolExecutor(2) as pool:
        for _ in pool.map(lambda job: check(folder, *job), jobs):
            pass
    print(len(jobs), "runs match")


if __name__ == "__main__":
    main()
