"""Evaluates layers of OpenVINO that index by NumPy."""

import numpy as np

REDUCTIONS = {
    "none": lambda old, new: new,
    "sum": np.add,
    "prod": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
}


def to_int(x):
    return int(np.reshape(x, ()))


def is_set(layer, name):
    return layer.data.get(name, "false") == "true"


def broadcast(layer, x, shape, axes=None):
    shape = [int(n) for n in shape]
    if axes is not None:
        ones = np.ones(len(shape), int)
        ones[axes] = x.shape
        x = x.reshape(ones)
    if layer.data.get("mode") == "bidirectional":
        shape = np.broadcast_shapes(x.shape, shape)
    return np.broadcast_to(x, shape)


def cum_sum(layer, x, axis=0):
    axis = to_int(axis)
    flip = (lambda x: np.flip(x, axis)) if is_set(layer, "reverse") else lambda x: x
    result = np.cumsum(flip(x), axis)
    return flip(result - flip(x) if is_set(layer, "exclusive") else result)


def eye(layer, rows, columns, k, batches=()):
    matrix = np.eye(to_int(rows), to_int(columns), to_int(k))
    return np.broadcast_to(matrix, (*batches, *matrix.shape))


def gather(layer, x, indices, axis):
    axis, batches = to_int(axis), int(layer.data.get("batch_dims", 0))
    batches += indices.ndim if batches < 0 else 0
    if int(layer.opset) < 8 and (indices < 0).any():
        raise IndexError("index below 0")
    if batches == 0:
        return np.take(x, indices, axis)
    axis += x.ndim if axis < 0 else 0
    return np.stack([gather_one(x[i], indices[i], axis, batches) for i in range(len(x))])


def gather_one(x, indices, axis, batches):
    if batches == 1:
        return np.take(x, indices, axis - 1)
    return np.stack([gather_one(x[i], indices[i], axis - 1, batches - 1) for i in range(len(x))])


def gather_nd(layer, x, indices):
    batches = int(layer.data.get("batch_dims", 0))
    shape = indices.shape[:-1] + x.shape[batches + indices.shape[-1] :]
    if int(layer.opset) < 8 and batches > 1:
        shape = (-1, *shape[batches:])
    return np.array([x[at[:batches] + tuple(indices[at])]
                     for at in np.ndindex(indices.shape[:-1])]).reshape(shape)


def one_hot(layer, indices, depth, on, off):
    axis = int(layer.data["axis"])
    numbers = np.arange(to_int(depth))
    is_on = np.moveaxis(indices[..., None] == numbers, -1, axis)
    return np.where(is_on, on.reshape(()), off.reshape(()))


def range_(layer, start, stop, step):
    if layer.data.get("output_type", "f32")[0] == "i":
        start, stop, step = (np.trunc(x) for x in (start, stop, step))
    count = max(0, int(np.ceil((to_float(stop) - to_float(start)) / to_float(step))))
    return np.array([to_float(start) + i * to_float(step) for i in range(count)])


def to_float(x):
    return float(np.reshape(x, ()))


def reverse_sequence(layer, x, lengths):
    axes = int(layer.data.get("batch_axis", 0)), int(layer.data.get("seq_axis", 1))
    result = np.moveaxis(x, axes, (0, 1)).copy()
    for row, length in zip(result, lengths):
        row[:length] = row[:length][::-1].copy()
    return np.moveaxis(result, (0, 1), axes)


def scatter_elements(layer, x, indices, updates, axis):
    result, axis = x.copy(), to_int(axis)
    reduce = REDUCTIONS[layer.data.get("reduction", "none")]
    for at in np.ndindex(indices.shape):
        to = list(at)
        to[axis] = indices[at]
        result[tuple(to)] = reduce(result[tuple(to)], updates[at])
    return result


def scatter_nd(layer, x, indices, updates):
    result = x.copy()
    for at in np.ndindex(indices.shape[:-1]):
        result[tuple(indices[at])] = updates[at]
    return result


def scatter(layer, x, indices, updates, axis):
    axis = to_int(axis) % x.ndim
    result = np.moveaxis(x, axis, 0).copy()
    for dim in range(indices.ndim):
        updates = np.moveaxis(updates, axis + dim, dim)
    for at in np.ndindex(indices.shape):
        result[indices[at]] = updates[at]
    return np.moveaxis(result, 0, axis)


def slice_(layer, x, starts, stops, steps, axes=None):
    parts = [slice(None)] * x.ndim
    for i, (start, stop, step) in enumerate(zip(starts, stops, steps)):
        stop = None if step < 0 and stop < -10 else stop
        parts[i if axes is None else axes[i]] = slice(start, stop, step)
    return x[tuple(parts)]


def strided_slice(layer, x, begins, ends, steps=None):
    """The slice as an index of NumPy."""
    count = len(begins)
    begin, end, new, shrink, ellipsis = (
        [int(bit) for bit in layer.data.get(name + "_mask", "0").split(",")] + [0] * count
        for name in ("begin", "end", "new_axis", "shrink_axis", "ellipsis"))
    steps = [1] * count if steps is None else steps
    index = []
    for i in range(count):
        if ellipsis[i]:
            index.append(Ellipsis)
        elif new[i]:
            index.append(None)
        elif shrink[i]:
            index.append(int(begins[i]))
        else:
            index.append(slice(None if begin[i] else int(begins[i]),
                               None if end[i] else int(ends[i]), int(steps[i])))
    return x[tuple(index)]


def tile(layer, x, repeats):
    return np.tile(x, repeats)


def top_k(layer, x, k):
    axis, k = int(layer.data["axis"]), to_int(k)
    order = np.argsort(-x if layer.data["mode"] == "max" else x, axis, kind="stable")
    order = np.take(order, range(k), axis)
    if layer.data["sort"] == "index":
        order = np.sort(order, axis)
    return [np.take_along_axis(x, order, axis), order]


EVALUATE = {
    "Broadcast": broadcast,
    "CumSum": cum_sum,
    "Einsum": lambda layer, *inputs: np.einsum(layer.data["equation"], *inputs),
    "Eye": eye,
    "FloorMod": lambda layer, x, y: np.mod(x, y),
    "Gather": gather,
    "GatherElements":
        lambda layer, x, i: np.take_along_axis(x, i.astype("i8"), int(layer.data["axis"])),
    "GatherND": gather_nd,
    "Mod": lambda layer, x, y: np.fmod(x, y),
    "NonZero": lambda layer, x: np.array(np.nonzero(x)),
    "OneHot": one_hot,
    "Range": range_,
    "ReverseSequence": reverse_sequence,
    "ScatterElementsUpdate": scatter_elements,
    "ScatterNDUpdate": scatter_nd,
    "ScatterUpdate": scatter,
    "Select": lambda layer, c, x, y: np.where(c, x, y),
    "Slice": slice_,
    "StridedSlice": strided_slice,
    "Tile": tile,
    "TopK": top_k,
}
