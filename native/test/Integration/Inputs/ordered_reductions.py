"""Compares sums that are rounded in order with loops in NumPy, bit for bit."""

import itertools

import numpy as np
import split_mlir

PROGRAM = """
#row = affine_map<(i, j) -> (i, j)>
#first = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
func.func @rows(%x: tensor<?x?xT>, %s: tensor<?xT>) -> tensor<?xT> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<?x?xT>) outs(%s : tensor<?xT>)
      dimensions = [1]
  return %r : tensor<?xT>
}
func.func @products(%x: tensor<?x?xT>, %s: tensor<?xT>) -> tensor<?xT> {
  %r = linalg.reduce { arith.mulf } ins(%x : tensor<?x?xT>) outs(%s : tensor<?xT>)
      dimensions = [1]
  return %r : tensor<?xT>
}
func.func @columns(%x: tensor<?x?xT>, %s: tensor<?xT>) -> tensor<?xT> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<?x?xT>) outs(%s : tensor<?xT>)
      dimensions = [0]
  return %r : tensor<?xT>
}
func.func @all(%x: tensor<?x?xT>, %s: tensor<T>) -> tensor<T> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<?x?xT>) outs(%s : tensor<T>)
      dimensions = [0, 1]
  return %r : tensor<T>
}
func.func @matmul(%x: tensor<?x?xT>, %y: tensor<?x?xT>, %s: tensor<?x?xT>) -> tensor<?x?xT> {
  %r = linalg.matmul ins(%x, %y : tensor<?x?xT>, tensor<?x?xT>) outs(%s : tensor<?x?xT>)
      -> tensor<?x?xT>
  return %r : tensor<?x?xT>
}
"""


def fold(step, start, items):
    for item in items:
        start = step(start, item)
    return start


def cases(dtype, random):
    """Names of functions, their arguments, and what they return."""
    x = (random.normal(size=(40, 333)) * 10.0**random.integers(-2, 3, (40, 333))).astype(dtype)
    near = (1 + random.normal(size=(40, 333)) / 50).astype(dtype)
    y = random.normal(size=(333, 50)).astype(dtype)
    rows, columns = np.ones(40, dtype), np.zeros(333, dtype)
    yield "rows", (x, rows), fold(np.add, rows, x.T)
    yield "products", (near, rows), fold(np.multiply, rows, near.T)
    yield "columns", (x, columns), fold(np.add, columns, x)
    yield "all", (x, np.zeros((), dtype)), fold(np.add, dtype(0), x.ravel())
    zeros = np.zeros((40, 50), dtype)
    yield "matmul", (x, y, zeros), fold(np.add, zeros, (np.outer(x[:, k], y[k]).astype(dtype)
                                                         for k in range(333)))


def main():
    equal, others = [], []
    for (name, dtype), cpu, threads in itertools.product(
            (("f32", np.float32), ("f64", np.float64)), ("native", "portable"), (1, 2)):
        random = np.random.default_rng(5)
        text = PROGRAM.replace("xT>", f"x{name}>").replace("<T>", f"<{name}>")
        ordered, free = (split_mlir.compile(text, cpu=cpu, threads=threads,
                                            ordered_reductions=flag) for flag in (True, False))
        for function, arguments, want in cases(dtype, random):
            same = np.array_equal(ordered[function](*arguments), want)
            equal.append(same)
            others.append(not np.array_equal(free[function](*arguments), want))
            if not same:
                print(f"{function} of {name} differs: {cpu}, {threads} threads")
    print(f"equal: {sum(equal)} of {len(equal)}")
    print(f"without the option: {sum(others)} differ")


main()
