"""Compares ONNX Split-18 by num_outputs into n <= 16 pieces with NumPy, for sizes up
to 128, whether n divides the size or not.

  onnx_chunks.py FOLDER

With static sizes, the imported function is lowered to slices, which NumPy computes.
With a symbolic size, compiled code runs the function for every size in a loop.
"""

import re
import sys

import numpy as np

from models import build_model
from split_testing.reference import onnx_split
from split_testing.tools import make_folder, run, split_run, start

MAX_PIECES, MAX_SIZE = 16, 128
PAIRS = [(n, d) for n in range(1, MAX_PIECES + 1)
         for d in range(MAX_SIZE + 1) if d % n or n > d]


def by_formula(n, d):
    """The offsets and sizes by O7."""
    pieces = onnx_split(18, (d,), "f32", n, {"num_outputs": n})
    return list(zip(pieces.offsets, pieces.lengths))


def by_reference_evaluator(n, d, data):
    """The pieces by the algorithm of ONNX's reference evaluator: the last length is
    the rest, which may be negative; slices end at the end of the data."""
    if d % n == 0:
        lengths = [d // n] * n
    else:
        lengths = [d // n + 1] * n
        lengths[-1] += d - sum(lengths)
    starts = np.cumsum([0] + lengths)
    return [data[starts[i]:starts[i + 1]] for i in range(n)]


def check_reference():
    """Compares the formula with the evaluator, ONNX's own if it is installed."""
    try:
        from onnx.reference import ReferenceEvaluator
    except ImportError:
        ReferenceEvaluator = None
    for n, d in PAIRS:
        data = np.arange(d, dtype="f4")
        pieces = by_reference_evaluator(n, d, data)
        if ReferenceEvaluator:
            outputs = ", ".join(f"y{i}" for i in range(n))
            model = build_model(["opset 18", f"in x f32[{d}]",
                                 f"{outputs} = Split(x) num_outputs={n}",
                                 *(f"out y{i} f32" for i in range(n))])
            pieces = ReferenceEvaluator(model).run(None, {"x": data})
        for piece, (offset, size) in zip(pieces, by_formula(n, d)):
            assert np.array_equal(piece, data[offset:offset + size]), (n, d)
    return "onnx.reference" if ReferenceEvaluator else "its algorithm"


def import_model(path, lines):
    """The importer's module, and its messages."""
    path.write_bytes(build_model(lines).SerializeToString())
    ran = start("split-translate", "--import-onnx", path)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout, ran.stderr


def node(n, name, data):
    outputs = ", ".join(f"{name}_{i}" for i in range(n))
    return f'{outputs} = Split({data}) num_outputs={n} "{name}"'


# ---- Static sizes. ----


def lower_static(folder):
    """The lowered function of one model with all pairs, and the warnings."""
    lines = ["opset 18"]
    for n, d in PAIRS:
        name = f"{n}_{d}"
        lines += [f"in x{name} f32[{d}]", node(n, name, "x" + name)]
        lines += [f"out {name}_{i}" for i in range(n)]
    module, warnings = import_model(folder / "static.onnx", lines)
    return run("split-opt", "--convert-split-to-linalg", "-", input=module), warnings


def evaluate(lowered):
    """The pieces that the function returns for arguments that count up."""
    values = {}
    for name, argument, offset, size, d in re.findall(
            r"(%\w+) = tensor\.extract_slice %arg(\d+)\[(\d+)\] \[(\d+)\] \[1\] : "
            r"tensor<(\d+)xf32>", lowered):
        offset, size = int(offset), int(size)
        values[name] = int(argument), np.arange(int(d))[offset:offset + size]
    for name in re.findall(r"(%\w+) = tensor\.empty\(\) : tensor<0xf32>", lowered):
        values[name] = None, np.arange(0)
    results = re.search(r"^ +return (.*) :", lowered, re.M)[1].split(", ")
    return [values[name] for name in results]


def check_static(folder):
    lowered, warnings = lower_static(folder)
    pieces = iter(evaluate(lowered))
    for argument, (n, d) in enumerate(PAIRS):
        expected = by_formula(n, d)
        for offset, size in expected:
            of, piece = next(pieces)
            assert of in (argument, None), (n, d)
            assert np.array_equal(piece, np.arange(d)[offset:offset + size]), (n, d)
        # The importer warns of pieces that are certainly empty.
        empty = [i for i, (_, size) in enumerate(expected) if size == 0 and d > 0]
        words = re.search(f"node '{n}_{d}' \\(Split\\): warning: ([^:]*):", warnings)
        if len(empty) > 1:
            assert words and words[1] == f"pieces #{empty[0]} to #{n - 1} are empty", (n, d)
        elif empty:
            assert words and words[1] == f"piece #{n - 1} is empty", (n, d)
        else:
            assert not words, (n, d)
    assert next(pieces, None) is None
    return len(PAIRS)


# ---- A symbolic size. ----


def import_symbolic(folder, n):
    """The function @chunks for n pieces, private."""
    lines = ["opset 18", "in x f32[N]", node(n, "y", "x"),
             *(f"out y_{i}" for i in range(n)), 'py graph.name = "chunks"']
    module, warnings = import_model(folder / f"symbolic{n}.onnx", lines)
    assert not warnings, warnings
    text = re.search(r"^ +func\.func @chunks.*^  }$", module, re.M | re.S)[0]
    return text.replace("func.func @", "func.func private @")


def loop(n):
    """A function @main that runs @chunks on the first d elements for each d. It returns
    the pieces in rows that end with -1, and their sizes."""
    values = f"tensor<{MAX_SIZE + 1}x{n}x{MAX_SIZE}xf32>"
    sizes = f"tensor<{MAX_SIZE + 1}x{n}xindex>"
    results = ", ".join(["tensor<?xf32>"] * n)
    lines = [f"func.func @main(%x: tensor<{MAX_SIZE}xf32>, %v: {values}, %s: {sizes}) "
             f"-> ({values}, {sizes}) {{",
             "%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index",
             f"%end = arith.constant {MAX_SIZE + 1} : index",
             "%out:2 = scf.for %d = %c0 to %end step %c1 "
             f"iter_args(%v0 = %v, %s0 = %s) -> ({values}, {sizes}) {{",
             f"%data = tensor.extract_slice %x[0] [%d] [1] : tensor<{MAX_SIZE}xf32> "
             "to tensor<?xf32>",
             f"%p:{n} = func.call @chunks(%data) : (tensor<?xf32>) -> ({results})"]
    for i in range(n):
        lines += [f"%i{i} = arith.constant {i} : index",
                  f"%n{i} = tensor.dim %p#{i}, %c0 : tensor<?xf32>",
                  f"%v{i + 1} = tensor.insert_slice %p#{i} into %v{i}[%d, {i}, 0] "
                  f"[1, 1, %n{i}] [1, 1, 1] : tensor<?xf32> into {values}",
                  f"%s{i + 1} = tensor.insert %n{i} into %s{i}[%d, %i{i}] : {sizes}"]
    lines += [f"scf.yield %v{n}, %s{n} : {values}, {sizes}", "}",
              f"return %out#0, %out#1 : {values}, {sizes}", "}"]
    return "\n".join(lines)


def check_symbolic(folder, n):
    model = folder / "loop.mlir"
    model.write_text(import_symbolic(folder, n) + "\n" + loop(n))
    data = np.arange(MAX_SIZE, dtype="f4")
    values = np.full((MAX_SIZE + 1, n, MAX_SIZE), -1, "f4")
    sizes = np.full((MAX_SIZE + 1, n), -1)
    got = split_run(folder, model, [data, values, sizes], 2, "--function=main")
    for d in range(MAX_SIZE + 1):
        for i, (offset, size) in enumerate(by_formula(n, d)):
            sizes[d, i] = size
            values[d, i, :size] = data[offset:offset + size]
    assert np.array_equal(got[0], values) and np.array_equal(got[1], sizes), n
    return sum(pieces == n for pieces, _ in PAIRS)


def main():
    folder = make_folder(sys.argv[1])
    uneven = [(n, d) for n, d in PAIRS if n <= d]
    print("reference:", check_reference())
    print(f"{len(uneven)} uneven pairs, {len(PAIRS) - len(uneven)} with fewer elements "
          "than pieces")
    print("static:", check_static(folder), "pairs")
    print("symbolic:", sum(check_symbolic(folder, n) for n in range(1, MAX_PIECES + 1)),
          "pairs")


if __name__ == "__main__":
    main()
