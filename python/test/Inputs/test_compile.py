"""Models of all formats, options, stages, and errors."""

import os
import pathlib
import re
import warnings

import numpy as np
import pytest

import split_mlir

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples"
SPLIT = """
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#1 : tensor<?xf32>
}
"""
X = np.arange(6, dtype=np.float32)


def make_onnx(input_size="n", output_shape=None):
    onnx = pytest.importorskip("onnx")
    helper, f32 = onnx.helper, onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        [helper.make_node("Split", ["x"], ["y", "z"], axis=0)],
        "halves",
        [helper.make_tensor_value_info("x", f32, [input_size])],
        [
            helper.make_tensor_value_info("y", f32, output_shape),
            helper.make_tensor_value_info("z", f32, None),
        ],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])


OPENVINO = """<?xml version="1.0"?>
<net name="net" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1">
  <data shape="6" element_type="f32"/>
  <output><port id="0" precision="FP32"><dim>6</dim></port></output></layer>
<layer id="1" name="axis" type="Const" version="opset1">
  <data element_type="i64" shape="" offset="0" size="8"/>
  <output><port id="0" precision="I64"/></output></layer>
<layer id="2" name="cut" type="Split" version="opset1">
  <data num_splits="2"/>
  <input><port id="0"><dim>6</dim></port><port id="1"/></input>
  <output><port id="2" precision="FP32"><dim>3</dim></port>
          <port id="3" precision="FP32"><dim>3</dim></port></output></layer>
<layer id="3" name="y" type="Result" version="opset1">
  <input><port id="0"><dim>3</dim></port></input></layer>
<layer id="4" name="z" type="Result" version="opset1">
  <input><port id="0"><dim>3</dim></port></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
<edge from-layer="2" from-port="3" to-layer="4" to-port="0"/>
</edges></net>"""
WEIGHTS = np.int64(0).tobytes()


def check_halves(model):
    first, second = model(X)
    np.testing.assert_array_equal(first, X[:3], strict=True)
    np.testing.assert_array_equal(second, X[3:], strict=True)


def test_files(tmp_path):
    path = tmp_path / "f.mlir"
    path.write_text(SPLIT)
    assert split_mlir.compile(path)(X).tolist() == [3, 4, 5]
    assert split_mlir.compile(str(path))(X).tolist() == [3, 4, 5]
    path = tmp_path / "odd (name).onnx"
    path.write_bytes(make_onnx().SerializeToString())
    check_halves(split_mlir.compile(str(path)))
    path = tmp_path / "net.xml"
    path.write_text(OPENVINO)
    (tmp_path / "net.bin").write_bytes(WEIGHTS)
    check_halves(split_mlir.compile(path))
    (tmp_path / "net.bin").rename(tmp_path / "other.bin")
    check_halves(split_mlir.compile(path, weights=tmp_path / "other.bin"))
    path.rename(tmp_path / "net")
    check_halves(split_mlir.compile(tmp_path / "net", format="openvino", weights=WEIGHTS))


def test_memory():
    for model in (SPLIT, SPLIT.encode(), bytearray(SPLIT, "utf-8"), memoryview(SPLIT.encode())):
        assert split_mlir.compile(model)(X).tolist() == [3, 4, 5]
    model = make_onnx()
    check_halves(split_mlir.compile(model))
    check_halves(split_mlir.compile(model.SerializeToString()))
    check_halves(split_mlir.compile(model.SerializeToString(), format="onnx"))
    check_halves(split_mlir.compile(OPENVINO.encode(), weights=WEIGHTS))
    check_halves(split_mlir.compile(OPENVINO, weights=WEIGHTS))


def test_names():
    model = split_mlir.compile(make_onnx())
    function = next(iter(model.functions.values()))
    assert [argument.name for argument in function.arguments] == ["x"]
    assert [result.name for result in function.results] == ["y", "z"]
    first, _ = model(x=X)
    assert first.tolist() == [0, 1, 2]
    keyword = SPLIT.replace("%x: tensor<?xf32>", '%x: tensor<?xf32> {onnx.name = "lambda"}')
    assert split_mlir.compile(keyword)(lambda_=X).tolist() == [3, 4, 5]


WRONG = [
    ("/no/model.onnx", None, "cannot read '/no/model.onnx': No such file or directory"),
    ("/", None, "cannot read '/'"),
    ("/dev/zero", None, "cannot read '/dev/zero'"),
    ("func.func @f(\n", "<memory>:1:14", "expected non-function type"),
    ("module {}\n", None, "no public function with a body"),
    (b"", None, "no public function with a body"),
    (b"ML\xefR garbage", None, ".*"),
    (b"<net", None, ".*"),
    (b"\x08\x07garbage", None, ".*"),
    (SPLIT.replace("axis(0)", "axis(1)"), "<memory>:3:10", "axis 1 is out of range"),
    (SPLIT.replace("->", "}", 1), "<memory>", ".*"),
]


@pytest.mark.parametrize("model, location, message", WRONG)
def test_wrong_models(model, location, message, capfd):
    with pytest.raises(split_mlir.CompileError, match=message) as caught:
        split_mlir.compile(model)
    error = caught.value
    if location:
        assert error.location.startswith(location)
    assert error.diagnostics[0] == ("error", error.location, error.message)
    assert capfd.readouterr() == ("", "")


WRONG_OPTIONS = [
    (dict(cpu="abacus"), split_mlir.CompileError, "unknown processor 'abacus'"),
    (dict(threads=0), split_mlir.CompileError, "number of threads is 0, expected 1 to 1024"),
    (dict(threads=-5), split_mlir.CompileError, "number of threads is -5, expected 1 to 1024"),
    (dict(threads=10**6), split_mlir.CompileError, "number of threads is 1000000, expected"),
    (dict(results="both"), ValueError, "results is 'both', expected one of copies, views"),
    (dict(format="tflite"), ValueError, "format is 'tflite', expected one of mlir, onnx"),
    (dict(name="int"), split_mlir.CompileError, "'int'"),
    (dict(name=["f=a", "f=b"]), split_mlir.CompileError, "'f'"),
    (dict(machine_profile="/no/file"), split_mlir.CompileError, "'/no/file'"),
    (dict(threads="2"), TypeError, "threads is of type str, expected int"),
    (dict(threads=1.5), TypeError, "threads is of type float, expected int"),
    (dict(threads=2**70), split_mlir.CompileError, "number of threads is 1180591620717411303424"),
    (dict(no_runtime_checks="no"), TypeError, "no_runtime_checks is of type str, expected bool"),
    (dict(ordered_reductions=1.5), TypeError, "ordered_reductions is of type float, expected bool"),
    (dict(onnx_strict=None), TypeError, "onnx_strict is of type NoneType, expected bool"),
    (dict(cpu=None), TypeError, "cpu is of type NoneType, expected str"),
    (dict(name=5), TypeError, "name is of type int, expected str or a list of str"),
    (dict(name=[5]), TypeError, "name is of type int, expected str"),
    (dict(weights=5), TypeError, "weights is of type int, expected a path or bytes"),
    (dict(machine_profile=object()), TypeError, "machine_profile is of type object, expected a path"),
    (dict(machine_profile="x\0"), split_mlir.CompileError, "its name has a null character"),
    (dict(optimise=True), TypeError, "unexpected keyword argument 'optimise'"),
]


@pytest.mark.parametrize("options, kind, message", WRONG_OPTIONS)
def test_wrong_options(options, kind, message):
    with pytest.raises(kind, match=message):
        split_mlir.compile(SPLIT, **options)


def test_wrong_types():
    for model in (None, 1, [SPLIT], X):
        with pytest.raises(TypeError, match="expected a path, text or bytes"):
            split_mlir.compile(model)


def test_options():
    for options in (
        dict(cpu="portable"),
        dict(cpu="x86-64"),
        dict(name="other"),
        dict(name="f=other"),
        dict(machine_profile="none"),
        dict(ordered_reductions=True),
    ):
        model = split_mlir.compile(SPLIT, **options)
        assert model(X).tolist() == [3, 4, 5]
        assert model["f" if "name" not in options else "other"](X).tolist() == [3, 4, 5]
    assert split_mlir.compile(SPLIT, cpu="portable").signature["cpu"] == "portable"
    unchecked = split_mlir.compile(SPLIT, no_runtime_checks=True)
    assert unchecked(X).tolist() == [3, 4, 5]
    assert unchecked.signature["runtime_checks"] is False


def test_threads_in_compiled_code():
    try:
        model = split_mlir.compile(SPLIT, threads=2)
    except split_mlir.CompileError as error:
        assert "libomp" in str(error)
        return
    x = np.arange(4_000_000, dtype=np.float32)
    np.testing.assert_array_equal(model(x), x[2_000_000:])


def test_warnings_of_the_compiler():
    model = make_onnx(6, [5])
    with pytest.warns(UserWarning, match="y") as caught:
        check_halves(split_mlir.compile(model))
    assert {warning.filename for warning in caught} == {__file__}
    with pytest.raises(split_mlir.CompileError):
        split_mlir.compile(model, onnx_strict=True)


def test_warnings_as_errors(recwarn):
    """A warning that is an error of Python leaves nothing behind."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning):
            split_mlir.compile(make_onnx(6, [5]))


def test_odd_paths(tmp_path):
    """Names of files are bytes; text in errors is not."""
    path = os.path.join(os.fsencode(tmp_path), b"odd-\xff.mlir")
    with open(path, "w") as file:
        file.write(SPLIT)
    cut = os.fsdecode(path) + "\0.mlir"
    with pytest.raises(split_mlir.CompileError, match="cannot read .*: its name has a null character"):
        split_mlir.compile(cut)
    with pytest.raises(split_mlir.CompileError, match="cannot write '.*': its name has a null character"):
        split_mlir.compile(SPLIT).save(cut, emit="split")
    assert split_mlir.compile(pathlib.Path(os.fsdecode(path)))(X).tolist() == [3, 4, 5]
    with pytest.raises(split_mlir.CompileError, match="cannot read"):
        split_mlir.compile(pathlib.Path(os.fsdecode(path) + "x"))
    with pytest.raises(split_mlir.CompileError, match="cannot read"):
        split_mlir.compile(pathlib.Path("a\0b.mlir"))


STAGES = {
    "split": r"split.split %\w+ axis\(0\) into 2",
    "linalg": "tensor.extract_slice",
    "llvm": "llvm.func @f",
    "llvm-ir": r"define .*i32 @f\(",
    "asm": r"f:\n",
}


@pytest.mark.parametrize("stage", STAGES)
def test_stages(stage):
    model = split_mlir.compile(SPLIT)
    assert re.search(STAGES[stage], model.mlir(stage=stage))
    assert model(X).tolist() == [3, 4, 5]


def test_wrong_stage():
    with pytest.raises(ValueError, match="stage is 'tensor', expected one of split, linalg"):
        split_mlir.compile(SPLIT).mlir("tensor")


def test_saved_texts(tmp_path):
    model = split_mlir.compile(SPLIT)
    for ending, pattern in {
        "mlir": "split.split",
        "ll": "define",
        "s": "f:",
        "h": r"int32_t f\(",
        "o": "ELF",
    }.items():
        path = tmp_path / ("f." + ending)
        model.save(path)
        assert re.search(pattern, path.read_text(errors="replace"))
    model.save(tmp_path / "odd", emit="split")
    assert "split.split" in (tmp_path / "odd").read_text()
    with pytest.raises(ValueError) as caught:
        model.save(tmp_path / "odd")
    odd, endings = str(tmp_path / "odd"), ".mlir, .ll, .s, .o, .so, .h"
    assert str(caught.value) == f"the ending of '{odd}' does not tell what to write, expected emit or one of {endings}"
    with pytest.raises(ValueError, match="emit is 'exe', expected one of"):
        model.save(tmp_path / "odd", emit="exe")
    with pytest.raises(TypeError, match="got an unexpected keyword argument 'colour'"):
        model.save(tmp_path / "f.o", colour="red")
    model.save(tmp_path / "other.o", target="aarch64-linux-gnu")
    assert (tmp_path / "other.o").read_bytes()[18] == 183  # EM_AARCH64


def test_opt():
    text = split_mlir.opt(SPLIT, "convert-split-to-linalg,canonicalize")
    assert "tensor.extract_slice" in text and "split.split" not in text
    assert "llvm.func" in split_mlir.opt(SPLIT, "split-to-llvm{host-abi}")
    text = split_mlir.opt(SPLIT.encode(), "builtin.module(func.func(cse))")
    assert "split.split" in text


def test_opt_of_other_types():
    for args, message in [
        ((None, "cse"), "text is of type NoneType, expected str or bytes"),
        ((SPLIT, 5), "pipeline is of type int, expected str"),
    ]:
        with pytest.raises(TypeError, match=message):
            split_mlir.opt(*args)


def test_opt_of_other_dialects():
    """The values are those of the slices in the file."""
    text = (EXAMPLES / "stablehlo.mlir").read_text()
    with pytest.raises(split_mlir.CompileError, match="unregistered dialect"):
        split_mlir.opt(text, "split-raise-slices")
    raised = split_mlir.opt(text, "split-raise-slices", allow_unregistered_dialect=True)
    x = np.arange(12, dtype=np.float32).reshape(2, 6)
    first, second = split_mlir.compile(raised)(x)
    assert np.array_equal(first, x[:, :2]) and np.array_equal(second, x[:, 2:])


@pytest.mark.parametrize("text, pipeline, location, message", [
    (SPLIT, "no-such-pass", "pipeline", "'no-such-pass' does not refer to a registered pass"),
    (SPLIT, "cse(", "pipeline", ".*"),
    ("func.func @f(\n", "cse", "<memory>:1:14", ".*"),
    (SPLIT.replace("into 2", "into 0"), "cse", "", ".*"),
])
def test_wrong_opt(text, pipeline, location, message, capfd):
    with pytest.raises(split_mlir.CompileError, match=message) as caught:
        split_mlir.opt(text, pipeline)
    assert re.match(location, caught.value.location or "")
    assert capfd.readouterr() == ("", "")


def test_examples():
    model = split_mlir.compile(EXAMPLES / "specification.mlir")
    for name, function in model.functions.items():
        arguments = [
            np.random.default_rng(0).random(argument.shape, np.float32)
            for argument in function.arguments
            if argument.dtype == np.float32 and None not in (argument.shape or [None])
        ]
        if len(arguments) == len(function.arguments) == 1:
            results = function(*arguments)
            results = results if isinstance(results, tuple) else (results,)
            assert sum(result.size for result in results) == arguments[0].size, name
