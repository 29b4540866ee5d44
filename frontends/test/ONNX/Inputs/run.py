"""Runs the models of a test by split-run and compares with NumPy.

  run.py TEST DIR [OPTIONS OF split-run...]

Each line `# | run x=f32[5] l=i64[2]:1,4` of a model (see models.py) is a run with
these inputs, which count up from -1 if they have no values. The expected outputs come
from evaluate.py. Prints `== NAME`, the output of split-run, and `== exit STATUS`.
"""

import numpy as np
from onnx import mapping

from evaluate import evaluate
from models import build_model, parse_type, write_model
from split_testing.models import parse_numbers, run_models
from split_testing.tools import save


def make_input(text):
    """The array of `f32[2x3]`, `i64[2]:1,4` or `i64[9]:1`, which repeats the 1."""
    type_text, _, numbers = text.partition(":")
    element, shape = parse_type(type_text)
    dtype = mapping.TENSOR_TYPE_TO_NP_TYPE[element]
    if numbers:
        return np.resize(np.array(parse_numbers(numbers), dtype), shape)
    return np.arange(-1, np.prod(shape, dtype=int) - 1).astype(dtype).reshape(shape)


def make_options(lines, inputs, file):
    model = build_model(lines)
    values = {key: make_input(text) for key, text in inputs.items()}
    yield from save(file.parent, "input", values.values())
    evaluate(model, values)
    yield from save(file.parent, "expected_output", [values[o.name] for o in model.graph.output])


run_models(".onnx", write_model, make_options)
