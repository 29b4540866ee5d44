"""Measures how long programs of growing size take to compile, and the slowest passes:
passes by split-opt, and the whole way to native code and its first call by split-run.

Prints a table, or writes JSON for benchmark/report. bars.toml has the bars. The exponent
compares the largest size with the one before, for native code with 100: 1 is linear, 2 is
quadratic."""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time

BIN = pathlib.Path(__file__).parent.parent / "build/release/bin"


def rows(template, count):
    """The lines for each number {i}; {j} is the next number."""
    return "\n".join(template.format(i=i, j=i + 1) for i in range(count))


def items(template, count):
    return rows(template, count).replace("\n", ", ")


def write_outputs(count):
    """One split into `count` pieces, all returned."""
    types = items("tensor<8x1xf32>", count)
    return f"""func.func @f(%x: tensor<8x{count}xf32>) -> ({types}) {{
  %p:{count} = split.split %x axis(1) into {count} : tensor<8x{count}xf32> -> {types}
  return {items("%p#{i}", count)} : {types}
}}
"""


SPLIT = """
  %a{i}, %b{i} = split.split DATA axis(1) into 2
    : tensor<8x16xf32> -> tensor<8x8xf32>, tensor<8x8xf32>"""


def write_returned(count, data):
    """`count` splits of `data`, whose pieces are all returned."""
    types = items("tensor<8x8xf32>", 2 * count)
    arguments = items(data + ": tensor<8x16xf32>", count if "{i}" in data else 1)
    return f"""func.func @f({arguments}) -> ({types}) {{
  {rows(SPLIT.replace("DATA", data), count)}
  return {items("%a{i}, %b{i}", count)} : {types}
}}
"""


def write_read(count):
    """`count` splits of one tensor, and the sum of what is computed from the pieces."""
    step = SPLIT.replace("DATA", "%x") + """
  %t{i} = arith.addf %s{i}, %a{i} : tensor<8x8xf32>
  %s{j} = arith.mulf %t{i}, %b{i} : tensor<8x8xf32>"""
    return f"""func.func @f(%x: tensor<8x16xf32>, %s0: tensor<8x8xf32>) -> tensor<8x8xf32> {{
  {rows(step, count)}
  return %s{count} : tensor<8x8xf32>
}}
"""


def write_chain(count):
    """`count` times a split and a concatenation of its pieces in another order."""
    step = """
  %a{i}, %b{i} = split.variadic_split %x{i} axis(1) lengths [5, 11]
    : tensor<8x16xf32> -> tensor<8x5xf32>, tensor<8x11xf32>
  %x{j} = tensor.concat dim(1) %b{i}, %a{i}
    : (tensor<8x11xf32>, tensor<8x5xf32>) -> tensor<8x16xf32>"""
    return f"""func.func @f(%x0: tensor<8x16xf32>) -> tensor<8x16xf32> {{
  {rows(step, count)}
  return %x{count} : tensor<8x16xf32>
}}
"""


def write_copies(count):
    """`count` splits on buffers, whose pieces are copied."""
    types = "memref<8x5xf32>, memref<8x11xf32>"
    copy = f"  split.copy ins(%x : memref<8x16xf32>) outs(%a, %b : {types}) axis(1)\n"
    return f"""func.func @f(%x: memref<8x16xf32>, %a: memref<8x5xf32>, %b: memref<8x11xf32>) {{
{copy * count}  return
}}
"""


PROGRAMS = {
    "one split, N outputs": write_outputs,
    "N splits, each of the last one's pieces": write_chain,
    "N splits of one tensor, returned": lambda count: write_returned(count, "%x"),
    "N splits of one tensor, computed with": write_read,
    "N splits of N tensors, returned": lambda count: write_returned(count, "%x{i}"),
    "N copies on buffers": write_copies,
}

SMALL = """func.func @f(%x: tensor<3x6x?x?xf32>) -> (tensor<3x2x?x?xf32>, tensor<3x4x?x?xf32>) {
  %p:2 = split.variadic_split %x axis(1) lengths [2, 4]
    : tensor<3x6x?x?xf32> -> tensor<3x2x?x?xf32>, tensor<3x4x?x?xf32>
  return %p#0, %p#1 : tensor<3x2x?x?xf32>, tensor<3x4x?x?xf32>
}
"""
EMPTY = "func.func @f(%x: i32) -> i32 {\n  return %x : i32\n}\n"

# Functions that return the program and the arguments of a size, and the sizes.
NATIVE = {
    "start-up: a function that returns its argument": (lambda count: (EMPTY, ["i32=1"]), [1]),
    "one split of 3x6x?x?": (lambda count: (SMALL, ["3x6x4x4xf32=iota"]), [1]),
    "one split, N outputs": (
        lambda count: (write_outputs(count), [f"8x{count}xf32=iota"]),
        [100, 1000, 10000],
    ),
    "N splits of N tensors, returned": (
        lambda count: (write_returned(count, "%x{i}"), ["8x16xf32=iota"] * count),
        [100, 1000, 10000],
    ),
}

LOWERING = [
    "split-elementwise-to-linalg",
    "split-fuse-elementwise",
    "convert-split-to-linalg{materialize=results}",
    "split-isolate-boundaries",
    "one-shot-bufferize{bufferize-function-boundaries "
    "function-boundary-type-conversion=identity-layout-map}",
    "lower-split-copy",
]
# With the largest size that each is measured for.
PIPELINES = {
    "lower-split-copy": (",".join(LOWERING), 10000),
    "split-to-llvm": ("split-to-llvm", 1000),
    "split-to-llvm, host ABI": ("split-to-llvm{host-abi}", 1000),
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
        passes = f"--pass-pipeline=builtin.module({pipeline})"
        command = [BIN / "split-opt", passes, file.name, "-o", "/dev/null"]
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


def measure_native(program, arguments, limit):
    """The seconds that split-run takes, from its start to the printed results, or None if
    it takes longer than `limit`. Takes the least of up to three runs, because short
    runs are easily disturbed."""
    times = []
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(program)
        file.flush()
        command = [BIN / "split-run", file.name]
        command += [word for value in arguments for word in ("--input", value)]
        while len(times) < 3 and sum(times) < 2:
            start = time.perf_counter()
            try:
                run = subprocess.run(command, capture_output=True, text=True, timeout=limit)
            except subprocess.TimeoutExpired:
                return None
            times.append(time.perf_counter() - start)
            if run.returncode != 0:
                sys.exit(f"split-run fails:\n{run.stderr[:2000]}")
    return min(times)


def measure_native_growth(name, options):
    write, counts = NATIVE[name]
    record = {"program": name, "pipeline": "native code", "seconds": {}, "slowest": []}
    for count in counts:
        elapsed = measure_native(*write(count), options.limit)
        if elapsed is None:
            print(f"{name}, native code: {count} in more than {options.limit:g} s")
            break
        record["seconds"][count] = elapsed
        print(f"{name}, native code: {count} in {elapsed:.2f} s", flush=True)
    first, last = counts[0], max(record["seconds"], default=counts[0])
    if last > first:
        ratio = record["seconds"][last] / record["seconds"][first]
        record["exponent"] = math.log(ratio) / math.log(last / first)
        print(f"  exponent {record['exponent']:.2f}")
    return record


def measure_growth(name, write, label, options):
    record = {"program": name, "pipeline": label, "seconds": {}, "slowest": []}
    last = None
    pipeline, largest = PIPELINES[label]
    for count in (count for count in options.counts if count <= largest):
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
        measure_growth(name, write, label, options)
        for label in PIPELINES
        if options.pipelines in label
        for name, write in PROGRAMS.items()
        if options.only in name
    ]
    if options.pipelines in "native code":
        records += [
            measure_native_growth(name, options) for name in NATIVE if options.only in name
        ]
    if options.json:
        options.json.write_text(json.dumps(records, indent=1))


main()
