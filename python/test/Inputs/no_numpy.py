"""Calls a library of write_models.py in a Python without NumPy: no_numpy.py PATH [FOLDER]

FOLDER has the package split_mlir, if it is not installed. Needs no package of Python.
"""

import array
import binascii
import ctypes
import pathlib
import pickle
import sys
import threading

# NumPy of this Python, if there is one, is not found.
sys.modules["numpy"] = None
sys.path[:0] = sys.argv[2:]
import split_mlir  # noqa: E402

model = split_mlir.load(sys.argv[1])
views = split_mlir.load(sys.argv[1] + ".views.so")
ROWS = array.array("f", range(8))
X = memoryview(ROWS).cast("B").cast("f", (2, 4))


def fails(kind, message, function, *args, **kwargs):
    """The call raises `kind` with this message."""
    try:
        function(*args, **kwargs)
    except kind as error:
        assert str(error) == message, str(error)
    else:
        raise AssertionError(f"{message!r} was not raised")


def test_results():
    first, second = model["halves"](X)
    assert isinstance(first, memoryview) and first.format == "f" and not first.readonly
    assert first.tolist() == [[0, 1], [4, 5]] and second.tolist() == [[2, 3], [6, 7]]
    fixed = model["fixed"](array.array("h", [1, 2, 3, -4]))
    assert fixed.tolist() == [3, -4]
    assert model["rank0"](2.5).tolist() == 2.5
    assert model["rank0"](memoryview(array.array("d", [3])).cast("B").cast("d", ())).tolist() == 3
    empty = model["halves"](memoryview((ctypes.c_float * 4 * 0)()))[0]
    assert empty.shape == (0, 2) and empty.tobytes() == b""
    assert [str(parameter) for parameter in model["halves"].results] == ["float32[?, 2]"] * 2


def test_views():
    first, second = views["halves"](X)
    assert second.tolist() == [[2, 3], [6, 7]] and second.strides == (16, 4)
    ROWS[2] = 20
    assert second.tolist() == [[20, 3], [6, 7]]
    second[0, 0] = 2
    assert ROWS[2] == 2
    constant = memoryview(bytes(ROWS)).cast("f", (2, 4))
    assert views["halves"](constant)[0].readonly
    try:
        binascii.hexlify(second.obj)
    except BufferError as error:
        assert str(error) == "the memory of a result is for a memoryview"
    else:
        raise AssertionError("the memory was read")


def test_scalars():
    given = (0.5, 1.5, -2.5, -8, 2**64 - 1, True, 1 - 2j, 16256, -3)
    bits = memoryview(array.array("H", [16256])).cast("B").cast("H", ())
    results = model["scalars"](*given[:7], bits, -3)
    assert results == given and isinstance(results[5], bool)
    wrong = "argument 'argument3' is 128, expected a number from -128 to 127"
    fails(ValueError, wrong, model["scalars"], 0, 0, 0, 128, 0, 0, 0, bits, 0)
    wrong = "argument 'argument4' is -1, expected a number from 0 to 18446744073709551615"
    fails(ValueError, wrong, model["scalars"], 0, 0, 0, 0, -1, 0, 0, bits, 0)


def test_wrong():
    for code, name in {"d": "float64", "i": "int32", "B": "uint8", "q": "int64"}.items():
        message = f"argument 'argument0' has dtype {name}, expected float32"
        fails(split_mlir.ArgumentTypeError, message, model["halves"], array.array(code, [1] * 4))
    swapped = (ctypes.c_float.__ctype_be__ * 4 * 2)()
    message = "argument 'argument0' has dtype >f4, expected float32"
    fails(TypeError, message, model["halves"], swapped)
    message = "argument 'argument0' has dtype c, expected float32"
    fails(TypeError, message, model["halves"], (ctypes.c_char * 4)())
    message = "argument 'argument0' has shape (8,), expected (?, 4)"
    fails(ValueError, message, model["halves"], ROWS)
    message = "argument 'argument0' is of type list, expected an array of dtype float32"
    fails(TypeError, message, model["halves"], [[1.0] * 4])
    message = "argument 'argument0' has dtype uint8, expected |V16 (bits of i128)"
    fails(TypeError, message, model["wide"], bytes(32))


def test_rank():
    message = "result 'result0' has rank 65, Python has memoryviews of at most rank 64"
    fails(ValueError, message, model["deep"], 1)


def test_unaligned():
    """Elements that are not aligned are copied."""
    text = memoryview(b"x" + bytes(ROWS))[1:].cast("f", (2, 4))
    assert model["halves"](text)[1].tolist() == [[2, 3], [6, 7]]


def test_out():
    out = memoryview(bytearray(4)).cast("h")
    assert model["fixed"](array.array("h", [1, 2, 3, -4]), out=out) is out
    assert out.tolist() == [3, -4]


class Tensor(ctypes.Structure):
    """DLManagedTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    ]


class Exporter:
    """An object with a DLPack tensor of 32-bit floats."""

    def __init__(self, numbers, shape, strides=None):
        self.numbers, self.deleted = (ctypes.c_float * len(numbers))(*numbers), 0
        size = ctypes.c_int64 * len(shape)
        deleter = Tensor._fields_[-1][1](self.delete)
        self.tensor = Tensor(
            ctypes.addressof(self.numbers), (1, 0), len(shape), 2, 32, 1, size(*shape),
            size(*strides) if strides else None, 0, None, deleter,
        )

    def delete(self, _):
        self.deleted += 1

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **_):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(self.tensor), b"dltensor", None)


def test_dlpack():
    exporter = Exporter(range(8), (2, 4))
    assert model["halves"](exporter)[0].tolist() == [[0, 1], [4, 5]]
    assert exporter.deleted == 1
    exporter = Exporter(range(8), (2, 4), (1, 2))
    result = views["halves"](exporter)[1]
    assert result.tolist() == [[4, 6], [5, 7]] and result.readonly and exporter.deleted == 0
    del result
    assert exporter.deleted == 1
    fails(ValueError, "argument 'argument0' has shape (4, 2), expected (?, 4)", model["halves"],
          Exporter(range(8), (4, 2)))


def test_pickle():
    again = pickle.loads(pickle.dumps(model))
    assert again["halves"](X)[0].tolist() == [[0, 1], [4, 5]]
    assert pickle.loads(pickle.dumps(again))["rank0"](1).tolist() == 1


def test_threads():
    def work():
        for _ in range(2000):
            assert model["halves"](X)[1].tolist() == [[2, 3], [6, 7]]

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_time():
    assert 0 < model["halves"].time(X, seconds=0.001) < 1


def test_no_compiler():
    """Without the package split-mlir, compile says what it needs."""
    if (pathlib.Path(split_mlir.__file__).parent / "_compile.py").exists():
        return
    message = ("this is the package split-mlir-runtime, which only loads models; compile and "
               "opt need the package split-mlir")
    fails(split_mlir.MissingError, message, split_mlir.compile, "x.mlir")
    assert issubclass(split_mlir.MissingError, (split_mlir.Error, ImportError))


def test_references():
    """Calls keep no references."""
    counted = X, ROWS, model["halves"]

    def count():
        return [sys.getrefcount(value) for value in counted]

    model["halves"](X)
    before = count()
    for _ in range(1000):
        model["halves"](X)
        try:
            model["halves"](ROWS)
        except split_mlir.ArgumentError:
            pass
    assert count() == before


def main():
    tests = [value for name, value in globals().items() if name.startswith("test_")]
    for test in tests:
        test()
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"Python {version}: {len(tests)} tests passed without NumPy")


main()
