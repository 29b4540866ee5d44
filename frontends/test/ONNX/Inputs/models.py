"""Builds ONNX models from a few lines of text, and runs a command on each.

  models.py TEST DIR [COMMAND...]

TEST holds models in lines that begin with `# |`:

  # | model o3_lengths        the file DIR/o3_lengths.onnx
  # | opset 13                a version of the default domain; `opset D N` of D
  # | in x f32[2x?xN]         an input; f32[] is a scalar, f32 has no shape
  # | init l i64[2] = 2,4     an initializer with typed data; `raw` for `init`
  # | a, , b = Split(x, l) axis=1 "cut"      a node with its name
  # | c = Constant() value=i64[2]=2,4
  # | out a f32[?]            an output; its type may be left out
  # | graph body              a graph in an attribute of the last node, up to `end`
  # | py graph.name = "g"     any statement about `model`, `graph` and `node`;
                              `external` moves data to another file
  # | run x=f32[5] l=i64[2]:1,4    for run.py: inputs, and their values

COMMAND runs in DIR for each model, with `NAME.onnx` appended or in place of `{}`.
Prints `== NAME`, its output and errors, and `== exit STATUS`.
"""

import ast
import re

import numpy as np
import onnx
from onnx import AttributeProto, TensorProto, helper

from split_testing import models

TYPES = {
    "f32": TensorProto.FLOAT,
    "ui8": TensorProto.UINT8,
    "i8": TensorProto.INT8,
    "ui16": TensorProto.UINT16,
    "i16": TensorProto.INT16,
    "i32": TensorProto.INT32,
    "i64": TensorProto.INT64,
    "str": TensorProto.STRING,
    "i1": TensorProto.BOOL,
    "f16": TensorProto.FLOAT16,
    "f64": TensorProto.DOUBLE,
    "ui32": TensorProto.UINT32,
    "ui64": TensorProto.UINT64,
    "c64": TensorProto.COMPLEX64,
    "c128": TensorProto.COMPLEX128,
    "bf16": TensorProto.BFLOAT16,
}
def parse_type(text):
    """ONNX's element type and the sizes of `f32[2x?xN]`; None without a shape."""
    element, dims = models.parse_type(text)
    return TYPES[element], dims and [None if d == "?" else int(d) if d.lstrip("-").isdigit()
                                     else d for d in dims]


def parse_tensor(name, text, raw=False):
    """The tensor of `i64[2] = 2,4`; numbers are cast to its type."""
    type_text, values = text.split("=", 1)
    element, shape = parse_type(type_text)
    values = models.parse_numbers(values)
    if raw:
        values = np.array(values, onnx.mapping.TENSOR_TYPE_TO_NP_TYPE[element]).tobytes()
    return helper.make_tensor(name, element, shape, values, raw)


def parse_node(line):
    outputs, kind, inputs, attributes, name = models.parse_node(line)
    domain, _, kind = kind.rpartition(".")
    node = helper.make_node(kind, inputs, outputs, name=name, domain=domain)
    for key, value in attributes:
        is_tensor = re.match(models.TYPE + "=", value)
        value = parse_tensor("", value) if is_tensor else ast.literal_eval(value)
        node.attribute.append(helper.make_attribute(key, value))
    return node


def external(tensor, dims, **entries):
    """Makes the data of a tensor external."""
    name, element = tensor.name, tensor.data_type
    tensor.Clear()
    tensor.name, tensor.data_type, tensor.dims[:] = name, element, dims
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in entries.items():
        tensor.external_data.add(key=key, value=str(value))


def add_line(model, graph, line):
    keyword, _, rest = line.partition(" ")
    if keyword == "opset":
        domain, _, version = rest.rpartition(" ")
        model.opset_import.append(helper.make_opsetid(domain, int(version)))
    elif keyword == "in" or keyword == "out":
        name, _, type_text = rest.partition(" ")
        info = helper.make_empty_tensor_value_info(name)
        if type_text:
            info = helper.make_tensor_value_info(name, *parse_type(type_text))
        (graph.input if keyword == "in" else graph.output).append(info)
    elif keyword == "init" or keyword == "raw":
        name, _, tensor = rest.partition(" ")
        graph.initializer.append(parse_tensor(name, tensor, keyword == "raw"))
    elif keyword == "py":
        node = graph.node[-1] if graph.node else None
        exec(rest, {"model": model, "graph": graph, "node": node, "onnx": onnx,
                    "helper": helper, "external": external})
    else:
        graph.node.append(parse_node(line))


def build_model(lines):
    model = onnx.ModelProto(ir_version=8)
    model.graph.name = "test"
    graphs = [model.graph]
    for line in lines:
        keyword, *names = line.split()
        if keyword == "graph":
            node = graphs[-1].node[-1]
            attribute = node.attribute.add(name=names[0], type=AttributeProto.GRAPH)
            attribute.g.name = names[0]
            graphs.append(attribute.g)
        elif keyword == "end":
            graphs.pop()
        elif keyword != "run":
            add_line(model, graphs[-1], line)
    return model


def write_model(lines, path):
    path.write_bytes(build_model(lines).SerializeToString())


if __name__ == "__main__":
    models.run_command(".onnx", write_model)
