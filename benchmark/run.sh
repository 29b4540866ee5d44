#!/usr/bin/env bash
# Measures splits, copies of whole buffers and other libraries, and writes a report, CSV
# files and pictures to build/benchmark. benchmark/docs/Performance.md has the method.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: benchmark/run.sh [OPTION...]
  --quick        fewer rounds; no sweep, no compile times, no portable code, and no
                 other libraries with two threads: three to four minutes
  --check        fail if a figure misses its bar in benchmark/bars.toml without a named
                 exception; print each missed bar and by how much
  --report       do not measure; report the last run again (and check it, with --check)
  --no-peers     do not install or measure other libraries, and skip their bars
  --huge-pages   request huge pages for all buffers
  --machine-profile=FILE
                 compile for this machine profile; "none" uses no profile; the
                 default is the profile of this machine, if any
  --no-build     use the programs in build/release/bin without building them
  --update-docs  write all results of this machine to benchmark/docs/performance if it has a
                 folder there, else a line of machines.csv; and render the pages;
                 not with --quick
TEXT
}
rounds=15
peers_flag=()
quick= peers=1 build=1 measure=1 flags=() portable=(--portable) report=() profile=()
for option in "$@"; do
  case $option in
    --quick) quick=1 rounds=5 portable=() ;;
    --check) report+=(--check) ;;
    --report) measure= build= ;;
    --no-peers) peers= flags+=(--no-peers) peers_flag=(--no-peers) ;;
    --huge-pages) flags+=(--huge-pages) ;;
    --machine-profile=*) profile=("$option") ;;
    --no-build) build= ;;
    --update-docs) report+=(--update-docs) ;;
    --help) usage && exit ;;
    *) usage >&2 && exit 2 ;;
  esac
done
if [ -n "$quick" ] && [[ " ${report[*]} " == *" --update-docs "* ]]; then
  echo "error: --update-docs needs all measurements; --quick leaves some out" >&2
  exit 2
fi

out=build/benchmark
python() { /usr/bin/python3 -B "$@"; }
failed=0
bench() {
  build/release/bin/split-bench --json="$out/$1.json" "${flags[@]}" "${profile[@]}" \
    "${@:2}" || failed=1
}

measure() {
  mkdir -p $out
  rm -f $out/*.json
  python benchmark/report/machine.py --rounds="$rounds" \
    --model="$(build/release/bin/split-bench "${profile[@]}" --print-machine)" >$out/machine.json
  local arch=x64 library= workloads
  [ "$(uname -m)" = x86_64 ] || arch=arm64
  if [ -n "$peers" ]; then
    library=$(ls build/peers/node_modules/onnxruntime-node/bin/napi-v*/linux/$arch/libonnxruntime.so.1 \
      2>/dev/null | tail -n 1 || true)
    [ -z "$library" ] || flags+=(--onnxruntime="$library")
  fi
  mapfile -t workloads < <(ls benchmark/workloads/*.mlir | sort -V)
  bench one-thread --rounds="$rounds" "${portable[@]}" "${workloads[@]}"
  if [ "$(nproc)" -ge 2 ]; then
    bench two-threads --rounds="$rounds" --threads=2 ${quick:+--no-peers} "${workloads[@]}"
  fi
  python benchmark/call-cost.py --json=$out/call-cost.json "${peers_flag[@]}" || failed=1
  if [ -z "$quick" ]; then
    echo "sweep: runs of all lengths, 10 to 15 minutes"
    bench sweep --rounds=3 --sweep --bar="$(python benchmark/report --print-sweep-bar)" \
      >$out/sweep.txt
    tail -n 1 $out/sweep.txt
    python benchmark/compile-time.py --json=$out/compile-time.json || failed=1
  fi
}

[ -z "$peers" ] || [ -z "$measure" ] || benchmark/install-peers.sh
[ -z "$build" ] || utils/build.sh release split-bench split-opt split-run SplitMLIRPython
[ -z "$measure" ] || measure
[ -n "$peers" ] || report+=(--skip=peer --skip=onnxruntime)
[ -z "$quick" ] || report+=(--skip=sweep --skip=compile-time --skip=exponent)
python benchmark/report $out "${report[@]}" || failed=1
exit $failed
