#!/usr/bin/env bash
# install-deps.sh [--core | --thorough]: installs the packages that are needed to build
# and test split-mlir on Debian 12. Prints little, and does nothing if all are
# installed. With --core, installs only what building the core needs. With --thorough,
# also installs cross compilers and QEMU, to run code for other machines, PyTorch, to
# export models, and what checks the packages.
set -euo pipefail

core=(cmake ninja-build ccache clang-22 llvm-22-dev libmlir-22-dev mlir-22-tools)
packages=(
  "${core[@]}" llvm-22-tools
  # The ONNX importer.
  libonnx-dev libprotobuf-dev protobuf-compiler
  # The OpenVINO importer.
  libpugixml-dev
  # Open MPI and MPICH, for models on several machines.
  libmpich-dev libopenmpi-dev mpich openmpi-bin
  # The Python package, and pip for it.
  libffi-dev python3-dev python3-pip python3-venv
  # Threads in compiled code: libomp.so.5.
  libomp5-14
  # Tests. FileCheck and lit come with llvm-22-tools.
  binutils gdb libgtest-dev libclang-rt-22-dev libonnx-testdata man-db patch pkg-config
  b3sum python3-gmpy2 python3-numpy python3-hypothesis python3-onnx python3-pytest valgrind
  # Solvers that prove lowerings of splits.
  cvc5 z3
  # The benchmark, its pictures, and their tests.
  libbenchmark-dev python3-matplotlib fonts-dejavu-core
  # Code style.
  clang-format-22 clang-tidy-22
)

if [ "${1-}" = --core ]; then
  packages=("${core[@]}")
elif [ "${1-}" = --thorough ]; then
  packages+=(qemu-user g++-aarch64-linux-gnu g++-riscv64-linux-gnu python3-torch
    linux-perf lintian zsh)
fi

is_installed() {
  dpkg-query -W -f='${db:Status-Abbrev}\n' "$1" 2>/dev/null | grep -q '^ii'
}
missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "dependencies: all ${#packages[@]} packages are there"
  exit 0
fi

as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "$@" >"$log" 2>&1 || {
    cat "$log" >&2
    echo "dependencies: '$*' failed" >&2
    exit 1
  }
}
echo "dependencies: installing ${missing[*]}"
run apt-get update -qq
run apt-get install -y -qq --no-install-recommends "${missing[@]}"
echo "dependencies: installed"
