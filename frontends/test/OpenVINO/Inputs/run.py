"""Runs the models of a test by split-run and compares with NumPy.

  run.py TEST DIR [OPTIONS OF split-run...]

Each line `# | run x=f32[5] l=i64[2]:1,4` of a model (see ir.py) is a run with these
inputs. Their values are repeated; without any they count up from -1 (unsigned ones
from 0). The expected outputs come from an evaluation of the layers by NumPy,
independent of the importer. Prints `== NAME`, the output of split-run, and
`== exit STATUS`.
"""

import numpy as np

import control
import indexing
import statistics_layers
import window_layers
from ir import TYPES, parse_layers, write_model
from split_testing import recurrent
from split_testing.activations import erf, sigmoid, softmax
from split_testing.functions import operand_of
from split_testing.models import parse_numbers, parse_type, run_models
from split_testing.reference import openvino_split, openvino_variadic_split, split

# The names of types in split-run's values.
MLIR_TYPES = {"boolean": "i1", "f8e4m3": "f8E4M3FN", "f8e5m2": "f8E5M2"}


def evaluate_split(layer, x, axis):
    return openvino_split(x.shape, operand_of(axis), int(layer.data["num_splits"])).of(x)


def evaluate_variadic_split(layer, x, axis, lengths):
    if lengths.size != len(layer.outputs):
        raise ValueError(f"{lengths.size} lengths for {len(layer.outputs)} outputs")
    return openvino_variadic_split(x.shape, operand_of(axis), operand_of(lengths)).of(x)


def compute_wide(function):
    """An elementwise layer, computed in f64."""
    return lambda layer, *inputs: function(*(x.astype(np.float64) for x in inputs))


def gelu(layer, x):
    x = x.astype(np.float64)
    if layer.data.get("approximation_mode", "erf").lower() == "tanh":
        return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
    return x / 2 * (1 + erf(x / np.sqrt(2)))


def divide(layer, x, y):
    if np.issubdtype(x.dtype, np.floating):
        return x / y
    if layer.data.get("m_pythondiv", "true") == "true":
        return x // y
    return np.trunc(x / y)


def convert(layer, x, like=None):
    element = layer.data.get("destination_type")
    if np.issubdtype(x.dtype, np.floating) and element and element[0] in "iu":
        info = np.iinfo(TYPES[element])
        return np.clip(np.trunc(np.nan_to_num(x)), info.min, info.max)
    return x != 0 if element == "boolean" else x


def matmul(layer, x, y):
    if layer.data.get("transpose_a") == "true" and x.ndim > 1:
        x = np.swapaxes(x, -1, -2)
    if layer.data.get("transpose_b") == "true" and y.ndim > 1:
        y = np.swapaxes(y, -1, -2)
    return np.matmul(x, y)


def reshape(layer, x, shape):
    copies = layer.data["special_zero"] == "true"
    return x.reshape([x.shape[i] if n == 0 and copies else n for i, n in enumerate(shape)])


def transpose(layer, x, order):
    return np.transpose(x, order if len(order) else None)


def unsqueeze(layer, x, axes):
    return np.expand_dims(x, tuple(axes.ravel()))


def squeeze(layer, x, axes=()):
    return np.squeeze(x, tuple(np.ravel(axes)) or None)


def evaluate_recurrent(layer, X, H, *rest):
    """Gates of an LSTM are f, i, c and o here."""
    kind = layer.kind.removesuffix("Cell").removesuffix("Sequence")
    cell, rest = (rest[0], rest[1:]) if kind == "LSTM" else (None, rest)
    is_cell, data = layer.kind.endswith("Cell"), layer.data
    if is_cell:
        X, H, cell, rest = X[:, None], H[:, None], cell if cell is None else cell[:, None], [
            None, *(a[None] for a in rest)]
    lengths, W, R, B = rest
    X, H, cell = (a if a is None else a.swapaxes(0, 1) for a in (X, H, cell))
    wb, rb = B, None
    if kind == "LSTM":
        def reorder(a):
            f, i, c, o = split(a, 1, 4)
            return np.concatenate([i, o, f, c], 1)

        W, R, wb = reorder(W), reorder(R), reorder(B)
    scales_product = data.get("linear_before_reset") == "true"
    if scales_product:
        z, r, h, hb = split(B, 1, 4)
        wb, rb = np.concatenate([z, r, h], 1), np.concatenate([0 * z, 0 * r, hb], 1)
    names = data["activations"].split(",") if "activations" in data else recurrent.DEFAULTS[kind]
    numbers = [[float(n) for n in data.get("activations_" + key, "").split(",") if n]
               for key in ("alpha", "beta")]
    functions = recurrent.make_functions(names, *numbers, float(data.get("clip", 0)) or np.inf)
    Y, h, c = recurrent.evaluate(kind, functions * len(R), X, W, R, wb, rb, lengths, H, cell,
                                 reverse=data.get("direction") == "reverse", flag=scales_product)
    results = [h[0], c[0]] if is_cell else [
        Y.transpose(2, 1, 0, 3), h.swapaxes(0, 1), c.swapaxes(0, 1)]
    return results[: len(layer.outputs)]


EVALUATE = {
    **indexing.EVALUATE,
    **statistics_layers.EVALUATE,
    **window_layers.EVALUATE,
    "Add": lambda layer, x, y: x + y,
    "Concat": lambda layer, *inputs: np.concatenate(inputs, int(layer.data["axis"])),
    "Convert": convert,
    "ConvertLike": convert,
    "Divide": divide,
    "Erf": compute_wide(erf),
    "Exp": compute_wide(np.exp),
    "GRUCell": evaluate_recurrent,
    "GRUSequence": evaluate_recurrent,
    "Gelu": gelu,
    "LSTMCell": evaluate_recurrent,
    "LSTMSequence": evaluate_recurrent,
    "MatMul": matmul,
    "Multiply": lambda layer, x, y: x * y,
    "Negative": lambda layer, x: -x,
    "RNNCell": evaluate_recurrent,
    "RNNSequence": evaluate_recurrent,
    "ReLU": lambda layer, x: np.maximum(x, 0),
    "Reshape": reshape,
    "ShapeOf": lambda layer, x: np.array(x.shape),
    "Sigmoid": compute_wide(sigmoid),
    "SoftMax": lambda layer, x: softmax(x.astype(np.float64), int(layer.data.get("axis", 1))),
    "Split": evaluate_split,
    "Sqrt": compute_wide(np.sqrt),
    "Squeeze": squeeze,
    "Subtract": lambda layer, x, y: x - y,
    "Swish": compute_wide(lambda x, beta=1.0: x * sigmoid(beta * x)),
    "Tanh": compute_wide(np.tanh),
    "Transpose": transpose,
    "Unsqueeze": unsqueeze,
    "VariadicSplit": evaluate_variadic_split,
}


# The inputs whose types the results have, if that is not the first.
TYPED_INPUTS = {"ConvertLike": 1, "OneHot": 2, "Select": 1}


def get_result_types(layer, types):
    first = types[layer.inputs[TYPED_INPUTS.get(layer.kind, 0)]]
    if layer.kind in ("NonZero", "ShapeOf"):
        return [layer.data.get("output_type", "i64")]
    if layer.kind in statistics_layers.COMPARISONS:
        return ["boolean"]
    if layer.kind == "TopK":
        return [first, layer.data.get("index_element_type", "i32")]
    if layer.kind == "MaxPool":
        return [first, layer.data.get("index_element_type", "i64")]
    return [layer.data.get("destination_type", layer.data.get("output_type", first))] * len(layer.outputs)


def evaluate(layers, values, types):
    """The results in file order, given the Parameters' values and types."""
    for layer in layers:
        if layer.kind == "Const":
            results, elements = [layer.value], [layer.data["element_type"]]
        elif layer.kind in ("Parameter", "Result"):
            continue
        elif layer.bodies:
            inputs = [(values[name], types[name]) for name in layer.inputs]
            results, elements = zip(*control.EVALUATE[layer.kind](layer, inputs, evaluate))
        else:
            inputs = [values[name] for name in layer.inputs]
            results, elements = EVALUATE[layer.kind](layer, *inputs), get_result_types(layer, types)
            if not isinstance(results, list):
                results = [np.asarray(results).astype(TYPES[elements[0]])]
        for (name, _), result, element in zip(layer.outputs, results, elements):
            values[name], types[name] = result, element
    return [layer.inputs[0] for layer in layers if layer.kind == "Result"]


def make_input(text):
    """The element type and array of `f32[2x3]` or `i64[2]:1,4`."""
    type_text, _, numbers = text.partition(":")
    element, dims = parse_type(type_text)
    if numbers:
        values = np.array(parse_numbers(numbers), TYPES[element])
        return element, np.resize(values, [int(d) for d in dims])
    count = np.prod([int(d) for d in dims], dtype=int)
    first = 0 if element.startswith("u") or element == "boolean" else -1
    value = np.arange(first, first + count)
    if element in ("boolean", "u1"):
        value %= 2
    elif element in ("i4", "u4"):
        value %= 8
    return element, value.astype(TYPES[element]).reshape([int(d) for d in dims])


def format_value(element, value):
    """The text for an array in split-run's options."""
    name = MLIR_TYPES.get(element, element.replace("u", "ui"))
    shape = "".join(f"{dim}x" for dim in value.shape)
    if value.dtype == bool:
        value = value.astype(int)
    return shape + name + "=" + ",".join(repr(n) for n in value.ravel().tolist())


def make_options(lines, inputs, file):
    values, types, layers = {}, {}, parse_layers(lines)
    for key, text in inputs.items():
        types[key], values[key] = make_input(text)
        yield "--input=" + format_value(types[key], values[key])
    for key in evaluate(layers, values, types):
        yield "--expected_output=" + format_value(types[key], values[key])


run_models(".xml", write_model, make_options)
