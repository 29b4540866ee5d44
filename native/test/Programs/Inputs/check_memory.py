"""Calls the functions of programs as their RUN lines do, with arguments that are read-only.

Each function is called twice. A call must not write to its arguments, and no result may
share memory with another result or with an argument.
"""

import itertools
import re
import sys

import numpy as np
import split_mlir

TYPES = {"f32": np.float32, "i32": np.int32, "i64": np.int64, "index": np.int64}


def parse(spec):
    """Returns the value that an --input of split-run describes."""
    kind, text = spec.split("=")
    shape, element = re.fullmatch(r"((?:\d+x)*)(\w+)", kind).groups()
    if kind == "i128":
        return np.void(int(text).to_bytes(16, "little", signed=True))
    if not shape:
        return float(text) if kind == "f32" else int(text)
    sizes = [int(size) for size in shape.split("x")[:-1]]
    if text == "iota":
        values = np.arange(np.prod(sizes))
    else:
        values = np.array([float(value) for value in text.split(",")])
    array = np.broadcast_to(values.astype(TYPES[element]), sizes).copy()
    array.flags.writeable = False
    return array


def publish(text, name):
    """Returns `text` with `name` as its only public function."""
    return re.sub(rf"^func.func @(?!{name}\()", "func.func private @", text, flags=re.M)


def check(function, inputs):
    arguments = [parse(spec) for spec in inputs]
    arrays = [value for value in arguments if isinstance(value, np.ndarray)]
    before = [array.copy() for array in arrays]
    calls = [function(*arguments) for _ in range(2)]
    results = []
    for call in calls:
        results += call if isinstance(call, (list, tuple)) else [call]
    for array, copy in zip(arrays, before):
        assert np.array_equal(array, copy), "an argument is written"
    owned = [value for value in results if isinstance(value, np.ndarray)]
    for one, other in itertools.combinations(owned + arrays, 2):
        if any(one is value for value in owned):
            assert not np.shares_memory(one, other), "a result is shared"


count = 0
for path in sys.argv[1:]:
    with open(path) as file:
        text = file.read()
    functions = {}
    for line in re.findall(r"RUN: %run-each %s (.*)", text):
        name = re.search(r"--function=(\S+)", line)[1]
        if name not in functions:
            functions[name] = split_mlir.compile(publish(text, name))
        try:
            check(functions[name], re.findall(r"--input=(\S+)", line))
        except AssertionError as error:
            sys.exit(f"{path}: {name}: {error}")
        count += 1
print(f"{count} calls are right")
