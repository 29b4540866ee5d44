"""Compares elementwise ops on pieces with NumPy.

  fused_elementwise.py FOLDER
"""

import platform
import sys

import numpy as np

from split_testing.functions import tensor_type
from split_testing.reference import split
from split_testing.tools import make_folder, split_run

ELEMENTS = {np.float16: "f16", np.float32: "f32", np.float64: "f64"}


class Program:
    """A function on tensors, whose values are pairs of a name and an array."""

    def __init__(self, dtype, static):
        self.dtype, self.static = dtype, static
        self.lines, self.arguments, self.inputs, self.count = [], [], [], 0

    def type(self, array):
        return tensor_type(array.shape if self.static else "?" * array.ndim,
                           ELEMENTS[self.dtype])

    def emit(self, text, array=None):
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name, array

    def argument(self, array):
        name = f"%a{len(self.inputs)}"
        self.inputs.append(array)
        self.arguments.append(f"{name}: {self.type(array)}")
        return name, array

    def split(self, x, count):
        pieces = split(x[1], -1, count)
        self.count += 1
        names = [f"%v{self.count}_{i}" for i in range(count)]
        self.lines.append(f"  {', '.join(names)} = split.split {x[0]} axis(-1) into {count} : "
                          f"{self.type(x[1])} -> {', '.join(map(self.type, pieces))}")
        return list(zip(names, pieces))

    def op(self, name, function, *operands):
        names, arrays = zip(*operands)
        array = function(*arrays).astype(self.dtype)
        return self.emit(f"{name} {', '.join(names)} : {self.type(array)}", array)

    def mul(self, x, y):
        return self.op("arith.mulf", np.multiply, x, y)

    def add(self, x, y):
        return self.op("arith.addf", np.add, x, y)

    def tanh(self, x):
        return self.op("math.tanh", lambda v: np.tanh(v.astype(np.float64)), x)

    def sigmoid(self, x):
        one = self.ones(x)
        power = self.op("math.exp", lambda v: np.exp(v.astype(np.float64)),
                        self.op("arith.negf", np.negative, x))
        return self.op("arith.divf", np.divide, one, self.add(one, power))

    def ones(self, x):
        type_, array = self.type(x[1]), np.ones_like(x[1])
        if self.static:
            return self.emit(f"arith.constant dense<1.0> : {type_}", array)
        sizes = []
        for axis in range(array.ndim):
            index, _ = self.emit(f"arith.constant {axis} : index")
            sizes.append(self.emit(f"tensor.dim {x[0]}, {index} : {type_}")[0])
        scalar, _ = self.emit(f"arith.constant 1.0 : {ELEMENTS[self.dtype]}")
        return self.emit(f"tensor.splat {scalar}[{', '.join(sizes)}] : {type_}", array)

    def run(self, folder, results, flags):
        names, arrays = zip(*results)
        types = ", ".join(map(self.type, arrays))
        model = folder / "program.mlir"
        model.write_text(f"func.func @main({', '.join(self.arguments)}) -> ({types}) {{\n"
                         + "\n".join(self.lines)
                         + f"\n  return {', '.join(names)} : {types}\n}}\n")
        return split_run(folder, model, self.inputs, len(results), *flags)


def swiglu(p, x, state):
    a, b = p.split(x, 2)
    return [p.mul(p.mul(a, p.sigmoid(a)), b)]


def lstm(p, x, state):
    i, f, g, o = p.split(x, 4)
    cell = p.add(p.mul(p.sigmoid(f), state), p.mul(p.sigmoid(i), p.tanh(g)))
    return [p.mul(p.sigmoid(o), p.tanh(cell)), cell]


def residual(p, x, state):
    a, b = p.split(x, 2)
    return [p.add(state, p.mul(p.tanh(a), b))]


# Rows shorter than a vector, of whole vectors, and between.
SHAPES = [(3, 1), (2, 16), (5, 61), (2, 3, 35), (0, 5), (4, 0), (70, 48)]
TOLERANCE = {np.float16: (4e-3, 1e-3), np.float32: (1e-5, 1e-6), np.float64: (1e-12, 1e-13)}


class Checker:
    def __init__(self, folder):
        self.folder, self.count = make_folder(folder), 0
        self.random = np.random.default_rng(7)

    def check(self, build, pieces, shape, dtype=np.float32, static=False, flags=()):
        """Compares a program with NumPy and returns what it computes."""
        program = Program(dtype, static)
        x = self.random.normal(0, 3, (*shape[:-1], pieces * shape[-1])).astype(dtype)
        if x.size > 40:
            places = x.flat[::37].size
            x.flat[::37] = np.resize([np.inf, -np.inf, np.nan, 0, -0.0, 60], places)
        state = self.random.normal(0, 1, shape).astype(dtype)
        results = build(program, program.argument(x), program.argument(state))
        outputs = program.run(self.folder, results, flags)
        for output, (_, expected) in zip(outputs, results):
            assert np.allclose(output, expected, *TOLERANCE[dtype], equal_nan=True), (
                build.__name__, shape, dtype)
        self.count += 1
        return outputs


def main():
    checker = Checker(sys.argv[1])
    check = checker.check
    np.seterr(all="ignore")
    # Every shape with each, and static or not by turns.
    for turn, (build, pieces) in enumerate(((swiglu, 2), (lstm, 4), (residual, 2))):
        for i, shape in enumerate(SHAPES):
            check(build, pieces, shape, static=(i + turn) % 2)
        check(build, pieces, (5, 61), np.float16, static=turn != 1)
    check(swiglu, 2, (5, 61), np.float64)
    check(residual, 2, (5, 61), np.float64, static=True)
    if platform.machine() == "x86_64":
        check(swiglu, 2, (5, 61), flags=["--cpu=x86-64"])
    # Large enough to be shared by threads, which leave the same bits.
    for shape in ((301, 701), (3, 211, 333), (400000,)):
        state, results = checker.random.bit_generator.state, []
        for threads in (1, 2, 3):
            checker.random.bit_generator.state = state
            results += check(swiglu, 2, shape, static=threads < 3, flags=[f"--threads={threads}"])
        assert len({result.tobytes() for result in results}) == 1, shape
    print(f"{checker.count} programs match")


main()
