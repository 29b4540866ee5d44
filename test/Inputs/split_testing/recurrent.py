"""Recurrent layers in NumPy: one sequence after the other, each alone."""

import numpy as np

from split_testing.reference import split

ACTIVATIONS = {
    "affine": lambda x, a=1, b=0: a * x + b,
    "elu": lambda x, a=1: np.where(x > 0, x, a * np.expm1(np.minimum(x, 0))),
    "hardsigmoid": lambda x, a=0.2, b=0.5: np.clip(a * x + b, 0, 1),
    "leakyrelu": lambda x, a=0.01: np.where(x < 0, a * x, x),
    "relu": lambda x: np.maximum(x, 0),
    "scaledtanh": lambda x, a=1, b=1: a * np.tanh(b * x),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "softplus": lambda x: np.logaddexp(0, x),
    "softsign": lambda x: x / (1 + np.abs(x)),
    "tanh": np.tanh,
    "thresholdedrelu": lambda x, a=1: np.where(x > a, x, 0),
}


def make_functions(names, alphas, betas, clip):
    """The functions of the gates, which take their parameters in order."""
    lists = [list(alphas), list(betas)]

    def make(name):
        function = ACTIVATIONS[name.lower()]
        count = len(getattr(function, "__defaults__", None) or ())
        parameters = [values.pop(0) for values in lists[:count] if values]
        return lambda x: function(np.clip(x, -clip, clip), *parameters)

    return [make(name) for name in names]


def step_rnn(functions, x, h, c, W, R, wb, rb, P, flag):
    f, = functions
    return f(x @ W.T + h @ R.T + wb + rb), None


def step_gru(functions, x, h, c, W, R, wb, rb, P, scales_product):
    f, g = functions
    wz, wr, wh = split(x @ W.T + wb, 1, 3)
    Rz, Rr, Rh = split(R, 0, 3)
    bz, br, bh = split(rb, 0, 3)
    z = f(wz + h @ Rz.T + bz)
    r = f(wr + h @ Rr.T + br)
    n = g(wh + r * (h @ Rh.T + bh) if scales_product else wh + (r * h) @ Rh.T + bh)
    return (1 - z) * n + z * h, None


def step_lstm(functions, x, h, c, W, R, wb, rb, P, couples_gates):
    f, g, last = functions
    pi, po, pf = split(P, 0, 3)
    i, o, forget, n = split(x @ W.T + h @ R.T + wb + rb, 1, 4)
    i = f(i + pi * c)
    forget = 1 - i if couples_gates else f(forget + pf * c)
    c = forget * c + i * g(n)
    return f(o + po * c) * last(c), c


STEPS = {"GRU": step_gru, "LSTM": step_lstm, "RNN": step_rnn}
DEFAULTS = {"GRU": ["sigmoid", "tanh"], "LSTM": ["sigmoid", "tanh", "tanh"], "RNN": ["tanh"]}


def evaluate(kind, functions, X, W, R, wb=None, rb=None, lengths=None, H=None, C=None, P=None,
             reverse=False, flag=False):
    """All states, the last state and the last cell, with shapes and order of gates as in
    ONNX. `flag` couples the gates of an LSTM, or scales the product in a GRU."""
    (steps, batch, _), (directions, rows, size) = X.shape, R.shape
    Y, states = np.zeros((steps, directions, batch, size)), np.zeros((2, directions, batch, size))
    wb, rb = (np.zeros((directions, rows)) if b is None else b.astype("f8") for b in (wb, rb))
    P = np.zeros((directions, 3 * size)) if P is None else P
    for d, n in np.ndindex(directions, batch):
        h, c = (np.zeros((1, size)) if a is None else a[d, n : n + 1] for a in (H, C))
        order = list(range(steps if lengths is None else min(lengths[n], steps)))
        if d == 1 or reverse:
            order.reverse()
        count = len(functions) // directions
        of_d = functions[d * count : (d + 1) * count]
        for t in order:
            x = X[t, n : n + 1].astype("f8")
            h, c = STEPS[kind](of_d, x, h, c, W[d], R[d], wb[d], rb[d], P[d], flag)
            Y[t, d, n] = h[0]
        states[0, d, n] = h[0]
        states[1, d, n] = 0 if c is None else c[0]
    return [a.astype(X.dtype) for a in (Y, *states)]
