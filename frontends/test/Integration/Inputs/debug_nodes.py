"""Writes two models of an op and a split: net.onnx and net.xml."""

import onnx
from onnx import TensorProto, helper

graph = helper.make_graph(
    [
        helper.make_node("Abs", ["x"], ["y"], name="activate"),
        helper.make_node("Split", ["y"], ["a", "b"], name="heads", axis=0),
    ],
    "net",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, [4, 6])],
    [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in "ab"],
)
onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)]), "net.onnx")

with open("net.xml", "w") as file:
    file.write(
        """<?xml version="1.0"?>
<net name="net" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1">
  <data shape="6" element_type="f32"/>
  <output><port id="0" precision="FP32"><dim>6</dim></port></output></layer>
<layer id="1" name="axis" type="Const" version="opset1">
  <data element_type="i64" shape="" offset="0" size="8"/>
  <output><port id="0" precision="I64"/></output></layer>
<layer id="2" name="cut" type="Split" version="opset1">
  <data num_splits="2"/>
  <input><port id="0"><dim>6</dim></port><port id="1"/></input>
  <output><port id="2" precision="FP32"><dim>3</dim></port>
          <port id="3" precision="FP32"><dim>3</dim></port></output></layer>
<layer id="3" name="y" type="Result" version="opset1">
  <input><port id="0"><dim>3</dim></port></input></layer>
<layer id="4" name="z" type="Result" version="opset1">
  <input><port id="0"><dim>3</dim></port></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
<edge from-layer="2" from-port="3" to-layer="4" to-port="0"/>
</edges></net>"""
    )
with open("net.bin", "wb") as file:
    file.write(bytes(8))
