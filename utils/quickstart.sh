#!/usr/bin/env bash
# quickstart.sh [--models]: a first result on a fresh Debian 12 machine. Installs what
# the core needs, builds split-opt, lowers an example, and runs it natively with
# upstream's passes. With --models, also installs all packages, builds the importers
# and the compiler, and runs PyTorch's gated linear unit (GLU), exported to ONNX.
set -euo pipefail
cd "$(dirname "$0")/.."

models=
case "${1-}" in
"") ;;
--models) models=1 ;;
*)
  echo "usage: utils/quickstart.sh [--models]" >&2
  exit 2
  ;;
esac

times=()
begin=$SECONDS
step() { printf '\n== %s\n' "$*"; }
# timed LABEL COMMAND...: runs the command and notes how long it takes.
timed() {
  local label=$1 start=$SECONDS
  shift
  "$@"
  times+=("$label $((SECONDS - start)) s")
}

step "Packages"
timed packages utils/install-deps.sh --core

step "Build"
timed build utils/build.sh core split-opt
export PATH="$PWD/build/core/bin:/usr/lib/llvm-22/bin:$PATH"

step "An example: examples/print.mlir"
cat examples/print.mlir

step "Lower: split-opt --convert-split-to-linalg (a piece becomes a slice)"
split-opt --convert-split-to-linalg examples/print.mlir

step "Run: upstream's passes (examples/upstream-passes.txt), then mlir-runner"
split-opt --pass-pipeline="$(cat examples/upstream-passes.txt)" examples/print.mlir |
  mlir-runner -e main -entry-point-result=void \
    -shared-libs=/usr/lib/llvm-22/lib/libmlir_runner_utils.so

if [ "$models" ]; then
  step "Packages of all components"
  timed "all packages" utils/install-deps.sh
  step "Build the importers and the compiler"
  timed "build of the compiler" utils/build.sh release split-translate split-run
  export PATH="$PWD/build/release/bin:$PATH"
  model=/usr/share/libonnx-testdata/data/pytorch-converted/test_GLU
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  step "Import: split-translate --import-onnx model.onnx"
  split-translate --import-onnx "$model/model.onnx" -o "$work/glu.mlir"
  cat "$work/glu.mlir"
  step "Compile, run on the model's own input, compare with its own output"
  echo "split-run model.onnx --test-data=test_data_set_0 --rtol=1e-5"
  split-run "$model/model.onnx" --test-data="$model/test_data_set_0" --rtol=1e-5
fi

step "Done"
printf 'time: %s\n' "${times[@]}" "in all $((SECONDS - begin)) s"
cat <<END
To use split-opt:     export PATH="$PWD/build/core/bin:\$PATH"
To run a model:       utils/quickstart.sh --models
To build everything:  utils/install-deps.sh && utils/build.sh release
To run the tests:     utils/check.sh
END
