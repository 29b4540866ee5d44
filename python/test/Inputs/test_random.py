"""Splits of random arrays, compared with the specification."""

import functools
import os

import numpy as np
import pytest

import split_mlir
from split_testing.reference import cut

TYPES = {
    "f32": np.float32,
    "f64": np.float64,
    "i8": np.int8,
    "ui16": np.uint16,
    "complex<f32>": np.complex64,
}
COUNT = 3000 if os.environ.get("SPLIT_MLIR_THOROUGH") else 150


def write_model(element, rank, pieces):
    """Axis and lengths are arguments."""
    data = "*" if rank is None else "x".join("?" * rank)
    tensor = f"tensor<{data}x{element}>"
    types = ", ".join([tensor] * pieces)
    values = ", ".join(f"%p#{i}" for i in range(pieces))
    return f"""
func.func @split(%x: {tensor}, %axis: i64, %lengths: tensor<{pieces}xi64>) -> ({types}) {{
  %p:{pieces} = split.variadic_split %x axis(%axis : i64) lengths(%lengths : tensor<{pieces}xi64>)
      : {tensor} -> {types}
  return {values} : {types}
}}
"""


@functools.cache
def compile_model(*parts):
    return split_mlir.compile(write_model(*parts))


def make_array(random, rank, dtype):
    """An array of any layout: a slice with steps, a permutation, or a part of bytes."""
    sizes = random.integers(0, 6, rank) if random.random() < 0.2 else random.integers(1, 6, rank)
    steps = random.choice([-3, -2, -1, 1, 2, 3], rank)
    shape = [int(n * abs(s)) for n, s in zip(sizes, steps)]
    offset = int(random.choice([0, 0, 1, 3]))
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = random.integers(0, 100, offset + size, np.uint8)[offset:]
    array = memory.view(dtype).reshape(shape)
    array = array[tuple(slice(None, None, s) for s in steps)]
    return array.transpose(random.permutation(rank))


def make_lengths(random, size, pieces):
    cuts = np.sort(random.integers(0, size + 1, pieces - 1))
    lengths = np.diff(np.concatenate([[0], cuts, [size]]))
    if random.random() < 0.3:
        lengths[random.integers(pieces)] = -1
    return lengths


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize("is_ranked", [True, False])
def test_random(element, is_ranked):
    random = np.random.default_rng([len(element), is_ranked])
    for _ in range(COUNT // 10):
        rank, pieces = int(random.integers(1, 5)), int(random.integers(1, 5))
        x = make_array(random, rank, TYPES[element])
        axis = int(random.integers(-rank, rank))
        lengths = make_lengths(random, x.shape[axis], pieces)
        model = compile_model(element, rank if is_ranked else None, pieces)
        got = model(x, axis, lengths)
        got = got if isinstance(got, tuple) else (got,)
        for piece, wanted in zip(got, cut(x, axis, lengths), strict=True):
            assert piece.dtype == wanted.dtype and piece.shape == wanted.shape
            assert piece.tobytes() == wanted.tobytes()
