"""Compares reductions of the rows of pieces, and what computes with them, with NumPy.

  row_reductions.py FOLDER
"""

import platform
import sys

import numpy as np

from split_testing.functions import tensor_type
from split_testing.reference import split
from split_testing.tools import make_folder, split_run

ELEMENTS = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i32": np.int32}


def generic(kind, rank):
    """The attributes of an op whose operands have all dimensions ('a'), those but the last
    ('r') or only the last ('c'); a last '+' says that it reduces rows."""
    dims = [f"d{i}" for i in range(rank)]
    results = {"a": dims, "r": dims[:-1], "c": dims[-1:]}
    maps = ", ".join(f"affine_map<({', '.join(dims)}) -> ({', '.join(results[k])})>"
                     for k in kind.rstrip("+"))
    last = "reduction" if kind.endswith("+") else "parallel"
    iterators = ", ".join([*['"parallel"'] * (rank - 1), f'"{last}"'])
    return f"{{indexing_maps = [{maps}], iterator_types = [{iterators}]}}"


class Program:
    """A function of a tensor that is split in two along its last dimension."""

    def __init__(self, element, shape, static):
        self.element, self.shape, self.static = element, shape, static
        self.count, self.lines = 0, []
        rank = len(shape)
        self.matrix = tensor_type(shape if static else "?" * rank, element)
        self.column = tensor_type(shape[:-1] if static else "?" * (rank - 1), element)
        whole = (*shape[:-1], 2 * shape[-1])
        self.input = tensor_type(whole if static else "?" * rank, element)
        self.emit(f"split.split %x axis(-1) into 2 : {self.input} -> "
                  f"{self.matrix}, {self.matrix}", "%p:2")
        self.sizes = ""
        if not static:
            for i in range(rank):
                self.emit(f"arith.constant {i} : index", f"%i{i}")
                self.emit(f"tensor.dim %p#0, %i{i} : {self.matrix}", f"%d{i}")
            names = [f"%d{i}" for i in range(rank)]
            self.sizes = [", ".join(names), ", ".join(names[:-1])]
        else:
            self.sizes = ["", ""]

    def emit(self, text, name=None):
        if not name:
            self.count += 1
            name = f"%v{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def constant(self, value):
        return self.emit(f"arith.constant {value} : {self.element}")

    def empty(self, is_column):
        type_ = self.column if is_column else self.matrix
        return self.emit(f"tensor.empty({self.sizes[is_column]}) : {type_}")

    def fill(self, value):
        init = self.empty(True)
        scalar = self.constant(value)
        return self.emit(f"linalg.fill ins({scalar} : {self.element}) outs({init} : "
                         f"{self.column}) -> {self.column}")

    def reduce(self, op, x, start):
        init = self.fill(start)
        return self.emit(f"linalg.reduce {{ {op} }} ins({x} : {self.matrix}) outs({init} : "
                         f"{self.column}) dimensions = [{len(self.shape) - 1}]")

    def map(self, kind, body, *operands):
        """An op whose body is lines that compute %y from %0, %1 ..."""
        is_column = kind.endswith("r")
        rank = len(self.shape)
        types = [self.column if k == "r" else self.matrix for k in kind[:-1]]
        out = self.column if is_column else self.matrix
        if is_column:
            kind, rank = "a" * len(kind), rank - 1
        arguments = ", ".join(f"%e{i}: {self.element}" for i in range(len(kind)))
        return self.emit(
            f"linalg.generic {generic(kind, rank)} ins({', '.join(operands)} : "
            f"{', '.join(types)}) outs({self.empty(is_column)} : {out}) {{\n"
            f"  ^bb0({arguments}):\n" + "".join(f"    {line}\n" for line in body) +
            f"    linalg.yield %y : {self.element}\n  }} -> {out}")

    def run(self, folder, x, results, flags):
        types = ", ".join(type_ for _, type_ in results)
        model = folder / "program.mlir"
        model.write_text(f"func.func @main(%x: {self.input}) -> ({types}) {{\n"
                         + "\n".join(self.lines) + "\n  return "
                         f"{', '.join(name for name, _ in results)} : {types}\n}}\n")
        return split_run(folder, model, [x], len(results), *flags)


LOWEST = {"f16": "0xFC00", "f32": "0xFF800000", "f64": "0xFFF0000000000000"}


def softmax(p):
    e = p.element
    scores = p.map("aaa", [f"%y = arith.addf %e0, %e1 : {e}"], "%p#0", "%p#1")
    most = p.reduce("arith.maximumf", scores, LOWEST[e])
    powers = p.map("ara", [f"%d = arith.subf %e0, %e1 : {e}", f"%y = math.exp %d : {e}"],
                   scores, most)
    total = p.reduce("arith.addf", powers, "0.0")
    result = p.map("ara", [f"%y = arith.divf %e0, %e1 : {e}"], powers, total)
    return [(result, p.matrix)]


def softmax_reference(a, b):
    x = a + b
    powers = np.exp(x - np.max(x, -1, keepdims=True, initial=-np.inf))
    return [powers / powers.sum(-1, keepdims=True)]


def layernorm(p):
    """Also returns the means and the differences from them."""
    e, length = p.element, f"{float(p.shape[-1] or 1)}"
    divide = [f"%n = arith.constant {length} : {e}", f"%y = arith.divf %e0, %n : {e}"]
    mean = p.map("rr", divide, p.reduce("arith.addf", "%p#0", "0.0"))
    centered = p.map("ara", [f"%y = arith.subf %e0, %e1 : {e}"], "%p#0", mean)
    squares = p.map("aa", [f"%y = arith.mulf %e0, %e0 : {e}"], centered)
    variance = p.map("rr", divide, p.reduce("arith.addf", squares, "0.0"))
    result = p.map("araa", [f"%c = arith.constant 1.0e-2 : {e}",
                            f"%s = arith.addf %e1, %c : {e}", f"%i = math.rsqrt %s : {e}",
                            f"%m = arith.mulf %e0, %i : {e}",
                            f"%y = arith.addf %m, %e2 : {e}"], centered, variance, "%p#1")
    return [(result, p.matrix), (mean, p.column), (centered, p.matrix)]


def layernorm_reference(a, b):
    length = a.shape[-1] or 1
    mean = a.sum(-1, keepdims=True) / length
    centered = a - mean
    variance = (centered * centered).sum(-1, keepdims=True) / length
    return [centered / np.sqrt(variance + 1e-2) + b, mean[..., 0], centered]


def extremes(p):
    """Numbers other than NaN for the last two."""
    results = [p.reduce("arith.maximumf", "%p#0", "1.0"),
               p.reduce("arith.minimumf", "%p#0", "1.0"),
               p.reduce("arith.maxnumf", "%p#1", "-2.0"),
               p.reduce("arith.minnumf", "%p#1", "2.0")]
    return [(result, p.column) for result in results]


def extremes_reference(a, b):
    return [np.max(a, -1, initial=1), np.min(a, -1, initial=1),
            np.fmax.reduce(b, -1, initial=-2), np.fmin.reduce(b, -1, initial=2)]


def integers(p):
    results = [p.reduce("arith.addi", "%p#0", "7"), p.reduce("arith.muli", "%p#1", "3"),
               p.reduce("arith.xori", "%p#0", "5"), p.reduce("arith.andi", "%p#1", "-2"),
               p.reduce("arith.ori", "%p#0", "8"), p.reduce("arith.maxsi", "%p#1", "-9"),
               p.reduce("arith.minui", "%p#0", "2000000000")]
    return [(result, p.column) for result in results]


def integers_reference(a, b):
    unsigned = a.astype(np.uint32)
    return [a.sum(-1, dtype=np.int32, initial=7), b.prod(-1, dtype=np.int32, initial=3),
            np.bitwise_xor.reduce(a, -1, initial=5), np.bitwise_and.reduce(b, -1, initial=-2),
            np.bitwise_or.reduce(a, -1, initial=8), b.max(-1, initial=-9),
            unsigned.min(-1, initial=2000000000).astype(np.int32)]


def joined(p):
    """Quotients by the sum of each row next to the first half."""
    e = p.element
    total = p.reduce("arith.addf", "%p#1", "1.0")
    parts = p.map("ara", [f"%y = arith.divf %e0, %e1 : {e}"], "%p#1", total)
    result = p.emit(f"tensor.concat dim({len(p.shape) - 1}) {parts}, %p#0 : "
                    f"({p.matrix}, {p.matrix}) -> {p.input}")
    return [(result, p.input)]


def joined_reference(a, b):
    return [np.concatenate([b / (b.sum(-1, keepdims=True) + 1), a], -1)]


# Rows of no element, fewer than a vector has, whole vectors, and between.
SHAPES = [(3, 1), (2, 16), (5, 61), (2, 3, 35), (0, 5), (4, 0), (70, 64), (3, 200), (65,)]
TOLERANCE = {"f16": (2e-2, 2e-2), "f32": (2e-5, 2e-6), "f64": (1e-12, 1e-13), "i32": (0, 0)}


class Checker:
    def __init__(self, folder):
        self.folder, self.count = make_folder(folder), 0
        self.random = np.random.default_rng(11)

    def check(self, build, reference, shape, element="f32", static=False, flags=(), special=0):
        program = Program(element, shape, static)
        whole = (*shape[:-1], 2 * shape[-1])
        x = self.random.normal(0, 3, whole).astype(ELEMENTS[element])
        if element == "i32":
            x = self.random.integers(-9, 9, whole).astype(np.int32)
        elif special and x.size:
            x.flat[::special] = np.resize([np.nan, np.inf, -np.inf, -0.0],
                                          x.flat[::special].size)
        # The sums of a test have no cancellation.
        if build is joined:
            x = np.abs(x)
        outputs = program.run(self.folder, x, build(program), flags)
        wide = x if element == "i32" else x.astype(np.float64)
        expected = reference(*split(wide, -1, 2))
        assert len(outputs) == len(expected)
        for number, (output, want) in enumerate(zip(outputs, expected)):
            assert output.shape == want.shape, (build.__name__, shape, output.shape)
            assert np.allclose(output, want.astype(output.dtype), *TOLERANCE[element],
                               equal_nan=True), (
                build.__name__, number, shape, element, static, special)
        self.count += 1
        return outputs


def main():
    checker = Checker(sys.argv[1])
    check = checker.check
    np.seterr(all="ignore")
    floats = [(softmax, softmax_reference), (layernorm, layernorm_reference),
              (extremes, extremes_reference), (joined, joined_reference)]
    for turn, program in enumerate(floats):
        for i, shape in enumerate(SHAPES):
            if len(shape) == 1 and program[0] is not extremes:
                continue
            # Upstream rejects a tensor.concat of static empty tensors.
            check(*program, shape, static=(i + turn) % 2 and np.prod(shape) > 0)
        check(*program, (5, 61), special=37)
        check(*program, (2, 90), special=29, static=True)
        check(*program, (5, 61), "f64", static=turn % 2)
    check(*floats[0], (5, 61), "f16")
    check(*floats[2], (5, 61), "f16", static=True)
    for i, shape in enumerate(SHAPES):
        check(integers, integers_reference, shape, "i32", static=i % 2)
    if platform.machine() == "x86_64":
        for program in floats:
            check(*program, (5, 61), flags=["--cpu=x86-64"])
    # Large enough to be shared by threads, which leave the same bits.
    for program in floats[:2]:
        state, results = checker.random.bit_generator.state, []
        for threads in (1, 2, 3):
            checker.random.bit_generator.state = state
            results += check(*program, (301, 901), static=threads < 3,
                             flags=[f"--threads={threads}"])[:1]
        assert len({result.tobytes() for result in results}) == 1, program
    print(f"{checker.count} programs match")


main()
