"""Counts the instructions of networks of 4, 8 and 16 equal blocks in optimized LLVM IR.

  compile_time.py FOLDER

The blocks share all kernels, so that only calls are added: a constant number of
instructions for each block. The time that LLVM takes grows with these numbers.
"""

import re
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from split_testing.tools import make_folder, run

WIDTH = 32


def make_network(blocks, sizes):
    """Returns attention and an activation, `blocks` times."""
    nodes, weights = [], []

    def add(op, *inputs, outputs=1, **attributes):
        names = [f"v{len(nodes)}_{i}" for i in range(outputs)]
        nodes.append(helper.make_node(op, inputs, names, **attributes))
        return names[0] if outputs == 1 else names

    def weight(*shape):
        values = np.arange(np.prod(shape), dtype="f4").reshape(shape)
        weights.append(numpy_helper.from_array(values, f"w{len(weights)}"))
        return weights[-1].name

    x = "x"
    for _ in range(blocks):
        row = add("Add", add("MatMul", x, weight(WIDTH, 3 * WIDTH)), weight(3 * WIDTH))
        q, k, v = add("Split", row, outputs=3, axis=-1)
        scores = add("MatMul", q, add("Transpose", k, perm=[0, 2, 1]))
        x = add("Tanh", add("Add", x, add("MatMul", add("Softmax", scores), v)))
    value = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, sizes)
    graph = helper.make_graph(nodes, "g", [value("x")], [value(x)], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 7
    return model


def count_instructions(model, folder):
    """Returns the numbers of instructions in kernels and in all functions."""
    onnx.save(model, folder / "model.onnx")
    text = run("split-compile", "--emit=llvm-ir", "--cpu=x86-64-v3",
               "--target=x86_64-linux-gnu", folder / "model.onnx", "-o", "-")
    marked = re.findall(r"^attributes (#\d+) = .*\"split-kernel\"", text, re.M)
    kernels = total = 0
    for head, body in re.findall(r"^(define [^\n]*){\n(.*?)^}", text, re.M | re.S):
        count = len(re.findall(r"^  [^ ]", body, re.M))
        total += count
        if set(re.findall(r"#\d+", head)) & set(marked):
            kernels += count
    return kernels, total


def main():
    folder = make_folder(sys.argv[1])
    for sizes in [2, 16, WIDTH], ["batch", "length", WIDTH]:
        counts = [count_instructions(make_network(blocks, sizes), folder)
                  for blocks in (4, 8, 16)]
        (few, least), (some, middle), (many, most) = counts
        print(f"{sizes[1]}: kernels have {few}, {some} and {many} instructions")
        print(f"{sizes[1]}: all have {least}, {middle} and {most} instructions")
        assert few > 100 and few == some == many, "kernels are not shared"
        growth = (most - middle) / (middle - least)
        assert growth < 2.05, f"{growth} times the growth for twice the blocks"


main()
