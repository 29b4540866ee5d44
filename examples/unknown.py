"""Writes a model to standard output: a Split behind an operator of another domain."""

import sys

from onnx import TensorProto, helper


def info(name, *shape):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


graph = helper.make_graph(
    [
        helper.make_node("Fuse", ["x"], ["y"], name="fuse", domain="com.example", alpha=0.5),
        helper.make_node("Split", ["y"], ["a", "b"], name="cut", axis=1),
        helper.make_node("Sigmoid", ["b"], ["c"]),
    ],
    "unknown", [info("x", 4, 6)], [info("a", 4, 3), info("c", 4, 3)],
    value_info=[info("y", 4, 6)])
model = helper.make_model(graph, opset_imports=[
    helper.make_opsetid("", 13), helper.make_opsetid("com.example", 2)])
sys.stdout.buffer.write(model.SerializeToString())
