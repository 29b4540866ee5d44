#!/usr/bin/env bash
# Installs what the benchmark needs on Debian 12: Google Benchmark, PyTorch and ONNX as
# packages, and ONNX Runtime's library from npm, into build/peers. Does nothing if
# everything is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

version=1.30.0 # of onnxruntime-node
packages=(libbenchmark-dev npm python3-numpy python3-onnx python3-torch)
is_installed() {
  # Node.js from elsewhere may bring npm without a package of that name.
  [ "$1" != npm ] || ! command -v npm >/dev/null || return 0
  dpkg-query -W -f='${db:Status-Abbrev}\n' "$1" 2>/dev/null | grep -q '^ii'
}
missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done

as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run() {
  "$@" >"$log" 2>&1 || {
    cat "$log" >&2
    echo "peers: '$*' failed" >&2
    exit 1
  }
}
if [ ${#missing[@]} -gt 0 ]; then
  echo "peers: installing ${missing[*]}"
  run "${as_root[@]}" apt-get update -qq
  run "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
peers=build/peers
if ! grep -qs "\"version\": \"$version\"" \
  $peers/node_modules/onnxruntime-node/package.json; then
  echo "peers: installing ONNX Runtime $version"
  mkdir -p $peers
  # Its script would fetch libraries for other processors.
  run npm install --prefix $peers --ignore-scripts --no-fund --no-audit \
    --no-save "onnxruntime-node@$version"
fi
echo "peers: installed"
