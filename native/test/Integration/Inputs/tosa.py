"""Compares TOSA ops with what NumPy computes from the specification of each.

  tosa.py FOLDER
"""

import sys

import numpy as np

from split_testing.activations import erf, sigmoid
from split_testing.functions import NUMPY_TYPES, Call, tensor_type
from split_testing.reference import cut
from split_testing.tools import SplitRun

ELEMENTS = {np.dtype(NUMPY_TYPES[e]): e for e in ("i1", "i8", "i16", "i32", "i64", "f16",
                                                  "f32", "ui8")}


def type_of(array):
    return tensor_type(array.shape, ELEMENTS[array.dtype])


def is_close(got, expected):
    return ((got.shape, got.dtype) == (expected.shape, expected.dtype)
            and np.allclose(got, expected, rtol=1e-5, atol=1e-6, equal_nan=True))


class Constant:
    """An operand that is a tosa.const, or a tosa.const_shape if it is a list."""

    def __init__(self, value):
        self.value = value

    def define(self, name):
        if isinstance(self.value, list):
            kind, rank = "tosa.const_shape", len(self.value)
            type_ = f"!tosa.shape<{rank}>"
            text = f"dense<{self.value}> : tensor<{rank}xindex>"
        else:
            kind, type_ = "tosa.const", type_of(self.value)
            text = f"dense<{str(self.value.tolist()).lower()}> : {type_}"
        return f'{name} = "{kind}"() {{values = {text}}} : () -> {type_}', type_


def zero(element):
    return Constant(np.zeros(1, NUMPY_TYPES[element]))


class Cases:
    def __init__(self):
        self.random = np.random.default_rng(3)
        self.calls = []

    def floats(self, *shape, low=-2.0, high=2.0):
        return self.random.uniform(low, high, shape).astype("f4")

    def integers(self, *shape, element="i32", low=-9, high=10):
        return self.random.integers(low, high, shape).astype(NUMPY_TYPES[element])

    def add(self, op, operands, expected, attributes="", dynamic=False):
        """One op. Operands are arrays, which become arguments, and constants."""
        lines, names, types, arguments, argument_types = [], [], [], [], []
        for number, operand in enumerate(operands):
            if isinstance(operand, Constant):
                line, type_ = operand.define(f"%c{number}")
                lines.append(line)
                names.append(f"%c{number}")
            else:
                type_ = (tensor_type("?" * operand.ndim, ELEMENTS[operand.dtype]) if dynamic
                         else type_of(operand))
                names.append(f"%a{len(arguments)}")
                arguments.append(operand)
                argument_types.append(type_)
            types.append(type_)
        result = (tensor_type("?" * expected.ndim, ELEMENTS[expected.dtype]) if dynamic
                  else type_of(expected))
        lines.append(f"%r = tosa.{op} {', '.join(names)} {attributes} : "
                     f"({', '.join(types)}) -> {result}")
        self.calls.append(Call("\n".join(lines), argument_types, arguments, [result],
                               [expected], op, ["%r"]))

    def unary(self):
        x, positive = self.floats(2, 3, 5), self.floats(2, 3, 5, low=0.1)
        with np.errstate(all="ignore"):
            for op, function, data in [
                    ("abs", np.abs, x), ("ceil", np.ceil, x), ("cos", np.cos, x),
                    ("erf", erf, x), ("exp", np.exp, x), ("floor", np.floor, x),
                    ("log", np.log, positive), ("reciprocal", np.reciprocal, positive),
                    ("rsqrt", lambda v: 1 / np.sqrt(v), positive), ("sigmoid", sigmoid, x),
                    ("sin", np.sin, x), ("tanh", np.tanh, x), ("identity", np.copy, x)]:
                self.add(op, [data], function(data).astype("f4"))
        n = self.integers(7, low=-2**31, high=2**31)
        self.add("abs", [n], np.abs(n))
        self.add("bitwise_not", [n], ~n)
        self.add("clz", [np.array([0, 1, 255, -1, 2**30], "i4")],
                 np.array([32, 31, 24, 0, 1], "i4"))
        b = n > 0
        self.add("logical_not", [b], ~b)
        self.add("clamp", [x], x.clip(-0.5, 1), "{min_val = -0.5 : f32, max_val = 1.0 : f32}")
        self.add("negate", [x, zero("f32"), zero("f32")], -x)
        i8 = np.array([-128, -5, 0, 127], "i1")
        # int8: 3 + 2 - x, saturated.
        self.add("negate", [i8, Constant(np.array([3], "i1")), Constant(np.array([2], "i1"))],
                 (5 - i8.astype("i4")).clip(-128, 127).astype("i1"))

    def binary(self):
        x, y, row = self.floats(4, 3), self.floats(4, 3), self.floats(1, 3)
        shift = zero("i8")
        for op, function in [("add", np.add), ("sub", np.subtract), ("maximum", np.maximum),
                             ("minimum", np.minimum), ("greater", np.greater),
                             ("equal", np.equal), ("greater_equal", np.greater_equal)]:
            self.add(op, [x, y], function(x, y))
            self.add(op, [x, row], function(x, row))
            self.add(op, [x, y], function(x, y), dynamic=True)
        self.add("pow", [np.abs(x), y], np.abs(x) ** y)
        self.add("mul", [x, row, shift], x * row)
        a, b = self.integers(6), self.integers(6)
        b[b == 0] = 3
        self.add("mul", [a, b, shift], a * b)
        # A shift rounds to nearest.
        self.add("mul", [a, b, Constant(np.array([2], "i1"))], (a * b + 2) >> 2)
        self.add("intdiv", [a, b], np.trunc(a / b).astype("i4"))
        for op, function in [("bitwise_and", np.bitwise_and), ("bitwise_or", np.bitwise_or),
                             ("bitwise_xor", np.bitwise_xor)]:
            self.add(op, [a, b], function(a, b))
        by = np.array([0, 1, 2, 3, 4, 5], "i4")
        self.add("logical_left_shift", [a, by], a << by)
        self.add("logical_right_shift", [a, by],
                 (a.astype("u4") >> by.astype("u4")).astype("i4"))
        self.add("arithmetic_right_shift", [a, by], a >> by, "{round = false}")
        p, q = a > 0, b > 0
        for op, function in [("logical_and", np.logical_and), ("logical_or", np.logical_or),
                             ("logical_xor", np.logical_xor)]:
            self.add(op, [p, q], function(p, q))
        self.add("select", [p, a, b], np.where(p, a, b))

    def reductions(self):
        x = self.floats(2, 5, 3)
        for op, function in [("sum", np.sum), ("max", np.max), ("min", np.min),
                             ("product", np.prod)]:
            for axis in range(3):
                self.add(f"reduce_{op}", [x], function(x, axis, keepdims=True),
                         f"{{axis = {axis} : i32}}")
        p = x > -1.5
        self.add("reduce_all", [p], p.all(1, keepdims=True), "{axis = 1 : i32}")
        self.add("reduce_any", [~p], (~p).any(2, keepdims=True), "{axis = 2 : i32}")
        self.add("argmax", [x], x.argmax(1).astype("i4"), "{axis = 1 : i32}")

    def movement(self):
        for rank in range(1, 7):
            shape = [3 + (i * 2) % 3 for i in range(rank)]
            x = self.integers(*shape)
            start = [i % 2 for i in range(rank)]
            size = [d - s - 1 for d, s in zip(shape, start)]
            part = tuple(slice(s, s + n) for s, n in zip(start, size))
            self.add("slice", [x, Constant(start), Constant(size)], x[part])
            self.add("reverse", [x], np.flip(x, rank - 1), f"{{axis = {rank - 1} : i32}}")
            order = [(i + 1) % rank for i in range(rank)]
            self.add("transpose", [x], x.transpose(order),
                     f"{{perms = array<i32: {str(order)[1:-1]}>}}")
            self.add("reshape", [x, Constant([x.size])], x.reshape(-1))
            self.add("concat", [x, x, x], np.concatenate([x, x, x], rank - 1),
                     f"{{axis = {rank - 1} : i32}}")
            self.add("tile", [x, Constant([2] * rank)], np.tile(x, [2] * rank))
            widths = [1 + i % 2 for i in range(2 * rank)]
            self.add("pad", [x, Constant(widths), Constant(np.array([7], "i4"))],
                     np.pad(x, np.reshape(widths, (rank, 2)), constant_values=7))
        scalar = np.array(2.5, "f4")
        self.add("reshape", [scalar, Constant([1, 1])], scalar.reshape(1, 1))
        self.add("reshape", [scalar.reshape(1, 1), Constant([])], scalar)
        x = self.floats(2, 6)
        self.add("slice", [x, Constant([0, 2]), Constant([-1, -1])], x[:, 2:], dynamic=True)
        values, at = self.floats(2, 5, 3), self.integers(2, 4, low=0, high=5)
        self.add("gather", [values, at], np.stack([v[i] for v, i in zip(values, at)]))
        at = np.stack([self.random.permutation(5)[:4] for _ in range(2)]).astype("i4")
        new, scattered = self.floats(2, 4, 3), values.copy()
        for batch in range(2):
            scattered[batch, at[batch]] = new[batch]
        self.add("scatter", [values, at, new], scattered)
        table = self.integers(256, element="i8", low=-128, high=128)
        index = self.integers(9, element="i8", low=-128, high=128)
        self.add("table", [index, Constant(table)], table[index.astype("i4") + 128])

    def casts(self):
        x = np.array([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 1e10, -1e10], "f4")
        self.add("cast", [x], np.rint(x).astype("f8").clip(-2**31, 2**31 - 1).astype("i4"))
        n = self.integers(8, element="i8", low=-128, high=128)
        self.add("cast", [n], n.astype("f4"))
        self.add("cast", [n], n.astype("i4"))
        self.add("cast", [n], n != 0)
        self.add("cast", [n > 0], (n > 0).astype("i4"))
        wide = self.integers(8, low=-2**31, high=2**31)
        multiplier, shift, round_ = 1518500250, 38, 1 << 37
        scaled = ((wide.astype(object) * multiplier + round_) >> shift) - 3
        self.add("rescale",
                 [wide, Constant(np.array([multiplier], "i4")), Constant(np.array([shift], "i1")),
                  zero("i32"), Constant(np.array([-3], "i1"))],
                 np.array([min(max(v, -128), 127) for v in scaled], "i1"),
                 "{input_unsigned = false, output_unsigned = false, per_channel = false, "
                 "rounding_mode = SINGLE_ROUND, scale32 = true}")
        # An element of its own for each channel, and a zero point of the input.
        n = self.integers(3, 2, element="i8", low=-128, high=128)
        multipliers, shifts = np.array([1 << 30, 1 << 29], "i4"), np.array([30, 28], "i1")
        expected = ((n.astype("i8") - 5) * multipliers + (1 << (shifts.astype("i8") - 1))) \
            >> shifts.astype("i8")
        self.add("rescale", [n, Constant(multipliers), Constant(shifts),
                             Constant(np.array([5], "i1")), zero("i32")], expected.astype("i4"),
                 "{input_unsigned = false, output_unsigned = false, per_channel = true, "
                 "rounding_mode = SINGLE_ROUND, scale32 = true}")

    def unsigned(self):
        """uint8 models of TFLite convert between ui8 and i8 by rescale."""
        x = self.integers(2, 6, element="ui8", low=0, high=256)
        self.add("slice", [x, Constant([0, 1]), Constant([2, 3])], x[:, 1:4])
        self.add("concat", [x, x], np.concatenate([x, x], 1), "{axis = 1 : i32}")
        same = [Constant(np.array([1 << 30], "i4")), Constant(np.array([30], "i1"))]
        flags = ("per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true, "
                 "input_unsigned = {}, output_unsigned = {}")
        self.add("rescale", [x, *same, Constant(np.array([128], "u1")), zero("i8")],
                 (x.astype("i4") - 128).astype("i1"), f"{{{flags.format('true', 'false')}}}")
        n = self.integers(7, element="i8", low=-128, high=128)
        self.add("rescale", [n, *same, zero("i8"), Constant(np.array([128], "u1"))],
                 (n.astype("i4") + 128).astype("u1"), f"{{{flags.format('false', 'true')}}}")

    def products(self):
        a, b = self.floats(2, 4, 5), self.floats(2, 5, 3)
        self.add("matmul", [a, b, zero("f32"), zero("f32")], a @ b)
        a, b = self.integers(2, 4, 5, element="i8"), self.integers(2, 5, 3, element="i8")
        self.add("matmul", [a, b, Constant(np.array([3], "i1")), Constant(np.array([-2], "i1"))],
                 (a.astype("i4") - 3) @ (b.astype("i4") + 2))
        x, weights, bias = self.floats(1, 7, 6, 3), self.floats(4, 3, 2, 3), self.floats(4)
        attributes = ("acc_type = f32, dilation = array<i64: 1, 2>, "
                      "pad = array<i64: 1, 1, 2, 1>, stride = array<i64: 2, 1>")
        self.add("conv2d", [x, weights, bias, zero("f32"), zero("f32")],
                 convolve(x, weights, (1, 1, 2, 1), (2, 1), (1, 2)) + bias,
                 f"{{{attributes}}}")
        n, w = self.integers(1, 5, 5, 2, element="i8"), self.integers(3, 1, 1, 2, element="i8")
        bias = self.integers(3)
        zero_points = [Constant(np.array([v], "i1")) for v in (4, 0)]
        self.add("conv2d", [n, w, bias, *zero_points],
                 convolve(n.astype("i4") - 4, w.astype("i4"), (0,) * 4, (1, 1), (1, 1)) + bias,
                 "{acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, "
                 "stride = array<i64: 1, 1>}")
        x, weights, bias = self.floats(2, 5, 5, 3), self.floats(3, 3, 3, 2), self.floats(6)
        each = [convolve(x[..., c:c + 1], weights[:, :, c:c + 1].transpose(3, 0, 1, 2),
                         (1,) * 4, (1, 1), (1, 1)) for c in range(3)]
        self.add("depthwise_conv2d", [x, weights, bias, zero("f32"), zero("f32")],
                 np.concatenate(each, 3) + bias,
                 "{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, "
                 "stride = array<i64: 1, 1>}")
        self.transposed_convolution()

    def transposed_convolution(self):
        x, weights, bias = self.floats(1, 3, 4, 2), self.floats(3, 2, 3, 2), self.floats(3)
        expected = np.zeros((1, 6, 9, 3), "f8")
        for y, z, i, j in np.ndindex(3, 4, 2, 3):
            expected[:, y * 2 + i, z * 2 + j] += x[:, y, z] @ weights[:, i, j].T
        self.add("transpose_conv2d", [x, weights, bias, zero("f32"), zero("f32")],
                 (expected + bias).astype("f4"),
                 "{acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, "
                 "stride = array<i64: 2, 2>}")

    def windows(self):
        x = self.floats(1, 6, 6, 2)
        blocks = x.reshape(1, 3, 2, 3, 2, 2)
        attributes = "kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, " \
                     "stride = array<i64: 2, 2>"
        self.add("max_pool2d", [x], blocks.max((2, 4)), f"{{{attributes}}}")
        self.add("avg_pool2d", [x, zero("f32"), zero("f32")], blocks.mean((2, 4)),
                 f"{{acc_type = f32, {attributes}}}")
        nearest = (np.arange(11) + 1) // 2
        self.add("resize", [x, Constant([4, 2, 4, 2]), Constant([0, 0]), Constant([0, 0])],
                 x[:, nearest][:, :, nearest], "{mode = NEAREST_NEIGHBOR}")

    def networks(self):
        """A gated layer, as TFLite writes it: a product, two slices and their product."""
        x, w = self.floats(1, 4, 6), self.floats(1, 6, 8)
        left, right = cut((x @ w), 2, [4, 4])
        body = """%z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
%s = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
%b0 = tosa.const_shape {values = dense<0> : tensor<3xindex>} : () -> !tosa.shape<3>
%b1 = tosa.const_shape {values = dense<[0, 0, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
%n = tosa.const_shape {values = dense<[1, 4, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
%m = tosa.matmul %a0, %a1, %z, %z : (tensor<1x4x6xf32>, tensor<1x6x8xf32>, tensor<1xf32>, \
tensor<1xf32>) -> tensor<1x4x8xf32>
%l = tosa.slice %m, %b0, %n : (tensor<1x4x8xf32>, !tosa.shape<3>, !tosa.shape<3>) -> \
tensor<1x4x4xf32>
%q = tosa.slice %m, %b1, %n : (tensor<1x4x8xf32>, !tosa.shape<3>, !tosa.shape<3>) -> \
tensor<1x4x4xf32>
%g = tosa.sigmoid %q : (tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
%r = tosa.mul %l, %g, %s : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1xi8>) -> \
tensor<1x4x4xf32>"""
        self.calls.append(Call(body, [type_of(x), type_of(w)], [x, w], ["tensor<1x4x4xf32>"],
                               [left * sigmoid(right)], "matmul", ["%r"]))

    def control(self):
        condition, x = np.array(True), self.floats(3)
        body = """%r = "tosa.cond_if"(%a0, %a1) ({
^bb0(%x: tensor<3xf32>):
%t = tosa.exp %x : (tensor<3xf32>) -> tensor<3xf32>
tosa.yield %t : tensor<3xf32>
}, {
^bb0(%x: tensor<3xf32>):
tosa.yield %x : tensor<3xf32>
}) : (tensor<i1>, tensor<3xf32>) -> tensor<3xf32>"""
        for value, expected in (condition, np.exp(x)), (~condition, x):
            self.calls.append(Call(body, ["tensor<i1>", "tensor<3xf32>"],
                                   [np.array(value), x], ["tensor<3xf32>"], [expected],
                                   "cond_if", ["%r"]))
        body = """%one = "tosa.const"() {values = dense<1> : tensor<i32>} : () -> tensor<i32>
%r:2 = "tosa.while_loop"(%a0, %a1) ({
^bb0(%i: tensor<i32>, %x: tensor<3xf32>):
%t = tosa.greater %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
tosa.yield %t : tensor<i1>
}, {
^bb0(%i: tensor<i32>, %x: tensor<3xf32>):
%j = tosa.sub %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
%y = tosa.add %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
tosa.yield %j, %y : tensor<i32>, tensor<3xf32>
}) : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)"""
        self.calls.append(Call(body, ["tensor<i32>", "tensor<3xf32>"], [np.array(4, "i4"), x],
                               ["tensor<i32>", "tensor<3xf32>"], [np.array(1, "i4"), 8 * x],
                               "while_loop"))


def convolve(x, weights, pad, stride, dilation):
    """[N, H, W, C] by [O, KH, KW, C]."""
    top, bottom, left, right = pad
    x = np.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)))
    _, height, width, _ = weights.shape
    rows = (x.shape[1] - (height - 1) * dilation[0] - 1) // stride[0] + 1
    columns = (x.shape[2] - (width - 1) * dilation[1] - 1) // stride[1] + 1
    result = np.zeros((x.shape[0], rows, columns, weights.shape[0]), x.dtype)
    for i, j in np.ndindex(height, width):
        part = x[:, i * dilation[0]:, j * dilation[1]:][:, ::stride[0], ::stride[1]]
        result += part[:, :rows, :columns] @ weights[:, i, j].T
    return result


def main():
    cases = Cases()
    for make in (cases.unary, cases.binary, cases.reductions, cases.movement, cases.casts,
                 cases.unsigned, cases.products, cases.windows, cases.networks,
                 cases.control):
        make()
    runner = SplitRun(sys.argv[1], agree=is_close)
    runner.check(cases.calls, batch=24)
    ops = {call.name for call in cases.calls}
    print(f"{runner.count} programs of {len(ops)} ops, all as NumPy computes")


if __name__ == "__main__":
    main()
