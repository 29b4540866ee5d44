#!/usr/bin/env bash
# fuzz.sh [--seconds=N] [--jobs=N] [--minimize] onnx|openvino|mlir|call...: fuzzes the importers,
# the compiler and compiled code, and goes on where the last run ended.
#
# Builds the fuzzers with the preset asan. Each target has a folder build/fuzz/TARGET:
#   corpus    inputs that reached new code, of all runs; the next run begins with them
#   findings  inputs that crash, leak, take more than 10 s, or need more than 1 GiB
#   logs      what libFuzzer printed of them
#   runs.csv  a line for each leg: when it ended, executions, seconds, edges, findings
#
# Runs for N seconds for each target, by default 600, in legs of at most 30 minutes, so
# that an interruption loses little. A leg ends at the first finding; the next one goes on.
# Slow inputs are mutated less often than fast ones. At the end, the totals of all runs are
# printed. The status is 1 if there are findings.
#
# --minimize then removes inputs from the corpus that reach nothing new, and packs those
# that reach more edges than the tests' models for later runs, in fuzzing.tar.xz beside the
# tests' inputs.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

seconds=600 jobs=1 minimizes= targets=()
declare -A archives=(
  [onnx]=fuzz/test/Inputs/onnx.tar.xz
  [openvino]=fuzz/test/Inputs/openvino.tar.xz
  [mlir]=fuzz/test/Inputs/mlir.tar.xz
  [call]=fuzz/test/Inputs/call.tar.xz)
for argument in "$@"; do
  case $argument in
  --seconds=*) seconds=${argument#*=} ;;
  --minimize) minimizes=1 ;;
  --jobs=*) jobs=${argument#*=} ;;
  onnx | openvino | mlir | call) targets+=("$argument") ;;
  *)
    echo "usage: utils/fuzz.sh [--seconds=N] [--jobs=N] [--minimize]" \
      "onnx|openvino|mlir|call..." >&2
    exit 2
    ;;
  esac
done
[ ${#targets[@]} -gt 0 ] || targets=(onnx openvino mlir call)

# libMLIR.so is not instrumented, as in test/lit.cfg.py.
export ASAN_OPTIONS=allow_user_poisoning=0:detect_container_overflow=0:quarantine_size_mb=64
export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$root/test/lsan.supp:print_suppressions=0
export PYTHONPATH=$root/test/Inputs
# write_modules.py calls split-opt.
export PATH=$root/build/asan/bin:$PATH

# write_seeds TARGET FOLDER: the models and modules of the tests.
write_seeds() {
  local test
  case $1 in
  onnx)
    for test in frontends/test/ONNX/[!l]*.test frontends/test/Integration/onnx-*.test; do
      /usr/bin/python3 -B frontends/test/ONNX/Inputs/models.py "$test" "$2" \
        >/dev/null 2>&1 || true
    done
    ;;
  openvino)
    for test in frontends/test/OpenVINO/*.test frontends/test/Integration/openvino-*.test; do
      /usr/bin/python3 -B frontends/test/OpenVINO/Inputs/ir.py "$test" "$2" \
        >/dev/null 2>&1 || true
    done
    find "$2" -name '*.bin' -delete
    ;;
  mlir)
    /usr/bin/python3 -B fuzz/test/Inputs/write_modules.py "$2" test native/test frontends/test distribution/test
    ;;
  call) mkdir -p "$2" ;;
  esac
}

# minimize TARGET: the corpus, and what is kept of it in the tree.
minimize() {
  local target=$1 work input number=0
  local folder=$root/build/fuzz/$target
  local fuzzer=$root/build/asan/bin/split-$target-fuzzer
  work=$(mktemp -d "$folder/minimize.XXXXXX")
  mkdir "$work/corpus" "$work/new"
  # Runs in parallel may remove inputs.
  cp -r "$folder/corpus" "$work/old"
  write_seeds "$target" "$work/edges"
  ls "$work/edges" >"$work/seeds"
  "$fuzzer" -merge=1 -timeout=10 -rss_limit_mb=1024 -use_counters=0 "$work/edges" \
    "$work/old" >"$work/log" 2>&1
  # Hashes as names would take more room than most inputs of calls.
  while read -r input; do
    mv "$work/edges/$input" "$work/new/$((number += 1))"
  done < <(ls "$work/edges" | grep -vxFf "$work/seeds" || true)
  tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cJf \
    "${archives[$target]}" -C "$work/new" .
  "$fuzzer" -merge=1 -timeout=10 -rss_limit_mb=1024 "$work/corpus" \
    "$folder/seeds" "$work/old" >>"$work/log" 2>&1
  rm -r "$folder/corpus"
  mv "$work/corpus" "$folder/corpus"
  echo "$target: $(ls "$folder/corpus" | wc -l) inputs of $(ls "$work/old" | wc -l)," \
    "$(ls "$work/new" | wc -l) in ${archives[$target]}"
  rm -r "$work"
}

# get_stat LOG NAME: a number of libFuzzer's final statistics, summed over processes.
get_stat() {
  sed -n "s/^stat::$2: *//p" "$1" | awk '{ n += $1 } END { print n + 0 }'
}

# run_leg TARGET SECONDS: one process of libFuzzer for each job. Fails if nothing is executed.
run_leg() {
  local target=$1 limit=$2 start=$SECONDS job executions pids=()
  local folder=$root/build/fuzz/$target
  local fuzzer=$root/build/asan/bin/split-$target-fuzzer
  local dictionary=("$root/fuzz/split-$target-fuzzer/$target.dict")
  [ -f "${dictionary[0]}" ] && dictionary=(-dict="${dictionary[0]}") || dictionary=()
  # Of a leg that was interrupted.
  rm -f "$folder"/log.*
  for ((job = 0; job < jobs; ++job)); do
    (cd "$folder" && exec nice "$fuzzer" -max_total_time="$limit" -max_len=8192 \
      -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=1024 -print_final_stats=1 \
      -entropic_scale_per_exec_time=1 \
      -reload=60 "${dictionary[@]}" \
      -artifact_prefix=findings/ corpus seeds) >"$folder/log.$job" 2>&1 &
    pids+=($!)
  done
  # Also after Ctrl-C, the processes of libFuzzer print their statistics.
  wait "${pids[@]}" || true
  cat "$folder"/log.* >"$folder/log"
  rm "$folder"/log.*
  ! grep -q '^SUMMARY:\|ERROR:' "$folder/log" ||
    cp "$folder/log" "$folder/logs/$(date -u +%FT%TZ)"
  executions=$(get_stat "$folder/log" number_of_executed_units)
  printf '%s,%s,%s,%s,%s\n' "$(date -u +%FT%TZ)" "$executions" $((SECONDS - start)) \
    "$(grep -oE 'cov: [0-9]+' "$folder/log" | awk '$2 > n { n = $2 } END { print n + 0 }')" \
    "$(find "$folder/findings" -type f | wc -l)" >>"$folder/runs.csv"
  [ "$executions" -gt 0 ] && return
  tail -n 5 "$folder/log" >&2
  echo "error: $target: nothing was executed" >&2
  return 1
}

# print_totals TARGET: of all runs so far.
print_totals() {
  awk -F, -v target="$1" '{ runs += $2; seconds += $3; edges = $4; findings = $5 }
    END { printf "%s: %d executions in %d s, %d a second, %d edges, %d findings\n",
          target, runs, seconds, runs / (seconds ? seconds : 1), edges, findings }' \
    "build/fuzz/$1/runs.csv"
}

# shellcheck disable=SC2046
utils/build.sh asan split-opt $(printf 'split-%s-fuzzer ' "${targets[@]}")
status=0
for target in "${targets[@]}"; do
  folder=build/fuzz/$target
  mkdir -p "$folder/corpus" "$folder/findings" "$folder/logs" "$folder/seeds"
  if [ -z "$(ls "$folder/seeds")" ]; then
    write_seeds "$target" "$folder/seeds"
    tar -xf "${archives[$target]}" -C "$folder/seeds"
  fi
  end=$((SECONDS + seconds))
  while [ $SECONDS -lt $end ]; do
    left=$((end - SECONDS))
    run_leg "$target" $((left < 1800 ? left : 1800)) || { status=1; break; }
  done
  [ -z "$minimizes" ] || minimize "$target"
  print_totals "$target"
  [ -z "$(ls "$folder/findings")" ] || status=1
done
exit $status
