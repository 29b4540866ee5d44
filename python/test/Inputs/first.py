"""A user's first program: first.py MODEL FOLDER."""

import pathlib
import sys

import numpy as np

import split_mlir

print(split_mlir.__file__)
model = split_mlir.compile(sys.argv[1])
x = np.arange(12, dtype=np.float32).reshape(2, 6)
results = model(x)
for name, result in zip("qkv", results):
    print(name, result.tolist())

path = pathlib.Path(sys.argv[2], "qkv.so")
model.save(path)
again = split_mlir.load(path)(x)
if all(map(np.array_equal, results, again)):
    print("the library returns the same")
