"""Passes arrays of every NumPy type through compiled code and compares.

  npy_files.py FOLDER

Leaves bad files and a few models in the folder.
"""

import os
import struct
import sys

import numpy as np

from split_testing.functions import NUMPY_TYPES, is_same
from split_testing.tools import make_folder, run, save, split_run


def write_model(path, types):
    """A function that returns its arguments."""
    arguments = ", ".join(f"%a{i}: {type_}" for i, type_ in enumerate(types))
    values, types = ", ".join(f"%a{i}" for i in range(len(types))), ", ".join(types)
    path.write_text(f"func.func @main({arguments}) -> ({types}) {{ return {values} : {types} }}\n")
    return path


def check(folder, model, arrays):
    for got, array in zip(split_run(folder, model, arrays, len(arrays)), arrays, strict=True):
        assert is_same(got, array), (got, array)
    run("split-run", model, *save(folder, "input", arrays),
        *save(folder, "expected_output", arrays))


def random_array(rng, dtype, rows, order):
    data = rng.integers(0, 2 if dtype == "?" else 256, (rows, 3 * np.dtype(dtype).itemsize))
    return np.array(data.astype(np.uint8).view(dtype), order=order)


def check_types(folder):
    rng = np.random.default_rng(0)
    model = write_model(folder / "types.mlir", [f"tensor<?x3x{name}>" for name in NUMPY_TYPES])
    for rows in (0, 4):
        for order in "FC":
            check(folder, model,
                  [random_array(rng, dtype, rows, order) for dtype in NUMPY_TYPES.values()])


def check_scalars(folder):
    model = write_model(folder / "scalars.mlir", ["f64", "i64", "tensor<i1>", "index"])
    check(folder, model, [np.array(0.1), np.array(-(2**63)), np.array(True), np.array(-1)])


def write_bad_files(folder):
    np.save(folder / "f64.npy", np.zeros((4, 3)))
    short = folder / "short.npy"
    np.save(short, np.zeros((2, 3), "<f4"))
    os.truncate(short, short.stat().st_size - 4)
    np.save(folder / "big_endian.npy", np.zeros((2, 3), ">f4"))
    np.save(folder / "objects.npy", np.array([[None] * 3] * 2), allow_pickle=True)
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }\n" % 10**15
    (folder / "huge.npy").write_bytes(
        b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + bytes(24))
    (folder / "text.npy").write_text("1 2 3\n")


folder = make_folder(sys.argv[1])
check_types(folder)
check_scalars(folder)
write_bad_files(folder)
for element in "f32", "bf16":
    write_model(folder / f"{element}.mlir", [f"tensor<?x3x{element}>"])
