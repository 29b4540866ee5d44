"""Profiles of models, and line tables."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import split_mlir

MODEL = """
func.func @f(%x: tensor<?x512xf32>) -> (tensor<?x256xf32>, tensor<?x256xf32>) {
  %0 = math.exp %x : tensor<?x512xf32>
  %1:2 = split.split %0 axis(1) into 2
      : tensor<?x512xf32> -> tensor<?x256xf32>, tensor<?x256xf32>
  return %1#0, %1#1 : tensor<?x256xf32>, tensor<?x256xf32>
}
"""
X = np.ones((2000, 512), np.float32)


def test_profile_measures_ops(tmp_path):
    profile = split_mlir.compile(MODEL).profile(X, calls=5)
    assert profile.calls == 5
    names = [op["op"] for op in profile.ops]
    assert any("split.split" in name for name in names)
    # Reads and writes all elements.
    cut = next(op for op in profile.ops if op["op"] == "split.split")
    assert cut["location"].startswith("<memory>:4:")
    assert cut["count"] == 5
    assert cut["bytes"] == 5 * 2 * X.nbytes
    total = sum(op["ns"] for op in profile.ops)
    assert 0 < total <= profile.call_ns
    assert "split.split at <memory>:4:" in str(profile)
    assert repr(profile) == f"<split_mlir.Profile of {len(names)} ops in 5 calls>"
    profile.save(tmp_path / "trace.json")
    trace = json.loads((tmp_path / "trace.json").read_text())
    assert len(trace["traceEvents"]) == sum(op["count"] for op in profile.ops)


def test_profile_reports_wrong_calls():
    model = split_mlir.compile(MODEL)
    with pytest.raises(split_mlir.ArgumentError):
        model.profile(X[:, :5])
    with pytest.raises(split_mlir.ArgumentError):
        model.profile()


@pytest.mark.skipif("SPLIT_MLIR_SANITIZER" in os.environ, reason="cannot link the runtime")
def test_loaded_models_have_no_profile(tmp_path):
    split_mlir.compile(MODEL).save(tmp_path / "model.so")
    loaded = split_mlir.load(tmp_path / "model.so")
    with pytest.raises(split_mlir.Error, match="^profile needs a model from"):
        loaded.profile(X)


def test_debug_keeps_results():
    for expected, result in zip(
        split_mlir.compile(MODEL)(X), split_mlir.compile(MODEL, debug=True)(X)
    ):
        np.testing.assert_array_equal(result, expected)
    os.remove(f"/tmp/perf-{os.getpid()}.map")


def test_debug_is_saved(tmp_path):
    model = split_mlir.compile(MODEL, debug=True)
    os.remove(f"/tmp/perf-{os.getpid()}.map")
    model.save(tmp_path / "model.o")
    listing = (tmp_path / "model.o.debug.mlir").read_text().splitlines()
    assert any("split.split" in line for line in listing)
    assert b".debug_line" in (tmp_path / "model.o").read_bytes()
    model.save(tmp_path / "plain.o", debug=False)
    assert b".debug_line" not in (tmp_path / "plain.o").read_bytes()
    with pytest.raises(TypeError, match="^debug is of type str, expected bool"):
        split_mlir.compile(MODEL, debug="yes")


def test_map_names_lines():
    code = (
        "import os, split_mlir\n"
        f"split_mlir.compile({MODEL!r}, debug=True)\n"
        "path = f'/tmp/perf-{os.getpid()}.map'\n"
        "print(open(path).read())\n"
        "os.remove(path)\n"
    )
    text = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    # The line of math.exp in the listing.
    assert any(line.endswith(".debug.mlir:3") for line in text.splitlines()), text


def test_draw_shows_pieces(tmp_path):
    model = split_mlir.compile(MODEL)
    text = model.draw(tmp_path / "model.svg")
    assert "tensor<?x512xf32> along dimension 1" in text
    assert "from 256, 256 long" in text
    assert "to result 1" in (tmp_path / "model.svg").read_text()
