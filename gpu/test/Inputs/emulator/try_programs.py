"""try_programs.py FILE FOLDER [FUNCTION]: runs the functions of FILE, or one, in the emulator."""

import ctypes
import os
import re
import sys

import numpy as np

from emulate import compile_program, load_emulator
import bench
from splits import get_descriptor


def add_halves(x):
    x = x.copy()
    x[:4] += x[4:]
    return x


def insert(x):
    inserted = x.copy()
    inserted[:, 2:6] = x[:, 4:]
    return inserted


# The shape of the argument of each function, and its results by NumPy.
PROGRAMS = {
    "swiglu": ((6, 8), lambda x: [x[:, :4] * x[:, 4:] + x[:, 4:]]),
    "inserted": ((6, 8), lambda x: [insert(x), x]),
    "repeated": ((8, 8), lambda x: [add_halves(add_halves(add_halves(x)))]),
    "rows": ((5, 12), lambda x: [x[:, 8:]]),
    "branch": ((4, 8), lambda x: [x[:, :4] + x[:, 4:]]),
    "calls": ((6, 8), lambda x: [x[:, :4] + 2 * x[:, 4:]]),
    "same": ((4, 4), lambda x: [2 * x, 2 * x]),
    "changed": ((1, 2), lambda x: [x[:, 1:], 3 * x[:, :1]]),
    "counted": ((6, 8), lambda x: [x[:, :4] + x[:, 4:]]),
    "lengths": ((3, 8), lambda x: [x[:, :3], x[:, 3:]]),
    "wide": ((2, 2, 70000), lambda x: [x + x]),
    "checked": ((4, 8), lambda x: [x]),
    "empty": ((0, 8), lambda x: [x]),
}
FAILING = {"halves": ((3, 5), lambda x: [x[:, :2], x[:, 2:]])}


def run(device, buffers, function, shape, compute):
    """Calls a function of one argument. Returns what is wrong, or nothing."""
    x = np.random.default_rng(5).integers(-9, 9, shape).astype(np.float32)
    expected = compute(x)
    data = device.allocate(x.nbytes)
    device.write(data, x)
    before = buffers.value
    words = 3 + 2 * len(shape)
    results = (ctypes.c_int64 * (words * len(expected)))()
    function.restype = None
    function(ctypes.byref(results), ctypes.byref(get_descriptor(data, shape)))
    bases = [results[words * i] for i in range(len(expected))]
    if len(set(bases)) < len(bases):
        return "results share memory"
    for i, want in enumerate(expected):
        base, address, offset, *sizes = results[words * i : words * i + 3 + len(shape)]
        got = device.read(address + 4 * offset, want.nbytes).view(np.float32)
        if tuple(sizes) != want.shape or not np.array_equal(got.reshape(sizes), want):
            return f"result {i} is wrong"
        device.free(base)
    if buffers.value != before:
        return f"{buffers.value - before} buffers are left"
    if not np.array_equal(device.read(data, x.nbytes).view(np.float32), x.reshape(-1)):
        return "the argument is written"
    return None


def main():
    source, folder, *failing = sys.argv[1:]
    programs = {name: FAILING[name] for name in failing} or PROGRAMS
    os.makedirs(folder, exist_ok=True)
    emulator = load_emulator(folder)
    with open(source) as file:
        text = re.sub(r"^(func.*) {$", r"\1 attributes {llvm.emit_c_interface} {", file.read(),
                      flags=re.M)
    program = ctypes.CDLL(compile_program(text, folder))
    device, wrong = bench.Device(), 0
    buffers = ctypes.c_int64.in_dll(emulator, "emulator_buffers")
    for name, (shape, compute) in programs.items():
        message = run(device, buffers, getattr(program, f"_mlir_ciface_{name}"), shape, compute)
        if message:
            wrong += 1
            print(f"{name}: {message}")
    print(f"{len(programs)} programs, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
