"""Values of calls, compared with NumPy."""

import array
import signal
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import split_mlir
from split_testing.reference import cut, split

THIRDS = """
func.func @thirds(%x: tensor<?x6xf32>)
    -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %0:3 = split.split %x axis(1) into 3
      : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
  return %0#0, %0#1, %0#2 : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}
"""
STATIC = """
func.func @pieces(%x: tensor<7x4xi32>) -> (tensor<1x4xi32>, tensor<6x4xi32>) {
  %0:2 = split.variadic_split %x axis(0) lengths [1, 6]
      : tensor<7x4xi32> -> tensor<1x4xi32>, tensor<6x4xi32>
  return %0#0, %0#1 : tensor<1x4xi32>, tensor<6x4xi32>
}
"""
HALVES = """func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}"""
UNRANKED = """
func.func @first(%x: tensor<*xf64>, %axis: i64) -> tensor<*xf64> {
  %0:2 = split.split %x axis(%axis : i64) into 2
      : tensor<*xf64> -> tensor<*xf64>, tensor<*xf64>
  return %0#0 : tensor<*xf64>
}
"""
SCALARS = """
func.func @sum(%a: f32, %b: i64, %c: i1, %d: complex<f64>, %e: f64, %f: f16)
    -> (f32, i64, i1, complex<f64>, f64, f16) {
  %0 = arith.addf %a, %a : f32
  %1 = arith.addi %b, %b : i64
  %2 = complex.add %d, %d : complex<f64>
  %3 = arith.addf %e, %e : f64
  %4 = arith.addf %f, %f : f16
  return %0, %1, %c, %2, %3, %4 : f32, i64, i1, complex<f64>, f64, f16
}
"""
SEVERAL = """
func.func @rows(%x: tensor<4x2xf32>) -> tensor<2x2xf32> {
  %0:2 = split.split %x axis(0) into 2
      : tensor<4x2xf32> -> tensor<2x2xf32>, tensor<2x2xf32>
  return %0#1 : tensor<2x2xf32>
}
func.func @columns(%x: tensor<4x2xf32>) -> tensor<4x1xf32> {
  %0:2 = split.split %x axis(1) into 2
      : tensor<4x2xf32> -> tensor<4x1xf32>, tensor<4x1xf32>
  return %0#1 : tensor<4x1xf32>
}
func.func @nothing(%x: tensor<4x2xf32>) {
  return
}
"""


@pytest.fixture(scope="module")
def thirds():
    return split_mlir.compile(THIRDS)


def make_numbers(*shape, dtype=np.float32):
    return np.arange(np.prod(shape), dtype=dtype).reshape(shape)


LAYOUTS = {
    "rows": lambda: make_numbers(4, 6),
    "columns": lambda: np.asfortranarray(make_numbers(4, 6)),
    "transposed": lambda: make_numbers(6, 4).T,
    "every second": lambda: make_numbers(8, 12)[::2, ::2],
    "backwards": lambda: make_numbers(4, 6)[::-1, ::-1],
    "broadcast": lambda: np.broadcast_to(make_numbers(6), (4, 6)),
    "inner": lambda: make_numbers(6, 9)[1:5, 2:8],
    "empty": lambda: make_numbers(0, 6),
    "one row": lambda: make_numbers(1, 6),
    "read-only": lambda: np.frombuffer(make_numbers(4, 6).tobytes(), np.float32).reshape(4, 6),
    "unaligned": lambda: np.frombuffer(b"x" + make_numbers(4, 6).tobytes(), np.uint8)[1:]
    .view(np.float32)
    .reshape(4, 6),
    "field": lambda: np.array(
        [(1, n) for n in range(24)], dtype=[("a", "u1"), ("b", "f4")]
    )["b"].reshape(4, 6),
    "longdouble strides": lambda: np.lib.stride_tricks.as_strided(
        make_numbers(4, 6), (3, 6), (32, 4)
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("results", ["copies", "views"])
def test_layouts(layout, results):
    x = LAYOUTS[layout]()
    expected = split(x, 1, 3)
    before = x.copy()
    pieces = split_mlir.compile(THIRDS, results=results)(x)
    assert isinstance(pieces, tuple)
    for piece, wanted in zip(pieces, expected, strict=True):
        np.testing.assert_array_equal(piece, wanted, strict=True)
        is_copied = layout in ("unaligned", "field")
        if x.size and not is_copied:
            assert np.shares_memory(piece, x) == (results == "views")
    np.testing.assert_array_equal(x, before)


def test_static_shapes():
    x = make_numbers(7, 4, dtype=np.int32)
    pieces = split_mlir.compile(STATIC)(x)
    for piece, wanted in zip(pieces, cut(x, 0, [1, -1]), strict=True):
        np.testing.assert_array_equal(piece, wanted, strict=True)
        assert piece.flags.writeable and piece.ctypes.data % 64 == 0


@pytest.mark.parametrize("shape, axis", [((4,), 0), ((2, 3), -2), ((3, 0, 6), 2), ((1,) * 7 + (2,), 7)])
def test_unknown_rank(shape, axis):
    x = make_numbers(*shape, dtype=np.float64)
    first = split_mlir.compile(UNRANKED)(x, axis)
    np.testing.assert_array_equal(first, split(x, axis, 2)[0], strict=True)


def test_ranks_above_numpys():
    rank = 33
    shape = "x".join(["1"] * rank)
    text = f"""func.func @f(%x: tensor<1xf32>) -> tensor<?x{shape}xf32> {{
      %c1 = arith.constant 1 : index
      %0 = tensor.empty(%c1) : tensor<?x{shape}xf32>
      return %0 : tensor<?x{shape}xf32>
    }}"""
    model = split_mlir.compile(text)
    for _ in range(3):
        with pytest.raises(ValueError) as caught:
            model(np.zeros(1, np.float32))
        assert str(caught.value) == "result 'result0' has rank 34, NumPy has arrays of at most rank 32"


def test_array_split_of_chunks(thirds):
    big = make_numbers(60, 6)
    for rows in np.array_split(big, 7):
        for piece, wanted in zip(thirds(rows), split(rows, 1, 3), strict=True):
            np.testing.assert_array_equal(piece, wanted, strict=True)


def test_scalars():
    model = split_mlir.compile(SCALARS)
    results = model(1.5, -3, True, 1 + 2j, 2.5, 0.5)
    assert results == (3.0, -6, True, 2 + 4j, 5.0, 1.0)
    kinds = [np.float32, np.int64, np.bool_, np.complex128, np.float64, np.float16]
    assert [type(result) for result in results] == kinds
    again = model(*(kind(value) for kind, value in zip(kinds, (1.5, -3, 0, 1j, 2, 4))))
    assert again == (3.0, -6, False, 2j, 4.0, 8.0)
    # 0-D arrays, and a whole number for a float.
    assert model(np.array(1.5, "f4"), np.array(2), False, 1, 2, 3)[:2] == (3.0, 4)


def test_tensor_of_rank_0():
    model = split_mlir.compile("func.func @f(%x: tensor<f32>) -> tensor<f32> {\n return %x : tensor<f32> }")
    for given in (np.float32(3), np.array(3, np.float32), 3.0, 3):
        result = model(given)
        assert isinstance(result, np.ndarray) and result.shape == () and result == 3


def test_several_functions():
    model = split_mlir.compile(SEVERAL)
    x = make_numbers(4, 2)
    assert list(model.functions) == ["rows", "columns", "nothing"]
    np.testing.assert_array_equal(model["rows"](x), x[2:])
    np.testing.assert_array_equal(model["columns"](argument0=x), x[:, 1:])
    assert model["nothing"](x) is None
    with pytest.raises(split_mlir.ArgumentError) as caught:
        model(x)
    calls = "model['rows'], model['columns'], model['nothing']"
    message = f"the model has several functions, call one of them: {calls}"
    assert str(caught.value) == message
    with pytest.raises(KeyError, match="no function 'diagonals', there is: rows, columns"):
        model["diagonals"]


def test_main_is_called():
    text = SEVERAL.replace("@columns", "@main")
    x = make_numbers(4, 2)
    np.testing.assert_array_equal(split_mlir.compile(text)(x), x[:, 1:])


def test_buffers(thirds):
    """Objects with the buffer protocol, other than arrays."""
    rows = array.array("f", range(12))
    view = memoryview(rows).cast("B").cast("f", (2, 6))
    expected = split(make_numbers(2, 6), 1, 3)
    for piece, wanted in zip(thirds(view), expected):
        np.testing.assert_array_equal(piece, wanted, strict=True)
    views = split_mlir.compile(THIRDS, results="views")(view)
    rows[0] = 7
    assert views[0][0, 0] == 7
    del views, view
    rows.append(1)  # nothing holds the buffer any more


def test_keywords(thirds):
    x = make_numbers(2, 6)
    np.testing.assert_array_equal(thirds(argument0=x)[0], x[:, :2])
    with pytest.raises(split_mlir.ArgumentError, match="unexpected keyword argument 'z'"):
        thirds(x, z=x)
    with pytest.raises(split_mlir.ArgumentError, match="missing a required argument"):
        thirds["thirds"](**{"": 1})


def test_many_parameters():
    count = 40
    types = ", ".join(["tensor<1xf32>"] * count)
    arguments = ", ".join(f"%x{i}: tensor<1xf32>" for i in range(count))
    values = ", ".join(f"%x{i}" for i in reversed(range(count)))
    model = split_mlir.compile(f"func.func @f({arguments}) -> ({types}) {{\n return {values} : {types} }}")
    results = model(*(np.array([i], np.float32) for i in range(count)))
    assert [result[0] for result in results] == list(reversed(range(count)))


def test_failed_checks():
    model = split_mlir.compile(HALVES)
    with pytest.raises(split_mlir.CheckError) as caught:
        model(np.zeros(3, np.float32))
    assert caught.value.message == "dimension 0 of size 3 is not divisible by num_splits 2"
    assert caught.value.location == "<memory>:2:10"
    assert str(caught.value) == "<memory>:2:10: dimension 0 of size 3 is not divisible by num_splits 2"
    assert model(np.zeros(4, np.float32)).shape == (2,)
    with pytest.raises(split_mlir.CheckError):
        model.time(np.zeros(3, np.float32))


def test_messages_of_threads():
    """Each thread gets the message of its own call."""
    model = split_mlir.compile(HALVES)

    def call(size):
        for _ in range(200):
            with pytest.raises(split_mlir.CheckError, match=f"size {size} "):
                model(np.zeros(size, np.float32))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(call, (1, 3, 5, 7)))


def test_time(thirds):
    seconds = thirds.time(make_numbers(100, 6), seconds=0.02)
    assert 1e-9 < seconds < 1
    assert thirds["thirds"].time(argument0=make_numbers(1, 6), seconds=0) > 0
    for wrong in (float("inf"), float("nan")):
        with pytest.raises(ValueError, match=f"seconds is {wrong}, expected a finite number"):
            thirds.time(make_numbers(1, 6), seconds=wrong)
    with pytest.raises(TypeError, match="seconds is of type str, expected float"):
        thirds.time(make_numbers(1, 6), seconds="1")


def test_time_is_interrupted(thirds):
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            thirds.time(make_numbers(1, 6), seconds=600)
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("table", [[0, 1], [0, 1, 3, 7], [1, 0], [0, 2]])
@pytest.mark.parametrize("divisor", [2, 4])
def test_remainders_of_constants(table, divisor):
    """LLVM takes the first two tables for masks of as many bits as the index states."""
    function = split_mlir.compile(f"""
func.func @main(%i: index) -> (i64, i32) {{
  %c = arith.constant {divisor} : i64
  %t = arith.constant dense<{table}> : tensor<{len(table)}xi64>
  %x = tensor.extract %t[%i] : tensor<{len(table)}xi64>
  %r = arith.remui %x, %c : i64
  %d = arith.constant {divisor} : i32
  %u = arith.constant dense<{table}> : tensor<{len(table)}xi32>
  %y = tensor.extract %u[%i] : tensor<{len(table)}xi32>
  %s = arith.remui %y, %d : i32
  return %r, %s : i64, i32
}}
""")["main"]
    for index, number in enumerate(table):
        assert function(index) == (number % divisor, number % divisor)
