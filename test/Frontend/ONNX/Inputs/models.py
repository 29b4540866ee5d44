"""Builds ONNX models out of a few lines of text, and runs a command on each.

  models.py TEST DIR [COMMAND...]

TEST holds models in lines that begin with `# |`:

  # | model o3_lengths        the file DIR/o3_lengths.onnx
  # | opset 13                a version of the default domain; `opset D N` of D
  # | in x f32[2x?xN]         an input; f32[] is a scalar, f32 has no shape
  # | init l i64[2] = 2,4     an initializer with typed data; `raw` for `init`
  # | a, , b = Split(x, l) axis=1 "cut"      a node with its name
  # | c = Constant() value=i64[2]=2,4
  # | out a f32[?]            an output; its type may be left out
  # | py graph.name = "g"     any statement about `model`, `graph` and `node`;
                              see `external` for data in a file of its own
  # | run x=f32[5] l=i64[2]:1,4    for run.py: inputs, and values to count on

COMMAND runs in DIR once per model, with `NAME.onnx` appended or put in place of
`{}`; printed are `== NAME`, its output and errors, and `== exit STATUS`.
"""

import ast
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

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
TYPE = r"(?P<element>[a-z0-9]+)(?:\[(?P<shape>[^\]]*)\])?"


def parse_type(text):
    """The element type and shape of `f32[2x?xN]`; None for no shape."""
    match = re.fullmatch(TYPE, text)
    element, shape = TYPES[match["element"]], match["shape"]
    if shape is None:
        return element, None
    dims = shape.split("x") if shape else []
    dims = [None if d == "?" else int(d) if d.lstrip("-").isdigit() else d for d in dims]
    return element, dims


def parse_tensor(name, text, raw=False):
    """The tensor of `i64[2] = 2,4`; numbers are cast to its type."""
    type_text, values = text.split("=", 1)
    element, shape = parse_type(type_text.strip())
    values = [complex(v) if "j" in v else float(v) if re.search("[.naf]", v) else int(v)
              for v in values.split(",") if v.strip()]
    if raw:
        dtype = onnx.mapping.TENSOR_TYPE_TO_NP_TYPE[element]
        return helper.make_tensor(name, element, shape, np.array(values, dtype).tobytes(), raw=True)
    return helper.make_tensor(name, element, shape, values)


def parse_attribute(text):
    name, value = text.split("=", 1)
    if re.match(TYPE + "=", value):
        return name, parse_tensor("", value)
    return name, ast.literal_eval(value)


def parse_node(line):
    match = re.fullmatch(
        r"(?P<outputs>.*?)=\s*(?P<op>[\w.]+)\((?P<inputs>[^)]*)\)"
        r"(?P<attributes>[^\"]*)(?:\"(?P<name>[^\"]*)\")?", line)
    names = lambda text: [n.strip() for n in text.split(",")] if text.strip() else []
    domain, _, op = match["op"].rpartition(".")
    node = helper.make_node(op, names(match["inputs"]), names(match["outputs"]),
                            name=match["name"], domain=domain)
    for attribute in match["attributes"].split():
        node.attribute.append(helper.make_attribute(*parse_attribute(attribute)))
    return node


def external(tensor, dims, **entries):
    """Makes the data of a tensor external."""
    name, element = tensor.name, tensor.data_type
    tensor.Clear()
    tensor.name, tensor.data_type, tensor.dims[:] = name, element, dims
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in entries.items():
        tensor.external_data.add(key=key, value=str(value))


def add_line(model, line):
    graph = model.graph
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
    for line in lines:
        if line.split()[0] != "run":
            add_line(model, line)
    return model


def read_sections(text):
    """The lines of a test's models, by name, in its order."""
    models = {}
    for line in re.findall(r"^# \| (.*?)\s*$", text, re.MULTILINE):
        if line.startswith("model "):
            lines = models.setdefault(line.split()[1], [])
        else:
            lines.append(line)
    return models


def main():
    test, directory, *command = sys.argv[1:]
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    for name, lines in read_sections(Path(test).read_text()).items():
        file = name + ".onnx"
        (directory / file).write_bytes(build_model(lines).SerializeToString())
        if not command:
            continue
        arguments = [a.replace("{}", file) for a in command]
        if arguments == command:
            arguments.append(file)
        run = subprocess.run(arguments, cwd=directory, stdin=subprocess.DEVNULL, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(f"== {name}\n{run.stdout}== exit {run.returncode}")


if __name__ == "__main__":
    main()
