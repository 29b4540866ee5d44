"""Evaluates ONNX models by NumPy, independent of the importer."""

import math

import numpy as np
from onnx import TensorProto, helper, mapping, numpy_helper

import indexing
import statistics_operators
import window_operators
from split_testing import activations, recurrent
from split_testing.functions import element_of, operand_of
from split_testing.reference import cut, onnx_split, split


def evaluate_split(opset, attributes, outputs, x, lengths=None):
    lengths = None if lengths is None else operand_of(lengths)
    return onnx_split(opset, x.shape, element_of(x), outputs, attributes, lengths).of(x)


def in_f64(function):
    """A function of floats, computed in f64."""
    return lambda opset, attributes, x: function(x.astype("f8")).astype(x.dtype)


def align(attributes, x, y):
    """y as the attributes of opsets before 7 broadcast it to x."""
    if "axis" in attributes:
        axis = attributes["axis"] % x.ndim
        y = y.reshape(y.shape + (1,) * (x.ndim - axis - y.ndim))
    return y


def binary(function):
    def evaluate(opset, attributes, x, y):
        if opset < 7 and attributes.get("broadcast"):
            y = align(attributes, x, y)
        return function(x, y)

    return evaluate


def variadic(function):
    def evaluate(opset, attributes, x, *rest):
        for y in rest:
            x = function(x, y)
        return x

    return evaluate


def divide(x, y):
    if np.issubdtype(x.dtype, np.floating):
        return x / y
    result = np.zeros(np.broadcast(x, y).shape, x.dtype)
    x, y = np.broadcast_arrays(x, y)
    info = np.iinfo(x.dtype)
    for i in np.ndindex(result.shape):
        n, d = int(x[i]), int(y[i])
        if d != 0:
            quotient = abs(n) // abs(d) * (1 if (n < 0) == (d < 0) else -1)
            result[i] = quotient if quotient <= info.max else info.min
    return result


def power(opset, attributes, x, y):
    return np.power(x.astype("f8"), y.astype("f8")).astype(x.dtype)


def cast(opset, attributes, x):
    to = attributes["to"]
    if isinstance(to, bytes):
        to = TensorProto.DataType.Value(to.decode())
    dtype = mapping.TENSOR_TYPE_TO_NP_TYPE[to]
    if np.issubdtype(x.dtype, np.floating) and np.issubdtype(dtype, np.integer):
        # NumPy leaves undefined what does not fit.
        info = np.iinfo(dtype)
        numbers = [0 if math.isnan(v) else
                   info.max if v >= info.max else info.min if v <= info.min else int(v)
                   for v in x.ravel()]
        return np.array(numbers, dtype).reshape(x.shape)
    return x.astype(dtype)


def softmax(opset, attributes, x):
    axis = attributes.get("axis", -1 if opset >= 13 else 1)
    axes = tuple(range(axis % x.ndim, x.ndim)) if opset < 13 else axis
    return activations.softmax(x.astype("f8"), axes).astype(x.dtype)


def matmul(opset, attributes, x, y):
    if np.issubdtype(x.dtype, np.floating):
        return np.matmul(x.astype("f8"), y.astype("f8")).astype(x.dtype)
    return np.matmul(x, y)


def reshape(opset, attributes, x, shape=None):
    shape = list(attributes["shape"] if shape is None else shape)
    if not attributes.get("allowzero"):
        shape = [x.shape[i] if d == 0 else d for i, d in enumerate(shape)]
    return x.reshape(shape)


def flatten(opset, attributes, x):
    axis = attributes.get("axis", 1)
    axis += x.ndim if axis < 0 else 0
    return x.reshape(math.prod(x.shape[:axis]), math.prod(x.shape[axis:]))


def unsqueeze(opset, attributes, x, axes=None):
    axes = attributes["axes"] if axes is None else axes
    return np.expand_dims(x, tuple(int(axis) for axis in axes))


def squeeze(opset, attributes, x, axes=None):
    axes = attributes.get("axes") if axes is None else axes
    return np.squeeze(x, None if axes is None else tuple(int(axis) for axis in axes))


def to_ints(values):
    return [int(value) for value in np.atleast_1d(values)]


def slice_(opset, attributes, x, starts=None, ends=None, axes=None, steps=None):
    if opset < 10:
        starts, ends = attributes["starts"], attributes["ends"]
        axes = attributes.get("axes")
    axes = range(np.size(starts)) if axes is None else axes
    steps = [1] * np.size(starts) if steps is None else steps
    parts = [slice(None)] * x.ndim
    for start, end, axis, step in zip(*map(to_ints, (starts, ends, axes, steps))):
        # Backwards, ONNX begins at the first element where NumPy begins before it,
        # and None is the end before it.
        if step < 0:
            start = max(start, -x.shape[axis])
            end = None if end < -x.shape[axis] else end
        parts[axis] = slice(start, end, step)
    return x[tuple(parts)]


def shape(opset, attributes, x):
    return np.array(x.shape[attributes.get("start", 0):attributes.get("end", x.ndim)], "i8")


def constant(opset, attributes):
    (name, value), = attributes.items()
    if name == "value":
        return numpy_helper.to_array(value)
    return np.array(value, "f4" if "float" in name else "i8")


def constant_of_shape(opset, attributes, shape):
    value = np.zeros(1, "f4")
    if "value" in attributes:
        value = numpy_helper.to_array(attributes["value"])
    return np.full([int(d) for d in shape], value[0])


def expand(opset, attributes, x, shape):
    return np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(int(d) for d in shape)))


def split_to_sequence(opset, attributes, x, lengths=None):
    axis = attributes.get("axis", 0)
    d = x.shape[axis]
    # PyTorch exports unbind with a length of 1, and without keepdims.
    if lengths is None or (lengths.ndim == 0 and lengths == 1):
        pieces = [x.take([i], axis) for i in range(d)]
        return pieces if attributes.get("keepdims", 1) else [p.squeeze(axis) for p in pieces]
    if lengths.ndim == 0:
        return [x.take(range(i, min(i + lengths, d)), axis) for i in range(0, d, int(lengths))]
    return cut(x, axis, lengths)


def insert(opset, attributes, sequence, tensor, position=None):
    position = len(sequence) if position is None else int(position)
    return [*sequence[:position], tensor, *sequence[position:]]


def erase(opset, attributes, sequence, position=-1):
    position = int(position) % len(sequence)
    return sequence[:position] + sequence[position + 1 :]


def concat_from_sequence(opset, attributes, sequence):
    join = np.stack if attributes.get("new_axis") else np.concatenate
    return join(sequence, axis=attributes["axis"])


# A sequence is a list, several results are a tuple.
OPERATORS = {
    **indexing.OPERATORS,
    "Abs": lambda opset, attributes, x: np.abs(x),
    "Add": binary(np.add),
    "And": binary(np.logical_and),
    "Cast": cast,
    "Concat": lambda opset, attributes, *xs: np.concatenate(xs, attributes.get("axis", 1)),
    "ConcatFromSequence": concat_from_sequence,
    "Constant": constant,
    "ConstantOfShape": constant_of_shape,
    "Div": binary(divide),
    "Equal": binary(np.equal),
    "Erf": in_f64(activations.erf),
    "Exp": in_f64(np.exp),
    "Expand": expand,
    "Flatten": flatten,
    "Gather": lambda opset, attributes, x, i: np.take(x, i, attributes.get("axis", 0)),
    "Greater": binary(np.greater),
    "GreaterOrEqual": binary(np.greater_equal),
    "Identity": lambda opset, attributes, x: x,
    "Less": binary(np.less),
    "LessOrEqual": binary(np.less_equal),
    "Log": in_f64(np.log),
    "MatMul": matmul,
    "Max": variadic(np.maximum),
    "Min": variadic(np.minimum),
    "Mul": binary(np.multiply),
    "Neg": lambda opset, attributes, x: -x,
    "Not": lambda opset, attributes, x: ~x,
    "Or": binary(np.logical_or),
    "Pow": power,
    "Relu": lambda opset, attributes, x: np.maximum(x, x.dtype.type(0)),
    "Reshape": reshape,
    "SequenceAt": lambda opset, attributes, sequence, position: sequence[int(position)],
    "SequenceConstruct": lambda opset, attributes, *tensors: list(tensors),
    "SequenceEmpty": lambda opset, attributes: [],
    "SequenceErase": erase,
    "SequenceInsert": insert,
    "SequenceLength": lambda opset, attributes, sequence: np.array(len(sequence), "i8"),
    "Shape": shape,
    "Sigmoid": in_f64(activations.sigmoid),
    "Slice": slice_,
    "Softmax": softmax,
    "SplitToSequence": split_to_sequence,
    "Sqrt": in_f64(np.sqrt),
    "Squeeze": squeeze,
    "Sub": binary(np.subtract),
    "Sum": variadic(np.add),
    "Tanh": in_f64(np.tanh),
    "Transpose": lambda opset, attributes, x: np.transpose(x, attributes.get("perm")),
    "Unsqueeze": unsqueeze,
    "Where": lambda opset, attributes, c, x, y: np.where(c, x, y),
    "Xor": binary(np.logical_xor),
}
OPERATORS.update(statistics_operators.OPERATORS)
OPERATORS.update(window_operators.OPERATORS)


def evaluate_recurrent(kind):
    def evaluate(opset, attributes, X, W, R, B=None, lengths=None, H=None, C=None, P=None):
        if attributes.get("layout"):
            X, H, C = (a if a is None else a.swapaxes(0, 1) for a in (X, H, C))
        wb, rb = (None, None) if B is None else split(B, 1, 2)
        names = [name.decode() for name in attributes.get("activations", [])]
        functions = recurrent.make_functions(
            names or recurrent.DEFAULTS[kind] * len(R), attributes.get("activation_alpha", []),
            attributes.get("activation_beta", []), attributes.get("clip", np.inf))
        Y, h, c = recurrent.evaluate(
            kind, functions, X, W, R, wb, rb, lengths, H, C, P,
            reverse=attributes.get("direction") == b"reverse",
            flag=attributes.get("input_forget") or attributes.get("linear_before_reset"))
        if attributes.get("layout"):
            return Y.transpose(2, 0, 1, 3), h.swapaxes(0, 1), c.swapaxes(0, 1)
        return Y, h, c

    return evaluate


OPERATORS.update({kind: evaluate_recurrent(kind) for kind in ("GRU", "LSTM", "RNN")})


def evaluate_if(opset, attributes, values, condition):
    branch = attributes["then_branch" if condition.item() else "else_branch"]
    return evaluate_graph(branch, opset, values, [])


def evaluate_loop(opset, attributes, values, trips, condition, *carried):
    body = attributes["body"]
    goes_on = condition is None or bool(condition.item())
    rows = []
    while goes_on and (trips is None or len(rows) < trips.item()):
        inputs = [np.array(len(rows), "i8"), np.array(goes_on), *carried]
        goes_on, *results = evaluate_graph(body, opset, values, inputs)
        carried = results[: len(carried)]
        rows.append(results[len(carried) :])
    if rows:
        return [*carried, *map(np.stack, zip(*rows))]
    # Unknown sizes are 0.
    stacks = []
    for output in body.output[1 + len(carried) :]:
        tensor = output.type.tensor_type
        shape = [0] + [d.dim_value for d in tensor.shape.dim]
        stacks.append(np.zeros(shape, mapping.TENSOR_TYPE_TO_NP_TYPE[tensor.elem_type]))
    return [*carried, *stacks]


def evaluate_scan(opset, attributes, values, *inputs):
    if opset < 9:
        _, *inputs = inputs
        directions = {"scan_input_directions": attributes.pop("directions", None)}
        rows = [evaluate_scan(9, attributes | {k: v for k, v in directions.items() if v}, values,
                              *row) for row in zip(*inputs)]
        return [np.stack(outputs) for outputs in zip(*rows)]
    count = attributes["num_scan_inputs"]
    states, scanned = inputs[:-count], inputs[-count:]

    def get(name, length):
        return attributes.get("scan_" + name, [0] * length)

    elements = [np.flip(np.moveaxis(x, axis, 0), 0) if direction else np.moveaxis(x, axis, 0)
                for x, axis, direction in zip(scanned, get("input_axes", count),
                                              get("input_directions", count))]
    rows = []
    for element in zip(*elements, strict=True):
        outputs = evaluate_graph(attributes["body"], opset, values, [*states, *element])
        states = outputs[: len(states)]
        rows.append(outputs[len(states) :])
    stacks = [np.stack(column) for column in zip(*rows)]
    return [*states, *(
        np.moveaxis(np.flip(x, 0) if direction else x, 0, axis) for x, axis, direction in
        zip(stacks, get("output_axes", len(stacks)), get("output_directions", len(stacks))))]


# Their subgraphs see the values around them.
WITH_SUBGRAPHS = {"If": evaluate_if, "Loop": evaluate_loop, "Scan": evaluate_scan}


def evaluate_graph(graph, opset, outer, inputs):
    """The outputs of a graph in a node's attribute."""
    values = dict(outer)
    values.update(zip((i.name for i in graph.input), inputs, strict=True))
    evaluate_nodes(graph, opset, values)
    return [values[output.name] for output in graph.output]


def evaluate_nodes(graph, opset, values):
    """Adds the values of all names of the graph to `values`."""
    for tensor in graph.initializer:
        values[tensor.name] = numpy_helper.to_array(tensor)
    for node in graph.node:
        attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
        inputs = [values[name] if name else None for name in node.input]
        if node.op_type == "Split":
            results = evaluate_split(opset, attributes, len(node.output), *inputs)
        elif node.op_type in WITH_SUBGRAPHS:
            results = WITH_SUBGRAPHS[node.op_type](opset, attributes, values, *inputs)
        else:
            result = OPERATORS[node.op_type](opset, attributes, *inputs)
            # Several outputs are a tuple.
            results = result if isinstance(result, tuple) else (result,)
            results = [r if isinstance(r, list) else np.asarray(r) for r in results]
        values.update(zip(node.output, results))


def evaluate(model, values):
    """Adds the values of all names of the main graph to `values`."""
    evaluate_nodes(model.graph, model.opset_import[0].version, values)
