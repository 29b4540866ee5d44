#!/usr/bin/env bash
# try_packages.sh FOLDER FORBIDDEN_PATH...
#
# Installs the .deb packages of FOLDER and unpacks its .tar.gz outside of the tree, and
# uses them as their user would, with CC and CXX. No file in them may hold one of the
# forbidden paths.
set -euo pipefail
debs=("$1"/*.deb) tgz=("$1"/*.tar.gz)
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for deb in "${debs[@]}"; do
  dpkg-deb --field "$deb" Package Depends Recommends
done

# install ROOT DEB...: installs packages into a root with this machine's list of packages.
# The scripts of the packages run outside of it, with an ldconfig that does nothing.
install() {
  local root=$work/$1
  shift
  mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$work/stub"
  cp /var/lib/dpkg/status "$root/var/lib/dpkg"
  ln -sf /bin/true "$work/stub/ldconfig"
  env PATH="$work/stub:$PATH:/usr/sbin:/sbin" dpkg --root="$root" --log=/dev/null \
    --force-script-chrootless --force-not-root -i "$@" >log 2>&1 || { cat log; exit 1; }
}
cd "$work"
install deb "${debs[@]}"
for name in split-mlir split-mlir-dev split-mlir-runtime python3-split-mlir; do
  dpkg-query --root="$work/deb" -W -f '${Package}: ${Status}\n' "$name"
done
mkdir "$work/tgz"
tar -xzf "${tgz[0]}" -C "$work/tgz" --strip-components=1
cd "$work"

diff <(cd deb/usr && find . -type f | sort) <(cd tgz && find . -type f | sort)
for path in "$@"; do
  if grep -rlF "$path" deb/usr; then
    echo "the files above hold $path"
    exit 1
  fi
done
echo "deb: same files as in the .tar.gz, no path of the build"

# use_tools PREFIX: tools and plugin answer, from a folder with nothing else.
use_tools() {
  local bin=$PWD/$1/bin plugin=$PWD/$1/lib/SplitPlugin.so
  local doc=$PWD/$1/share/doc/split-mlir python=$PWD/$1/lib/python3/dist-packages
  mkdir -p "$work/empty" && cd "$work/empty"
  "$bin/split-opt" --convert-split-to-linalg "$doc/examples/halves.mlir" |
    grep tensor.extract_slice >/dev/null
  "$bin/split-translate" --help | grep -- --import-onnx >/dev/null
  "$bin/split-run" "$doc/examples/halves.mlir" --input=4xf32=iota |
    grep -F 'result[0]: 2xf32=[2,3]' >/dev/null
  "$bin/split-compile" "$doc/examples/qkv.mlir" -o ./qkv.so
  /usr/bin/python3 "$doc/examples/qkv.py" ./qkv.so | grep '^q .*a copy' >/dev/null
  PYTHONPATH=$python /usr/bin/python3 -B -c "if True:
    import numpy, split_mlir
    assert split_mlir.__file__.startswith('$python')
    print(split_mlir.compile('$doc/examples/halves.mlir')(numpy.arange(4, dtype='f4')))
    print(split_mlir.load('./qkv.so'))" | grep -Fx '[2. 3.]' >/dev/null
  if command -v aarch64-linux-gnu-gcc >/dev/null; then
    "$bin/split-compile" "$doc/examples/qkv.mlir" --target=aarch64-linux-gnu \
      -o ./aarch64.so
  fi
  mlir-opt --load-dialect-plugin="$plugin" --load-pass-plugin="$plugin" \
    --pass-pipeline='builtin.module(split-to-llvm)' \
    "$doc/examples/halves.mlir" | grep llvm.func >/dev/null
  "$bin/split-opt" --emit-bytecode "$doc/examples/halves.mlir" |
    mlir-opt --load-dialect-plugin="$plugin" | grep split.split >/dev/null
  sed "s|split-opt|$bin/&|" "$doc/examples/broken-block.sh" >test.sh
  chmod +x test.sh
  "$bin/split-reduce" "$doc/examples/broken-block.mlir" \
    --reduction-tree=test=./test.sh 2>log | grep -c 'split\.' | grep -x 1 >/dev/null
  "$bin/split-lsp-server" --version | grep split-mlir >/dev/null
  cd "$work"
  echo "${1%/usr}: split-opt, split-translate, split-run, split-compile, split-reduce, plugin, Python"
}

# build PREFIX EXAMPLE: configures and builds a project of the examples.
build() {
  cmake -G Ninja -S "$1/share/doc/split-mlir/examples/$2" -B "$work/$2" \
    -DCMAKE_PREFIX_PATH="$PWD/$1" -DCMAKE_BUILD_TYPE=Release >log 2>&1 &&
    cmake --build "$work/$2" >>log 2>&1 || { cat log; exit 1; }
}

# Headers and TableGen files are complete.
(cd tgz/include && find . -name '*.h' | sed 's/.*/#include "&"/') >all.cpp
upstream=$(llvm-config --includedir)
"$CXX" -std=c++17 -fsyntax-only -Itgz/include -isystem "$upstream" all.cpp
for file in $(find tgz/include -name '*.td'); do
  mlir-tblgen -Itgz/include -I"$upstream" "$file" >/dev/null
done
echo "tgz: $(wc -l <all.cpp) headers"

use_tools deb/usr
build deb/usr compiler
compiler/toy-compiler deb/usr/share/doc/split-mlir/examples/compiler/gate.mlir \
  2x6xf32=iota | sed 's/^/deb: /'

use_tools tgz
build tgz pass
pass/my-opt --split-after-unary tgz/share/doc/split-mlir/examples/pass/tanh.mlir |
  sed 's/^/tgz: /'

# A model compiled by the tools, called from C with the installed runtime.
examples=tgz/share/doc/split-mlir/examples
tgz/bin/split-compile $examples/halves.mlir -o halves.o
"$CC" -Itgz/include $examples/halves.c halves.o \
  tgz/lib/split-mlir/libSplitMLIRRuntime.a -pthread -o halves
./halves | sed 's/^/tgz: C: /'

# The same with the .deb of the runtime alone, and with pkg-config.
dpkg-deb --extract "${debs[0]%/*}"/split-mlir-runtime_*.deb runtime
export PKG_CONFIG_PATH=$PWD/runtime/usr/lib/pkgconfig
"$CC" $examples/halves.c halves.o $(pkg-config --cflags --libs split-mlir-runtime) \
  -o halves-runtime
./halves-runtime 2>&1 | sed -n '1s/^/runtime: C: /p'

cmake -G Ninja -S $examples/model -B model -DCMAKE_PREFIX_PATH="$PWD/runtime/usr" \
  -DSPLIT_MLIR_COMPILER="$PWD/tgz/bin/split-compile" >log 2>&1 &&
  cmake --build model >>log 2>&1 || { cat log; exit 1; }
model/call | sed -n '1s/^/runtime: CMake: /p'

"$CC" -Itgz/include -I"$upstream" $examples/pieces.c -Ltgz/lib -lSplitMLIR-C \
  -Wl,-rpath,tgz/lib -o pieces
./pieces | sed -n '1,2s/^/tgz: C API: /p'

# With the .deb of the development files.
export PKG_CONFIG_PATH=$PWD/deb/usr/lib/pkgconfig
"$CC" $examples/pieces.c $(pkg-config --cflags --libs split-mlir-c) \
  -Wl,-rpath,"$PWD/deb/usr/lib" -o pieces-deb
./pieces-deb | sed -n '1,2s/^/deb: C API: /p'
