"""Scalar functions, reductions and normalizations of OpenVINO by NumPy, in f64."""

import numpy as np


def wide(function):
    """A layer of floats, computed in f64."""
    return lambda layer, *inputs: function(*(x.astype("f8") for x in inputs))


def number(layer, name, default=0.0):
    return float(layer.data.get(name, default))


def clamp(layer, x):
    return np.minimum(np.maximum(x, number(layer, "min")), number(layer, "max"))


def elu(x, alpha):
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))


def round_half(layer, x):
    if layer.data.get("mode", "half_to_even") == "half_to_even":
        return np.rint(x)
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


def prelu(layer, x, slope):
    if slope.ndim == 1 and slope.size > 1:
        slope = slope.reshape(-1, *[1] * (x.ndim - 2))
    return np.where(x < 0, x * slope, x)


def reduction(function):
    def evaluate(layer, x, axes):
        axes = tuple(int(axis) for axis in axes.ravel())
        keeps = layer.data.get("keep_dims", "false") == "true"
        if np.issubdtype(x.dtype, np.floating):
            x = x.astype("f8")
        return function(x, axis=axes, keepdims=keeps) if axes else x

    return evaluate


def mvn(layer, x, axes=None):
    x = x.astype("f8")
    if axes is None:
        first = 1 if layer.data.get("across_channels") == "true" else 2
        axes = range(first, x.ndim)
    axes, eps = tuple(int(axis) for axis in axes), number(layer, "eps")
    centered = x - x.mean(axis=axes, keepdims=True)
    if layer.data.get("normalize_variance", "true") != "true":
        return centered
    var = x.var(axis=axes, keepdims=True)
    if layer.data.get("eps_mode", "inside_sqrt").lower() == "inside_sqrt":
        return centered / np.sqrt(var + eps)
    return centered / (np.sqrt(var) + eps)


def normalize_l2(layer, x, axes):
    x, eps = x.astype("f8"), number(layer, "eps")
    square = (x * x).sum(axis=tuple(int(axis) for axis in axes), keepdims=True)
    is_sum = layer.data.get("eps_mode", "add") == "add"
    return x / np.sqrt(square + eps if is_sum else np.maximum(square, eps))


def channels(x, vector):
    return vector.astype("f8").reshape(-1, *[1] * (x.ndim - 2))


def batch_norm(layer, *inputs):
    if layer.opset == "1":
        scale, bias, x, mean, var = inputs
    else:
        x, scale, bias, mean, var = inputs
    deviation = np.sqrt(channels(x, var) + number(layer, "epsilon"))
    return (x - channels(x, mean)) / deviation * channels(x, scale) + channels(x, bias)


def group_norm(layer, x, scale, bias):
    groups = x.astype("f8").reshape(x.shape[0], int(layer.data["num_groups"]), -1)
    deviation = np.sqrt(groups.var(axis=2, keepdims=True) + number(layer, "epsilon"))
    y = ((groups - groups.mean(axis=2, keepdims=True)) / deviation).reshape(x.shape)
    return y * channels(x, scale) + channels(x, bias)


def log_softmax(layer, x):
    axis = int(layer.data.get("axis", -1))
    x = x.astype("f8") - x.max(axis, keepdims=True)
    return x - np.log(np.exp(x).sum(axis, keepdims=True))


def softplus(x):
    return np.logaddexp(x, 0)


COMPARISONS = {
    "Equal": np.equal, "NotEqual": np.not_equal, "Less": np.less, "LessEqual": np.less_equal,
    "Greater": np.greater, "GreaterEqual": np.greater_equal,
}
EVALUATE = {
    **{name: lambda layer, x, y, f=f: f(x, y) for name, f in COMPARISONS.items()},
    "Abs": lambda layer, x: np.abs(x),
    "Acos": wide(np.arccos),
    "Acosh": wide(np.arccosh),
    "Asin": wide(np.arcsin),
    "Asinh": wide(np.arcsinh),
    "Atan": wide(np.arctan),
    "Atanh": wide(np.arctanh),
    "BatchNormInference": batch_norm,
    "Ceiling": wide(np.ceil),
    "Clamp": clamp,
    "Cos": wide(np.cos),
    "Cosh": wide(np.cosh),
    "Elu": lambda layer, x: elu(x.astype("f8"), number(layer, "alpha", 1)),
    "Floor": wide(np.floor),
    "GroupNormalization": group_norm,
    "HSigmoid": wide(lambda x: np.clip(x / 6 + 0.5, 0, 1)),
    "HSwish": wide(lambda x: x * np.clip(x / 6 + 0.5, 0, 1)),
    "HardSigmoid": wide(lambda x, alpha, beta: np.clip(alpha * x + beta, 0, 1)),
    "Log": wide(np.log),
    "LogSoftmax": log_softmax,
    "LogicalAnd": lambda layer, x, y: x & y,
    "LogicalNot": lambda layer, x: ~x,
    "LogicalOr": lambda layer, x, y: x | y,
    "LogicalXor": lambda layer, x, y: x ^ y,
    "MVN": mvn,
    "Maximum": lambda layer, x, y: np.maximum(x, y),
    "Minimum": lambda layer, x, y: np.minimum(x, y),
    "Mish": wide(lambda x: x * np.tanh(softplus(x))),
    "NormalizeL2": normalize_l2,
    "PRelu": prelu,
    "Power": wide(np.power),
    "ReduceL1": reduction(lambda x, **axes: np.abs(x).sum(**axes)),
    "ReduceL2": reduction(lambda x, **axes: np.sqrt((x * x).sum(**axes))),
    "ReduceLogicalAnd": reduction(np.all),
    "ReduceLogicalOr": reduction(np.any),
    "ReduceMax": reduction(np.max),
    "ReduceMean": reduction(np.mean),
    "ReduceMin": reduction(np.min),
    "ReduceProd": reduction(np.prod),
    "ReduceSum": reduction(np.sum),
    "Round": round_half,
    "Selu": wide(lambda x, alpha, scale: scale * elu(x, alpha)),
    "Sign": lambda layer, x: np.sign(x),
    "Sin": wide(np.sin),
    "Sinh": wide(np.sinh),
    "SoftPlus": wide(softplus),
    "SoftSign": wide(lambda x: x / (1 + np.abs(x))),
    "SquaredDifference": lambda layer, x, y: (x - y) ** 2,
    "Tan": wide(np.tan),
}
