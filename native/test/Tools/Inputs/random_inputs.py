"""Computes random inputs as TensorText.h defines them: random_inputs.py FOLDER.

Compares with what split-run wrote to FOLDER: f32.npy, f64.npy, i8.npy, ui8.npy, i64.npy
and i1.npy, inputs 0 to 5 with --seed=7.
"""

import pathlib
import sys

import numpy as np

MASK = 2**64 - 1


def splitmix64(seed, count):
    """The generator, one state after the other."""
    state = seed
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


# https://prng.di.unimi.it/splitmix64.c with the seed 1234567.
assert list(splitmix64(1234567, 2)) == [6457827717110365317, 3203168211198807973]

folder = pathlib.Path(sys.argv[1])
for index, name in enumerate(["f32", "f64", "i8", "ui8", "i64", "i1"]):
    got = np.load(folder / f"{name}.npy")
    bits = np.array(list(splitmix64(7 + index, got.size)), np.uint64)
    if name.startswith("f"):
        wanted = (bits >> np.uint64(11)) * 2.0**-52 - 1
    elif name == "i1":
        wanted = bits >> np.uint64(63)
    else:
        wanted = (bits >> np.uint64(56)).astype(np.uint8)
        wanted = wanted if name == "ui8" else wanted.view(np.int8)
    np.testing.assert_array_equal(got.ravel(), wanted.astype(got.dtype), name)
    assert len(set(got.ravel().tolist())) > 1, name
print("6 random inputs")
