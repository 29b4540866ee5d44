"""Compiles random programs that write to pieces in place, and compares with NumPy.

  write_pieces.py FOLDER PROGRAMS [SEED]

Each program makes tensors, splits them, writes to pieces in any order while siblings
live, in loops, branches and callees, and returns some of the tensors. NumPy computes
the same on values. The programs are compiled in each of WAYS.
"""

import ctypes
import dataclasses
import random
import sys

import numpy as np

from split_testing.functions import tensor_type
from split_testing.library import INTERFACE, call_function, compile_library
from split_testing.reference import cut
from split_testing.tools import ToolError, make_folder
from split_testing.writer import Block

# Loops and functions return buffers that upstream's analysis assumes to be different.
ISOLATE = "--split-isolate-boundaries"
ONE_SHOT = ("--one-shot-bufferize=bufferize-function-boundaries "
            "function-boundary-type-conversion=identity-layout-map "
            "allow-return-allocs-from-loops")
LOWER = ["--convert-split-copy-to-linalg", "--split-strided-copy-to-linalg",
         "--convert-linalg-to-loops", "--expand-strided-metadata", "--lower-affine",
         "--convert-scf-to-cf", "--finalize-memref-to-llvm", "--convert-func-to-llvm",
         "--convert-arith-to-llvm", "--convert-cf-to-llvm",
         "--reconcile-unrealized-casts"]
# Upstream alone, with slices, is not always right if functions return what they are
# given. Only split-to-llvm runs such programs.
SLICES = "slices"
WAYS = {
    SLICES: ["--convert-split-to-linalg", ISOLATE, ONE_SHOT, *LOWER],
    "direct": [ISOLATE, ONE_SHOT, *LOWER],
    "top-down": [ISOLATE, ONE_SHOT + " analysis-heuristic=top-down", *LOWER],
    "folded": ["--canonicalize", "--cse", "--eliminate-empty-tensors", ISOLATE,
               ONE_SHOT, "--canonicalize", *LOWER],
    "freed": [ISOLATE, ONE_SHOT, "--buffer-deallocation-pipeline",
              "--convert-bufferization-to-memref", *LOWER],
    "lowered": ["--convert-split-to-linalg=keep-disjoint", ISOLATE, ONE_SHOT, *LOWER],
    "pipeline": ["--split-to-llvm"],
}
MAX_SIZE = 6


def tensor(shape):
    return tensor_type(shape, "i64")


def list_typed(values):
    return (", ".join(v.name for v in values) + " : " + ", ".join(v.type for v in values))


@dataclasses.dataclass
class Value:
    name: str
    shape: tuple

    @property
    def type(self):
        return tensor(self.shape)


def write_function(name, arguments, more, results, lines):
    """The name has the visibility, if any."""
    inputs = ", ".join(f"{v.name}: {v.type}" for v in arguments)
    outputs = ", ".join(v.type for v in results)
    return "\n".join([f"func.func {name}({inputs}, {more}) -> ({outputs})"
                      f"{'' if 'private' in name else INTERFACE} {{", *lines,
                      f"return {list_typed(results)}\n}}\n"])


class Program:
    """The text of a function and what it computes, drawn by `rng`."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.functions, self.count = [], 0
        shapes = [self.draw_shape() for _ in range(2)]
        self.arguments = [self.new(shape) for shape in (*shapes, shapes[0])]
        self.body = Block(self.arguments)
        self.draw_steps(self.body, rng.randint(4, 12), 2)
        self.results = self.draw_results(self.body, 3)
        self.text = "".join(self.functions) + write_function(
            f"@{name}", self.arguments, "%yes: i1, %n: index, %axis: i64", self.results,
            ["%zero = arith.constant 0 : index", "%one = arith.constant 1 : index",
             *self.body.lines])

    # ---- Values. ----

    def new_name(self):
        self.count += 1
        return f"%v{self.count}"

    def new(self, shape):
        return Value(self.new_name(), shape)

    def new_results(self, shapes):
        """The name of an op and its results."""
        name = self.new_name()
        return name, [Value(f"{name}#{i}", shape) for i, shape in enumerate(shapes)]

    def draw_shape(self):
        return tuple(self.rng.randint(1, MAX_SIZE) for _ in range(self.rng.randint(1, 2)))

    def draw_results(self, block, most):
        return self.rng.sample(block.values, min(len(block.values), self.rng.randint(1, most)))

    def pick(self, block, shape=None):
        """A value, one of the last more often."""
        fitting = [v for v in block.values if shape is None or v.shape == shape]
        return self.rng.choice(fitting[-4:] if self.rng.random() < .7 else fitting)

    # ---- Ops. ----

    @staticmethod
    def add(block, value, text, compute):
        """Adds an op with one result, which `compute` computes."""
        block.add([value], f"{value.name} = {text}", lambda env: [compute(env)])

    def draw_steps(self, block, number, depth):
        draws = [self.draw_fresh, self.draw_split, self.draw_split, self.draw_split,
                 self.draw_fill, self.draw_combine, self.draw_combine, self.draw_insert,
                 self.draw_insert_slice, self.draw_rejoin, self.draw_call]
        for _ in range(number):
            draw = self.rng.choice(draws + [self.draw_if, self.draw_for] * bool(depth))
            if draw in (self.draw_if, self.draw_for):
                draw(block, depth - 1)
            else:
                draw(block)

    def write_constant(self, block, value, type_="i64"):
        name = self.new_name()
        block.lines.append(f"{name} = arith.constant {value} : {type_}")
        return name

    def write_empty(self, block, shape):
        empty = self.new(shape)
        block.lines.append(f"{empty.name} = tensor.empty() : {empty.type}")
        return empty

    def fill(self, block, target):
        number, result = self.rng.randint(1, 99), self.new(target.shape)
        constant = self.write_constant(block, number)
        self.add(block, result, f"linalg.fill ins({constant} : i64) outs({list_typed([target])}) "
                 f"-> {result.type}", lambda env: np.full(result.shape, number))
        return result

    def draw_fill(self, block):
        self.fill(block, self.pick(block))

    def draw_fresh(self, block):
        """A tensor with a buffer of its own, perhaps through two ops."""
        shape = self.draw_shape()
        if self.rng.random() < .5:
            shape = self.rng.choice(block.values).shape
        last = self.fill(block, self.write_empty(block, shape))
        if self.rng.random() < .5:
            other, total = self.pick(block, shape), self.new(shape)
            self.add(block, total, f"linalg.add ins({list_typed([other, last])}) "
                     f"outs({list_typed([last])}) -> {total.type}",
                     lambda env: env[other.name] + env[last.name])

    def draw_split(self, block):
        data = self.pick(block)
        shape, axis = data.shape, self.rng.randrange(len(data.shape))
        number = self.rng.randint(1, 3)
        ends = sorted(self.rng.randint(0, shape[axis]) for _ in range(number - 1))
        lengths = np.diff([0, *ends, shape[axis]]).tolist()
        name, pieces = self.new_results([(*shape[:axis], d, *shape[axis + 1:]) for d in lengths])
        where, how = f"axis({axis})", f"lengths {lengths}"
        if self.rng.random() < .15 and len(set(shape)) == len(shape):
            # Known only at run time: %axis is 0.
            constant, given = self.write_constant(block, axis), self.new_name()
            block.lines.append(f"{given} = arith.addi {constant}, %axis : i64")
            where = f"axis({given} : i64)"
        if self.rng.random() < .15:
            type_ = f"tensor<{number}xi64>"
            how = f"lengths({self.write_constant(block, f'dense<{lengths}>', type_)} : {type_})"
        block.add(pieces, f"{name}:{number} = split.variadic_split {data.name} {where} {how} : "
                          f"{data.type} -> {', '.join(p.type for p in pieces)}",
                  lambda env: cut(env[data.name], axis, lengths))
        # The other ops have no use for tensors without elements.
        block.values = [value for value in block.values if 0 not in value.shape]

    def draw_combine(self, block):
        """Reads two tensors and writes to a third one, whose value it may also read."""
        target = self.pick(block)
        left, right = (self.pick(block, target.shape) for _ in range(2))
        result, rank = self.new(target.shape), len(target.shape)
        ids = "affine_map<({0}) -> ({0})>".format(", ".join(f"d{i}" for i in range(rank)))
        kinds = ", ".join(['"parallel"'] * rank)
        is_added = self.rng.random() < .5
        value = "%s = arith.addi %d, %o : i64\nlinalg.yield %s" if is_added else "linalg.yield %d"
        self.add(block, result, f"linalg.generic {{indexing_maps = [{ids}, {ids}, {ids}], "
                 f"iterator_types = [{kinds}]}} ins({list_typed([left, right])}) "
                 f"outs({list_typed([target])}) {{\n^bb0(%l: i64, %r: i64, %o: i64):\n"
                 f"%d = arith.subi %l, %r : i64\n{value} : i64\n}} -> {result.type}",
                 lambda env: (env[left.name] - env[right.name]
                              + (env[target.name] if is_added else 0)))

    def insert(self, block, result, target, place, text, compute):
        """An op that replaces some elements of a tensor."""
        def run(env):
            array = env[target.name].copy()
            array[place] = compute(env)
            return array
        self.add(block, result, text, run)

    def draw_insert(self, block):
        target = self.pick(block)
        place = tuple(self.rng.randrange(d) for d in target.shape)
        value, result = self.rng.randint(100, 999), self.new(target.shape)
        numbers = ", ".join(self.write_constant(block, p, "index") for p in place)
        constant = self.write_constant(block, value)
        self.insert(block, result, target, place, f"tensor.insert {constant} into {target.name}"
                    f"[{numbers}] : {target.type}", lambda env: value)

    def insert_slice(self, block, source, target, place):
        result = self.new(target.shape)
        box = tuple(slice(p, p + d) for p, d in zip(place, source.shape))
        self.insert(block, result, target, box, f"tensor.insert_slice {source.name} into "
                    f"{target.name}{list(place)} {list(source.shape)} {[1] * len(place)} : "
                    f"{source.type} into {target.type}", lambda env: env[source.name])
        return result

    def draw_insert_slice(self, block):
        target = self.pick(block)
        source = self.pick(Block([v for v in block.values if len(v.shape) == len(target.shape)
                                  and all(a <= b for a, b in zip(v.shape, target.shape))]))
        self.insert_slice(block, source, target, [self.rng.randint(0, b - a) for a, b in
                                                  zip(source.shape, target.shape)])

    def draw_rejoin(self, block):
        """Two tensors one after the other in a new one."""
        first, second = self.pick(block), self.pick(block)
        if first.shape[1:] != second.shape[1:]:
            second = first
        whole = self.write_empty(block, (first.shape[0] + second.shape[0], *first.shape[1:]))
        block.steps.append(lambda env: env.update({whole.name: np.zeros(whole.shape, int)}))
        zeros = [0] * (len(whole.shape) - 1)
        half = self.insert_slice(block, first, whole, [0, *zeros])
        # One half of it has no value.
        block.values.remove(half)
        self.insert_slice(block, second, half, [first.shape[0], *zeros])

    # ---- Callees and regions. ----

    def draw_call(self, block):
        """A private function that writes to its arguments, or to pieces of them."""
        given = [self.pick(block) for _ in range(self.rng.randint(1, 2))]
        arguments = [self.new(v.shape) for v in given]
        body = Block(arguments)
        draws = [self.draw_fresh, self.draw_split, self.draw_split, self.draw_fill,
                 self.draw_combine, self.draw_insert]
        for _ in range(self.rng.randint(1, 4)):
            self.rng.choice(draws)(body)
        returned = self.draw_results(body, 2)
        name, results = self.new_results([v.shape for v in returned])
        callee = f"@{self.name}_{name[1:]}"
        self.functions.append(
            write_function(f"private {callee}", arguments, "%axis: i64", returned, body.lines))
        passed, types, result_types = (", ".join(texts) for texts in (
            (v.name for v in given), (v.type for v in given), (v.type for v in results)))
        block.add(results, f"{name}:{len(results)} = func.call {callee}({passed}, %axis) : "
                           f"({types}, i64) -> ({result_types})",
                  lambda env: body.run({a.name: env[v.name] for a, v in zip(arguments, given)},
                                       returned))

    def draw_if(self, block, depth):
        result = self.new(self.pick(block).shape)
        branches, ends = [Block(block.values) for _ in range(2)], []
        for branch in branches:
            self.draw_steps(branch, self.rng.randint(1, 4), depth)
            ends.append(self.pick(branch, result.shape))
            branch.lines.append(f"scf.yield {list_typed(ends[-1:])}")
        text = "\n} else {\n".join("\n".join(branch.lines) for branch in branches)
        self.add(block, result, f"scf.if %yes -> {result.type} {{\n{text}\n}}",
                 lambda env: branches[not env["%yes"]].run(env, [ends[not env["%yes"]]])[0])

    def draw_for(self, block, depth):
        inits = [self.pick(block) for _ in range(self.rng.randint(1, 2))]
        carried = [self.new(v.shape) for v in inits]
        body = Block(block.values + carried)
        self.draw_steps(body, self.rng.randint(1, 5), depth)
        yielded = [self.pick(body, v.shape) for v in carried]
        name, results = self.new_results([v.shape for v in carried])

        def run(env):
            arrays = [env[v.name] for v in inits]
            for _ in range(env["%n"]):
                arrays = body.run({**env, **{c.name: a for c, a in zip(carried, arrays)}}, yielded)
            return arrays

        pairs = ", ".join(f"{c.name} = {v.name}" for c, v in zip(carried, inits))
        block.add(results, "\n".join([
            f"{name}:{len(results)} = scf.for %i{name[2:]} = %zero to %n step %one "
            f"iter_args({pairs}) -> ({', '.join(v.type for v in carried)}) {{",
            *body.lines, f"scf.yield {list_typed(yielded)}", "}"]), run)

    def find_mistake(self, library, yes, trips):
        """What is wrong with the results of the compiled function, or None."""
        arrays = [np.arange(1, 1 + int(np.prod(v.shape))).reshape(v.shape) * (i + 3)
                  for i, v in enumerate(self.arguments)]
        env = {v.name: a for v, a in zip(self.arguments, arrays)}
        with np.errstate(over="ignore"):
            expected = self.body.run({**env, "%yes": yes, "%n": trips}, self.results)
        got = call_function(library, self.name, [*(a.copy() for a in arrays), yes, trips, 0],
                            [v.type for v in self.arguments] + ["i1", "index", "i64"],
                            [v.type for v in self.results])
        for i, (result, array) in enumerate(zip(got, expected)):
            if not np.array_equal(result, array):
                return (f"yes={yes} n={trips}: result {i} is {result.tolist()}, "
                        f"expected {array.tolist()}")
        return None


def compile_programs(programs, way, path):
    """The programs that compile, in a library, and texts about the others."""
    try:
        compile_library("".join(p.text for p in programs), path, *WAYS[way],
                        flags=["-O1"])
    except ToolError as error:
        if len(programs) == 1:
            return [], [f"{way}: {error}\n{programs[0].text}"]
        half = len(programs) // 2
        works, wrong = zip(*(compile_programs(part, way, path)
                             for part in (programs[:half], programs[half:])))
        return compile_programs(sum(works, []), way, path)[0], sum(wrong, [])
    return programs, []


def main():
    folder, number = make_folder(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    programs = [Program(rng, f"f{i}") for i in range(number)]
    wrong, left_out = [], set()
    for way in WAYS:
        path = folder / f"{way}.so"
        works = [p for p in programs if way == "pipeline" or p.name not in left_out]
        works, errors = compile_programs(works, way, path)
        wrong += errors
        library = ctypes.CDLL(str(path))
        for program in works:
            mistakes = (program.find_mistake(library, yes, trips)
                        for yes, trips in ((True, 2), (False, 1), (True, 0)))
            mistake = next(filter(None, mistakes), None)
            if mistake and way == SLICES:
                left_out.add(program.name)
            elif mistake:
                wrong.append(f"{way}: {mistake}\n{program.text}")
    splits = sum(p.text.count("split.variadic_split") for p in programs)
    for text in wrong:
        print(text)
    print(f"{len(programs)} programs with {splits} splits, {len(left_out)} not right as "
          f"slices, {len(WAYS)} ways: {len(wrong)} wrong")


main()
