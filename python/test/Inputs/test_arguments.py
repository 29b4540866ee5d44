"""Arguments that do not fit, and hostile ones."""

import ctypes
import os
import random

import numpy as np
import pytest

import split_mlir
from split_testing.reference import cut

MODEL = """
func.func @f(%x: tensor<?x6xf32> {onnx.name = "x"}, %n: tensor<2xi64> {onnx.name = "n"})
    -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:2 = split.variadic_split %x axis(1) lengths(%n : tensor<2xi64>)
      : tensor<?x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}
"""
X = np.arange(12, dtype=np.float32).reshape(2, 6)
N = np.array([2, 4])


@pytest.fixture(scope="module")
def model():
    return split_mlir.compile(MODEL)


def test_right(model):
    for piece, wanted in zip(model(X, N), cut(X, 1, [2, -1]), strict=True):
        np.testing.assert_array_equal(piece, wanted, strict=True)


WRONG = [
    ((), split_mlir.ArgumentError, "'f' takes 2 arguments, 0 were given"),
    ((X,), split_mlir.ArgumentError, "'f' takes 2 arguments, 1 was given"),
    ((X, N, N), split_mlir.ArgumentError, "'f' takes 2 arguments, 3 were given"),
    ((X.astype("f8"), N), TypeError, "argument 'x' has dtype float64, expected float32"),
    ((X.astype(">f4"), N), TypeError, "argument 'x' has dtype >f4, expected float32"),
    ((X.astype(object), N), TypeError, "argument 'x' has dtype object, expected float32"),
    ((X.astype("M8[s]"), N), TypeError, "argument 'x' has dtype datetime64[s], expected float32"),
    ((X.astype("U3"), N), TypeError, "argument 'x' has dtype <U3, expected float32"),
    ((X, N.astype("i4")), TypeError, "argument 'n' has dtype int32, expected int64"),
    ((X, N.astype("u8")), TypeError, "argument 'n' has dtype uint64, expected int64"),
    ((X[0], N), ValueError, "argument 'x' has shape (6,), expected (?, 6)"),
    ((X[None], N), ValueError, "argument 'x' has shape (1, 2, 6), expected (?, 6)"),
    ((X[:, 1:], N), ValueError, "argument 'x' has shape (2, 5), expected (?, 6)"),
    ((X, N[:1]), ValueError, "argument 'n' has shape (1,), expected (2,)"),
    ((X, np.array(2)), ValueError, "argument 'n' has shape (), expected (2,)"),
    ((None, N), TypeError, "argument 'x' is of type NoneType, expected an array of dtype float32"),
    (([[1.0] * 6], N), TypeError, "argument 'x' is of type list, expected an array of dtype float32"),
    ((X, "24"), TypeError, "argument 'n' is of type str, expected an array of dtype int64"),
    ((X, 2), TypeError, "argument 'n' is of type int, expected an array of dtype int64"),
    ((X, b"0123456789abcdef"), TypeError, "argument 'n' has dtype uint8, expected int64"),
    ((np.ndarray, N), TypeError, "argument 'x' is of type type, expected an array of dtype float32"),
    ((np.float32(1), N), ValueError, "argument 'x' has shape (), expected (?, 6)"),
    ((X, np.array([-2, 8])), split_mlir.CheckError, "<memory>:4:10: lengths [-2, 8] hold a negative length other than -1"),
]


@pytest.mark.parametrize("args, kind, message", WRONG)
def test_wrong(model, args, kind, message):
    with pytest.raises(kind) as caught:
        model(*args)
    assert str(caught.value) == message
    assert isinstance(caught.value, split_mlir.Error)


@pytest.mark.parametrize("name, shown", [("f", "f"), ("main", "main"), ('"a\\00b"', r"a\x00b")])
def test_names_of_functions(name, shown):
    """Messages name functions as the model does, not as the compiled code."""
    model = split_mlir.compile(f"func.func @{name}(%x: f32) -> f32 {{\n return %x : f32 }}")
    with pytest.raises(split_mlir.ArgumentError) as caught:
        model(1.0, 2.0)
    assert str(caught.value) == f"'{shown}' takes 1 argument, 2 were given"
    with pytest.raises(split_mlir.ArgumentError) as caught:
        model(1.0, out=(None, None))
    assert str(caught.value) == f"'{shown}' has 1 result, out has 2"


def test_numbers():
    text = """func.func @f(%a: i8, %b: ui8, %c: f32, %d: i1, %e: bf16) -> i8 {
      return %a : i8
    }"""
    model = split_mlir.compile(text)
    bits = np.uint16(0x3F80)
    assert model(-128, 255, 1.5, True, bits) == -128
    number = "argument 'argument0' is 128, expected a number from -128 to 127"
    kind = "argument 'argument0' is a number of Python's type float, expected int8"
    none = "argument 'argument0' is of type NoneType, expected a number of dtype int8"
    for wrong, message in [
        ((128, 1, 1.0, 0, bits), number),
        ((10**30, 1, 1.0, 0, bits), number.replace("128", str(10**30), 1)),
        ((1, -1, 1.0, 0, bits), "argument 'argument1' is -1, expected a number from 0 to 255"),
        ((1, 1, 1.0, 2, bits), "argument 'argument3' is 2, expected a number from 0 to 1"),
        ((1.0, 1, 1.0, 0, bits), kind),
        ((1, 1, 1j, 0, bits), kind.replace("t0", "t2").replace("float", "complex").replace("int8", "float32")),
        ((1, 1, 1.0, 0, 1.0), kind.replace("t0", "t4").replace("int8", "uint16 (bits of bf16)")),
        ((1, 1, np.float64(1), 0, bits), "argument 'argument2' has dtype float64, expected float32"),
        (("1", 1, 1.0, 0, bits), none.replace("NoneType", "str")),
        ((None, 1, 1.0, 0, bits), none),
    ]:
        with pytest.raises(split_mlir.ArgumentError) as caught:
            model(*wrong)
        assert str(caught.value) == message


def test_written_arguments():
    """A function may write to an argument that the model marks, so it must be writable."""
    text = """func.func @f(%x: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
      %0 = arith.addf %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    model = split_mlir.compile(text)
    assert model["f"].arguments[0].is_written
    x = np.ones(4, np.float32)
    np.testing.assert_array_equal(model(x), np.full(4, 2, np.float32))
    x = np.ones(4, np.float32)
    x.flags.writeable = False
    with pytest.raises(ValueError) as caught:
        model(x)
    assert str(caught.value) == (
        "argument 'argument0' is read-only or not aligned, but the function writes to it"
    )
    np.testing.assert_array_equal(x, 1)


# ---- DLPack. ----


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("byte_offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Exporter:
    """An object with a DLPack tensor of X, of which fields may be changed."""

    def __init__(self, name=b"dltensor", shape=X.shape, strides=None, device=1, device_pair=..., **changes):
        self.name, self.deleted = name, 0
        self.device = (device, 0) if device_pair is ... else device_pair
        self.shape = shape and (ctypes.c_int64 * len(shape))(*shape)
        self.strides = strides and (ctypes.c_int64 * len(strides))(*strides)
        self.deleter = Deleter(self.delete)
        self.tensor = Tensor(
            X.ctypes.data, device, 0, len(shape or ()), 2, 32, 1,
            ctypes.cast(self.shape, ctypes.c_void_p) if shape else None,
            ctypes.cast(self.strides, ctypes.c_void_p) if strides else None,
            0, None, ctypes.cast(self.deleter, ctypes.c_void_p),
        )
        for key, value in changes.items():
            setattr(self.tensor, key, value)
        self.capsule = new_capsule(ctypes.addressof(self.tensor), self.name, None)

    def delete(self, _):
        self.deleted += 1

    def __dlpack__(self, **_):
        return self.capsule

    def __dlpack_device__(self):
        return self.device


def test_dlpack(model):
    exporter = Exporter()
    for piece, wanted in zip(model(exporter, N), cut(X, 1, [2, -1])):
        np.testing.assert_array_equal(piece, wanted)
    assert exporter.deleted == 1
    with pytest.raises(TypeError, match="'x' has a method __dlpack__ that returns no new tensor"):
        model(exporter, N)
    assert exporter.deleted == 1
    backwards = Exporter(strides=(-6, -1), data=X[1:, 5:].ctypes.data)
    np.testing.assert_array_equal(model(backwards, N)[0], X[::-1, ::-1][:, :2])
    offset = Exporter(shape=(1, 6), byte_offset=24)
    np.testing.assert_array_equal(model(offset, N)[0], X[1:, :2])
    numbers = np.from_dlpack(X)
    np.testing.assert_array_equal(model(numbers, N)[0], X[:, :2])


SUM = """
func.func @f(%x: tensor<TYPE> {onnx.name = "x"ATTRS}) -> tensor<TYPE> {
  %0 = arith.addf %x, %x : tensor<TYPE>
  return %0 : tensor<TYPE>
}
"""


@pytest.mark.parametrize("kind", ["2x3xf32", "?x?xf32"])
def test_order_without_checks(kind):
    model = split_mlir.compile(SUM.replace("TYPE", kind).replace("ATTRS", ""), no_runtime_checks=True)
    part = np.arange(24, dtype=np.float32).reshape(4, 6)
    others = part.T[1:3, 1:], part[::2, ::2], part[1::-1, 2::-1], part[:2, :1].repeat(3, 1)
    for x in (part[:2, :3], *others, np.broadcast_to(part[0, :3], (2, 3))):
        np.testing.assert_array_equal(model(x), x + x)
    backwards = Exporter(shape=(2, 3), strides=(-6, -1), data=X[1:, 5:].ctypes.data)
    np.testing.assert_array_equal(model(backwards), 2 * X[::-1, :2:-1])
    assert backwards.deleted == 1


def test_order_of_unranked_without_checks():
    model = split_mlir.compile("""
        func.func @f(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
          %0:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
          return %0#0, %0#1 : tensor<*xf32>, tensor<*xf32>
        }""", no_runtime_checks=True)
    x = X.T
    np.testing.assert_array_equal(model(x)[1], x[3:])


def test_views_of_another_order_without_checks():
    model = split_mlir.compile(MODEL, results="views", no_runtime_checks=True)
    assert np.shares_memory(model(X, N)[1], X)
    x = np.asfortranarray(X)
    first, second = model(x, N)
    np.testing.assert_array_equal(first, x[:, :2])
    np.testing.assert_array_equal(second, x[:, 2:])
    assert not first.flags.writeable


def test_order_of_written_without_checks():
    text = SUM.replace("TYPE", "2x6xf32").replace("ATTRS", ", bufferization.writable = true")
    model = split_mlir.compile(text, no_runtime_checks=True)
    np.testing.assert_array_equal(model(X.copy()), X + X)
    message = "argument 'x' is not in row-major order, but the function writes to it and was compiled without run-time checks"
    with pytest.raises(ValueError, match=message):
        model(np.asfortranarray(X))


def test_dlpack_views_keep_the_tensor():
    model = split_mlir.compile(MODEL, results="views")
    exporter = Exporter()
    first, second = model(exporter, N)
    assert np.shares_memory(first, X) and not first.flags.writeable
    assert exporter.deleted == 0
    del first
    assert exporter.deleted == 0
    del second
    assert exporter.deleted == 1


HUGE = 2**62
NOT_NEW = "argument 'x' has a method __dlpack__ that returns no new tensor"
OUTSIDE = "argument 'x' has strides that leave the address space"
HOSTILE = [
    (dict(name=b"other"), NOT_NEW),
    (dict(name=b"used_dltensor"), NOT_NEW),
    (dict(device=2), "argument 'x' is on a device of type 2 of DLPack, expected the CPU"),
    (dict(code=0), "argument 'x' has dtype int32, expected float32"),
    (dict(bits=64), "argument 'x' has dtype float64, expected float32"),
    (dict(lanes=4), "argument 'x' has dtype float32x4, expected float32"),
    (dict(code=200), "argument 'x' has dtype type 20032, expected float32"),
    (dict(ndim=-1), "argument 'x' has a DLPack tensor without a shape"),
    (dict(shape=None, ndim=2), "argument 'x' has a DLPack tensor without a shape"),
    (dict(ndim=2**31 - 1), "argument 'x' has a DLPack tensor of rank 2147483647, expected at most 64"),
    (dict(shape=(-1, 6)), "argument 'x' has a DLPack tensor of negative size"),
    (dict(shape=(2,)), "argument 'x' has shape (2,), expected (?, 6)"),
    (dict(shape=(2, 7)), "argument 'x' has shape (2, 7), expected (?, 6)"),
    (dict(data=None), "argument 'x' has a DLPack tensor without data"),
    (dict(byte_offset=1), "argument 'x' has a DLPack tensor that is not aligned"),
    (dict(shape=(HUGE, 6)), "argument 'x' has more elements than memory"),
    (dict(shape=(HUGE, 6), strides=(0, HUGE)), OUTSIDE),
    (dict(strides=(HUGE, 1)), OUTSIDE),
    (dict(strides=(-HUGE, 1)), OUTSIDE),
    (dict(strides=(-(2**61), 1)), OUTSIDE),
]


@pytest.mark.parametrize("changes, message", HOSTILE)
def test_hostile_dlpack(model, changes, message):
    exporter = Exporter(**changes)
    with pytest.raises(split_mlir.ArgumentError) as caught:
        model(exporter, N)
    assert str(caught.value) == message


def test_dlpack_that_raises(model):
    class Raises:
        def __dlpack_device__(self):
            raise RuntimeError("no device")

        def __dlpack__(self):
            return None

    class Wrong(Raises):
        def __dlpack_device__(self):
            return (1, 0)

    class NoTuple(Raises):
        def __dlpack_device__(self):
            return "cpu"

    with pytest.raises(RuntimeError, match="no device"):
        model(Raises(), N)
    with pytest.raises(TypeError, match="returns no new tensor"):
        model(Wrong(), N)
    with pytest.raises(TypeError) as caught:
        model(NoTuple(), N)
    message = ("argument 'x' has a method __dlpack_device__ that does not return the type "
               "and the number of a device")
    assert str(caught.value) == message
    for device in [(), (1,), ("cpu", 0), (2**40, 0), None, [1, 0]]:
        with pytest.raises(split_mlir.ArgumentTypeError, match=message):
            model(Exporter(device_pair=device), N)


def test_objects_that_lie(model):
    class Raises:
        @property
        def __class__(self):
            raise RuntimeError("no class")

    class Scalar:
        @property
        def __class__(self):
            return np.float32

    for lie in (Raises(), Scalar()):
        with pytest.raises(TypeError, match=f"'x' is of type {type(lie).__name__}, expected an array"):
            model(lie, N)

    class bfloat(np.void):
        """Types of two bytes with this class have the name bfloat16."""

    class Array(np.ndarray):
        def view(self, *_):
            return 5

    half = split_mlir.compile("func.func @f(%x: tensor<2xbf16>) -> tensor<2xbf16> { return %x : tensor<2xbf16> }")
    bits = np.array([0x3F80, 7], np.uint16)
    array = np.ndarray.view(bits.view(np.dtype((bfloat, 2))), Array)
    np.testing.assert_array_equal(half(array), bits)


def test_random_objects(model):
    """Any object is an argument or an error of Python, never a crash."""
    source = random.Random(0)
    values = [
        None, True, 0, -1, 10**40, 1.5, float("nan"), 1j, "x", b"bytes", bytearray(24), [], [1],
        {}, {"x": X}, set(), object(), type, print, model, split_mlir, X, N, X.T, X[::-1],
        X[:0], N[::-1], X.astype(">f4"), X.astype(object), X.view("V4"), X.view("i4"),
        np.ma.array(X, mask=X > 3), np.matrix(X), np.float32(1), np.int64(2), np.void(b"1234"),
        np.str_("x"), np.datetime64("now"), np.zeros((2, 6), "f4,f4"), np.zeros((1,) * 32, "f4"),
        np.lib.stride_tricks.as_strided(X, (2, 6), (0, 0)), memoryview(X), memoryview(b""),
        memoryview(bytearray(48)).cast("f", (2, 6)), range(3), iter([]), Ellipsis, Exception(),
        np.zeros((2**40, 0), "f4"), np.zeros((0, 6), "f4"), np.array(None), np.array("x"),
        Exporter(), Exporter(code=9), ctypes.c_float(1), (ctypes.c_float * 6)(), lambda: 0,
    ]
    passed = 0
    for _ in range(100000 if os.environ.get("SPLIT_MLIR_THOROUGH") else 3000):
        args = [source.choice(values) for _ in range(source.choice([0, 1, 2, 2, 2, 2, 2, 3]))]
        try:
            model(*args)
            passed += 1
        except (split_mlir.Error, BufferError):
            pass
    assert passed
