"""Runs the models of a test with split-run and compares with NumPy.

  run.py TEST DIR [OPTIONS OF split-run...]

Each line `# | run x=f32[5] l=i64[2]:1,4` of a model (see ir.py) is a run with
these inputs, counting up from -1 (unsigned ones from 0) where no values are
given. The expected outputs come from an evaluation of the layers with NumPy,
independent of the importer. Printed are `== NAME`, the output of split-run, and
`== exit STATUS`.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np

from ir import TYPES, make_value, parse_layers, parse_type, read_sections, write_model

# The names of types in split-run's values.
MLIR_TYPES = {"boolean": "i1", "f8e4m3": "f8E4M3FN", "f8e5m2": "f8E5M2"}


def split(layer, x, axis):
    return np.split(x, int(layer.data["num_splits"]), int(axis.reshape(())))


def variadic_split(layer, x, axis, lengths):
    axis, lengths = int(axis.reshape(())), [int(n) for n in lengths]
    rest = x.shape[axis] - sum(n for n in lengths if n != -1)
    lengths = [rest if n == -1 else n for n in lengths]
    if min(lengths) < 0 or sum(lengths) != x.shape[axis] or len(lengths) != len(layer.outputs):
        raise ValueError(f"lengths {lengths} of {x.shape[axis]}")
    return np.split(x, np.cumsum(lengths)[:-1], axis)


EVALUATE = {"Split": split, "VariadicSplit": variadic_split}


def evaluate(layers, values, types):
    """The results in file order, given the Parameters' values and types."""
    for layer in layers:
        if layer.kind == "Const":
            results, element = [layer.value], layer.data["element_type"]
        elif layer.kind in ("Parameter", "Result"):
            continue
        else:
            inputs = [values[name] for name in layer.inputs]
            results, element = EVALUATE[layer.kind](layer, *inputs), types[layer.inputs[0]]
        for (name, _), result in zip(layer.outputs, results):
            values[name], types[name] = result, element
    return [layer.inputs[0] for layer in layers if layer.kind == "Result"]


def make_input(text):
    """The element type and array of `f32[2x3]` or `i64[2]:1,4`."""
    type_text, _, numbers = text.partition(":")
    element, dims = parse_type(type_text)
    if numbers:
        return element, make_value(f"{type_text} = {numbers}")
    count = np.prod([int(d) for d in dims], dtype=int)
    first = 0 if element.startswith("u") or element == "boolean" else -1
    value = np.arange(first, first + count)
    if element in ("boolean", "u1"):
        value %= 2
    elif element in ("i4", "u4"):
        value %= 8
    return element, value.astype(TYPES[element]).reshape([int(d) for d in dims])


def format_value(element, value):
    """What split-run takes for an array."""
    name = MLIR_TYPES.get(element, "u" * element.startswith("u") + "i" + element[1:]
                          if element[0] == "u" else element)
    shape = "".join(f"{dim}x" for dim in value.shape)
    if value.dtype == bool:
        value = value.astype(int)
    return shape + name + "=" + ",".join(repr(n) for n in value.ravel().tolist())


def run(name, layers, inputs, directory, options):
    values, types, arguments = {}, {}, []
    for key, text in (i.split("=") for i in inputs):
        types[key], values[key] = make_input(text)
        arguments.append("--input=" + format_value(types[key], values[key]))
    try:
        for key in evaluate(layers, values, types):
            arguments.append("--expected_output=" + format_value(types[key], values[key]))
    except (ValueError, np.AxisError) as error:
        print(f"NumPy refuses this: {error}")
    done = subprocess.run(["split-run", name + ".xml", *options, *arguments], cwd=directory,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(f"{done.stdout}== exit {done.returncode}")


def main():
    test, directory, *options = sys.argv[1:]
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    for name, lines in read_sections(Path(test).read_text()).items():
        write_model(lines, directory / (name + ".xml"))
        print(f"== {name}", flush=True)
        for line in lines:
            if line.split()[0] == "run":
                run(name, parse_layers(lines), line.split()[1:], directory, options)


if __name__ == "__main__":
    main()
