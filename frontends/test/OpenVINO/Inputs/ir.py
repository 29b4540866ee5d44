"""Writes OpenVINO models from a few lines of text, and runs a command on each.

  ir.py TEST DIR [COMMAND...]

TEST holds models in lines that begin with `# |`:

  # | model n1_axis           the files DIR/n1_axis.xml and DIR/n1_axis.bin
  # | in x f32[2x?x1..8]      a Parameter; f32[] is a scalar, f32 of unknown rank
  # | const a i64[] = -1      a Const, its data in the .bin file
  # | p:f32[2x?], , q = Split(x, a) num_splits=3 opset=1 "cut"
  #                           a layer with its name and what its ports claim
  # | out p                   a Result
  # | body step               begins a network of its own, up to `# | end`
  # | s = Loop(n, c, x, y) opset=5 body=step in=i:iteration,p:2,q:3/axis=0 \
  #       out=r:0,t:1/axis=1/stride=-1,more:condition back=r>p
  #                           a layer with a body. Values of the body are mapped to
  #                           the positions of inputs and outputs; back edges are
  #                           from values to Parameters. `If` has `then`, `then_in`,
  #                           `then_out`, `else`, `else_in` and `else_out`.
  # | py net.set("name", "g") any statement about `net`, an ElementTree, `layers`,
  #                           its layers by name, and `weights`, a bytearray
  # | text A => B             replaces text of the .xml file
  # | run x=f32[2x3] a=i64[]:1    for run.py: inputs, and their values

A layer without a name has that of its first output. A Result of x has the name
x/result. COMMAND runs in DIR for each model, with `NAME.xml` appended or in place of
`{}`. Prints `== NAME`, its output and errors, and `== exit STATUS`.
"""

import xml.etree.ElementTree as ET

import numpy as np

from split_testing import models
from split_testing.models import parse_type

# The NumPy types that hold the values, wider ones for types that NumPy lacks.
TYPES = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.float32,
    "f8e4m3": np.float32,
    "f8e5m2": np.float32,
    "i64": np.int64,
    "i32": np.int32,
    "i16": np.int16,
    "i8": np.int8,
    "i4": np.int8,
    "u64": np.uint64,
    "u32": np.uint32,
    "u16": np.uint16,
    "u8": np.uint8,
    "u4": np.uint8,
    "u1": np.uint8,
    "boolean": np.bool_,
}
PRECISIONS = {"f64": "FP64", "f32": "FP32", "f16": "FP16", "boolean": "BOOL", "u1": "BIN"}


class Layer:
    def __init__(self, kind, name, inputs=(), outputs=(), data=(), opset="1"):
        self.kind, self.name, self.opset = kind, name, opset
        self.inputs, self.data = list(inputs), dict(data)
        # Pairs of a name and a declared type, which may be empty.
        self.outputs = [tuple(o.split(":") + [""])[:2] for o in outputs]
        self.value = None  # of a Const
        self.bodies = {}  # layers by the name of the element
        self.rules = {}  # by the attributes of the line, triples of a name in the body,
        # a position and the attributes of a rule


def make_value(text):
    """The array of `i64[2] = 2,4`."""
    type_text, numbers = text.split("=")
    element, dims = parse_type(type_text)
    numbers = np.array(models.parse_numbers(numbers), TYPES[element])
    return numbers.reshape([int(d) for d in dims])


def pack(element, value):
    """The bytes of a constant."""
    if element == "u1":
        return np.packbits(value.ravel()).tobytes()
    if element == "bf16":
        return (value.view(np.uint32) >> 16).astype(np.uint16).tobytes()
    return value.tobytes()


def parse_rules(text):
    for rule in text.split(","):
        (name, port), *attributes = [word.split(separator, 1) for word, separator in zip(
            rule.split("/"), ":" + "=" * rule.count("/"))]
        yield name, port, dict(attributes)


def parse_layer(line, bodies):
    outputs, kind, inputs, data, name = models.parse_node(line)
    data = dict(data)
    opset = data.pop("opset", "1")
    layer = Layer(kind, outputs[0].split(":")[0] if name is None else name, inputs, outputs, data,
                  opset)
    for key in ("then", "else", "body"):
        if key in data:
            prefix, suffix = ("", "") if key == "body" else (key + "_", "_body")
            layer.bodies[key + suffix] = bodies[layer.data.pop(key)]
            for side in ("in", "out"):
                rules = layer.data.pop(prefix + side, "")
                layer.rules[prefix + side] = list(parse_rules(rules)) if rules else []
    if "back" in data:
        layer.rules["back"] = [edge.split(">") for edge in layer.data.pop("back").split(",")]
    return layer


def take_bodies(lines):
    """The lines outside of bodies, and the layers of bodies by name."""
    rest, bodies, name = [], {}, None
    for line in lines:
        if line.startswith("body "):
            name, body = line.split()[1], []
        elif line == "end":
            bodies[name] = parse_layers(body, bodies)
            name = None
        else:
            (rest if name is None else body).append(line)
    return rest, bodies


def parse_layers(lines, bodies=None):
    if bodies is None:
        lines, bodies = take_bodies(lines)
    layers = []
    for line in lines:
        keyword, _, rest = line.partition(" ")
        if keyword == "in":
            name, type_text = rest.split()
            element, dims = parse_type(type_text)
            shape = "..." if dims is None else ",".join(dims)
            layers.append(Layer("Parameter", name, outputs=[name],
                                data={"shape": shape, "element_type": element}))
        elif keyword == "const":
            name, text = rest.split(maxsplit=1)
            element, dims = parse_type(text.split("=")[0])
            layers.append(Layer("Const", name, outputs=[name], data={
                "element_type": element, "shape": ", ".join(dims)}))
            layers[-1].value = make_value(text)
        elif keyword == "out":
            layers.append(Layer("Result", rest + "/result", inputs=[rest]))
        elif keyword not in ("py", "text", "run"):
            layers.append(parse_layer(line, bodies))
    return layers


def add_port(parent, number, claim):
    port = ET.SubElement(parent, "port", id=str(number))
    if claim:
        element, dims = parse_type(claim)
        port.set("precision", PRECISIONS.get(element, element.upper()))
        for dim in dims or []:
            ET.SubElement(port, "dim").text = "-1" if dim == "?" else dim


SPECIAL_PORTS = {"iteration": "current_iteration", "condition": "execution_condition"}


def write_bodies(node, layer, weights):
    def find_id(layers, kind, key):
        return next(str(i) for i, inner in enumerate(layers) if inner.kind == kind and
                    key in (inner.inputs + [name for name, _ in inner.outputs]))

    for key, body in layer.bodies.items():
        prefix = key.removesuffix("body")
        ports = ET.SubElement(node, prefix + "port_map")
        for side, kind, first in ("in", "Parameter", 0), ("out", "Result", len(layer.inputs)):
            for name, port, attributes in layer.rules[prefix + side]:
                rule = ET.SubElement(ports, side + "put", {"external_port_id": "-1", "internal_layer_id":
                                     find_id(body, kind, name), **attributes})
                if port in SPECIAL_PORTS:
                    rule.set("purpose", SPECIAL_PORTS[port])
                else:
                    rule.set("external_port_id", str(first + int(port)))
    if "back" in layer.rules:
        edges = ET.SubElement(node, "back_edges")
        for name, parameter in layer.rules["back"]:
            ET.SubElement(edges, "edge", {"from-layer": find_id(body, "Result", name),
                                          "to-layer": find_id(body, "Parameter", parameter)})
    for key, body in layer.bodies.items():
        write_layers(ET.SubElement(node, key), body, weights)


def write_net(layers, weights):
    net = ET.Element("net", name="test", version="11")
    write_layers(net, layers, weights)
    ET.SubElement(net, "rt_info")
    return net


def write_layers(net, layers, weights):
    tree, edges = ET.SubElement(net, "layers"), []
    sources = {}
    for number, layer in enumerate(layers):
        for i, (name, _) in enumerate(layer.outputs):
            if name:
                sources[name] = (number, len(layer.inputs) + i)
    for number, layer in enumerate(layers):
        node = ET.SubElement(tree, "layer", id=str(number), name=layer.name, type=layer.kind,
                             version="opset" + layer.opset)
        if layer.kind == "Const":
            data = pack(layer.data["element_type"], layer.value)
            layer.data |= {"offset": str(len(weights)), "size": str(len(data))}
            weights += data
        if layer.data:
            ET.SubElement(node, "data", layer.data)
        if layer.inputs:
            ports = ET.SubElement(node, "input")
            for i, name in enumerate(layer.inputs):
                add_port(ports, i, "")
                edges.append((*sources[name], number, i))
        if layer.outputs:
            ports = ET.SubElement(node, "output")
            for i, (_, claim) in enumerate(layer.outputs):
                add_port(ports, len(layer.inputs) + i, claim)
        write_bodies(node, layer, weights)
    ends = ("from-layer", "from-port", "to-layer", "to-port")
    parent = ET.SubElement(net, "edges")
    for edge in sorted(edges):
        ET.SubElement(parent, "edge", dict(zip(ends, map(str, edge))))


def build_model(lines):
    """The text of the .xml file and the bytes of the .bin file."""
    weights = bytearray()
    net = write_net(parse_layers(lines), weights)
    for line in lines:
        keyword, _, rest = line.partition(" ")
        if keyword == "py":
            layers = {layer.get("name"): layer for layer in net.find("layers")}
            exec(rest, {"net": net, "layers": layers, "weights": weights, "ET": ET})
    ET.indent(net, "\t")
    text = '<?xml version="1.0"?>\n' + ET.tostring(net, encoding="unicode") + "\n"
    for line in lines:
        if line.startswith("text "):
            old, new = line[len("text ") :].split(" => ")
            assert old in text, old
            text = text.replace(old, new, 1)
    return text, bytes(weights)


def write_model(lines, path):
    """Writes a model's two files; `path` is that of the .xml file."""
    text, weights = build_model(lines)
    path.write_text(text)
    if weights:
        path.with_suffix(".bin").write_bytes(weights)


if __name__ == "__main__":
    models.run_command(".xml", write_model)
