"""Pieces into elementwise ops, compiled and in NumPy.

Usage: fused_elementwise.py FOLDER
"""

import platform
import subprocess
import sys

import numpy as np


class Program:
    """Builds a function on tensors, and computes its results in NumPy."""

    def __init__(self, dtype, static):
        self.dtype, self.static = dtype, static
        self.element = {np.float16: "f16", np.float32: "f32", np.float64: "f64"}[dtype]
        self.lines, self.arguments, self.inputs, self.count = [], [], [], 0

    def type(self, shape, element=None):
        sizes = shape if self.static else ["?"] * len(shape)
        return f"tensor<{''.join(f'{n}x' for n in sizes)}{element or self.element}>"

    def emit(self, text, array):
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name, array

    def argument(self, array):
        name = f"%a{len(self.inputs)}"
        self.inputs.append(array)
        self.arguments.append(f"{name}: {self.type(array.shape)}")
        return name, array

    def split(self, x, count):
        pieces = np.split(x[1], count, axis=-1)
        self.count += 1
        names = [f"%v{self.count}_{i}" for i in range(count)]
        types = ", ".join([self.type(pieces[0].shape)] * count)
        self.lines.append(
            f"  {', '.join(names)} = split.split {x[0]} axis(-1) into {count}"
            f" : {self.type(x[1].shape)} -> {types}"
        )
        return list(zip(names, pieces))

    def op(self, name, function, *operands):
        array = function(*[operand[1] for operand in operands]).astype(self.dtype)
        names = ", ".join(operand[0] for operand in operands)
        return self.emit(f"{name} {names} : {self.type(array.shape)}", array)

    def mul(self, x, y):
        return self.op("arith.mulf", np.multiply, x, y)

    def add(self, x, y):
        return self.op("arith.addf", np.add, x, y)

    def tanh(self, x):
        return self.op("math.tanh", lambda v: np.tanh(v.astype(np.float64)), x)

    def sigmoid(self, x):
        one = self.ones(x)
        power = self.op(
            "math.exp",
            lambda v: np.exp(v.astype(np.float64)),
            self.op("arith.negf", np.negative, x),
        )
        return self.op("arith.divf", np.divide, one, self.add(one, power))

    def ones(self, x):
        array = np.ones_like(x[1])
        if self.static:
            dense = f"arith.constant dense<1.0> : {self.type(array.shape)}"
            return self.emit(dense, array)
        sizes = []
        for axis in range(array.ndim):
            self.lines.append(f"  %i{self.count}_{axis} = arith.constant {axis} : index")
            sizes.append(
                self.emit(
                    f"tensor.dim {x[0]}, %i{self.count}_{axis}"
                    f" : {self.type(array.shape)}",
                    None,
                )[0]
            )
        scalar = self.emit(f"arith.constant 1.0 : {self.element}", None)[0]
        splat = f"tensor.splat {scalar}[{', '.join(sizes)}] : {self.type(array.shape)}"
        return self.emit(splat, array)

    def run(self, stem, results, flags=()):
        types = ", ".join(self.type(r[1].shape) for r in results)
        with open(stem + ".mlir", "w") as file:
            file.write(
                f"func.func @main({', '.join(self.arguments)}) -> ({types}) {{\n"
                + "\n".join(self.lines)
                + f"\n  return {', '.join(r[0] for r in results)} : {types}\n}}\n"
            )
        command = ["split-run", stem + ".mlir", *flags]
        for i, array in enumerate(self.inputs):
            np.save(f"{stem}.in{i}.npy", array)
            command.append(f"--input=@{stem}.in{i}.npy")
        command += [f"--output=@{stem}.out{i}.npy" for i in range(len(results))]
        subprocess.run(command, check=True)
        return [np.load(f"{stem}.out{i}.npy") for i in range(len(results))]


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
TOLERANCE = {np.float16: (4e-3, 1e-3), np.float32: (1e-5, 1e-6)}
TOLERANCE[np.float64] = (1e-12, 1e-13)


def main():
    folder = sys.argv[1]
    np.seterr(all="ignore")
    random = np.random.default_rng(7)

    done = []

    def check(build, pieces, shape, dtype, static, flags=()):
        program = Program(dtype, static)
        x = random.normal(0, 3, (*shape[:-1], pieces * shape[-1])).astype(dtype)
        if x.size > 40:
            x.flat[::37] = np.resize([np.inf, -np.inf, np.nan, 0, -0.0, 60], x.size)[
                : x.flat[::37].size
            ]
        results = build(
            program,
            program.argument(x),
            program.argument(random.normal(0, 1, shape).astype(dtype)),
        )
        name = f"{build.__name__}-{'x'.join(map(str, shape))}-{dtype.__name__}"
        outputs = program.run(f"{folder}/{name}", results, flags)
        rtol, atol = TOLERANCE[dtype]
        for output, (_, expected) in zip(outputs, results):
            assert np.allclose(output, expected, rtol, atol, equal_nan=True), name
        done.append(name)
        return outputs

    # Every shape with each, and static or not by turns.
    for turn, (build, pieces) in enumerate(((swiglu, 2), (lstm, 4), (residual, 2))):
        for i, shape in enumerate(SHAPES):
            check(build, pieces, shape, np.float32, static=(i + turn) % 2)
        check(build, pieces, (5, 61), np.float16, static=turn != 1)
    check(swiglu, 2, (5, 61), np.float64, static=False)
    check(residual, 2, (5, 61), np.float64, static=True)
    if platform.machine() == "x86_64":
        check(swiglu, 2, (5, 61), np.float32, False, ["--cpu=x86-64"])
    # Large enough to be shared by threads.
    for shape in ((301, 701), (3, 211, 333), (400000,)):
        state = random.bit_generator.state
        results = []
        for threads in (1, 2, 3):
            random.bit_generator.state = state
            flags = [f"--threads={threads}"]
            results.append(check(swiglu, 2, shape, np.float32, threads < 3, flags))
        for other in results[1:]:
            assert other[0].tobytes() == results[0][0].tobytes(), shape
    print(f"{len(done)} programs match")


main()
