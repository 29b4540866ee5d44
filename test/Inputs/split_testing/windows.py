"""Convolutions and pools, element by element."""

import itertools
import math

import numpy as np


def ones(x):
    return [1] * (x.ndim - 2)


def zeros(x):
    return [0] * (x.ndim - 2)


def positions(sizes):
    return itertools.product(*map(range, sizes))


class Windows:
    """The windows over the dimensions of x from 2 on. Pads are given as numbers before
    and after, or as "same_upper", "same_lower" or "valid". If `ceil`, the last window
    may end beyond the pads, but if `begins_inside`, it begins before those at the end."""

    def __init__(self, x, kernel, strides=None, dilations=None, pads=None, auto="notset",
                 ceil=False, begins_inside=True):
        self.sizes, self.kernel = x.shape[2:], [int(k) for k in kernel]
        self.strides, self.dilations = strides or ones(x), dilations or ones(x)
        extents = [(k - 1) * d + 1 for k, d in zip(self.kernel, self.dilations)]
        self.begins, self.ends = map(list, pads or (zeros(x), zeros(x)))
        if auto != "notset":
            self.begins, self.ends = zeros(x), zeros(x)
        self.counts = []
        for i, (n, e, s) in enumerate(zip(self.sizes, extents, self.strides)):
            if auto.startswith("same"):
                count = math.ceil(n / s)
                total = max(0, (count - 1) * s + e - n)
                self.begins[i] = total // 2 if auto == "same_upper" else total - total // 2
                self.ends[i] = total - self.begins[i]
            else:
                whole = n + self.begins[i] + self.ends[i] - e
                count = (math.ceil if ceil and auto == "notset" else math.floor)(whole / s) + 1
                if ceil and begins_inside and auto == "notset" and (count - 1) * s >= n + self.begins[i]:
                    count -= 1
            self.counts.append(count)

    def elements(self, o):
        """The positions of the elements of window o, in the order of the kernel."""
        return [tuple(i * s - b + k * d for i, s, b, k, d in
                      zip(o, self.strides, self.begins, ks, self.dilations))
                for ks in positions(self.kernel)]

    def has(self, position):
        return all(0 <= i < n for i, n in zip(position, self.sizes))

    def pads(self, position):
        """Whether the pads hold the position, or the data."""
        return all(-b <= i < n + e for i, b, e, n in
                   zip(position, self.begins, self.ends, self.sizes))


def pool(x, windows, function, dtype=None):
    """function(channel, position of the window) for each channel."""
    y = np.empty(x.shape[:2] + tuple(windows.counts), dtype or x.dtype)
    for n, c in positions(x.shape[:2]):
        for o in positions(windows.counts):
            y[(n, c) + o] = function(x[n, c], o)
    return y


def inside(windows, channel, o):
    return [channel[p] for p in windows.elements(o) if windows.has(p)]


def max_pool(x, windows):
    return pool(x, windows, lambda channel, o: np.max(inside(windows, channel, o)))


def find_max(channel, places):
    """The first place of the maximum, or the last of NaN."""
    best = places[0]
    for place in places:
        if channel[place] > channel[best] or np.isnan(channel[place]):
            best = place
    return best


def max_indices(x, windows, column_major=False):
    y = np.empty(x.shape[:2] + tuple(windows.counts), "i8")
    order = "F" if column_major else "C"
    for n, c in positions(x.shape[:2]):
        for o in positions(windows.counts):
            best = find_max(x[n, c], [p for p in windows.elements(o) if windows.has(p)])
            flat = np.ravel_multi_index(best, x.shape[2:], order=order)
            y[(n, c) + o] = (n * x.shape[1] + c) * math.prod(x.shape[2:]) + flat
    return y


def average_pool(x, windows, counts_pads=False):
    def average(channel, o):
        held = windows.pads if counts_pads else windows.has
        total = sum(float(v) for v in inside(windows, channel, o))
        return total / sum(map(held, windows.elements(o)))

    return pool(x, windows, average)


def lp_pool(x, windows, p=2):
    return pool(x, windows, lambda channel, o: sum(
        abs(float(v)) ** p for v in inside(windows, channel, o)) ** (1 / p))


def convolve(x, weights, bias, windows, groups=1):
    y = np.empty((x.shape[0], weights.shape[0]) + tuple(windows.counts))
    ofGroup, results = x.shape[1] // groups, weights.shape[0] // groups
    for n, m in positions(y.shape[:2]):
        first = m // results * ofGroup
        for o in positions(windows.counts):
            y[(n, m) + o] = 0 if bias is None else bias[m]
            for p, k in zip(windows.elements(o), positions(windows.kernel)):
                if windows.has(p):
                    y[(n, m) + o] += np.dot(x[(n, slice(first, first + ofGroup)) + p].astype("f8"),
                                            weights[(m, slice(None)) + k].astype("f8"))
    return y.astype(x.dtype)


def convolve_transposed(x, weights, bias, strides=None, dilations=None, pads=None,
                        auto="notset", padding=None, sizes=None, groups=1):
    """Adds each element of x, times the kernel, to its places in the result."""
    kernel = weights.shape[2:]
    strides, dilations = strides or ones(x), dilations or ones(x)
    begins, ends = pads or (zeros(x), zeros(x))
    padding = padding or zeros(x)
    whole = [(n - 1) * s + (k - 1) * d + 1 + a for n, s, k, d, a in
             zip(x.shape[2:], strides, kernel, dilations, padding)]
    if auto == "valid":
        begins, ends = zeros(x), zeros(x)
    if auto.startswith("same") and sizes is None:
        sizes = [n * s for n, s in zip(x.shape[2:], strides)]
    if sizes is None:
        sizes = [w - b - e for w, b, e in zip(whole, begins, ends)]
    else:
        totals = [max(0, w - n) for w, n in zip(whole, sizes)]
        begins = [t // 2 if auto == "same_upper" else t - t // 2 for t in totals]
    results, ofGroup = weights.shape[1], x.shape[1] // groups
    y = np.zeros((x.shape[0], results * groups) + tuple(sizes))
    if bias is not None:
        y += bias.astype("f8").reshape((1, -1) + (1,) * len(kernel))
    for i in np.ndindex(x.shape):
        for k in positions(kernel):
            o = tuple(j * s + l * d - b for j, s, l, d, b in
                      zip(i[2:], strides, k, dilations, begins))
            if all(0 <= a < n for a, n in zip(o, sizes)):
                first = i[1] // ofGroup * results
                y[(i[0], slice(first, first + results)) + o] += (
                    float(x[i]) * weights[(i[1], slice(None)) + k].astype("f8"))
    return y.astype(x.dtype)


def normalize_response(x, size, alpha=0.0001, beta=0.75, bias=1.0):
    """Across the `size` channels around each one."""
    y = np.empty(x.shape)
    for i in np.ndindex(x.shape):
        first = max(0, i[1] - (size - 1) // 2)
        around = x[(i[0], slice(first, i[1] + size // 2 + 1)) + i[2:]].astype("f8")
        y[i] = x[i] / (bias + alpha / size * (around**2).sum()) ** beta
    return y.astype(x.dtype)
