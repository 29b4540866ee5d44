"""What users, editors and type checkers see of the package."""

import ast
import ctypes
import importlib
import inspect
import pathlib
import re
import sys

import numpy as np
import pytest

import split_mlir
from split_mlir import _runtime

FOLDER = pathlib.Path(split_mlir.__file__).parent
ROOT = pathlib.Path(__file__).resolve().parents[3]
SPLIT = """
func.func @f(%x: tensor<2x?xf32>, %a: i64) -> tensor<1x?xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<2x?xf32> -> tensor<1x?xf32>, tensor<1x?xf32>
  return %0#1 : tensor<1x?xf32>
}
"""


def test_version():
    version = re.search(r"project\(.* VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
    assert split_mlir.__version__ == version
    assert re.fullmatch("[0-9a-f]{40}(-dirty)?|unknown", split_mlir.__commit__)
    for folder in (ROOT, ROOT / "python"):
        assert f'version = "{version}"' in (folder / "pyproject.toml").read_text()
    assert f"split-mlir-runtime=={version}" in (ROOT / "pyproject.toml").read_text()


def test_documentation():
    for name in split_mlir.__all__:
        documented = getattr(split_mlir, name)
        assert documented.__doc__, name
        for method, value in vars(documented).items() if inspect.isclass(documented) else ():
            if inspect.isfunction(value) and not method.startswith("_"):
                assert value.__doc__, f"{name}.{method}"
        if inspect.isfunction(documented):
            for parameter in inspect.signature(documented).parameters:
                assert re.search(rf"^ +{parameter}: ", documented.__doc__, re.M), (name, parameter)
    assert issubclass(split_mlir.Error, Exception)
    assert split_mlir.Function.__call__.__doc__ and split_mlir.Model.__call__.__doc__


def test_names():
    """Users see the names that they write, and completion shows nothing else."""
    assert dir(split_mlir) == sorted([*split_mlir.__all__, "__commit__", "__version__"])
    for name in split_mlir.__all__:
        assert getattr(split_mlir, name).__module__ == "split_mlir"
    assert repr(split_mlir.CheckError) == "<class 'split_mlir.CheckError'>"


def test_annotations():
    """All public functions say their types."""
    public = [split_mlir.compile, split_mlir.load, split_mlir.opt]
    public += [
        value
        for kind in (split_mlir.Model, split_mlir.Function)
        for name, value in vars(kind).items()
        if inspect.isfunction(value) and (not name.startswith("_") or name == "__call__")
    ]
    for function in public:
        signature = inspect.signature(function)
        assert signature.return_annotation is not inspect.Signature.empty, function
        for parameter in signature.parameters.values():
            assert parameter.name == "self" or parameter.annotation is not parameter.empty, function


def test_signatures():
    model = split_mlir.compile(SPLIT)
    assert str(inspect.signature(model)) == (
        "(argument0: float32[2, ?], argument1: int64) -> float32[1, ?]"
    )
    assert inspect.signature(model) == inspect.signature(model["f"])
    assert repr(model).startswith("<split_mlir.Model f(argument0: float32[2, ?]")
    assert repr(model["f"]).startswith("<split_mlir.Function f(argument0: float32[2, ?]")
    data, axis = model["f"].arguments
    assert (data.shape, data.dtype, data.element_type, data.is_scalar) == (
        (2, None), np.float32, "f32", False)
    assert (axis.shape, axis.dtype, axis.is_scalar) == ((), np.int64, True)
    assert model.signature["functions"][0]["name"] == "f"


def list_names(node):
    """Names that a class or module of a stub defines."""
    for child in node.body:
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            yield child.name
        elif isinstance(child, ast.AnnAssign):
            yield child.target.id
        elif isinstance(child, ast.Assign):
            yield child.targets[0].id


def test_stubs():
    assert (FOLDER / "py.typed").exists()
    stub = ast.parse((FOLDER / "_runtime.pyi").read_text())
    assert set(list_names(stub)) == {key for key in vars(_runtime) if not key.startswith("_")}
    for child in stub.body:
        if isinstance(child, ast.ClassDef):
            real = vars(getattr(_runtime, child.name))
            public = {key for key in real if not key.startswith("_")}
            stubbed = {name for name in list_names(child) if not name.startswith("_")}
            assert stubbed == public, child.name


@pytest.mark.parametrize("reason, message", [
    ("libMLIR.so.22.1: cannot open shared object file: No such file or directory",
     "the compiler needs libMLIR.so.22.1, which is not installed: apt-get install libmlir-22"),
    ("libonnx_proto.so.1: cannot open shared object file: No such file or directory",
     "the compiler needs libonnx_proto.so.1, which is not installed: apt-get install libonnx1"),
    ("x.so: undefined symbol: f", "cannot load the compiler: x.so: undefined symbol: f"),
])
def test_missing_libraries(monkeypatch, reason, message):
    def fail(name):
        raise OSError(reason)

    monkeypatch.setattr(ctypes, "CDLL", fail)
    for name in ("_compile", "_cache", "_compiler"):
        monkeypatch.delitem(sys.modules, f"split_mlir.{name}", raising=False)
        monkeypatch.delattr(split_mlir, name, raising=False)
    with pytest.raises(split_mlir.MissingError) as caught:
        split_mlir.compile("func.func @f() {return}")
    assert str(caught.value) == message
    assert isinstance(caught.value, (split_mlir.Error, ImportError))


def test_wrong_python(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))
    with pytest.raises(split_mlir.MissingError) as caught:
        importlib.reload(split_mlir)
    message = "split_mlir needs Python 3.11 or later, this is 3.10.13"
    assert str(caught.value) == message
    monkeypatch.undo()
    importlib.reload(split_mlir)


def test_errors():
    error = split_mlir.CheckError._parse("a.mlir:1:2: error: wrong")
    assert (error.location, error.message) == ("a.mlir:1:2", "wrong")
    error = split_mlir.LoadError._parse("cannot load it")
    assert (error.location, error.message, str(error)) == (None, "cannot load it", "cannot load it")
