"""Measures what a call from Python costs beyond the compiled function: small splits by
split_mlir, NumPy and PyTorch, and ONNX Runtime by its C API.

Prints a table, or writes JSON for benchmark/report too. Fails if a call of split_mlir with
up to three arguments and results costs more than the bar beyond the C function."""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

TOP = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "build/release/python"))

import split_mlir  # noqa: E402

# What a call may cost beyond the C function.
BAR = 3e-6
SIZES = {1: "2x2", 2: "2x4", 3: "2x6"}


def write_split(results):
    """One argument, and equal pieces of it."""
    types = ", ".join(["tensor<2x2xf32>"] * results)
    data = f"tensor<{SIZES[results]}xf32>"
    values = ", ".join(f"%p#{i}" for i in range(results))
    return f"""// {results} pieces
// split-bench: input={SIZES[results]}xf32 axis=1 into={results}
func.func @split(%x: {data}) -> ({types}) {{
  %p:{results} = split.split %x axis(1) into {results} : {data} -> {types}
  return {values} : {types}
}}
"""


def write_three():
    """Three arguments, and the first half of each."""
    halves = "\n".join(
        f"  %p{i}:2 = split.split %x{i} axis(1) into 2"
        " : tensor<?x4xf32> -> tensor<?x2xf32>, tensor<?x2xf32>"
        for i in range(3)
    )
    arguments = ", ".join(f"%x{i}: tensor<?x4xf32>" for i in range(3))
    types = ", ".join(["tensor<?x2xf32>"] * 3)
    return f"""func.func @halves({arguments}) -> ({types}) {{
{halves}
  return %p0#0, %p1#0, %p2#0 : {types}
}}
"""


def measure(call, seconds=0.3):
    """The median seconds of a call, of batches of 1000."""
    samples, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(samples) < 5:
        start = time.perf_counter()
        for _ in range(1000):
            call()
        samples.append((time.perf_counter() - start) / 1000)
    return statistics.median(samples)


def measure_ours():
    """Rows for split_mlir."""
    cases = {
        "1 argument, 1 result": (write_split(1), 1),
        "1 argument, 2 results": (write_split(2), 1),
        "1 argument, 3 results": (write_split(3), 1),
        "3 arguments, 3 results, sizes known at run time": (write_three(), 3),
    }
    for name, (text, count) in cases.items():
        for kind in ("copies", "views"):
            model = split_mlir.compile(text, results=kind)
            shape = [n or 2 for n in next(iter(model.functions.values())).arguments[0].shape]
            args = [np.zeros(shape, np.float32) for _ in range(count)]
            # A loop without a call, which the other times contain.
            called = measure(lambda: model(*args)) - measure(lambda: None)
            yield f"{name}, {kind}", "split_mlir", called, model.time(*args)


def measure_peers():
    """Rows for NumPy and PyTorch, which return views."""
    x = np.zeros((2, 6), np.float32)
    yield "1 argument, 3 results, views", "numpy.split", measure(lambda: np.split(x, 3, 1)), None
    try:
        import torch
    except ImportError:
        return
    torch.set_num_threads(1)
    t = torch.zeros(2, 6)
    name = "1 argument, 3 results, views"
    yield name, "torch.split", measure(lambda: torch.split(t, 2, 1)), None
    copies = "1 argument, 3 results, copies"
    yield copies, "torch.split_copy", measure(lambda: torch.split_copy(t, 2, 1)), None


def measure_onnxruntime(library):
    """The row of ONNX Runtime, called from C with buffers for results."""
    with tempfile.TemporaryDirectory() as folder:
        workload = pathlib.Path(folder, "three.mlir")
        workload.write_text(write_split(3))
        output = pathlib.Path(folder, "three.json")
        command = [TOP / "build/release/bin/split-bench", "--rounds=3", workload]
        command += [f"--json={output}", f"--onnxruntime={library}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for record in json.loads(output.read_text()):
            if record["name"] == "onnxruntime" and not record["allocates"]:
                median = statistics.median(record["seconds"])
                yield "1 argument, 3 results, copies", "ONNX Runtime, from C", median, median


def find_onnxruntime():
    pattern = "node_modules/onnxruntime-node/bin/napi-v*/linux/x64/libonnxruntime.so.1"
    return next(iter(sorted((TOP / "build/peers").glob(pattern))), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args()
    rows = [*measure_ours()]
    if not options.no_peers:
        rows += measure_peers()
        if library := find_onnxruntime():
            rows += measure_onnxruntime(library)
    records, missed = [], 0
    for case, library, seconds, c_seconds in rows:
        record = {"call": case, "library": library, "us": f"{seconds * 1e6:.2f}"}
        record["C function, us"] = "" if c_seconds is None else f"{c_seconds * 1e6:.2f}"
        records.append(record)
        print(*record.values(), sep=" | ")
        if library == "split_mlir" and seconds - c_seconds > BAR:
            print(f"missed: more than {BAR * 1e6:g} us beyond the C function")
            missed += 1
    if options.json:
        options.json.write_text(json.dumps(records, indent=1) + "\n")
    sys.exit(missed > 0)


main()
