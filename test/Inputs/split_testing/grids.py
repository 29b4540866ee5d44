"""Samples of arrays at given places, element by element."""

import itertools
import math

import numpy as np


def reflect(x, least, greatest):
    """Mirrors x at both borders until it is between them."""
    if least == greatest:
        return least
    while not least <= x <= greatest:
        x = 2 * least - x if x < least else 2 * greatest - x
    return x


def cubic(d, a=-0.75):
    """Keys' kernel at the distance d."""
    d = abs(d)
    if d <= 1:
        return (a + 2) * d**3 - (a + 3) * d**2 + 1
    return a * d**3 - 5 * a * d**2 + 8 * a * d - 4 * a if d < 2 else 0.0


def find_taps(place, n, mode, padding, align, dims):
    """Pairs of a weight and an index, None outside, of one coordinate."""
    x = (place + 1) / 2 * (n - 1) if align else ((place + 1) * n - 1) / 2
    least, greatest = (0, n - 1) if align else (-0.5, n - 0.5)
    if mode == "nearest":
        x = round(x) if dims == 2 else math.copysign(math.floor(abs(x) + 0.5), x)
    if not least <= x <= greatest:
        if padding == "border":
            x = min(max(x, 0), n - 1)
        elif padding == "reflection":
            x = reflect(x, least, greatest)
    base = math.floor(x)
    if mode == "nearest":
        taps = [(1.0, int(x))]
    elif mode == "linear":
        taps = [(1 - (x - base), base), (x - base, base + 1)]
    else:
        taps = [(cubic(x - i), i) for i in range(base - 1, base + 3)]
    inside = {"zeros": lambda i: i if 0 <= i < n else None,
              "border": lambda i: min(max(i, 0), n - 1),
              "reflection": lambda i: int(reflect(i, least, greatest))}[padding]
    return [(weight, inside(i)) for weight, i in taps]


def grid_sample(x, grid, mode, padding, align):
    spatial = x.shape[2:]
    y = np.zeros(x.shape[:2] + grid.shape[1:-1])
    for n, *place in np.ndindex(*grid.shape[:-1]):
        coordinates = [float(c) for c in grid[(n, *place)][::-1]]
        taps = [find_taps(c, size, mode, padding, align, len(spatial))
                for c, size in zip(coordinates, spatial, strict=True)]
        for choice in itertools.product(*taps):
            weight = math.prod(w for w, _ in choice)
            index = tuple(i for _, i in choice)
            if None not in index:
                y[(n, slice(None), *place)] += weight * x[(n, slice(None), *index)]
    return y.astype(x.dtype)
