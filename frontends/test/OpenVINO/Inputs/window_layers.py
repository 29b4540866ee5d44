"""Convolutions, pools, pads and interpolation of OpenVINO by NumPy."""

import numpy as np

from split_testing import resizing, windows


def get_list(layer, name):
    """An attribute that is a list of integers."""
    return [int(n) for n in layer.data[name].split(",")] if layer.data.get(name) else None


def get_pads(layer):
    begins, ends = get_list(layer, "pads_begin"), get_list(layer, "pads_end")
    return (begins, ends) if begins and ends else None


def get_windows(layer, x, kernel=None):
    auto = layer.data.get("auto_pad", "explicit").replace("explicit", "notset")
    rounding = layer.data.get("rounding_type", "floor")
    return windows.Windows(x, kernel or get_list(layer, "kernel"), get_list(layer, "strides"),
                           get_list(layer, "dilations"), get_pads(layer), auto,
                           rounding != "floor", begins_inside=rounding == "ceil_torch")


def split_groups(layer, weights):
    """Weights without groups, and the number of groups."""
    if not layer.kind.startswith("Group"):
        return weights, 1
    return weights.reshape((-1,) + weights.shape[2:]), weights.shape[0]


def convolution(layer, x, weights):
    weights, groups = split_groups(layer, weights)
    return windows.convolve(x, weights, None, get_windows(layer, x, weights.shape[2:]), groups)


def convolution_backprop(layer, x, weights, sizes=None):
    weights, groups = split_groups(layer, weights)
    strides, dilations = get_list(layer, "strides"), get_list(layer, "dilations")
    padding, pads = get_list(layer, "output_padding"), get_pads(layer)
    auto = layer.data.get("auto_pad", "explicit")
    if auto != "explicit" or sizes is not None:
        pads = None
    whole = windows.convolve_transposed(x, weights, None, strides, dilations, pads, "notset",
                                        padding, None, groups)
    if sizes is None:
        return whole
    totals = [w - n for w, n in zip(whole.shape[2:], sizes)]
    begins = [t - t // 2 if auto == "same_upper" else t // 2 for t in totals]
    return whole[(..., *(slice(b, b + n) for b, n in zip(begins, sizes)))]


def max_pool(layer, x):
    shape = get_windows(layer, x)
    if len(layer.outputs) == 1:
        return windows.max_pool(x, shape)
    axis = int(layer.data.get("axis", 0)) % x.ndim
    indices = windows.max_indices(x, shape) % np.prod(x.shape[axis:], dtype=int)
    return [windows.max_pool(x, shape), indices]


def average_pool(layer, x):
    return windows.average_pool(x, get_windows(layer, x), layer.data["exclude-pad"] == "false")


def response_normalization(layer, x, axes):
    alpha, beta, bias = (float(layer.data[name]) for name in ("alpha", "beta", "bias"))
    size = int(layer.data["size"])
    y = np.empty(x.shape)
    for i in np.ndindex(x.shape):
        around = tuple(slice(max(0, j - size // 2), j + size // 2 + 1) if d in axes % x.ndim
                       else slice(j, j + 1) for d, j in enumerate(i))
        total = (x[around].astype("f8") ** 2).sum()
        y[i] = x[i] / (bias + alpha / size ** len(axes) * total) ** beta
    return y


def pad(layer, x, begins, ends, value=0):
    return resizing.pad(x, begins, ends, layer.data["pad_mode"], value)


def interpolate(layer, x, *inputs):
    data = layer.data
    by_scales = data["shape_calculation_mode"] == "scales"
    has_both = int(layer.opset) < 11
    chosen = inputs[by_scales] if has_both else inputs[0]
    axes = inputs[2 if has_both else 1:] or [np.arange(x.ndim)]
    sizes, scales = list(x.shape), [None] * x.ndim
    for axis, value in zip(axes[0], chosen):
        n = np.float32(x.shape[axis])
        sizes[axis] = int(n * np.float32(value)) if by_scales else int(value)
        scales[axis] = value if by_scales else np.float32(value) / n
    return resizing.resize(x, sizes, scales, data["mode"].replace("_onnx", ""),
                           data.get("coordinate_transformation_mode", "half_pixel"),
                           data.get("nearest_mode", "round_prefer_floor"),
                           float(data.get("cube_coeff", -0.75)))


def blocks(function):
    return lambda layer, x: function(x, int(layer.data.get("block_size", 1)), layer.data["mode"])


EVALUATE = {
    "AvgPool": average_pool,
    "Convolution": convolution,
    "ConvolutionBackpropData": convolution_backprop,
    "DepthToSpace": blocks(resizing.depth_to_space),
    "GroupConvolution": convolution,
    "GroupConvolutionBackpropData": convolution_backprop,
    "Interpolate": interpolate,
    "LRN": response_normalization,
    "MaxPool": max_pool,
    "Pad": pad,
    "SpaceToDepth": blocks(resizing.space_to_depth),
}
