"""Imports all models in a folder, and runs the imported ones with their data.

  onnx_testdata.py DATA EVERY

A model is imported without an error, or refused with status 1 and one error that
begins with its path; any other end is a mistake. A refused model must be imported with
--keep-unknown, and then pass through the passes on splits. split-run must match each
test_data_set of every EVERY-th model, apart from EXCEPTIONS. Prints counts, and each
mistake.
"""

import re
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from split_testing.tools import start

# Models whose data have other types: bfloat16 tensors are stored as uint16. Models whose
# data align the corners of results whose sizes are not integers: 4 * 0.6 is 2.4, but a
# result has 2 elements, and ONNX Runtime and PyTorch align the second.
EXCEPTIONS = {
    "test_cast_BFLOAT16_to_FLOAT",
    "test_cast_FLOAT_to_BFLOAT16",
    "test_castlike_BFLOAT16_to_FLOAT",
    "test_castlike_BFLOAT16_to_FLOAT_expanded",
    "test_castlike_FLOAT_to_BFLOAT16",
    "test_castlike_FLOAT_to_BFLOAT16_expanded",
    "test_resize_downsample_scales_cubic_align_corners",
    "test_resize_downsample_scales_linear_align_corners",
}


def import_model(model):
    """`imported` or `refused`, or the text of a mistake."""
    done = start("split-translate", "--import-onnx", model, "-o", "/dev/null", timeout=300)
    errors = [line for line in done.stderr.splitlines() if "error:" in line]
    if done.returncode == 0 and not errors:
        return "imported"
    located = rf"{re.escape(str(model))}(:[^:]+)*: error: ."
    if done.returncode == 1 and len(errors) == 1 and re.match(located, errors[0]):
        return "refused"
    return f"{model}: status {done.returncode}\n{done.stderr}"


def keep_model(model):
    """`kept` if a refused model is imported with its unknown operators, and its splits are
    lowered; else the text of a mistake."""
    text = ""
    for command in (["split-translate", "--import-onnx", "--keep-unknown", model],
                    ["split-opt", "--allow-unregistered-dialect", "--split-infer-shapes",
                     "--canonicalize", "--cse", "--convert-split-to-linalg"],
                    ["split-opt", "--allow-unregistered-dialect", "-o", "/dev/null"]):
        done = start(*command, input=text, timeout=300)
        if done.returncode != 0 or "error:" in done.stderr:
            return f"{model}: {command}: status {done.returncode}\n{done.stderr}"
        text = done.stdout
    return "kept"


def run_model(model):
    for data in sorted(model.parent.glob("test_data_set_*")):
        # The tolerances of ONNX's own runner.
        done = start("split-run", model, f"--test-data={data}", "--rtol=1e-3", "--atol=1e-7",
                     timeout=300)
        if done.returncode == 0 and re.fullmatch(r"\d+ results? match(es)?\n", done.stdout):
            yield "matched"
        elif model.parent.name in EXCEPTIONS and done.returncode == 1:
            yield "excepted"
        else:
            yield f"{data}: status {done.returncode}\n{done.stdout}{done.stderr}"


def check(numbered):
    number, model = numbered
    result = import_model(model)
    if result == "refused":
        return [result, keep_model(model)]
    if result != "imported" or number % every != 0:
        return [result]
    return [result, *run_model(model)]


data = Path(sys.argv[1])
every = int(sys.argv[2])
models = sorted(data.glob("**/*.onnx"))
with ThreadPoolExecutor(2) as pool:
    results = Counter(result for results in pool.map(check, enumerate(models))
                      for result in results)
for result in ("imported", "refused", "kept", "matched", "excepted"):
    print(f"{result}: {results.pop(result, 0)}")
print(f"mistakes: {len(results)}", *results, sep="\n")
