"""Evaluates operators of ONNX that index by NumPy, element by element."""

import math

import numpy as np
from onnx import mapping

REDUCTIONS = {
    "none": lambda old, new: new,
    "add": np.add,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
}


def check_index(i, size):
    if not -size <= i < size:
        raise ValueError(f"index {i} of {size}")
    return int(i)


def arg(function):
    def evaluate(opset, attributes, x):
        axis = attributes.get("axis", 0)
        last = attributes.get("select_last_index", 0)
        result = function(np.flip(x, axis) if last else x, axis)
        result = x.shape[axis] - 1 - result if last else result
        return np.expand_dims(result, axis) if attributes.get("keepdims", 1) else result

    return evaluate


def bit_shift(opset, attributes, x, y):
    x, y = np.broadcast_arrays(x, y)
    bits, left = x.dtype.itemsize * 8, attributes["direction"] == b"LEFT"
    results = [(int(a) << int(b) if left else int(a) >> int(b)) % 2**bits
               for a, b in zip(x.ravel(), np.minimum(y, bits).ravel())]
    return np.array(results, x.dtype).reshape(x.shape)


def compress(opset, attributes, x, condition):
    return np.compress(condition, x, attributes.get("axis"))


def cum_sum(opset, attributes, x, axis):
    axis = int(axis)
    if attributes.get("reverse"):
        x = np.flip(x, axis)
    result = np.cumsum(x, axis, dtype=x.dtype)
    if attributes.get("exclusive"):
        result = result - x
    return np.flip(result, axis) if attributes.get("reverse") else result


def dropout(opset, attributes, x, ratio=None, training=None):
    return x, np.ones(x.shape, x.dtype if opset < 10 else bool)


def eye_like(opset, attributes, x):
    dtype = attributes.get("dtype")
    dtype = mapping.TENSOR_TYPE_TO_NP_TYPE[dtype] if dtype else x.dtype
    return np.eye(*x.shape, attributes.get("k", 0), dtype)


def gather_elements(opset, attributes, x, indices):
    axis = attributes.get("axis", 0)
    result = np.zeros(indices.shape, x.dtype)
    for at in np.ndindex(indices.shape):
        source = list(at)
        source[axis] = check_index(indices[at], x.shape[axis])
        result[at] = x[tuple(source)]
    return result


def gather_nd(opset, attributes, x, indices):
    batches = attributes.get("batch_dims", 0)
    count = indices.shape[-1]
    result = np.zeros(indices.shape[:-1] + x.shape[batches + count :], x.dtype)
    for at in np.ndindex(indices.shape[:-1]):
        result[at] = x[at[:batches] + tuple(indices[at])]
    return result


def hardmax(opset, attributes, x):
    axis = attributes.get("axis", -1 if opset >= 13 else 1)
    flat = x if opset >= 13 else x.reshape(math.prod(x.shape[:axis]), -1)
    axis = axis if opset >= 13 else 1
    result = np.zeros_like(flat)
    np.put_along_axis(result, np.expand_dims(flat.argmax(axis), axis), 1, axis)
    return result.reshape(x.shape)


def is_inf(opset, attributes, x):
    signs = [s for s, name in ((-1, "negative"), (1, "positive"))
             if attributes.get("detect_" + name, 1)]
    return np.isinf(x) & np.isin(np.sign(x), signs)


def mod(opset, attributes, x, y):
    with np.errstate(all="ignore"):
        return np.fmod(x, y) if attributes.get("fmod") else np.mod(x, y)


def non_zero(opset, attributes, x):
    return np.array(np.nonzero(x)) if x.ndim else np.zeros((0, np.count_nonzero(x)), "i8")


def one_hot(opset, attributes, indices, depth, values):
    depth, axis = int(depth), attributes.get("axis", -1)
    off, on = values
    axis %= indices.ndim + 1
    result = np.full((*indices.shape[:axis], depth, *indices.shape[axis:]), off)
    for at in np.ndindex(indices.shape):
        if -depth <= indices[at] < depth:
            result[(*at[:axis], int(indices[at]), *at[axis:])] = on
    return result


def range_(opset, attributes, start, end, step):
    dtype = start.dtype
    start, end, step = (x.item() for x in (start, end, step))
    if isinstance(step, int):
        return np.array(range(start, end, step), dtype)
    if step == 0 or not math.isfinite(end - start):
        raise ValueError("no range")
    count = (end - start) / step
    count = math.ceil(count) if count > 0 else 0
    return np.array([start + i * step for i in range(count)], dtype)


def reverse_sequence(opset, attributes, x, lengths):
    batch, time = attributes.get("batch_axis", 1), attributes.get("time_axis", 0)
    if any(not 0 <= length <= x.shape[time] for length in lengths) or len(lengths) != x.shape[batch]:
        raise ValueError(f"lengths {lengths}")
    result = np.moveaxis(x, (batch, time), (0, 1)).copy()
    for row, length in zip(result, lengths):
        row[:length] = row[:length][::-1].copy()
    return np.moveaxis(result, (0, 1), (batch, time))


def scatter_elements(opset, attributes, x, indices, updates):
    axis = attributes.get("axis", 0)
    reduce = REDUCTIONS[attributes.get("reduction", b"none").decode()]
    if updates.shape != indices.shape:
        raise ValueError(f"{updates.shape} updates at {indices.shape} indices")
    result = x.copy()
    for at in np.ndindex(indices.shape):
        to = list(at)
        to[axis] = check_index(indices[at], x.shape[axis])
        result[tuple(to)] = reduce(result[tuple(to)], updates[at])
    return result


def scatter_nd(opset, attributes, x, indices, updates):
    reduce = REDUCTIONS[attributes.get("reduction", b"none").decode()]
    result = x.copy()
    for at in np.ndindex(indices.shape[:-1]):
        to = tuple(indices[at])
        result[to] = reduce(result[to], updates[at])
    return result


def tile(opset, attributes, x, repeats, axis=None):
    if opset < 6:
        repeats = [int(repeats) if i == axis % x.ndim else 1 for i in range(x.ndim)]
    return np.tile(x, repeats)


def top_k(opset, attributes, x, k=None):
    axis, k = attributes.get("axis", -1), attributes["k"] if k is None else int(k)
    keys = np.moveaxis(x, axis, -1)
    order = np.zeros((*keys.shape[:-1], k), "i8")
    for at in np.ndindex(keys.shape[:-1]):
        row = keys[at].tolist()
        sign = -1 if attributes.get("largest", 1) else 1
        # NaN comes first. Sorting is stable.
        order[at] = sorted(range(len(row)),
                           key=lambda i: (row[i] == row[i], sign * row[i]))[:k]
    order = np.moveaxis(order, -1, axis)
    return np.take_along_axis(x, order, axis), order


def trilu(opset, attributes, x, k=0):
    return (np.triu if attributes.get("upper", 1) else np.tril)(x, np.clip(k, -99, 99))


OPERATORS = {
    "ArgMax": arg(np.argmax),
    "ArgMin": arg(np.argmin),
    "BitShift": bit_shift,
    "CastLike": lambda opset, attributes, x, like: x.astype(like.dtype),
    "Compress": compress,
    "CumSum": cum_sum,
    "Dropout": dropout,
    "Einsum": lambda opset, attributes, *xs: np.einsum(attributes["equation"].decode(), *xs),
    "EyeLike": eye_like,
    "GatherElements": gather_elements,
    "GatherND": gather_nd,
    "Hardmax": hardmax,
    "IsInf": is_inf,
    "IsNaN": lambda opset, attributes, x: np.isnan(x),
    "Mod": mod,
    "NonZero": non_zero,
    "OneHot": one_hot,
    "Range": range_,
    "ReverseSequence": reverse_sequence,
    "Scatter": scatter_elements,
    "ScatterElements": scatter_elements,
    "ScatterND": scatter_nd,
    "Size": lambda opset, attributes, x: np.array(x.size, "i8"),
    "Tile": tile,
    "TopK": top_k,
    "Trilu": trilu,
}
