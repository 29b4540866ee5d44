"""Times split-opt on programs of growing size, and says which passes take most.

A table, or JSON for report.py. The exponent is that of the largest size against the
one before: 1 is linear, 2 quadratic."""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time

SPLIT_OPT = pathlib.Path(__file__).parent.parent / "build/release/bin/split-opt"


def list_values(count, form):
    return ", ".join(form % i for i in range(count))


def write_outputs(count):
    """One split into `count` pieces, all returned."""
    types = ", ".join(["tensor<8x1xf32>"] * count)
    return f"""func.func @f(%x: tensor<8x{count}xf32>) -> ({types}) {{
  %p:{count} = split.split %x axis(1) into {count} : tensor<8x{count}xf32> -> {types}
  return {list_values(count, "%%p#%d")} : {types}
}}
"""


def write_splits(count):
    """`count` splits of one tensor; what is computed of the pieces is added up."""
    lines = [
        "func.func @f(%x: tensor<8x16xf32>, %s0: tensor<8x8xf32>) -> tensor<8x8xf32> {"
    ]
    for i in range(count):
        lines.append(f"  %a{i}, %b{i} = split.split %x axis(1) into 2")
        lines.append("    : tensor<8x16xf32> -> tensor<8x8xf32>, tensor<8x8xf32>")
        lines.append(f"  %t{i} = arith.addf %s{i}, %a{i} : tensor<8x8xf32>")
        lines.append(f"  %s{i + 1} = arith.mulf %t{i}, %b{i} : tensor<8x8xf32>")
    lines.append(f"  return %s{count} : tensor<8x8xf32>\n}}\n")
    return "\n".join(lines)


def write_chain(count):
    """`count` times a split and a concatenation of its pieces in another order."""
    lines = ["func.func @f(%x0: tensor<8x16xf32>) -> tensor<8x16xf32> {"]
    for i in range(count):
        lines.append(f"  %a{i}, %b{i} = split.variadic_split %x{i} axis(1) lengths [5, 11]")
        lines.append("    : tensor<8x16xf32> -> tensor<8x5xf32>, tensor<8x11xf32>")
        lines.append(f"  %x{i + 1} = tensor.concat dim(1) %b{i}, %a{i}")
        lines.append("    : (tensor<8x11xf32>, tensor<8x5xf32>) -> tensor<8x16xf32>")
    lines.append(f"  return %x{count} : tensor<8x16xf32>\n}}\n")
    return "\n".join(lines)


def write_copies(count):
    """`count` splits on buffers, whose pieces are copied."""
    types = "memref<8x5xf32>, memref<8x11xf32>"
    lines = ["func.func @f(%x: memref<8x16xf32>,"]
    lines.append("    %a: memref<8x5xf32>, %b: memref<8x11xf32>) {")
    for i in range(count):
        lines.append("  split.copy ins(%x : memref<8x16xf32>)")
        lines.append(f"    outs(%a, %b : {types}) axis(1)")
    lines.append("  return\n}\n")
    return "\n".join(lines)


PROGRAMS = {
    "one split, N outputs": write_outputs,
    "N splits, each of the last one's pieces": write_chain,
    "N splits of one tensor": write_splits,
    "N copies on buffers": write_copies,
}


def has_pass(name):
    run = subprocess.run([SPLIT_OPT, "--help"], capture_output=True, text=True)
    return f"--{name} " in run.stdout


def get_pipelines():
    lowering = "convert-split-copy-to-linalg"
    if has_pass("lower-split-copy"):
        lowering = "lower-split-copy"
    passes = [
        "convert-elementwise-tensors-to-linalg",
        "convert-split-to-linalg{materialize=results}",
        "one-shot-bufferize{bufferize-function-boundaries "
        "function-boundary-type-conversion=identity-layout-map}",
        lowering,
    ]
    return {
        lowering: f"builtin.module({','.join(passes)})",
        "split-to-llvm": "builtin.module(split-to-llvm)",
        "split-to-llvm, host ABI": "builtin.module(split-to-llvm{host-abi})",
    }


def sum_passes(text):
    """Seconds per pass of --mlir-timing's JSON."""
    times = {}
    for entry in json.loads(text):
        name, wall = entry["name"], entry["wall"]["duration"]
        if name not in ("root", "Rest", "Total") and "Pipeline" not in name:
            times[name] = times.get(name, 0.0) + wall
    return times


def measure(program, pipeline, limit):
    """Seconds of the whole process, and of its passes; None when it takes longer."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(program)
        file.flush()
        command = [SPLIT_OPT, f"--pass-pipeline={pipeline}", file.name, "-o", "/dev/null"]
        command += ["--mlir-timing", "--mlir-timing-display=list"]
        command += ["--mlir-output-format=json", "--mlir-disable-threading"]
        start = time.perf_counter()
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return None, {}
        elapsed = time.perf_counter() - start
    if run.returncode != 0:
        sys.exit(f"{pipeline} fails:\n{run.stderr[:2000]}")
    return elapsed, sum_passes(run.stderr)


def measure_growth(name, write, label, pipeline, options):
    record = {"program": name, "pipeline": label, "seconds": {}, "slowest": []}
    last = None
    for count in options.counts:
        elapsed, passes = measure(write(count), pipeline, options.limit)
        if elapsed is None:
            print(f"{name}, {label}: {count} in more than {options.limit:g} s")
            break
        record["seconds"][count] = elapsed
        if last:
            record["exponent"] = math.log(elapsed / last[1]) / math.log(count / last[0])
        last = count, elapsed
        total = sum(passes.values())
        slowest = sorted(passes.items(), key=lambda item: -item[1])[:3]
        record["slowest"] = [(n, t / total) for n, t in slowest if t > 0.1 * total]
        print(f"{name}, {label}: {count} in {elapsed:.2f} s", flush=True)
        for pass_name, part in record["slowest"]:
            print(f"    {part:.0%} {pass_name}")
    if "exponent" in record:
        print(f"  exponent {record['exponent']:.2f}")
    return record


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--limit", type=float, default=60, help="seconds for one run")
    parser.add_argument("--counts", type=int, nargs="+", default=[10, 100, 1000, 10000])
    parser.add_argument("--only", default="", help="programs that contain this")
    parser.add_argument("--pipelines", default="", help="pipelines that contain this")
    options = parser.parse_args()
    records = [
        measure_growth(name, write, label, pipeline, options)
        for label, pipeline in get_pipelines().items()
        if options.pipelines in label
        for name, write in PROGRAMS.items()
        if options.only in name
    ]
    if options.json:
        options.json.write_text(json.dumps(records, indent=1))


main()
