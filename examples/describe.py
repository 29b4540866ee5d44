"""Describes the functions of a model, and times them: describe.py MODEL [SIZE]

MODEL is a file in ONNX, OpenVINO's IR or MLIR, or a library from split-compile. Sizes that are
known only at run time are SIZE.
"""

import sys

import numpy as np

import split_mlir


def make_argument(parameter, size):
    """Returns an array of ones."""
    shape = [size if extent is None else extent for extent in parameter.shape or ()]
    return np.ones(shape, parameter.dtype)


path = sys.argv[1]
size = int(sys.argv[2]) if len(sys.argv) > 2 else 8
try:
    model = split_mlir.load(path) if path.endswith(".so") else split_mlir.compile(path)
except split_mlir.Error as error:
    sys.exit(f"error: {error}")
for name, function in model.functions.items():
    print(name, *function.arguments, "->", *function.results)
    arguments = [make_argument(argument, size) for argument in function.arguments]
    try:
        seconds = function.time(*arguments)
        print(f"{seconds * 1e6:.2f} us", file=sys.stderr)
    except split_mlir.Error as error:
        print("cannot be called:", error.message)
