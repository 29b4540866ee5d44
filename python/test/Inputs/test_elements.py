"""Elements of all types pass through unchanged."""

import numpy as np
import pytest

import split_mlir

TYPES = {
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "si32": np.int32,
    "ui8": np.uint8,
    "ui16": np.uint16,
    "ui32": np.uint32,
    "ui64": np.uint64,
    "index": np.int64,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
    # Bits, since NumPy has no such numbers.
    "bf16": np.uint16,
    "f8E4M3FN": np.uint8,
    "f8E5M2": np.uint8,
    "i4": np.int8,
    "ui4": np.uint8,
    "i24": np.int32,
    "i128": np.dtype("V16"),
    "complex<bf16>": np.dtype("V4"),
    "!quant.uniform<i8:f32, 0.5>": np.int8,
    "!quant.uniform<u8:f32, 0.5:128>": np.uint8,
}


def make_text(element):
    return f"""
func.func @f(%x: tensor<2x?x{element}>) -> (tensor<1x?x{element}>, tensor<1x?x{element}>) {{
  %0:2 = split.split %x axis(0) into 2
      : tensor<2x?x{element}> -> tensor<1x?x{element}>, tensor<1x?x{element}>
  return %0#0, %0#1 : tensor<1x?x{element}>, tensor<1x?x{element}>
}}
"""


def make_numbers(element, dtype):
    """A row of 1s and a row of other values of the type."""
    dtype = np.dtype(dtype)
    bits = np.random.default_rng(1).integers(0, 256, 2 * 5 * dtype.itemsize, np.uint8)
    if element == "i4":
        return np.array([[-8, -1, 0, 1, 7], [3, 2, 1, -1, -2]], dtype)
    if element == "ui4":
        return np.array([[0, 1, 8, 15, 7], [3, 2, 1, 14, 13]], dtype)
    if element == "i24":
        return np.array([[-(2**23), -1, 0, 1, 2**23 - 1], [3, 2, 1, -1, -2]], dtype)
    if dtype.kind == "b":
        return (bits % 2).astype(bool).reshape(2, 5)
    if dtype.kind in "fc":
        return np.arange(10).astype(dtype).reshape(2, 5)
    return bits.view(dtype).reshape(2, 5)


@pytest.mark.parametrize("results", ["copies", "views"])
@pytest.mark.parametrize("element", TYPES)
def test_elements(element, results):
    x = make_numbers(element, TYPES[element])
    model = split_mlir.compile(make_text(element), results=results)
    assert model["f"].arguments[0].dtype == x.dtype
    assert model["f"].arguments[0].element_type.split("<")[0] == element.split("<")[0]
    for strided in (x, np.asfortranarray(x)):
        first, second = model(strided)
        assert first.dtype == x.dtype
        assert first.tobytes() == x[:1].tobytes() and second.tobytes() == x[1:].tobytes()
    with pytest.raises(TypeError, match="argument 'argument0' has dtype"):
        model(x.view(f"V{x.itemsize}") if x.dtype.kind != "V" else x.view("u1"))


def test_long_double():
    x = np.arange(10).astype(np.longdouble).reshape(2, 5)
    first, second = split_mlir.compile(make_text("f80"))(x)
    np.testing.assert_array_equal(np.concatenate([first, second]), x, strict=True)


def test_bits_above_small_integers():
    """Results of i4 are sign-extended, whatever compiled code stores above."""
    text = """func.func @f(%x: tensor<?xi4>, %y: tensor<?xui4>, %a: i4)
        -> (tensor<?xi4>, tensor<?xui4>, i4) {
      %0 = arith.addi %x, %x : tensor<?xi4>
      %1 = arith.addi %a, %a : i4
      return %0, %y, %1 : tensor<?xi4>, tensor<?xui4>, i4
    }"""
    model = split_mlir.compile(text)
    x = np.array([-8, -1, 3, 4, 7], np.int8)
    y = np.array([0, 15, 255], np.uint8)  # the upper bits are ignored
    doubled, same, scalar = model(x, y, -3)
    np.testing.assert_array_equal(doubled, [0, -2, 6, -8, -2])
    np.testing.assert_array_equal(same, [0, 15, 15])
    assert scalar == -6 and model(x, y, 7)[2] == -2


@pytest.mark.parametrize("bits", (129, 160, 256, 257, 300))
def test_integers_above_128_bits(bits):
    text = f"""
    func.func @main(%x: tensor<4xi{bits}>, %a: tensor<4xi64>, %i: index)
        -> (tensor<4xi{bits}>, i{bits}) {{
      %0 = arith.extsi %a : tensor<4xi64> to tensor<4xi{bits}>
      %1 = arith.addi %x, %0 : tensor<4xi{bits}>
      %2 = tensor.extract %1[%i] : tensor<4xi{bits}>
      return %1, %2 : tensor<4xi{bits}>, i{bits}
    }}"""
    size = 16 * -(-bits // 128)
    ones = np.frombuffer(b"\xff" * 4 * size, f"V{size}")
    sums, scalar = split_mlir.compile(text)(ones, np.array([3, -4, 5, -6]), 1)
    expected = [2, -5 % 2**bits, 4, -7 % 2**bits]
    assert [int.from_bytes(x.tobytes(), "little") for x in sums] == expected
    assert int.from_bytes(scalar.tobytes(), "little", signed=True) == -5


def test_bf16_bits():
    """An addition of bf16, compared with one of float32 that is rounded."""
    text = """func.func @f(%x: tensor<3xbf16>) -> tensor<3xbf16> {
      %0 = arith.addf %x, %x : tensor<3xbf16>
      return %0 : tensor<3xbf16>
    }"""
    x = np.array([1.0, -2.5, 0.15625], np.float32)
    bits = (x.view(np.uint32) >> 16).astype(np.uint16)
    doubled = split_mlir.compile(text)(bits)
    np.testing.assert_array_equal((doubled.astype(np.uint32) << 16).view(np.float32), x + x)


def test_big_endian_is_refused():
    model = split_mlir.compile(make_text("i32"))
    with pytest.raises(TypeError, match="has dtype >i4, expected int32"):
        model(np.zeros((2, 5), ">i4"))


def test_small_types_are_named():
    model = split_mlir.compile(make_text("i4"))
    with pytest.raises(TypeError) as caught:
        model(np.zeros((2, 5), np.int32))
    assert str(caught.value) == "argument 'argument0' has dtype int32, expected int8 (bits of i4)"
