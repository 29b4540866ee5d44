"""Runs the models of a test with split-run and compares with NumPy.

  run.py TEST DIR [OPTIONS OF split-run...]

Each line `# | run x=f32[5] l=i64[2]:1,4` of a model (see models.py) is a run
with these inputs, counting up from -1 where no values are given. The expected
outputs come from an evaluation of the graph with NumPy, independent of the
importer. Printed are `== NAME`, the output of split-run, and `== exit STATUS`.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
from onnx import helper, mapping, numpy_helper

from models import build_model, parse_type, read_sections


def split(opset, attributes, outputs, x, lengths=None):
    axis, n = attributes.get("axis", 0), attributes.get("num_outputs", outputs)
    d = x.shape[axis]
    if lengths is None:
        lengths = attributes.get("split")
    if lengths is None and opset >= 18:
        chunk = -(-d // n)
        lengths = [min(chunk, max(0, d - i * chunk)) for i in range(n)]
    if lengths is None:
        return np.split(x, n, axis)
    return np.split(x, np.cumsum(lengths).astype(int)[:-1], axis)


def split_to_sequence(attributes, x, lengths=None):
    axis = attributes.get("axis", 0)
    d = x.shape[axis]
    if lengths is None:
        pieces = [x.take([i], axis) for i in range(d)]
        return pieces if attributes.get("keepdims", 1) else [p.squeeze(axis) for p in pieces]
    if lengths.ndim == 0:
        return [x.take(range(i, min(i + lengths, d)), axis) for i in range(0, d, int(lengths))]
    if lengths.sum() != d:
        raise ValueError("the lengths do not add up")
    return np.split(x, np.cumsum(lengths)[:-1], axis)


def insert(sequence, tensor, position=None):
    position = len(sequence) if position is None else int(position)
    return [*sequence[:position], tensor, *sequence[position:]]


def erase(sequence, position=-1):
    position = int(position) % len(sequence)
    return sequence[:position] + sequence[position + 1 :]


def concatenate(attributes, sequence):
    join = np.stack if attributes.get("new_axis") else np.concatenate
    return join(sequence, axis=attributes["axis"])


SEQUENCES = {
    "SequenceAt": lambda sequence, position: sequence[int(position)],
    "SequenceConstruct": lambda *tensors: list(tensors),
    "SequenceEmpty": lambda: [],
    "SequenceErase": erase,
    "SequenceInsert": insert,
    "SequenceLength": lambda sequence: np.array(len(sequence), np.int64),
}


def sigmoid(x):
    wide = x.astype(np.float64)
    return (np.tanh(wide / 2) / 2 + 0.5).astype(x.dtype)


def evaluate(model, values):
    """Adds the values of all names to `values`."""
    opset = model.opset_import[0].version
    for tensor in model.graph.initializer:
        values[tensor.name] = numpy_helper.to_array(tensor)
    for node in model.graph.node:
        attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
        inputs = [values[name] if name else None for name in node.input]
        if node.op_type == "Split":
            results = split(opset, attributes, len(node.output), *inputs)
        elif node.op_type == "SplitToSequence":
            results = [split_to_sequence(attributes, *inputs)]
        elif node.op_type == "ConcatFromSequence":
            results = [concatenate(attributes, *inputs)]
        elif node.op_type in SEQUENCES:
            results = [SEQUENCES[node.op_type](*inputs)]
        elif node.op_type == "Constant":
            results = [numpy_helper.to_array(attributes["value"])]
        else:
            operation = {"Mul": np.multiply, "Sigmoid": sigmoid, "Identity": np.array}
            results = [operation[node.op_type](*inputs)]
        values.update(zip(node.output, results))


def make_input(text):
    """The array of `f32[2x3]` or `i64[2]:1,4`."""
    type_text, _, numbers = text.partition(":")
    element, shape = parse_type(type_text)
    dtype = mapping.TENSOR_TYPE_TO_NP_TYPE[element]
    if numbers:
        return np.array([float(n) for n in numbers.split(",")], dtype).reshape(shape)
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
    except ValueError as error:
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
