"""Prints a model of COUNT layers in a row, the last of them first."""

import sys

count = int(sys.argv[1])
layer = '<layer id="{0}" name="l{0}" type="{1}" version="opset1">{2}</layer>'.format
edge = '<edge from-layer="{}" from-port="0" to-layer="{}" to-port="0"/>'.format
in_port, out_port = '<input><port id="0"/></input>', '<output><port id="0"/></output>'
layers = [layer(0, "Parameter", '<data shape="2" element_type="f32"/>' + out_port)]
layers += [layer(i, "ReLU", in_port + out_port) for i in range(1, count + 1)]
layers.append(layer(count + 1, "Result", in_port))
edges = [edge(i, i + 1) for i in range(count + 1)]
print('<net name="chain" version="11"><layers>', *reversed(layers), "</layers><edges>", *edges,
      "</edges></net>", sep="\n")
