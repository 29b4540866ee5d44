"""Activations, reductions and normalizations of ONNX by NumPy, computed in f64."""

import math

import numpy as np
from split_testing import activations


def in_f64(function, *defaults):
    """A function of floats with parameters, (name, default) each."""
    def evaluate(opset, attributes, x):
        parameters = [attributes.get(name, default) for name, default in defaults]
        return function(x.astype("f8"), *parameters).astype(x.dtype)

    return evaluate


def clip_integers(x, low, high):
    """x clipped to bounds that may be fractions, or beyond the range of its type."""
    return np.array([min(max(int(n), math.ceil(low)), math.floor(high)) for n in x], x.dtype)


def clip(opset, attributes, x, low=None, high=None):
    if opset < 11 and x.dtype.kind in "iu":
        return clip_integers(x, attributes.get("min", -2**64), attributes.get("max", 2**64))
    low = attributes.get("min", low)
    high = attributes.get("max", high)
    # NumPy's maximum and minimum pass NaN on.
    x = x if low is None else np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


def prelu(opset, attributes, x, slope):
    if opset < 7 and slope.size > 1:
        slope = slope.reshape(-1, *[1] * (x.ndim - 2))
    return np.where(x < 0, x * slope, x)


def gelu(opset, attributes, x):
    x64 = x.astype("f8")
    if attributes.get("approximate", b"none") == b"tanh":
        gate = np.tanh(np.sqrt(2 / np.pi) * (x64 + 0.044715 * x64**3))
    else:
        gate = activations.erf(x64 / np.sqrt(2))
    return (x64 / 2 * (1 + gate)).astype(x.dtype)


def gemm(opset, attributes, a, b, c=None):
    a = a.T if attributes.get("transA") else a
    b = b.T if attributes.get("transB") else b
    is_float = np.issubdtype(a.dtype, np.floating)
    wide = "f8" if is_float else a.dtype
    result = a.astype(wide) @ b.astype(wide)
    if is_float:
        result = result * attributes.get("alpha", 1.0)
    if c is not None:
        result = result + c.astype(wide) * (attributes.get("beta", 1.0) if is_float else 1)
    return result.astype(a.dtype)


def get_axes(opset, attributes, x, axes, first_input):
    """The axes as a tuple, or None if nothing is reduced."""
    axes = axes if opset >= first_input else attributes.get("axes")
    if axes is None or len(axes) == 0:
        return None if attributes.get("noop_with_empty_axes") else tuple(range(x.ndim))
    return tuple(int(axis) for axis in axes)


def reduction(function, first_input=18):
    def evaluate(opset, attributes, x, axes=None):
        axes = get_axes(opset, attributes, x, axes, first_input)
        if axes is None:
            return x
        wide = x.astype("f8") if np.issubdtype(x.dtype, np.floating) else x
        keeps = bool(attributes.get("keepdims", 1))
        with np.errstate(all="ignore"):
            return np.asarray(function(wide, axes, keeps)).astype(x.dtype)

    return evaluate


def mean(x, axes, keeps):
    total = np.sum(x, axis=axes, keepdims=keeps)
    count = np.prod([x.shape[axis] for axis in axes], dtype=int)
    if np.issubdtype(x.dtype, np.floating):
        return total / count
    # Integers are rounded towards zero; NumPy sums them in 64 bits.
    return np.sign(total) * (np.abs(total) // count)


def extreme(function, start):
    def evaluate(x, axes, keeps):
        if np.issubdtype(x.dtype, np.floating):
            return function(x, axis=axes, keepdims=keeps, initial=start)
        return function(x, axis=axes, keepdims=keeps)

    return evaluate


def log_sum_exp(x, axes, keeps):
    top = x.max(axis=axes, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0)
    total = np.log(np.exp(x - top).sum(axis=axes, keepdims=True)) + top
    return total if keeps else np.squeeze(total, axes)


def log_softmax(opset, attributes, x):
    axis = attributes.get("axis", -1 if opset >= 13 else 1)
    axes = tuple(range(axis % x.ndim, x.ndim)) if opset < 13 else (axis,)
    wide = x.astype("f8")
    return (wide - log_sum_exp(wide, axes, True)).astype(x.dtype)


def moments(x, axes):
    return x.mean(axis=axes, keepdims=True), x.var(axis=axes, keepdims=True)


def channels(x, vector):
    """A vector with an element for each channel, to broadcast to x."""
    return vector.astype("f8").reshape(-1, *[1] * (x.ndim - 2))


def batch_normalization(opset, attributes, x, scale, bias, old_mean, old_var):
    wide, eps = x.astype("f8"), attributes.get("epsilon", 1e-5)
    mean_, var = channels(x, old_mean), channels(x, old_var)
    outputs = []
    if attributes.get("training_mode"):
        mean_, var = moments(wide, (0, *range(2, x.ndim)))
        kept = attributes.get("momentum", 0.9)
        outputs = [(old * kept + new.ravel() * (1 - kept)).astype(old.dtype)
                   for old, new in ((old_mean, mean_), (old_var, var))]
    y = (wide - mean_) / np.sqrt(var + eps) * channels(x, scale) + channels(x, bias)
    return tuple([y.astype(x.dtype), *outputs])


def instance_normalization(opset, attributes, x, scale, bias):
    wide = x.astype("f8")
    mean_, var = moments(wide, tuple(range(2, x.ndim)))
    y = (wide - mean_) / np.sqrt(var + attributes.get("epsilon", 1e-5))
    return (y * channels(x, scale) + channels(x, bias)).astype(x.dtype)


def group_normalization(opset, attributes, x, scale, bias):
    groups = attributes["num_groups"]
    wide = x.astype("f8").reshape(x.shape[0], groups, -1)
    mean_, var = moments(wide, (2,))
    y = ((wide - mean_) / np.sqrt(var + attributes.get("epsilon", 1e-5))).reshape(x.shape)
    if opset < 21:
        scale, bias = (np.repeat(v, x.shape[1] // groups) for v in (scale, bias))
    return (y * channels(x, scale) + channels(x, bias)).astype(x.dtype)


def layer_normalization(opset, attributes, x, scale, bias=None):
    wide, axis = x.astype("f8"), attributes.get("axis", -1) % x.ndim
    mean_, var = moments(wide, tuple(range(axis, x.ndim)))
    inverse = 1 / np.sqrt(var + attributes.get("epsilon", 1e-5))
    y = (wide - mean_) * inverse * scale + (0 if bias is None else bias)
    wider = "f4" if x.dtype == "f2" else x.dtype
    return y.astype(x.dtype), mean_.astype(wider), inverse.astype(wider)


def lp_normalization(opset, attributes, x):
    wide = x.astype("f8")
    norm = np.linalg.norm(wide, attributes.get("p", 2), attributes.get("axis", -1), True)
    return (wide / norm).astype(x.dtype)


def mean_variance_normalization(opset, attributes, x):
    mean_, var = moments(x.astype("f8"), tuple(attributes.get("axes", (0, 2, 3))))
    return ((x - mean_) / (np.sqrt(var) + 1e-9)).astype(x.dtype)


def shrink(x, bias, lambd):
    return np.where(x < -lambd, x + bias, np.where(x > lambd, x - bias, 0))


def mean_of_all(opset, attributes, *xs):
    return np.mean([x.astype("f8") for x in np.broadcast_arrays(*xs)], axis=0).astype(
        xs[0].dtype)


def elu(x, alpha):
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))


def softplus(x):
    return np.logaddexp(x, 0)


HALF = ("alpha", 0.2), ("beta", 0.5)
OPERATORS = {
    "Acos": in_f64(np.arccos),
    "Acosh": in_f64(np.arccosh),
    "Asin": in_f64(np.arcsin),
    "Asinh": in_f64(np.arcsinh),
    "Atan": in_f64(np.arctan),
    "Atanh": in_f64(np.arctanh),
    "BatchNormalization": batch_normalization,
    "Ceil": in_f64(np.ceil),
    "Celu": in_f64(lambda x, alpha: np.where(x > 0, x, alpha * np.expm1(x / alpha)),
                   ("alpha", 1.0)),
    "Clip": clip,
    "Cos": in_f64(np.cos),
    "Cosh": in_f64(np.cosh),
    "Elu": in_f64(elu, ("alpha", 1.0)),
    "Floor": in_f64(np.floor),
    "Gelu": gelu,
    "Gemm": gemm,
    "GroupNormalization": group_normalization,
    "HardSigmoid": in_f64(lambda x, alpha, beta: np.clip(alpha * x + beta, 0, 1), *HALF),
    "HardSwish": in_f64(lambda x: x * np.clip(x / 6 + 0.5, 0, 1)),
    "InstanceNormalization": instance_normalization,
    "LayerNormalization": layer_normalization,
    "LeakyRelu": in_f64(lambda x, alpha: np.where(x < 0, alpha * x, x), ("alpha", 0.01)),
    "LogSoftmax": log_softmax,
    "LpNormalization": lp_normalization,
    "Mean": mean_of_all,
    "MeanVarianceNormalization": mean_variance_normalization,
    "Mish": in_f64(lambda x: x * np.tanh(softplus(x))),
    "PRelu": prelu,
    "Reciprocal": in_f64(lambda x: 1 / x),
    "ReduceL1": reduction(lambda x, axes, keeps: np.abs(x).sum(axis=axes, keepdims=keeps)),
    "ReduceL2": reduction(
        lambda x, axes, keeps: np.sqrt((x * x).sum(axis=axes, keepdims=keeps))),
    "ReduceLogSum": reduction(
        lambda x, axes, keeps: np.log(x.sum(axis=axes, keepdims=keeps))),
    "ReduceLogSumExp": reduction(log_sum_exp),
    "ReduceMax": reduction(extreme(np.max, -np.inf)),
    "ReduceMean": reduction(mean),
    "ReduceMin": reduction(extreme(np.min, np.inf)),
    "ReduceProd": reduction(lambda x, axes, keeps: x.prod(axis=axes, keepdims=keeps)),
    "ReduceSum": reduction(
        lambda x, axes, keeps: x.sum(axis=axes, keepdims=keeps), first_input=13),
    "ReduceSumSquare": reduction(
        lambda x, axes, keeps: (x * x).sum(axis=axes, keepdims=keeps)),
    "Round": in_f64(np.round),
    "Selu": in_f64(lambda x, alpha, gamma: gamma * elu(x, alpha),
                   ("alpha", 1.6732632), ("gamma", 1.050701)),
    "Shrink": in_f64(shrink, ("bias", 0.0), ("lambd", 0.5)),
    "Sign": lambda opset, attributes, x: np.sign(x),
    "Sin": in_f64(np.sin),
    "Sinh": in_f64(np.sinh),
    "Softplus": in_f64(softplus),
    "Softsign": in_f64(lambda x: x / (1 + np.abs(x))),
    "Tan": in_f64(np.tan),
    "ThresholdedRelu": in_f64(lambda x, alpha: np.where(x > alpha, x, 0), ("alpha", 1.0)),
}
