"""Runs blocks of networks as ONNX models by split-run and compares with NumPy.

  onnx_networks.py FOLDER OPSET...

Each block is written twice: as a graph, as exporters write it, and as a function of
NumPy in f64. It runs in each opset (11, 13 and 18 differ), with static sizes, and with
symbolic ones for several sizes.
"""

import math
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from split_testing.activations import erf, sigmoid, softmax
from split_testing.reference import split
from split_testing.tools import make_folder, split_run

RANDOM = np.random.RandomState(2024)


def random(*shape):
    return RANDOM.uniform(-1, 1, shape).astype("f4")


class Graph:
    """Nodes and constants, which differ between opsets."""

    def __init__(self, opset):
        self.opset, self.nodes, self.constants = opset, [], []

    def add(self, op, *inputs, outputs=1, **attributes):
        names = [f"{op}{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(op, inputs, names, **attributes))
        return names[0] if outputs == 1 else names

    def constant(self, value):
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def ints(self, *values):
        return self.constant(np.array(values, "i8"))

    def split(self, x, count, axis):
        extra = {"num_outputs": count} if self.opset >= 18 else {}
        return self.add("Split", x, outputs=count, axis=axis, **extra)

    def split_lengths(self, x, lengths, axis):
        if self.opset < 13:
            return self.add("Split", x, outputs=len(lengths), axis=axis, split=lengths)
        return self.add("Split", x, self.ints(*lengths), outputs=len(lengths), axis=axis)

    def unsqueeze(self, x, *axes):
        if self.opset < 13:
            return self.add("Unsqueeze", x, axes=axes)
        return self.add("Unsqueeze", x, self.ints(*axes))

    def size(self, x, dim):
        """A size of x as a 1-D tensor, in the way that PyTorch exports it."""
        shape = self.add("Shape", x)
        return self.unsqueeze(self.add("Gather", shape, self.constant(dim), axis=0), 0)

    def model(self, inputs, outputs, rank):
        infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
                 for name, shape in inputs.items()]
        results = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [None] * rank)
                   for name in outputs]
        graph = helper.make_graph(self.nodes, "block", infos, results, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)])
        if self.opset <= onnx.defs.onnx_opset_version():
            onnx.checker.check_model(model)
        return model


# ---- Blocks: the sizes of the inputs, with symbols, a graph and a function. ----

HEADS, WIDTH = 3, 12
W_QKV, W_OUT, B_QKV = random(WIDTH, 3 * WIDTH), random(WIDTH, WIDTH), random(3 * WIDTH)


def split_heads(x):
    batch, length, _ = x.shape
    return x.reshape(batch, length, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)


def attend(qkv, scale):
    """Attention of queries, keys and values side by side, with heads joined again."""
    q, k, v = map(split_heads, split(qkv, -1, 3))
    mixed = softmax(q @ k.transpose(0, 1, 3, 2) / scale) @ v
    return mixed.transpose(0, 2, 1, 3).reshape(*qkv.shape[:2], WIDTH)


class Attention:
    """Multi-head self-attention with one projection for queries, keys and values."""

    shapes, sizes = {"x": ("batch", "length", WIDTH)}, [(2, 5), (1, 1), (3, 7), (0, 4)]

    def build(g):
        qkv = g.add("Add", g.add("MatMul", "x", g.constant(W_QKV)), g.constant(B_QKV))
        heads = g.add("Concat", g.size("x", 0), g.size("x", 1), g.ints(HEADS),
                      g.ints(WIDTH // HEADS), axis=0)
        q, k, v = [g.add("Reshape", part, heads) for part in g.split(qkv, 3, -1)]
        q, v = [g.add("Transpose", part, perm=[0, 2, 1, 3]) for part in (q, v)]
        k = g.add("Transpose", k, perm=[0, 2, 3, 1])
        scores = g.add("Div", g.add("MatMul", q, k),
                       g.constant(np.float32(math.sqrt(WIDTH // HEADS))))
        # Before opset 13 all axes from this one on are flattened.
        mixed = g.add("MatMul", g.add("Softmax", scores, axis=3), v)
        mixed = g.add("Transpose", mixed, perm=[0, 2, 1, 3])
        whole = g.add("Concat", g.size("x", 0), g.size("x", 1), g.ints(WIDTH), axis=0)
        return [g.add("MatMul", g.add("Reshape", mixed, whole), g.constant(W_OUT))]

    def compute(x):
        return [attend(x @ W_QKV + B_QKV, math.sqrt(WIDTH // HEADS)) @ W_OUT]


class AttentionByCopies:
    """Attention whose shapes copy sizes by 0 and leave one to -1."""

    shapes, sizes = {"x": ("batch", "length", 3 * WIDTH)}, [(2, 3), (1, 6)]

    def build(g):
        parts = g.split_lengths("x", [WIDTH, WIDTH, WIDTH], 2)
        heads = g.ints(0, 0, HEADS, -1)
        q, k, v = [g.add("Transpose", g.add("Reshape", part, heads), perm=[0, 2, 1, 3])
                   for part in parts]
        scores = g.add("MatMul", q, g.add("Transpose", k, perm=[0, 1, 3, 2]))
        mixed = g.add("MatMul", g.add("Softmax", scores, axis=-1 if g.opset > 12 else 3), v)
        return [g.add("Reshape", g.add("Transpose", mixed, perm=[0, 2, 1, 3]),
                      g.ints(0, 0, -1))]

    def compute(x):
        return [attend(x, 1)]


class Glu:
    """Gated linear unit."""

    shapes, sizes = {"x": ("batch", 8)}, [(3,), (1,), (0,)]

    def build(g):
        a, b = g.split("x", 2, 1)
        return [g.add("Mul", a, g.add("Sigmoid", b))]

    def compute(x):
        a, b = split(x, 1, 2)
        return [a * sigmoid(b)]


W_UP, W_DOWN = random(6, 20), random(10, 6)


class SwiGlu:
    """The feed-forward block of a decoder, with gate and value in one projection."""

    shapes, sizes = {"x": ("batch", "length", 6)}, [(2, 4), (1, 1)]

    def build(g):
        gate, up = g.split(g.add("MatMul", "x", g.constant(W_UP)), 2, -1)
        swish = g.add("Mul", gate, g.add("Sigmoid", gate))
        return [g.add("MatMul", g.add("Mul", swish, up), g.constant(W_DOWN))]

    def compute(x):
        gate, up = split(x @ W_UP, -1, 2)
        return [gate * sigmoid(gate) * up @ W_DOWN]


class GeGlu:
    """A gate of GELU, in the form with Erf."""

    shapes, sizes = {"x": ("batch", 10)}, [(4,), (1,)]

    def build(g):
        a, b = g.split("x", 2, -1)
        inner = g.add("Erf", g.add("Div", b, g.constant(np.float32(math.sqrt(2)))))
        one = g.add("Add", inner, g.constant(np.float32(1)))
        gelu = g.add("Mul", g.add("Mul", b, one), g.constant(np.float32(0.5)))
        return [g.add("Mul", a, gelu)]

    def compute(x):
        a, b = split(x, -1, 2)
        return [a * b * (1 + erf(b / math.sqrt(2))) / 2]


HIDDEN = 5
W_X, W_H, B_GATES = random(4, 4 * HIDDEN), random(HIDDEN, 4 * HIDDEN), random(4 * HIDDEN)


class LstmCell:
    """A step of an LSTM: four gates out of one projection."""

    shapes = {"x": ("batch", 4), "h": ("batch", HIDDEN), "c": ("batch", HIDDEN)}
    sizes = [(3,), (1,)]

    def build(g):
        gates = g.add("Add", g.add("MatMul", "x", g.constant(W_X)),
                      g.add("MatMul", "h", g.constant(W_H)))
        i, f, z, o = g.split(g.add("Add", gates, g.constant(B_GATES)), 4, 1)
        kept = g.add("Mul", g.add("Sigmoid", f), "c")
        c = g.add("Add", kept, g.add("Mul", g.add("Sigmoid", i), g.add("Tanh", z)))
        return [g.add("Mul", g.add("Sigmoid", o), g.add("Tanh", c)), c]

    def compute(x, h, c):
        i, f, z, o = split(x @ W_X + h @ W_H + B_GATES, 1, 4)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(z)
        return [sigmoid(o) * np.tanh(c), c]


class ChannelShuffle:
    """ShuffleNet's unit: one half of the channels goes by, then all are mixed."""

    shapes, sizes = {"x": ("batch", 8, "rows", "columns")}, [(2, 3, 5), (1, 1, 1)]

    def build(g):
        by, through = g.split("x", 2, 1)
        joined = g.add("Concat", by, g.add("Relu", through), axis=1)
        batch, rows, columns = g.size("x", 0), g.size("x", 2), g.size("x", 3)
        groups = g.add("Concat", batch, g.ints(2), g.ints(4), rows, columns, axis=0)
        shuffled = g.add("Transpose", g.add("Reshape", joined, groups), perm=[0, 2, 1, 3, 4])
        return [g.add("Reshape", shuffled,
                      g.add("Concat", batch, g.ints(-1), rows, columns, axis=0))]

    def compute(x):
        by, through = split(x, 1, 2)
        joined = np.concatenate([by, np.maximum(through, 0)], 1)
        batch, channels, rows, columns = x.shape
        shuffled = joined.reshape(batch, 2, channels // 2, rows, columns)
        return [shuffled.transpose(0, 2, 1, 3, 4).reshape(x.shape)]


class Rotary:
    """Rotary position embedding: halves swapped, one of them negated."""

    shapes, sizes = {"x": ("batch", "length", 8), "a": ("length", 8)}, [(2, 3), (1, 1)]

    def build(g):
        a, b = g.split("x", 2, -1)
        rotated = g.add("Concat", g.add("Neg", b), a, axis=-1)
        tail = g.add("Slice", rotated, g.ints(-4), g.ints(2**63 - 1), g.ints(2), g.ints(1))
        head = g.add("Slice", rotated, g.ints(0), g.ints(4), g.ints(-1))
        return [g.add("Add", g.add("Mul", "x", "a"), g.add("Concat", head, tail, axis=2))]

    def compute(x, a):
        first, second = split(x, -1, 2)
        return [x * a + np.concatenate([-second, first], -1)]


BLOCKS = [Attention, AttentionByCopies, Glu, SwiGlu, GeGlu, LstmCell, ChannelShuffle, Rotary]


def substitute(shapes, sizes):
    """The shapes with sizes in place of their symbols, which keep their order."""
    symbols = dict.fromkeys(dim for shape in shapes.values() for dim in shape
                            if isinstance(dim, str))
    values = dict(zip(symbols, sizes))
    return {name: [values.get(dim, dim) for dim in shape] for name, shape in shapes.items()}


def run(folder, block, opset, shapes, sizes):
    """Runs the model with these declared shapes for each choice of the symbols."""
    graph = Graph(opset)
    outputs = block.build(graph)
    model = graph.model(shapes, outputs, len(shapes["x"]))
    file = folder / f"{block.__name__}-{opset}.onnx"
    file.write_bytes(model.SerializeToString())
    for choice in sizes:
        inputs = [random(*shape) for shape in substitute(block.shapes, choice).values()]
        results = split_run(folder, file, inputs, len(outputs))
        expected = block.compute(*[array.astype("f8") for array in inputs])
        for got, want in zip(results, expected, strict=True):
            assert got.shape == want.shape and np.allclose(got, want, atol=1e-5), (
                block.__name__, opset, choice)


def main():
    folder = make_folder(sys.argv[1])
    for block in BLOCKS:
        for opset in map(int, sys.argv[2:]):
            run(folder, block, opset, block.shapes, block.sizes)
            static = substitute(block.shapes, block.sizes[0])
            run(folder, block, opset, static, block.sizes[:1])
            print(f"{block.__name__}, opset {opset}: symbolic in {len(block.sizes)} sizes, "
                  "and static")


main()
