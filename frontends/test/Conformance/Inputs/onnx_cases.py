"""Executes the cases of ONNX Split: types by split-translate, values by
split-run."""

import re

import numpy as np

from models import build_model
from split_cases import disagrees
from split_testing.functions import count_up, operand_of, tensor_type
from split_testing.reference import onnx_split
from split_testing.tools import make_folder, save, start

RUN_TIME = "split(at run time)"


def num_outputs(case):
    return case.options.get("outputs", len(case.gives or []))


def known_lengths(case):
    return case.options.get("split") or case.options.get(RUN_TIME)


def attributes_of(case):
    return {key: case.options[key] for key in ("axis", "num_outputs") if key in case.options}


def dims_text(shape):
    return "" if shape is None else f"[{'x'.join(map(str, shape))}]"


def model_lines(case, declare_outputs):
    """The lines of the model for models.py."""
    outputs = [f"y{i}" for i in range(num_outputs(case))]
    lines = [f"opset {case.op.partition('-')[2]}",
             f"in x f32{dims_text(case.data.shape)}"]
    inputs, lengths = "x", known_lengths(case)
    if lengths:
        inputs = "x, l"
        kind = "init" if "split" in case.options else "in"
        values = f" = {','.join(map(str, lengths))}" if kind == "init" else ""
        lines.append(f"{kind} l i64[{len(lengths)}]{values}")
    attributes = " ".join(f"{key}={value}" for key, value in attributes_of(case).items())
    lines.append(f"{', '.join(outputs)} = Split({inputs}) {attributes}")
    for i, name in enumerate(outputs):
        lines.append(f"out {name}")
        if declare_outputs:
            lines[-1] += f" f32{dims_text(case.gives[i].shape)}"
    # A graph needs an output even if the node has none.
    return lines if outputs else lines + ["out x"]


def write_model(case, folder, declare_outputs=False):
    path = folder / "case.onnx"
    model = build_model(model_lines(case, declare_outputs))
    path.write_bytes(model.SerializeToString())
    return path


def inferred_types(case):
    """The result types; sizes that depend on run-time values are unknown."""
    axis = case.options.get("axis", 0)
    types = []
    for given in case.we_give or case.gives:
        shape = list(given.shape)
        # Pieces of nothing are empty.
        if (RUN_TIME in case.options or case.at) and case.data.shape[axis] != 0:
            shape[axis] = "?"
        types.append(tensor_type(shape, "f32"))
    return types


def find_wrong_import(case, folder):
    """The mistake in the imported function, or None."""
    ran = start("split-translate", "--import-onnx", write_model(case, folder))
    where = r"case\.onnx:node #0 \(Split\): "
    if case.refused:
        fits = re.search(f"{where}error: .*{case.we_say}", ran.stderr)
        if ran.returncode == 1 and fits:
            return None
        return f"expected '{case.we_say}', got exit status {ran.returncode}: {ran.stderr}"
    # No case expects a warning.
    if ran.returncode or ran.stderr:
        return f"exit status {ran.returncode}: {ran.stderr}"
    results = re.search(r"func\.func @test\(.*\) -> (.*) \{$", ran.stdout, re.M)[1]
    types = re.findall(r"tensor<[^>]*>", results)
    if types != inferred_types(case):
        return f"inferred {types}, expected {inferred_types(case)}"
    return None


def choose_shape(case):
    """The sizes of the data, with ones that suit the lengths in place of unknown ones."""
    if case.at:
        return case.at
    axis, lengths = case.options.get("axis", 0), known_lengths(case)
    return [d if isinstance(d, int) else sum(lengths) if i == axis else 3
            for i, d in enumerate(case.data.shape)]


def find_wrong_run(case, folder):
    """The mistake in the values that the model computes, or None."""
    shape, lengths = choose_shape(case), known_lengths(case)
    data = count_up(shape, "f32")
    if case.data.values is not None:
        data = np.array(case.data.values, "f4").reshape(shape)
    lengths = lengths and operand_of(np.array(lengths))
    opset = int(case.op.partition("-")[2])
    pieces = onnx_split(opset, shape, "f32", num_outputs(case), attributes_of(case),
                        lengths).of(data)
    if not case.we_give and disagrees(case, pieces):
        return "NumPy disagrees with the case"
    inputs = [data]
    if RUN_TIME in case.options:
        inputs.append(np.array(known_lengths(case)))
    # The types that a model declares for its outputs are checked, too.
    model = write_model(case, folder, declare_outputs=not case.we_give)
    ran = start("split-run", model, *save(folder, "input", inputs),
                *save(folder, "expected_output", pieces))
    if ran.returncode or ran.stderr:
        return f"exit status {ran.returncode}: {ran.stderr}"
    return None


def find_wrong(cases, folder):
    folder = make_folder(folder)
    for case in cases:
        why = find_wrong_import(case, folder)
        if not why and not case.refused:
            why = find_wrong_run(case, folder)
        if why:
            yield case, why
