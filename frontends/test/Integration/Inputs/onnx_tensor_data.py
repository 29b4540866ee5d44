"""Compares what split-run reads from ONNX files with NumPy, byte by byte.

  onnx_tensor_data.py FOLDER

All element types but string are typed, raw and external data of initializers and
constants, and data of .pb files.
"""

import sys

import numpy as np
from onnx import TensorProto, helper

from split_testing.functions import is_same
from split_testing.tools import make_folder, run, split_run

SHAPES = [(), (1,), (2, 4), (0, 3), (8,)]
FLOATS = [0.5, -0.0, -1.0, np.inf, -np.inf, np.nan]
COMPLEXES = [complex(a, b) for a, b in zip(FLOATS, FLOATS[1:])]


def limits(dtype):
    info = np.iinfo(dtype) if np.issubdtype(dtype, np.integer) else np.finfo(dtype)
    return [info.min, info.max]


def make_values(element, dtype):
    if element == TensorProto.BOOL:
        values = [1, 0, 0, 1, 1, 1, 0, 1]
    elif element == TensorProto.BFLOAT16:
        # The upper halves of f32.
        values = np.array(FLOATS + [3.0e38, 1e-40], np.float32).view(np.uint32) >> 16
    elif np.issubdtype(dtype, np.complexfloating):
        values = COMPLEXES + [1e-30 + 3e38j, 1, 2]
    elif np.issubdtype(dtype, np.floating):
        values = [*FLOATS, *limits(dtype)]
    else:
        values = [*limits(dtype), 0, 1, 2, 3, 100, 127]
    return np.array(values[:8], dtype)


# The bits of bfloat16, which NumPy lacks, are a u2.
TYPES = {TensorProto.DataType.Value(name): np.dtype(dtype) for name, dtype in {
    "FLOAT": "<f4", "UINT8": "<u1", "INT8": "<i1", "UINT16": "<u2", "INT16": "<i2",
    "INT32": "<i4", "INT64": "<i8", "BOOL": "?", "FLOAT16": "<f2", "DOUBLE": "<f8",
    "UINT32": "<u4", "UINT64": "<u8", "COMPLEX64": "<c8", "COMPLEX128": "<c16",
    "BFLOAT16": "<u2"}.items()}
assert set(TYPES) == set(TensorProto.DataType.values()) - {TensorProto.UNDEFINED,
                                                           TensorProto.STRING}


def fill_typed(tensor, values):
    """Fills the field that onnx.proto specifies for the type."""
    if tensor.data_type in (TensorProto.FLOAT, TensorProto.COMPLEX64):
        tensor.float_data.extend(values.view("<f4"))
    elif tensor.data_type in (TensorProto.DOUBLE, TensorProto.COMPLEX128):
        tensor.double_data.extend(values.view("<f8"))
    elif tensor.data_type == TensorProto.INT64:
        tensor.int64_data.extend(values)
    elif tensor.data_type in (TensorProto.UINT32, TensorProto.UINT64):
        tensor.uint64_data.extend(values)
    elif tensor.data_type == TensorProto.FLOAT16:
        tensor.int32_data.extend(values.view("<u2"))
    else:
        tensor.int32_data.extend(values)


def make_tensor(name, element, array, form, file):
    tensor = TensorProto(name=name, data_type=element, dims=array.shape)
    if form == "typed":
        fill_typed(tensor, array.ravel())
    elif form == "raw":
        tensor.raw_data = array.tobytes()
    else:
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value="data.bin")
        tensor.external_data.add(key="offset", value=str(file.tell()))
        file.write(array.tobytes())
    return tensor


def make_model(tensors, opset=13):
    """The even tensors are initializers, the others constants."""
    nodes = [helper.make_node("Constant", [], [t.name],
                              value=t) for t in tensors[1::2]]
    outputs = [helper.make_empty_tensor_value_info(t.name) for t in tensors]
    graph = helper.make_graph(nodes, "data", [], outputs, tensors[::2])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])


def describe(array):
    """The text of a bfloat16 tensor for split-run."""
    floats = (array.ravel().astype(np.uint32) << 16).view(np.float32)
    shape = "".join(f"{size}x" for size in array.shape)
    return f"{shape}bf16=" + ",".join(repr(float(value)) for value in floats)


def check(element, dtype, form):
    arrays = [np.resize(make_values(element, dtype), shape) for shape in SHAPES]
    # Each shape is an initializer and a constant.
    arrays = [array for array in arrays for _ in range(2)]
    with open(FOLDER / "data.bin", "wb") as file:
        file.write(b"\xff" * 3)
        tensors = [make_tensor(f"t{i}", element, array, form, file)
                   for i, array in enumerate(arrays)]
    model = FOLDER / "model.onnx"
    model.write_bytes(make_model(tensors).SerializeToString())
    if element == TensorProto.BFLOAT16:
        run("split-run", model, *(f"--expected_output={describe(array)}" for array in arrays))
    else:
        got = split_run(FOLDER, model, [], len(arrays))
        assert all(map(is_same, got, arrays)), (element, form, got, arrays)
    return len(arrays)


def check_pb(element, dtype, form):
    """Reads an input from a .pb file and returns it."""
    array = np.resize(make_values(element, dtype), (2, 4))
    graph = helper.make_graph([], "data", [helper.make_tensor_value_info("x", element, [2, 4])],
                              [helper.make_empty_tensor_value_info("x")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    (FOLDER / "model.onnx").write_bytes(model.SerializeToString())
    tensor = make_tensor("x", element, array, form, None)
    (FOLDER / "x.pb").write_bytes(tensor.SerializeToString())
    np.save(FOLDER / "expected.npy", array)
    expected = describe(array) if element == TensorProto.BFLOAT16 else "@expected.npy"
    run("split-run", "model.onnx", "--input=@x.pb", f"--expected_output={expected}", "--rtol=0",
        "--atol=0", cwd=FOLDER)


FOLDER, count = make_folder(sys.argv[1]), 0
for element, dtype in TYPES.items():
    for form in ("typed", "raw", "external"):
        count += check(element, dtype, form)
        if form != "external":
            check_pb(element, dtype, form)
print(len(TYPES), "types,", count, "tensors match")
