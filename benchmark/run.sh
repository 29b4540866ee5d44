#!/usr/bin/env bash
# Measures splits, copies of whole buffers and other libraries, and writes
# build/benchmark/results.{md,csv,svg}. docs/Performance.md describes the method.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: benchmark/run.sh [OPTION...]
  --quick        fewer rounds, no sweep, no compile times: two minutes
  --no-peers     neither install nor measure other libraries
  --huge-pages   request huge pages for all buffers
  --no-build     use build/release/bin/split-bench without building it
  --update-docs  write the results into docs/Performance.md
TEXT
}
rounds=15
quick= peers=1 build=1 update= flags=()
for option in "$@"; do
  case $option in
    --quick) quick=1 rounds=5 ;;
    --no-peers) peers= flags+=(--no-peers) ;;
    --huge-pages) flags+=(--huge-pages) ;;
    --no-build) build= ;;
    --update-docs) update=1 ;;
    --help) usage && exit ;;
    *) usage >&2 && exit 2 ;;
  esac
done

[ -z "$peers" ] || benchmark/install-peers.sh
[ -z "$build" ] || utils/build.sh release split-bench split-opt
case $(uname -m) in
  x86_64) arch=x64 ;;
  *) arch=arm64 ;;
esac
library=$(ls build/peers/node_modules/onnxruntime-node/bin/napi-v*/linux/$arch/libonnxruntime.so.1 \
  2>/dev/null | tail -n 1 || true)
[ -z "$peers" ] || [ -z "$library" ] || flags+=(--onnxruntime="$library")

out=build/benchmark
mkdir -p $out
rm -f $out/*.json
mapfile -t workloads < <(ls benchmark/workloads/*.mlir | sort -V)
bench() {
  build/release/bin/split-bench --rounds="$rounds" --json="$out/$1.json" \
    "${flags[@]}" "${@:2}"
}
failed=0
bench one-thread --portable "${workloads[@]}" || failed=1
if [ "$(nproc)" -ge 2 ]; then
  bench two-threads --threads=2 "${workloads[@]}" || failed=1
fi
if [ -z "$quick" ]; then
  rounds=3
  echo "sweep: runs of all lengths, about 15 minutes"
  bench sweep --sweep >$out/sweep.txt || failed=1
  tail -n 1 $out/sweep.txt
  /usr/bin/python3 -B benchmark/compile-time.py --json=$out/compile-time.json ||
    failed=1
fi
/usr/bin/python3 -B benchmark/report.py $out ${update:+--update=docs/Performance.md}
exit $failed
