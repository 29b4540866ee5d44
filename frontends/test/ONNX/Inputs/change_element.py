"""Adds 1 to one element of a serialized tensor: change_element.py FILE INDEX..."""

import sys
from pathlib import Path

import onnx
from onnx import numpy_helper

file = Path(sys.argv[1])
values = numpy_helper.to_array(onnx.TensorProto.FromString(file.read_bytes())).copy()
values[tuple(int(i) for i in sys.argv[2:])] += 1
file.write_bytes(numpy_helper.from_array(values).SerializeToString())
