"""Shared libraries."""

import multiprocessing
import os
import pathlib
import pickle
import shutil
import subprocess
import sys

import numpy as np
import pytest

import split_mlir

SPLIT = """
func.func @f(%x: tensor<?x4xf32>, %scale: f32) -> (tensor<?x1xf32>, tensor<?x3xf32>, f32) {
  %0:2 = split.variadic_split %x axis(1) lengths [1, 3]
      : tensor<?x4xf32> -> tensor<?x1xf32>, tensor<?x3xf32>
  return %0#0, %0#1, %scale : tensor<?x1xf32>, tensor<?x3xf32>, f32
}
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("libraries") / "split.so"
    split_mlir.compile(SPLIT).save(path)
    return path


def check(model):
    x = np.arange(8, dtype=np.float32).reshape(2, 4)
    first, second, scale = model(x, 2.0)
    np.testing.assert_array_equal(first, x[:, :1], strict=True)
    np.testing.assert_array_equal(second, x[:, 1:], strict=True)
    assert scale == 2


def test_load(path):
    model = split_mlir.load(path)
    check(model)
    check(split_mlir.load(str(path)))
    check(split_mlir.load(os.fsencode(path)))
    assert model.signature["cpu"] == "portable"
    with pytest.raises(split_mlir.Error, match="mlir needs a model from split_mlir.compile; this one is from a library"):
        model.mlir()
    with pytest.raises(split_mlir.Error, match="save needs a model from split_mlir.compile"):
        model.save("x.so")


def test_relative_path(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    check(split_mlir.load(path.name))


def test_split_compile(tmp_path):
    (tmp_path / "split.mlir").write_text(SPLIT)
    subprocess.run(["split-compile", "split.mlir", "-o", "split.so"], cwd=tmp_path, check=True)
    check(split_mlir.load(tmp_path / "split.so"))


def test_pickle(path):
    model = split_mlir.compile(SPLIT)
    again = pickle.loads(pickle.dumps(model))
    check(again)
    assert again.signature["cpu"] == "portable" and list(again.functions) == ["f"]
    check(pickle.loads(pickle.dumps(again)))
    with pytest.raises(split_mlir.Error, match="mlir needs a model from split_mlir.compile"):
        again.mlir()
    check(pickle.loads(pickle.dumps(split_mlir.load(path))))


def test_pickle_of_a_changed_file(tmp_path, path):
    changed = tmp_path / "m.so"
    shutil.copy(path, changed)
    model = split_mlir.load(changed)
    shutil.copy(path, tmp_path / "other.so")
    (tmp_path / "other.so").rename(changed)
    with pytest.raises(split_mlir.Error) as caught:
        pickle.dumps(model)
    assert str(caught.value) == f"cannot pickle the model: '{changed}' has changed since"


def test_other_processes():
    model = split_mlir.compile(SPLIT)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(check, [model] * 3) == [None] * 3


def test_results_outlive_the_library(path):
    x = np.arange(400, dtype=np.float32).reshape(100, 4)
    first = split_mlir.load(path)(x, 1.0)[0]
    second = split_mlir.load(path)(x, 1.0)[1]
    np.testing.assert_array_equal(first, x[:, :1])
    np.testing.assert_array_equal(second, x[:, 1:])


def test_needs_no_compiler(path):
    """Only the runtime is in the process, and importing is fast."""
    program = f"""
import split_mlir, numpy
model = split_mlir.load({str(path)!r})
assert model(numpy.zeros((1, 4), "f4"), 1.0)[0].shape == (1, 1)
maps = open("/proc/self/maps").read()
assert "_runtime" in maps and "libMLIR" not in maps and "libLLVM" not in maps
assert "SplitMLIR" not in maps and "onnx" not in maps
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def make_library(folder, source):
    (folder / "other.c").write_text(source)
    subprocess.run(["cc", "-shared", "-fPIC", "other.c", "-o", "other.so"], cwd=folder, check=True)
    return folder / "other.so"


def test_other_libraries(tmp_path):
    path = make_library(tmp_path, "int f(void) { return 0; }")
    with pytest.raises(split_mlir.LoadError) as caught:
        split_mlir.load(path)
    assert str(caught.value) == f"cannot load '{path}': it has no split_mlir_signature, expected a shared library from split-compile"
    wrong_version = make_library(
        tmp_path,
        """int split_mlir_check_abi(long version) { return 4; }
const char *split_mlir_last_error(void) { return "another version"; }
const char *split_mlir_signature(void) { return "{}"; }""",
    )
    with pytest.raises(split_mlir.LoadError, match="another version"):
        split_mlir.load(wrong_version)
    unresolved = make_library(tmp_path, "int missing(void); int f(void) { return missing(); }")
    with pytest.raises(split_mlir.LoadError, match="undefined symbol: missing"):
        split_mlir.load(unresolved)


FUNCTIONS = ["int split_mlir_check_abi(long version) { return 0; }",
             'const char *split_mlir_last_error(void) { return ""; }',
             'const char *split_mlir_signature(void) { return "{}"; }']


@pytest.mark.parametrize("missing", range(3))
def test_missing_functions(tmp_path, missing):
    path = make_library(tmp_path, "\n".join(FUNCTIONS[:missing] + FUNCTIONS[missing + 1:]))
    with pytest.raises(split_mlir.LoadError, match="it has no split_mlir_signature"):
        split_mlir.load(path)


def test_no_library(tmp_path, path):
    missing = tmp_path / "missing.so"
    with pytest.raises(split_mlir.LoadError, match="missing.so': No such file or directory"):
        split_mlir.load(missing)
    with pytest.raises(split_mlir.LoadError, match="not a regular file"):
        split_mlir.load(tmp_path)
    with pytest.raises(split_mlir.LoadError, match="not a regular file"):
        split_mlir.load("/dev/null")
    with pytest.raises(TypeError):
        split_mlir.load(None)
    with pytest.raises(OSError):
        split_mlir.load(missing)
    with pytest.raises(ValueError, match="embedded null byte"):
        split_mlir.load(str(path) + "\0x")


def test_truncated_libraries(tmp_path, path):
    """Each part of a file is refused."""
    contents = path.read_bytes()
    for length in [0, 1, 63, 64, 200, 1000, *range(4000, len(contents) * 3 // 4, 4001)]:
        part = tmp_path / f"part-{length}.so"
        part.write_bytes(contents[:length])
        try:
            split_mlir.load(part)
        except split_mlir.LoadError as error:
            if length < 4000:
                assert str(error) == "cannot load '{path}': not a shared library, or truncated".format(path=part)


# Where the header of an ELF file has its class, the position of its segments and their size.
@pytest.mark.parametrize("offset, value", [(4, b"\1"), (32, b"\xff" * 7), (54, b"\0")])
def test_damaged_headers(tmp_path, path, offset, value):
    contents = bytearray(path.read_bytes())
    contents[offset : offset + len(value)] = value
    damaged = tmp_path / "damaged.so"
    damaged.write_bytes(contents)
    with pytest.raises(split_mlir.LoadError, match="not a shared library, or truncated"):
        split_mlir.load(damaged)


# What is replaced in a signature, and how the reason begins.
DAMAGES = [
    ('{"abi_version"', '["abi_version"', ""),
    ('"functions"', '"Functions"', ""),
    ('"element_bytes":4', '"element_bytes":0',
     "'argument0' has elements of 0 bytes, expected 4 for f32"),
    ('"element_bytes":4', '"element_bytes":8',
     "'argument0' has elements of 8 bytes, expected 4 for f32"),
    ('"element_type":"f32"', '"element_type":"i99"', ""),
    ('"element_type":"f32"', '"element_type":null ', ""),
    ('"ownership":"callee"', '"Ownership":"callee"', "the ownership of 'result0' is wrong"),
    ('"ownership":"callee"', '"ownership":"value" ', "the ownership of 'result0' is wrong"),
    ('"ownership":"value"', '"ownership":"call" ', "unknown ownership 'call'"),
    ('"shape":[null,1],"ownership":"callee"', '"shape":null    ,"ownership":"caller"',
     "result 'result0' has no shape"),
    ('"name":"argument0"', '"name":"\\ud800aaa"', ""),
    ('"name":"f"', '"name":[ ]', ""),
]


@pytest.mark.parametrize("old, new, reason", DAMAGES)
def test_damaged_signatures(tmp_path, path, old, new, reason):
    contents = path.read_bytes()
    assert old.encode() in contents and len(old) == len(new)
    damaged = tmp_path / "damaged.so"
    damaged.write_bytes(contents.replace(old.encode(), new.encode(), 1))
    with pytest.raises(split_mlir.LoadError) as caught:
        split_mlir.load(damaged)
    message = f"cannot load '{damaged}': its signature is damaged: {reason}"
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("options", [{}, {"cpu": "native"}, {"results": "views"}, {"name": "g"},
                                     {"no_runtime_checks": True}])
def test_save(tmp_path, options):
    model = split_mlir.compile(SPLIT)
    path = tmp_path / "m.so"
    model.save(path, **options)
    loaded = split_mlir.load(path)
    check(loaded)
    if "results" in options:
        x = np.zeros((3, 4), np.float32)
        assert np.shares_memory(loaded(x, 1.0)[0], x)
    if "name" in options:
        check(loaded["g"])
    model.save(path)
    check(split_mlir.load(path))


def test_save_failures(tmp_path):
    model = split_mlir.compile(SPLIT)
    with pytest.raises(split_mlir.CompileError, match="cannot write"):
        model.save(tmp_path / "no" / "folder.so")
    with pytest.raises(split_mlir.CompileError, match="not a regular file"):
        model.save("/dev/null", emit="shared")
    assert not list(pathlib.Path(tmp_path).iterdir())
