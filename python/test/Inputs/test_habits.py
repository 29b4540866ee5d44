"""Iterating, arrays for results, PyTorch's modules, progress."""

import sys
import types

import numpy as np
import pytest

import split_mlir
from test_compile import make_onnx

SPLIT = """
func.func @f(%x: tensor<?x4xf32>) -> (tensor<?x1xf32>, tensor<?x3xf32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [1, 3]
      : tensor<?x4xf32> -> tensor<?x1xf32>, tensor<?x3xf32>
  return %0#0, %0#1 : tensor<?x1xf32>, tensor<?x3xf32>
}
"""
STATIC = SPLIT.replace("?", "2")
X = np.arange(8, dtype=np.float32).reshape(2, 4)


# ---- Functions. ----


def test_iteration():
    text = "func.func @a() {return}\nfunc.func @b() {return}"
    model = split_mlir.compile(text)
    assert [function.name for function in model] == ["a", "b"] and len(model) == 2
    assert list(model) == list(model.functions.values())


# ---- Arrays for results. ----


@pytest.mark.parametrize("options", [{}, {"results": "views"}, {"no_runtime_checks": True}])
@pytest.mark.parametrize("text", [SPLIT, STATIC])
def test_out(text, options):
    model = split_mlir.compile(text, **options)
    first, second = np.zeros((2, 1), np.float32), np.zeros((2, 3), np.float32)
    results = model(X, out=(first, second))
    assert results[0] is first and results[1] is second
    np.testing.assert_array_equal(first, X[:, :1])
    np.testing.assert_array_equal(second, X[:, 1:])
    second[:] = 0
    results = model["f"](argument0=X, out=(None, second))
    np.testing.assert_array_equal(results[0], X[:, :1])
    assert results[1] is second
    np.testing.assert_array_equal(second, X[:, 1:])


ONE = "func.func @f(%x: tensor<TYPE>) -> tensor<TYPE> {\n return %x : tensor<TYPE> }"


@pytest.mark.parametrize("kind", ["3xi4", "?xi4", "*xi4"])
def test_one_out(kind):
    """Integers are extended in arrays of the caller, too."""
    model = split_mlir.compile(ONE.replace("TYPE", kind))
    out = np.full(3, 99, np.int8)
    assert model(np.array([7, 8, 15], np.int8), out=out) is out
    assert out.tolist() == [7, -8, -1]
    buffer = bytearray(3)
    out = memoryview(buffer).cast("b")
    assert model(np.array([1, 2, 3], np.int8), out=(out,)) is out
    assert buffer == b"\1\2\3"


def test_empty_out():
    model = split_mlir.compile(ONE.replace("TYPE", "?xf32"))
    out = np.zeros(0, np.float32)
    assert model(np.zeros(0, np.float32), out=out) is out


A, B = np.zeros((2, 1), np.float32), np.zeros((2, 3), np.float32)
FIXED = np.zeros((2, 3), np.float32)
FIXED.flags.writeable = False
WRONG_OUTS = [
    (A, TypeError, "out is of type ndarray, expected a tuple with an array or None for each result"),
    ((A,), ValueError, "'f' has 2 results, out has 1"),
    ((A, [1]), TypeError, "out for result 'result1' is of type list, expected an array of dtype float32"),
    ((A, 5), TypeError, "out for result 'result1' is of type int, expected an array of dtype float32"),
    ((A, B.astype("f8")), TypeError, "out for result 'result1' has dtype float64, expected float32"),
    ((A, B[0]), ValueError, "out for result 'result1' has shape (3,), expected (?, 3)"),
    ((A, B[:, :2]), ValueError, "out for result 'result1' has shape (2, 2), expected (?, 3)"),
    ((A, B[:1]), ValueError, "out for result 'result1' has shape (1, 3), but the result has shape (2, 3)"),
    ((A, B[::-1]), ValueError, "out for result 'result1' is not in row-major order"),
    ((A, FIXED), ValueError, "out for result 'result1' is read-only or not aligned, but the function writes to it"),
    ((A, X[:, 1:]), ValueError, "out for result 'result1' is not in row-major order"),
    ((A, X.reshape(-1)[:6].reshape(2, 3)), ValueError, "out for result 'result1' overlaps argument 'argument0'"),
    ((B.reshape(-1)[4:].reshape(2, 1), B), ValueError, "out for result 'result1' overlaps out for result 'result0'"),
]


@pytest.mark.parametrize("out, kind, message", WRONG_OUTS)
def test_wrong_outs(out, kind, message):
    model = split_mlir.compile(SPLIT)
    before = X.copy()
    with pytest.raises(kind) as caught:
        model(X, out=out)
    assert isinstance(caught.value, split_mlir.ArgumentError)
    assert str(caught.value) == message
    np.testing.assert_array_equal(X, before)


def test_out_of_scalars():
    model = split_mlir.compile("func.func @f(%out: i64) -> i64 {\n return %out : i64 }")
    assert model(5, out=None) == 5 and model(5, out=(None,)) == 5
    with pytest.raises(TypeError) as caught:
        model(5, out=np.zeros((), np.int64))
    message = "out for result 'result0' is of type ndarray, expected None for a scalar"
    assert str(caught.value) == message


def test_argument_named_out():
    text = ONE.replace("%x: tensor<TYPE>", '%x: tensor<TYPE> {onnx.name = "out"}', 1)
    model = split_mlir.compile(text.replace("TYPE", "2xf32"))
    x, y = np.ones(2, np.float32), np.zeros(2, np.float32)
    assert model(out_=x, out=y) is y and y.tolist() == [1, 1]


# ---- Texts. ----


def test_weights_in_texts():
    values = ", ".join(f"{i}.0" for i in range(100, 130))
    model = split_mlir.compile(f"""func.func @f(%x: tensor<30xf32>) -> tensor<30xf32> {{
      %c = arith.constant dense<[{values}]> : tensor<30xf32>
      %0 = arith.addf %x, %c : tensor<30xf32>
      return %0 : tensor<30xf32>
    }}""")
    for stage in ("split", "linalg", "llvm"):
        assert "__elided__" in model.mlir(stage)
        text = model.mlir(stage, weights=True)
        assert "__elided__" not in text and "1.290000e+02" in text
    with pytest.raises(TypeError, match="weights is of type str, expected bool"):
        model.mlir(weights="all")


# ---- PyTorch. ----


class Halves:
    def forward(self, x):
        raise AssertionError("only the exporter calls it")


def make_torch(export):
    """A module with what is used of PyTorch. The real one is in test_torch.py."""
    torch = types.ModuleType("torch")
    torch.nn = types.SimpleNamespace(Module=Halves)
    torch.onnx = types.SimpleNamespace(export=export)
    return torch


def test_modules_of_torch(monkeypatch):
    calls = []

    def export(model, args, path, input_names):
        calls.append((model, args, input_names))
        with open(path, "wb") as file:
            file.write(make_onnx().SerializeToString())

    monkeypatch.setitem(sys.modules, "torch", make_torch(export))
    halves, example, parts = Halves(), np.zeros(6, np.float32), []
    model = split_mlir.compile(halves, (example,), progress=parts.append)
    assert model(np.arange(6, dtype=np.float32))[0].tolist() == [0, 1, 2]
    assert calls == [(halves, (example,), ["x"])] and parts == ["exporting", "compiling"]
    with pytest.raises(TypeError, match="args is of type NoneType, expected a tuple of example"):
        split_mlir.compile(halves)
    with pytest.raises(TypeError) as caught:
        split_mlir.compile(SPLIT, (example,))
    assert str(caught.value) == "args is for a torch.nn.Module, and the model is of type str"


def test_no_torch(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(split_mlir.MissingError) as caught:
        split_mlir.compile(Halves(), (X,))
    reason = "import of torch halted; None in sys.modules"
    assert str(caught.value) == f"args needs PyTorch: {reason}"


# ---- Progress. ----


def test_progress():
    parts = []
    split_mlir.compile(SPLIT, progress=parts.append)
    assert parts == ["reading", "compiling"]

    def stop(part):
        raise KeyboardInterrupt(part)

    with pytest.raises(KeyboardInterrupt, match="reading"):
        split_mlir.compile(SPLIT, progress=stop)
