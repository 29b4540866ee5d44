"""Runs the models of a test with split-run and compares with NumPy.

  run.py TEST DIR [OPTIONS OF split-run...]

Each line `# | run x=f32[5] l=i64[2]:1,4` of a model (see models.py) is a run
with these inputs, counting up from -1 where no values are given. The expected
outputs come from evaluate.py. Printed are `== NAME`, the output of split-run, and
`== exit STATUS`.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
from onnx import mapping

from evaluate import evaluate
from models import build_model, parse_type, read_sections


def make_input(text):
    """The array of `f32[2x3]`, `i64[2]:1,4` or `i64[9]:1`, which repeats the 1."""
    type_text, _, numbers = text.partition(":")
    element, shape = parse_type(type_text)
    dtype = mapping.TENSOR_TYPE_TO_NP_TYPE[element]
    if numbers:
        values = [int(n) if n.lstrip("-").isdigit() else float(n) for n in numbers.split(",")]
        return np.resize(np.array(values, dtype), shape)
    return np.arange(-1, np.prod(shape, dtype=int) - 1).astype(dtype).reshape(shape)


def run(name, model, inputs, directory, options):
    values = {key: make_input(text) for key, text in (i.split("=") for i in inputs)}
    arguments = []
    for key, value in values.items():
        np.save(directory / f"{name}-{key}.npy", value)
        arguments.append(f"--input=@{name}-{key}.npy")
    try:
        evaluate(model, values)
        for key in (o.name for o in model.graph.output):
            np.save(directory / f"{name}-{key}.npy", values[key])
            arguments.append(f"--expected_output=@{name}-{key}.npy")
    except (ValueError, IndexError) as error:
        print(f"NumPy refuses this: {error}")
    done = subprocess.run(["split-run", name + ".onnx", *options, *arguments], cwd=directory,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(f"{done.stdout}== exit {done.returncode}")


def main():
    test, directory, *options = sys.argv[1:]
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    for name, lines in read_sections(Path(test).read_text()).items():
        model = build_model(lines)
        (directory / (name + ".onnx")).write_bytes(model.SerializeToString())
        print(f"== {name}")
        for line in lines:
            if line.split()[0] == "run":
                run(name, model, line.split()[1:], directory, options)


if __name__ == "__main__":
    main()
