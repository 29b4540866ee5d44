#!/usr/bin/env bash
# try_components.sh SOURCE FOLDER
#
# Builds the core with each combination of the other components in FOLDER, but for all of
# them, which utils/check.sh builds, and runs the tests of what is built.
set -euo pipefail
source=$1 folder=$2

# try NAME COMPONENT...: builds the core and COMPONENTs.
try() {
  local name=$1 options=() component value
  shift
  for component in NATIVE FRONTENDS ONNX OPENVINO DISTRIBUTION GPU VERIFICATION PYTHON; do
    value=OFF
    if [[ " $* " == *" $component "* ]]; then value=ON; fi
    options+=("-DSPLIT_MLIR_ENABLE_$component=$value")
  done
  rm -rf "$folder"
  mkdir -p "$folder"
  { cmake -G Ninja -S "$source" -B "$folder" -DSPLIT_MLIR_PRECOMPILED_HEADERS=ON \
      -DCMAKE_UNITY_BUILD=ON \
      "${options[@]}" && cmake --build "$folder" &&
    cmake --build "$folder" --target check-all; } >"$folder/log" 2>&1 ||
    { cat "$folder/log"; exit 1; }
  rm -rf "$folder"
  echo "$name: tests pass"
}
try core
try native NATIVE
try frontends FRONTENDS
try onnx FRONTENDS ONNX
try openvino FRONTENDS OPENVINO
try "native, frontends" NATIVE FRONTENDS ONNX OPENVINO
try "native, distribution" NATIVE DISTRIBUTION
try gpu NATIVE GPU
try verification VERIFICATION
