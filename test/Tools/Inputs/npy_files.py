"""Passes arrays of every NumPy type through compiled code and compares.

Leaves bad files and a few models in the folder named by the only argument.
"""

import os
import struct
import subprocess
import sys

import numpy as np

# NumPy's type, the parameter's type.
TYPES = [
    ("<f2", "f16"), ("<f4", "f32"), ("<f8", "f64"),
    ("|i1", "i8"), ("<i2", "i16"), ("<i4", "i32"), ("<i8", "i64"),
    ("|i1", "si8"), ("<i8", "si64"), ("<i8", "index"),
    ("|u1", "ui8"), ("<u2", "ui16"), ("<u4", "ui32"), ("<u8", "ui64"),
    ("|b1", "i1"), ("<c8", "complex<f32>"), ("<c16", "complex<f64>"),
]  # fmt: skip


def write_model(folder, element_type):
    path = os.path.join(folder, element_type + ".mlir")
    tensor = "tensor<?x3x%s>" % element_type
    with open(path, "w") as file:
        file.write(
            "func.func @main(%%x: %s) -> %s { return %%x : %s }\n"
            % (tensor, tensor, tensor)
        )
    return path


def random_array(rng, code, rows):
    data = rng.integers(0, 256, size=rows * 3 * np.dtype(code).itemsize)
    if code == "|b1":
        data &= 1
    return data.astype(np.uint8).view(code).reshape(rows, 3)


def run(*arguments):
    subprocess.run(["split-run", *arguments], check=True)


def check_types(folder):
    rng = np.random.default_rng(0)
    for code, element_type in TYPES:
        model = write_model(folder, element_type)
        source = os.path.join(folder, element_type + ".in.npy")
        target = os.path.join(folder, element_type + ".out.npy")
        for rows in (0, 4):
            for order in ("F", "C"):
                array = np.array(random_array(rng, code, rows), order=order)
                np.save(source, array)
                run(model, "--input=@" + source, "--output=@" + target)
                result = np.load(target)
                assert result.dtype == array.dtype, (element_type, result.dtype)
                assert result.shape == array.shape
                # Bytes, so that NaNs count too.
                assert result.tobytes() == array.tobytes("C"), element_type
                run(model, "--input=@" + source, "--expected_output=@" + source)


def check_scalars(folder):
    model = os.path.join(folder, "scalars.mlir")
    types = "f64, i64, tensor<i1>, index"
    with open(model, "w") as file:
        file.write(
            "func.func @main(%%a: f64, %%b: i64, %%c: tensor<i1>, %%d: index)"
            " -> (%s) { return %%a, %%b, %%c, %%d : %s }\n" % (types, types)
        )
    values = [np.float64(0.1), np.int64(-(2**63)), np.bool_(True), np.int64(-1)]
    arguments = []
    for i, value in enumerate(values):
        np.save(os.path.join(folder, "in%d.npy" % i), value)
        arguments.append("--input=@%s/in%d.npy" % (folder, i))
        arguments.append("--output=@%s/out%d.npy" % (folder, i))
    run(model, *arguments)
    for i, value in enumerate(values):
        result = np.load(os.path.join(folder, "out%d.npy" % i))
        assert result.shape == () and result.dtype == value.dtype
        assert result == value


def write_bad_files(folder):
    def save(name, array, **options):
        path = os.path.join(folder, name + ".npy")
        np.save(path, array, **options)
        return path

    path = save("short", np.zeros((2, 3), "<f4"))
    os.truncate(path, os.path.getsize(path) - 4)
    save("big_endian", np.zeros((2, 3), ">f4"))
    save("objects", np.array([[None] * 3] * 2), allow_pickle=True)
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }\n"
    header %= 10**15
    with open(os.path.join(folder, "huge.npy"), "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header + bytes(24))
    with open(os.path.join(folder, "text.npy"), "w") as file:
        file.write("1 2 3\n")


if __name__ == "__main__":
    folder = sys.argv[1]
    check_types(folder)
    check_scalars(folder)
    write_bad_files(folder)
    write_model(folder, "bf16")
