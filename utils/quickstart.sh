#!/usr/bin/env bash
# quickstart.sh: runs a real model on a fresh Debian 12 machine. Installs packages,
# builds the tools, and compiles PyTorch's gated linear unit (GLU), exported to ONNX,
# through the split dialect to native code, one step at a time.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step "Packages"
utils/install-deps.sh

step "Build"
utils/build.sh release split-opt split-translate split-run
export PATH="$PWD/build/release/bin:$PATH"

model=/usr/share/libonnx-testdata/data/pytorch-converted/test_GLU
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

step "Import: split-translate --import-onnx model.onnx"
split-translate --import-onnx "$model/model.onnx" -o "$work/glu.mlir"
cat "$work/glu.mlir"

step "Lower: split-opt --convert-split-to-linalg (split becomes views)"
split-opt --convert-split-to-linalg "$work/glu.mlir"

step "Compile, run on the model's own input, compare with its own output"
echo "split-run model.onnx --test-data=test_data_set_0 --rtol=1e-5"
split-run "$model/model.onnx" --test-data="$model/test_data_set_0" --rtol=1e-5

step "Done. The tools are in build/release/bin; run all tests: utils/check.sh"
