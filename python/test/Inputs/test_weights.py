"""Weights outside of shared libraries."""

import os
import pickle
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest

import split_mlir

W = np.random.default_rng(0).standard_normal((64, 64)).astype(np.float32)
MODEL = f"""
func.func @f(%x: tensor<2x64xf32>) -> (tensor<2x16xf32>, tensor<2x48xf32>) {{
  %w = arith.constant dense<"0x{W.tobytes().hex()}"> : tensor<64x64xf32>
  %0 = arith.constant dense<0.0> : tensor<2x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x64xf32>, tensor<64x64xf32>)
                     outs(%0 : tensor<2x64xf32>) -> tensor<2x64xf32>
  %1:2 = split.variadic_split %y axis(1) lengths [16, 48]
      : tensor<2x64xf32> -> tensor<2x16xf32>, tensor<2x48xf32>
  return %1#0, %1#1 : tensor<2x16xf32>, tensor<2x48xf32>
}}
"""
X = np.random.default_rng(1).standard_normal((2, 64)).astype(np.float32)


def check(model):
    result = np.concatenate(model(X), axis=1)
    np.testing.assert_allclose(result, X.astype(np.float64) @ W, rtol=1e-4, atol=1e-5)


@pytest.fixture
def library(tmp_path):
    split_mlir.compile(MODEL).save(tmp_path / "m.so", external_weights=True)
    assert sorted(os.listdir(tmp_path)) == ["m.so", "m.so.weights"]
    return tmp_path / "m.so"


def test_weights_are_beside_the_library(library, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = split_mlir.load("./m.so")
    weights = model.signature["weights"]
    assert weights["file"] == "m.so.weights"
    assert weights["bytes"] == W.nbytes + 64
    assert (tmp_path / "m.so.weights").read_bytes()[-32:].hex() == weights["id"]
    monkeypatch.chdir("/")
    check(model)
    moved = tmp_path / "other"
    moved.mkdir()
    shutil.move(library, moved / "renamed.so")
    shutil.move(tmp_path / "m.so.weights", moved)
    check(split_mlir.load(moved / "renamed.so"))
    (tmp_path / "link.so").symlink_to(moved / "renamed.so")
    check(split_mlir.load(tmp_path / "link.so"))
    # What is mapped stays.
    check(model)


def test_weights_are_identified(library):
    weights = library.with_name("m.so.weights")
    data = weights.read_bytes()
    weights.unlink()
    os.mkfifo(weights)
    with pytest.raises(split_mlir.Error, match="^error: .*: it has other contents than"):
        split_mlir.load(library)(X)
    weights.unlink()
    for wrong in (b"", data[:-1], data + b"\0", data[:-1] + bytes([data[-1] ^ 1])):
        weights.write_bytes(wrong)
        model = split_mlir.load(library)
        with pytest.raises(split_mlir.Error, match="^error: .*: it has other contents than"):
            model(X)
    weights.unlink()
    model = split_mlir.load(library)
    with pytest.raises(split_mlir.Error, match="m.so.weights': No such file or directory$"):
        model(X)
    # The file may come later.
    weights.write_bytes(data)
    check(model)


@pytest.mark.skipif(not shutil.which("b3sum"), reason="b3sum is not installed")
def test_hash(library, tmp_path):
    data = library.with_name("m.so.weights").read_bytes()
    (tmp_path / "contents").write_bytes(data[:-64])
    command = ["b3sum", "--no-names", tmp_path / "contents"]
    digest = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert data[-32:].hex() == digest.strip()


def test_no_input_is_replaced(tmp_path):
    (tmp_path / "m.so.weights").write_text("mine")
    model = split_mlir.compile(MODEL)
    with pytest.raises(split_mlir.CompileError, match="it exists, and is no file of weights"):
        model.save(tmp_path / "m.so", external_weights=True)
    assert (tmp_path / "m.so.weights").read_text() == "mine"
    assert os.listdir(tmp_path) == ["m.so.weights"]


def test_threads_map_once(library):
    weights = library.with_name("m.so.weights")
    data = weights.read_bytes()
    weights.unlink()
    model = split_mlir.load(library)
    weights.write_bytes(data)
    threads = [threading.Thread(target=check, args=(model,)) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with open("/proc/self/maps") as maps:
        assert sum(str(weights) in line for line in maps) == 1


def test_unloading_unmaps(library):
    code = (
        "import ctypes, _ctypes, sys\n"
        "maps = lambda: open('/proc/self/maps').read().count('m.so.weights')\n"
        "for _ in range(100):\n"
        "    library = ctypes.CDLL(sys.argv[1])\n"
        "    assert maps() == 1\n"
        "    _ctypes.dlclose(library._handle)\n"
        "    assert maps() == 0\n"
    )
    subprocess.run([sys.executable, "-c", code, library], check=True)


def test_exit_during_calls(library, tmp_path):
    # While threads read the weights, exit() calls the destructors of the model's library and
    # of another library, which waits so that the threads go on after the first one.
    (tmp_path / "wait.c").write_text(
        "#include <unistd.h>\n"
        "__attribute__((destructor)) static void wait(void) { usleep(200000); }\n"
    )
    command = ["cc", "-shared", "-fPIC", "wait.c", "-o"]
    for name in ("first.so", "last.so"):
        subprocess.run([*command, name], cwd=tmp_path, check=True)
    code = (
        "import ctypes, sys, threading\n"
        "sys.path.insert(0, sys.argv[2])\n"
        "from test_weights import X, split_mlir\n"
        "wait = ctypes.CDLL('./first.so')\n"
        "model = split_mlir.load(sys.argv[1])\n"
        "wait = ctypes.CDLL('./last.so')\n"
        "def run():\n"
        "    while True: model(X)\n"
        "for _ in range(4): threading.Thread(target=run, daemon=True).start()\n"
        "ctypes.CDLL(None).exit(0)\n"
    )
    command = [sys.executable, "-c", code, library, os.path.dirname(__file__)]
    subprocess.run(command, cwd=tmp_path, check=True)


def test_pickle(library):
    model = split_mlir.load(library)
    for _ in range(2):
        model = pickle.loads(pickle.dumps(model))
        check(model)
        assert model.signature["weights"]["file"] == "m.so.weights"
    model = split_mlir.load(library)
    library.with_name("m.so.weights").write_bytes(b"")
    with pytest.raises(split_mlir.Error, match="has changed since$"):
        pickle.dumps(model)
    library.with_name("m.so.weights").unlink()
    with pytest.raises(split_mlir.Error) as caught:
        pickle.dumps(split_mlir.load(library))
    assert str(caught.value) == "cannot pickle the model: there is no 'm.so.weights'"


def test_large_models_are_compiled_so(tmp_path):
    """Constants of 64 MiB or more are in a file by default, and a cache repairs that file."""
    data = np.arange(1 << 24, dtype=np.int32)
    model = f"""
    func.func @f(%i: index) -> (i32, tensor<1x8388608xi32>, tensor<1x8388608xi32>) {{
      %w = arith.constant dense<"0x{data.tobytes().hex()}"> : tensor<2x8388608xi32>
      %0 = arith.constant 1 : index
      %v = tensor.extract %w[%0, %i] : tensor<2x8388608xi32>
      %1:2 = split.split %w axis(0) into 2
          : tensor<2x8388608xi32> -> tensor<1x8388608xi32>, tensor<1x8388608xi32>
      return %v, %1#0, %1#1 : i32, tensor<1x8388608xi32>, tensor<1x8388608xi32>
    }}
    """
    for damage in (os.unlink, lambda path: os.truncate(path, 100), lambda path: None):
        compiled = split_mlir.compile(model, cache=tmp_path)
        endings = sorted(name.partition(".")[2] for name in os.listdir(tmp_path))
        assert endings == ["so", "so.weights"]
        value, first, second = compiled(5)
        assert value == (1 << 23) + 5
        np.testing.assert_array_equal(np.concatenate([first, second]).ravel(), data)
        for path in tmp_path.glob("*.weights"):
            damage(path)
