"""Convolutions, pools, pads and interpolation of ONNX by NumPy."""

import numpy as np

from split_testing import grids, resizing, windows


def halves(values):
    return values and (values[: len(values) // 2], values[len(values) // 2 :])


def auto_pad(attributes):
    return attributes.get("auto_pad", b"NOTSET").decode().lower()


def get_windows(attributes, x, kernel=None):
    kernel = attributes["kernel_shape"] if kernel is None else kernel
    return windows.Windows(x, kernel, attributes.get("strides"), attributes.get("dilations"),
                           halves(attributes.get("pads")), auto_pad(attributes),
                           bool(attributes.get("ceil_mode")))


def conv(opset, attributes, x, weights, bias=None):
    return windows.convolve(x, weights, bias, get_windows(attributes, x, weights.shape[2:]),
                            attributes.get("group", 1))


def conv_transpose(opset, attributes, x, weights, bias=None):
    return windows.convolve_transposed(
        x, weights, bias, attributes.get("strides"), attributes.get("dilations"),
        halves(attributes.get("pads")), auto_pad(attributes), attributes.get("output_padding"),
        attributes.get("output_shape"), attributes.get("group", 1))


def max_pool(opset, attributes, x):
    shape = get_windows(attributes, x)
    return (windows.max_pool(x, shape),
            windows.max_indices(x, shape, bool(attributes.get("storage_order"))))


def average_pool(opset, attributes, x):
    return windows.average_pool(x, get_windows(attributes, x),
                                bool(attributes.get("count_include_pad")))


def lp_pool(opset, attributes, x):
    return windows.lp_pool(x, get_windows(attributes, x), attributes.get("p", 2))


def response_normalization(opset, attributes, x):
    return windows.normalize_response(x, **attributes)


def global_pool(function):
    """A reduction of floats, computed in f64, of all dimensions but the first two."""
    def evaluate(opset, attributes, x):
        y = function(x.astype("f8"), axis=tuple(range(2, x.ndim)), keepdims=True, **attributes)
        return y.astype(x.dtype)

    return evaluate


def norm(x, axis, keepdims, p=2):
    return (np.abs(x) ** p).sum(axis=axis, keepdims=keepdims) ** (1 / p)


def pad(opset, attributes, x, pads=None, value=None, axes=None):
    if opset < 11:
        value, pads = attributes.get("value", 0), attributes["pads" if opset > 1 else "paddings"]
    begins, ends = [0] * x.ndim, [0] * x.ndim
    for axis, begin, end in zip(range(x.ndim) if axes is None else axes, *halves(list(pads))):
        begins[axis], ends[axis] = begin, end
    return resizing.pad(x, begins, ends, attributes.get("mode", b"constant").decode(),
                        0 if value is None else value)


def scaled(x, scales):
    """The sizes of x times scales, rounded down."""
    return [int(np.float32(n) * np.float32(s)) for n, s in zip(x.shape, scales)]


def upsample(opset, attributes, x, scales=None):
    if opset < 7:
        scales = [1, 1, attributes["height_scale"], attributes["width_scale"]]
    elif opset < 9:
        scales = attributes["scales"]
    mode = attributes.get("mode", b"nearest").decode()
    return resizing.resize(x, scaled(x, scales), scales, mode.replace("bi", ""), "asymmetric",
                           "simple")


def resize(opset, attributes, x, roi=None, scales=None, sizes=None):
    if opset < 11:
        return upsample(opset, attributes, x, roi)
    text = {name: value.decode() for name, value in attributes.items()
            if isinstance(value, bytes)}
    axes = [axis % x.ndim for axis in attributes.get("axes", range(x.ndim))]
    bounds, all_scales, all_sizes = [(0, 1)] * x.ndim, [None] * x.ndim, list(x.shape)
    policy = text.get("keep_aspect_ratio_policy", "stretch")
    if sizes is not None and policy != "stretch":
        choose = min if policy == "not_larger" else max
        scale = choose(np.float32(m) / np.float32(x.shape[axis]) for m, axis in zip(sizes, axes))
        scales = [scale] * len(axes)
        sizes = [int(np.float32(x.shape[axis]) * scale + np.float32(0.5)) for axis in axes]
    for i, axis in enumerate(axes):
        if scales is not None and len(scales):
            all_scales[axis] = scales[i]
            if sizes is None or not len(sizes):
                all_sizes[axis] = int(np.float32(x.shape[axis]) * np.float32(scales[i]))
        if sizes is not None and len(sizes):
            all_sizes[axis] = sizes[i]
            if policy == "stretch":
                all_scales[axis] = np.float32(sizes[i]) / np.float32(x.shape[axis])
        if roi is not None and len(roi):
            bounds[axis] = roi[i], roi[len(axes) + i]
    return resizing.resize(
        x, all_sizes, all_scales, text.get("mode", "nearest"),
        text.get("coordinate_transformation_mode", "half_pixel"),
        text.get("nearest_mode", "round_prefer_floor"), attributes.get("cubic_coeff_a", -0.75),
        attributes.get("exclude_outside"), attributes.get("extrapolation_value", 0.0), bounds)


def depth_to_space(opset, attributes, x):
    mode = {b"DCR": "blocks_first", b"CRD": "depth_first"}[attributes.get("mode", b"DCR")]
    return resizing.depth_to_space(x, attributes["blocksize"], mode)


def grid_sample(opset, attributes, x, grid):
    mode = attributes.get("mode", b"linear").decode().removeprefix("bi")
    return grids.grid_sample(x, grid, mode, attributes.get("padding_mode", b"zeros").decode(),
                             attributes.get("align_corners", 0))


OPERATORS = {
    "AveragePool": average_pool,
    "Conv": conv,
    "ConvTranspose": conv_transpose,
    "DepthToSpace": depth_to_space,
    "GlobalAveragePool": global_pool(np.mean),
    "GlobalLpPool": global_pool(norm),
    "GlobalMaxPool": global_pool(np.max),
    "GridSample": grid_sample,
    "LRN": response_normalization,
    "LpPool": lp_pool,
    "MaxPool": max_pool,
    "Pad": pad,
    "Resize": resize,
    "SpaceToDepth": lambda opset, attributes, x: resizing.space_to_depth(
        x, attributes["blocksize"]),
    "Upsample": upsample,
}
