"""The cache of compiled models."""

import os
import subprocess
import sys

import numpy as np
import pytest

import split_mlir
from split_mlir import _cache

SPLIT = """
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#1 : tensor<?xf32>
}
"""
X = np.arange(6, dtype=np.float32)


def compile(folder, model=SPLIT, **options):
    """Returns the model, and whether it was compiled."""
    parts = []
    model = split_mlir.compile(model, cache=folder, progress=parts.append, **options)
    assert parts[0] == "reading" and parts[-1] == "loading"
    return model, "compiling" in parts


def test_hits(tmp_path):
    folder = tmp_path / "new" / "folder"
    for is_new in (True, False):
        model, was_compiled = compile(folder)
        assert was_compiled == is_new
        assert model(X).tolist() == [3, 4, 5]
        assert "split.split" in model.mlir()
        model.save(tmp_path / "f.so")
    assert split_mlir.load(tmp_path / "f.so")(X).tolist() == [3, 4, 5]
    assert [path.suffix for path in folder.iterdir()] == [".so"]
    assert compile(str(folder))[1] is False


def test_keys(tmp_path, monkeypatch):
    """Each option, the content, the producer, the processor and the profile matter."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    compile(tmp_path)
    changes = [
        dict(model=SPLIT.replace("0#1", "0#0")),
        dict(model=SPLIT.replace("@f", "@g")),
        dict(cpu="portable"),
        dict(results="views"),
        dict(no_runtime_checks=True),
        dict(ordered_reductions=True),
        dict(name="h"),
        dict(machine_profile="none"),
        dict(file_prefix_map="a=b"),
    ]
    for change in changes:
        assert compile(tmp_path, **change)[1], change
    assert not any(compile(tmp_path, **change)[1] for change in [{}, *changes])
    for name, value in [("_describe_cpu", lambda: "other"), ("_read_profile", lambda path: b"{}")]:
        with monkeypatch.context() as patch:
            patch.setattr(_cache, name, value)
            assert compile(tmp_path)[1], name
    for name in ("version", "commit"):
        with monkeypatch.context() as patch:
            patch.setattr(_cache._runtime, name, "other")
            assert compile(tmp_path)[1], name
    profile = tmp_path / "home" / "split-mlir" / "machine.json"
    profile.parent.mkdir(parents=True)
    profile.write_text("{ }")
    with pytest.warns(UserWarning, match="machine.json"):
        assert compile(tmp_path)[1]


def test_weights_in_files(tmp_path):
    """What a model reads from other files is content, too."""
    onnx = pytest.importorskip("onnx")
    from_array = pytest.importorskip("onnx.numpy_helper").from_array
    numbers = from_array(np.arange(3, dtype=np.float32), "c")
    node = onnx.helper.make_node("Add", ["x", "c"], ["y"])
    kind = onnx.TensorProto.FLOAT
    infos = [onnx.helper.make_tensor_value_info(name, kind, [3]) for name in "xy"]
    graph = onnx.helper.make_graph([node], "g", infos[:1], infos[1:], [numbers])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 13)])
    path = tmp_path / "m.onnx"
    onnx.save(model, str(path), save_as_external_data=True, location="m.data", size_threshold=0)
    assert compile(tmp_path, path)[0](X[:3]).tolist() == [0, 2, 4]
    assert not compile(tmp_path, path)[1]
    (tmp_path / "m.data").write_bytes(np.full(3, 5, np.float32).tobytes())
    model, was_compiled = compile(tmp_path, path)
    assert was_compiled and model(X[:3]).tolist() == [5, 6, 7]


@pytest.mark.parametrize("size", [0, 100, 4000])
def test_damage(tmp_path, size):
    """A file that cannot be loaded is replaced."""
    subprocess.run([sys.executable, "-c", PROGRAM, tmp_path], check=True)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:size])
    model, was_compiled = compile(tmp_path)
    assert was_compiled and model(X).tolist() == [3, 4, 5]
    assert not compile(tmp_path)[1]


PROGRAM = f"""
import sys, numpy, split_mlir
model = split_mlir.compile({SPLIT!r}, cache=sys.argv[1])
assert model(numpy.arange(6, dtype="f4")).tolist() == [3, 4, 5]
"""


def test_processes(tmp_path):
    """Processes that compile one model at the same time leave one file."""
    command = [sys.executable, "-c", PROGRAM, tmp_path]
    running = [subprocess.Popen(command) for _ in range(4)]
    assert [process.wait() for process in running] == [0] * 4
    (path,) = tmp_path.iterdir()
    assert path.suffix == ".so"


def test_wrong_folders(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        compile(tmp_path / "file")
    with pytest.raises(TypeError, match="cache is of type int, expected a path"):
        compile(5)
    with pytest.raises(split_mlir.CompileError):
        compile(tmp_path, SPLIT.replace("into 2", "into 0"))
    assert os.listdir(tmp_path) == ["file"]
