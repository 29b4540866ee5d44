"""Pads and interpolation, element by element."""

import itertools
import math

import numpy as np


def mirror(i, n, repeats_ends):
    """The element of n that a mirror before the first and after the last one shows."""
    while not 0 <= i < n:
        if i < 0:
            i = -i - repeats_ends
        else:
            i = 2 * (n - 1) - i + repeats_ends
        if n == 1:
            return 0
    return i


SOURCES = {
    "reflect": lambda i, n: mirror(i, n, 0),
    "symmetric": lambda i, n: mirror(i, n, 1),
    "edge": lambda i, n: min(max(i, 0), n - 1),
    "wrap": lambda i, n: i % n,
}


def pad(x, begins, ends, mode="constant", value=0):
    """Except around constants, negative pads are cut off before others are added."""
    begins, ends = [int(b) for b in begins], [int(e) for e in ends]
    if mode != "constant":
        x = x[tuple(slice(max(0, -b), max(0, n - max(0, -e)) if e < 0 else n)
                    for b, e, n in zip(begins, ends, x.shape))]
        begins, ends = [max(b, 0) for b in begins], [max(e, 0) for e in ends]
    y = np.empty([n + b + e for b, e, n in zip(begins, ends, x.shape)], x.dtype)
    for o in np.ndindex(*y.shape):
        i = tuple(j - b for j, b in zip(o, begins))
        if mode != "constant":
            y[o] = x[tuple(SOURCES[mode](j, n) for j, n in zip(i, x.shape))]
        else:
            y[o] = x[i] if all(0 <= j < n for j, n in zip(i, x.shape)) else value
    return y


def original(coordinates, x, scale, n, m, start=0, end=1):
    """The coordinate in n elements of element x of m."""
    scale = np.float32(scale)
    x, n, m, half = np.float32(x), np.float32(n), np.float32(m), np.float32(0.5)
    if coordinates == "half_pixel":
        return (x + half) / scale - half
    if coordinates == "half_pixel_symmetric":
        return n / 2 * (1 - m / (n * scale)) + (x + half) / scale - half
    if coordinates == "pytorch_half_pixel":
        return (x + half) / scale - half if m > 1 else np.float32(0)
    if coordinates == "align_corners":
        return x * (n - 1) / (m - 1) if m > 1 else np.float32(0)
    if coordinates == "asymmetric":
        return x / scale
    if coordinates == "tf_half_pixel_for_nn":
        return (x + half) / scale
    start, end = np.float32(start), np.float32(end)
    if m > 1:
        return start * (n - 1) + x * (end - start) * (n - 1) / (m - 1)
    return half * (start + end) * (n - 1)


ROUND = {
    "round_prefer_floor": lambda x, scale: math.ceil(x - np.float32(0.5)),
    "round_prefer_ceil": lambda x, scale: math.floor(x + np.float32(0.5)),
    "floor": lambda x, scale: math.floor(x),
    "ceil": lambda x, scale: math.ceil(x),
    "simple": lambda x, scale: math.ceil(x) if scale < 1 else int(x),
}


def cubic(distance, a):
    d = abs(distance)
    if d <= 1:
        return (a + 2) * d**3 - (a + 3) * d**2 + 1
    return a * d**3 - 5 * a * d**2 + 8 * a * d - 4 * a if d < 2 else 0


def weights(mode, x, n, scale, nearest, a, exclude):
    """The weights of elements, by position, at coordinate x."""
    if mode == "nearest":
        return {min(max(ROUND[nearest](x, scale), 0), n - 1): 1.0}
    first = math.floor(x)
    around = range(first - 1, first + 3) if mode == "cubic" else range(first, first + 2)
    found = [(i, cubic(i - float(x), a) if mode == "cubic" else 1 - abs(i - float(x)))
             for i in around]
    if exclude and mode == "cubic":
        found = [(i, w) for i, w in found if 0 <= i < n]
        total = sum(w for _, w in found)
        found = [(i, w / total) for i, w in found]
    result = {}
    for i, w in found:
        i = min(max(i, 0), n - 1)
        result[i] = result.get(i, 0) + w
    return result


def resize(x, sizes, scales, mode="nearest", coordinates="half_pixel", nearest="round_prefer_floor",
           a=-0.75, exclude=False, extrapolation=0.0, roi=None):
    """`roi` has the start and the end of each dimension."""
    roi = roi or [(0, 1)] * x.ndim
    y = np.empty([int(m) for m in sizes], x.dtype)
    for o in np.ndindex(y.shape):
        places = [original(coordinates, i, s, n, m, *r)
                  for i, s, n, m, r in zip(o, scales, x.shape, y.shape, roi)]
        if coordinates == "tf_crop_and_resize" and not all(
                0 <= p <= n - 1 for p, n in zip(places, x.shape)):
            y[o] = extrapolation
            continue
        dims = [weights(mode, p, n, s, nearest, a, exclude).items()
                for p, n, s in zip(places, x.shape, scales)]
        if mode == "nearest":
            y[o] = x[tuple(i for (i, _), in dims)]
        else:
            y[o] = np.asarray(sum(float(x[tuple(i for i, _ in taps)]) * math.prod(w for _, w in taps)
                                  for taps in itertools.product(*dims))).astype(x.dtype)
    return y


def depth_to_space(x, size, mode="blocks_first"):
    count = size ** (x.ndim - 2)
    channels = x.shape[1] // count
    y = np.empty((x.shape[0], channels) + tuple(n * size for n in x.shape[2:]), x.dtype)
    for n, c, *place in np.ndindex(y.shape):
        block = int(np.ravel_multi_index([p % size for p in place], [size] * len(place)))
        channel = block * channels + c if mode == "blocks_first" else c * count + block
        y[(n, c, *place)] = x[(n, channel, *(p // size for p in place))]
    return y


def space_to_depth(x, size, mode="blocks_first"):
    count, channels = size ** (x.ndim - 2), x.shape[1]
    y = np.empty((x.shape[0], channels * count) + tuple(n // size for n in x.shape[2:]), x.dtype)
    for n, c, *place in np.ndindex(x.shape):
        block = int(np.ravel_multi_index([p % size for p in place], [size] * len(place)))
        channel = block * channels + c if mode == "blocks_first" else c * count + block
        y[(n, channel, *(p // size for p in place))] = x[(n, c, *place)]
    return y
