"""Compiles a model with 2.5 GB of weights, and compares its results with NumPy's.

  large_model.py FOLDER
"""

import os
import resource
import shutil
import subprocess
import sys

import numpy as np
from onnx import TensorProto, helper

import split_mlir

LAYERS, SIZE = 150, 2048
BYTES = LAYERS * SIZE * SIZE * 4

os.chdir(sys.argv[1])
with open("/proc/meminfo") as file:
    available = next(int(line.split()[1]) * 1024 for line in file if "MemAvailable" in line)
if available < 4 * BYTES or shutil.disk_usage(".").free < 4 * BYTES:
    print("skipped: it takes 10 GB of memory and of disk")
    sys.exit()

rng = np.random.default_rng(0)
nodes, initializers = [], []
expected = x = rng.standard_normal((4, SIZE), dtype=np.float32)
expected = expected.astype(np.float64)
value = "x"
with open("weights.bin", "wb") as file:
    for layer in range(LAYERS):
        matrix = rng.standard_normal((SIZE, SIZE), dtype=np.float32) / np.float32(SIZE**0.5)
        weights = TensorProto(
            name=f"w{layer}",
            data_type=TensorProto.FLOAT,
            dims=matrix.shape,
            data_location=TensorProto.EXTERNAL,
        )
        place = {"location": "weights.bin", "offset": file.tell(), "length": matrix.nbytes}
        for key, entry in place.items():
            weights.external_data.add(key=key, value=str(entry))
        file.write(matrix.tobytes())
        initializers.append(weights)
        # The halves change places.
        names = [f"{name}{layer}" for name in ("product", "left", "right", "swapped")]
        nodes.append(helper.make_node("MatMul", [value, weights.name], names[:1]))
        nodes.append(helper.make_node("Split", names[:1], names[1:3], axis=-1))
        nodes.append(helper.make_node("Concat", names[2:0:-1], names[3:], axis=-1))
        value = names[3]
        expected = np.roll(expected @ matrix, SIZE // 2, axis=1)


def describe(name):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, [4, SIZE])


graph = helper.make_graph(nodes, "large", [describe("x")], [describe(value)], initializers)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
with open("large.onnx", "wb") as file:
    file.write(model.SerializeToString())


def check(compiled):
    error = np.abs(compiled(x) - expected).max() / np.abs(expected).max()
    assert error < 1e-4, error


subprocess.run(["split-compile", "large.onnx", "-o", "large.so"], check=True)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
assert peak < BYTES + (300 << 20), peak
assert os.path.getsize("large.so") < 1 << 20
check(split_mlir.load("large.so"))
check(split_mlir.compile("large.onnx"))
command = ["split-compile", "large.onnx", "-o", "-", "--emit=obj"]
print(subprocess.run(command, stderr=subprocess.PIPE, text=True).stderr, end="")
