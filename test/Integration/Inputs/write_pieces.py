"""Random programs that write to pieces in place, compared with NumPy.

  write_pieces.py FOLDER PROGRAMS [SEED]

Each program makes tensors, splits them, writes to pieces in any order, while
siblings live, in loops, branches and callees, and returns some of what it has.
NumPy computes the same on values. The programs are compiled in each of WAYS.
"""

import ctypes
import pathlib
import random
import subprocess
import sys

import numpy as np

from library import read_tensor, words_of

# Loops and functions hand out buffers that upstream's analysis takes to be apart.
ISOLATE = "--split-isolate-boundaries"
ONE_SHOT = ("--one-shot-bufferize=bufferize-function-boundaries "
            "function-boundary-type-conversion=identity-layout-map "
            "allow-return-allocs-from-loops")
LOWER = ["--convert-split-copy-to-linalg", "--convert-strided-copy-to-linalg",
         "--convert-linalg-to-loops", "--expand-strided-metadata", "--lower-affine",
         "--convert-scf-to-cf", "--finalize-memref-to-llvm", "--convert-func-to-llvm",
         "--convert-arith-to-llvm", "--convert-cf-to-llvm",
         "--reconcile-unrealized-casts"]
# What upstream makes of slices alone, which is not always right where functions
# return what they are given: such programs are run by split-to-llvm only.
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
    return f"tensor<{''.join(f'{d}x' for d in shape)}i64>"


class Program:
    """The text of a function and what it does, drawn by `rng`."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.functions, self.count = [], 0
        shapes = [self.draw_shape() for _ in range(2)]
        self.shapes = [*shapes, shapes[0]]
        arguments = [self.new() for _ in self.shapes]
        pool = list(zip(arguments, self.shapes))
        lines, steps = self.draw_steps(pool, rng.randint(4, 12), 2)
        results = rng.sample(pool, min(len(pool), rng.randint(1, 3)))
        lines.append(f"return {self.list_typed(results)}")
        inputs = ", ".join(f"{v}: {tensor(s)}" for v, s in zip(arguments, self.shapes))
        outputs = ", ".join(tensor(s) for _, s in results)
        self.text = "".join(self.functions) + (
            f"func.func @{name}({inputs}, %yes: i1, %n: index, %axis: i64) -> ({outputs}) "
            "attributes {llvm.emit_c_interface} {\n%zero = arith.constant 0 : index\n"
            "%one = arith.constant 1 : index\n" + "\n".join(lines) + "\n}\n")
        self.arguments, self.steps, self.results = arguments, steps, results

    def new(self):
        self.count += 1
        return f"%v{self.count}"

    def draw_shape(self):
        return tuple(self.rng.randint(1, MAX_SIZE) for _ in range(self.rng.randint(1, 2)))

    @staticmethod
    def list_typed(values):
        return (", ".join(v for v, _ in values) + " : " +
                ", ".join(tensor(s) for _, s in values))

    def pick(self, pool, shape=None):
        """A value, rather one of the last."""
        fitting = [v for v in pool if shape is None or v[1] == shape]
        return self.rng.choice(fitting[-4:] if self.rng.random() < .7 else fitting)

    def draw_steps(self, pool, number, depth):
        lines, steps = [], []
        draws = [self.draw_fresh, self.draw_split, self.draw_split, self.draw_split,
                 self.draw_fill, self.draw_combine, self.draw_combine, self.draw_insert,
                 self.draw_insert_slice, self.draw_rejoin, self.draw_call]
        if depth:
            draws += [self.draw_if, self.draw_for]
        for _ in range(number):
            line, step = self.rng.choice(draws)(pool, depth)
            lines += line
            steps.append(step)
        return lines, steps

    def draw_fresh(self, pool, _):
        """A tensor that nobody else has, perhaps through several ops."""
        shape, value, empty, result = self.draw_shape(), self.rng.randint(1, 99), self.new(), self.new()
        if self.rng.random() < .5:
            shape = self.rng.choice(pool)[1]
        pool.append((result, shape))
        lines = [f"{empty} = tensor.empty() : {tensor(shape)}",
                 *self.fill(value, empty, shape, result)]
        make = lambda env: np.full(shape, value)
        if self.rng.random() < .5:
            last, other = result, self.pick(pool[:-1] + [(result, shape)], shape)[0]
            result = self.new()
            lines.append(f"{result} = linalg.add ins({other}, {last} : {tensor(shape)}, "
                         f"{tensor(shape)}) outs({last} : {tensor(shape)}) -> {tensor(shape)}")
            pool.append((result, shape))
            first, total = make, result

            def step(env):
                env[last] = first(env)
                env[total] = env[other] + env[last]
            return lines, step

        def step(env):
            env[result] = make(env)
        return lines, step

    def fill(self, value, target, shape, result):
        constant = self.new()
        return [f"{constant} = arith.constant {value} : i64",
                f"{result} = linalg.fill ins({constant} : i64) outs({target} : "
                f"{tensor(shape)}) -> {tensor(shape)}"]

    def draw_split(self, pool, _):
        data, shape = self.pick(pool)
        axis, number, result = self.rng.randrange(len(shape)), self.rng.randint(1, 3), self.new()
        size = shape[axis]
        cuts = sorted(self.rng.randint(0, size) for _ in range(number - 1))
        lengths = [b - a for a, b in zip([0, *cuts], [*cuts, size])]
        shapes = [(*shape[:axis], d, *shape[axis + 1:]) for d in lengths]
        types = ", ".join(map(tensor, shapes))
        lines, where = [], f"axis({axis})"
        if self.rng.random() < .15 and len(set(shape)) == len(shape):
            # Known only at run time: %axis is 0.
            operand, given = self.new(), self.new()
            lines = [f"{operand} = arith.constant {axis} : i64",
                     f"{given} = arith.addi {operand}, %axis : i64"]
            where = f"axis({given} : i64)"
        how = f"lengths {lengths}"
        if self.rng.random() < .15:
            operands = self.new()
            lines.append(f"{operands} = arith.constant dense<{lengths}> : tensor<{number}xi64>")
            how = f"lengths({operands} : tensor<{number}xi64>)"
        lines.append(f"{result}:{number} = split.variadic_split {data} {where} {how} : "
                     f"{tensor(shape)} -> {types}")
        names = [f"{result}#{i}" for i in range(number)]
        # Tensors without elements are no use to the other steps.
        pool += [(n, s) for n, s in zip(names, shapes) if 0 not in s]

        def step(env):
            for name, piece in zip(names, np.split(env[data], cuts, axis)):
                env[name] = piece.copy()
        return lines, step

    def draw_fill(self, pool, _):
        target, shape = self.pick(pool)
        value, result = self.rng.randint(1, 99), self.new()
        pool.append((result, shape))

        def step(env):
            env[result] = np.full(shape, value)
        return self.fill(value, target, shape, result), step

    def draw_combine(self, pool, _):
        """Reads two tensors and writes over a third, or over what it has."""
        target, shape = self.pick(pool)
        left, right, result = self.pick(pool, shape)[0], self.pick(pool, shape)[0], self.new()
        type_ = tensor(shape)
        ids = "affine_map<({0}) -> ({0})>".format(", ".join(f"d{i}" for i in range(len(shape))))
        kinds = ", ".join(['"parallel"'] * len(shape))
        lines = [f"{result} = linalg.generic {{indexing_maps = [{ids}, {ids}, {ids}], "
                 f"iterator_types = [{kinds}]}} ins({left}, {right} : {type_}, {type_}) "
                 f"outs({target} : {type_}) {{",
                 "^bb0(%l: i64, %r: i64, %o: i64):", "%d = arith.subi %l, %r : i64"]
        is_added = self.rng.random() < .5
        lines += ["%s = arith.addi %d, %o : i64", "linalg.yield %s : i64"] if is_added else [
            "linalg.yield %d : i64"]
        lines.append(f"}} -> {type_}")
        pool.append((result, shape))

        def step(env):
            env[result] = env[left] - env[right] + (env[target] if is_added else 0)
        return lines, step

    def draw_insert(self, pool, _):
        target, shape = self.pick(pool)
        place = [self.rng.randrange(d) for d in shape]
        value, constant, result = self.rng.randint(100, 999), self.new(), self.new()
        numbers = [self.new() for _ in place]
        lines = [f"{n} = arith.constant {p} : index" for n, p in zip(numbers, place)]
        lines += [f"{constant} = arith.constant {value} : i64",
                  f"{result} = tensor.insert {constant} into {target}[{', '.join(numbers)}] "
                  f": {tensor(shape)}"]
        pool.append((result, shape))

        def step(env):
            env[result] = env[target].copy()
            env[result][tuple(place)] = value
        return lines, step

    def insert_slice(self, source, small, target, shape, place):
        result = self.new()
        ones = [1] * len(shape)
        return result, (f"{result} = tensor.insert_slice {source} into {target}{list(place)} "
                        f"{list(small)} {ones} : {tensor(small)} into {tensor(shape)}")

    def draw_insert_slice(self, pool, _):
        target, shape = self.pick(pool)
        fitting = [v for v in pool if len(v[1]) == len(shape) and
                   all(a <= b for a, b in zip(v[1], shape))]
        source, small = self.pick(fitting)
        place = [self.rng.randint(0, b - a) for a, b in zip(small, shape)]
        result, line = self.insert_slice(source, small, target, shape, place)
        pool.append((result, shape))
        box = tuple(slice(p, p + d) for p, d in zip(place, small))

        def step(env):
            env[result] = env[target].copy()
            env[result][box] = env[source]
        return [line], step

    def draw_rejoin(self, pool, _):
        """Two tensors one after the other in a new one, or in one that is there."""
        first, shape = self.pick(pool)
        second, other = self.pick(pool)
        if shape[1:] != other[1:]:
            second, other = first, shape
        whole = (shape[0] + other[0], *shape[1:])
        empty = self.new()
        lines = [f"{empty} = tensor.empty() : {tensor(whole)}"]
        half, line = self.insert_slice(first, shape, empty, whole, [0] * len(whole))
        lines.append(line)
        place = [shape[0]] + [0] * (len(whole) - 1)
        result, line = self.insert_slice(second, other, half, whole, place)
        lines.append(line)
        pool.append((result, whole))

        def step(env):
            env[result] = np.concatenate([env[first], env[second]])
        return lines, step

    def draw_call(self, pool, depth):
        """A private function that writes to what it is given, or to pieces of it."""
        given = [self.pick(pool) for _ in range(self.rng.randint(1, 2))]
        inner = [(self.new(), s) for _, s in given]
        names = [v for v, _ in inner]
        outside = self.shapes
        lines, steps = self.draw_plain_steps(inner)
        results = self.rng.sample(inner, min(len(inner), self.rng.randint(1, 2)))
        callee = f"{self.name}_{self.new()[1:]}"
        inputs = ", ".join(f"{n}: {tensor(s)}" for n, (_, s) in zip(names, given))
        outputs = ", ".join(tensor(s) for _, s in results)
        self.functions.append(
            f"func.func private @{callee}({inputs}, %axis: i64) -> ({outputs}) {{\n" +
            "\n".join(lines) + f"\nreturn {self.list_typed(results)}\n}}\n")
        assert outside is self.shapes
        result = self.new()
        line = (f"{result}:{len(results)} = func.call @{callee}({', '.join(v for v, _ in given)}, "
                f"%axis) : ({', '.join(tensor(s) for _, s in given)}, i64) -> ({outputs})")
        found = [f"{result}#{i}" for i in range(len(results))]
        pool += [(f, s) for f, (_, s) in zip(found, results)]

        def step(env):
            local = {n: env[v].copy() for n, (v, _) in zip(names, given)}
            for inner_step in steps:
                inner_step(local)
            for name, (value, _) in zip(found, results):
                env[name] = local[value]
        return [line], step

    def draw_plain_steps(self, pool):
        lines, steps = [], []
        draws = [self.draw_fresh, self.draw_split, self.draw_split, self.draw_fill,
                 self.draw_combine, self.draw_insert]
        for _ in range(self.rng.randint(1, 4)):
            line, step = self.rng.choice(draws)(pool, 0)
            lines += line
            steps.append(step)
        return lines, steps

    def draw_if(self, pool, depth):
        shape, result, regions = self.pick(pool)[1], self.new(), []
        for _ in range(2):
            inner = list(pool)
            lines, steps = self.draw_steps(inner, self.rng.randint(1, 4), depth - 1)
            value = self.pick(inner, shape)[0]
            regions.append((lines + [f"scf.yield {value} : {tensor(shape)}"], steps, value))
        lines = [f"{result} = scf.if %yes -> {tensor(shape)} {{", *regions[0][0], "} else {",
                 *regions[1][0], "}"]
        pool.append((result, shape))

        def step(env):
            _, steps, value = regions[0 if env["%yes"] else 1]
            local = dict(env)
            for inner_step in steps:
                inner_step(local)
            env[result] = local[value]
        return lines, step

    def draw_for(self, pool, depth):
        carried = [self.pick(pool) for _ in range(self.rng.randint(1, 2))]
        names = [(self.new(), s) for _, s in carried]
        inner = pool + names
        lines, steps = self.draw_steps(inner, self.rng.randint(1, 5), depth - 1)
        yielded = [(self.pick(inner, s)[0], s) for _, s in carried]
        result = self.new()
        inits = ", ".join(f"{n} = {v}" for (n, _), (v, _) in zip(names, carried))
        types = ", ".join(tensor(s) for _, s in carried)
        lines = [f"{result}:{len(carried)} = scf.for %i{result[1:]} = %zero to %n step %one "
                 f"iter_args({inits}) -> ({types}) {{", *lines,
                 f"scf.yield {self.list_typed(yielded)}", "}"]
        found = [f"{result}#{i}" for i in range(len(carried))]
        pool += [(f, s) for f, (_, s) in zip(found, carried)]

        def step(env):
            values = [env[v] for v, _ in carried]
            for _ in range(env["%n"]):
                local = dict(env)
                local.update((n, v) for (n, _), v in zip(names, values))
                for inner_step in steps:
                    inner_step(local)
                values = [local[v] for v, _ in yielded]
            env.update(zip(found, values))
        return lines, step

    def run(self, arrays, yes, number):
        env = {n: a.copy() for n, a in zip(self.arguments, arrays)}
        env.update({"%yes": yes, "%n": number})
        with np.errstate(over="ignore"):
            for step in self.steps:
                step(env)
        return [env[v] for v, _ in self.results]


def compile_programs(programs, passes, path):
    """Compiles to a shared library; None, or what goes wrong."""
    text = "".join(p.text for p in programs)
    for command in (["split-opt", *passes, "-"], ["split-translate", "--mlir-to-llvmir", "-"],
                    ["clang", "-O1", "-w", "-shared", "-fPIC", "-x", "ir", "-", "-lm",
                     "-o", str(path)]):
        ran = subprocess.run(command, input=text, text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
        if ran.returncode != 0:
            return f"{command[0]}: exit status {ran.returncode}: {ran.stderr[:2000]}"
        text = ran.stdout
    return None


def make_words(array):
    strides = [s // array.itemsize for s in array.strides]
    return words_of([array.ctypes.data, array.ctypes.data, 0, *array.shape, *strides])


def find_mistake(library, program, yes, number):
    """What is wrong with what a program returns, or None."""
    arrays = [np.arange(1, 1 + int(np.prod(s)), dtype=np.int64).reshape(s) * (i + 3)
              for i, s in enumerate(program.shapes)]
    expected = program.run(arrays, yes, number)
    given = [a.copy() for a in arrays]
    descriptors = [make_words(a) for a in given]
    words = words_of([0] * sum(3 + 2 * len(s) for _, s in program.results))
    getattr(library, f"_mlir_ciface_{program.name}")(
        ctypes.byref(words), *map(ctypes.byref, descriptors), ctypes.c_bool(yes),
        ctypes.c_int64(number), ctypes.c_int64(0))
    rest = list(words)
    for i, (_, shape) in enumerate(program.results):
        got = read_tensor(rest, len(shape), np.int64)
        rest = rest[3 + 2 * len(shape):]
        if not np.array_equal(got, expected[i]):
            return (f"yes={yes} n={number}: result {i} is {got.tolist()}, "
                    f"expected {expected[i].tolist()}")
    return None


def main():
    folder, number = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    programs = [Program(rng, f"f{i}") for i in range(number)]
    wrong, left_out = 0, set()
    for way, passes in WAYS.items():
        path = folder / f"{way}.so"
        works = [p for p in programs if way == "pipeline" or p.name not in left_out]
        error = compile_programs(works, passes, path)
        if error:
            # Some program is refused: look for it.
            tried, works = works, []
            for program in tried:
                error = compile_programs([program], passes, folder / "one.so")
                if error:
                    wrong += 1
                    print(f"{way}: {error}\n{program.text}")
                else:
                    works.append(program)
            compile_programs(works, passes, path)
        library = ctypes.CDLL(str(path))
        for program in works:
            for yes, trips in ((True, 2), (False, 1), (True, 0)):
                mistake = find_mistake(library, program, yes, trips)
                if mistake and way == SLICES:
                    left_out.add(program.name)
                    break
                if mistake:
                    wrong += 1
                    print(f"{way}: {mistake}\n{program.text}")
                    break
    splits = sum(p.text.count("split.variadic_split") for p in programs)
    print(f"{len(programs)} programs with {splits} splits, {len(left_out)} not right as "
          f"slices, {len(WAYS)} ways: {wrong} wrong")


main()
