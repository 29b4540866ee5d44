"""Exports modules from PyTorch, runs the models by split-run, and compares the results.

  run_model_zoo.py FOLDER [--opsets OPSET...] [--only NAME...] [--jobs N]

Each module of the package model_zoo is exported in each opset, once with static sizes
and once with dynamic axes; models of the second kind run with several choices of sizes.
Prints one line for each such form that does not match, and counts. What PyTorch cannot
export is counted apart. Models, inputs and expected outputs stay in FOLDER.
"""

import argparse
import concurrent.futures
import os
import re
import warnings
from collections import Counter, defaultdict
from typing import NamedTuple

import torch

from model_zoo import MODULES
from split_testing.tools import make_folder, save, start

TOLERANCES = "--rtol=1e-4", "--atol=1e-5"
TIME_LIMIT = 120
# Seconds above which a run counts as slow.
SLOW = 2.0
MISSING = re.compile(r"operator '(\w+)' is not supported")
# In the order in which they are reported.
OUTCOMES = "matched", "not exported", "refused", "mismatch", "crash"


class Result(NamedTuple):
    """What happened to a form of a module, and the processor time of its slowest run."""

    name: str
    opset: int
    kind: str
    outcome: str
    reason: str = ""
    seconds: float = 0.0

    @property
    def form(self):
        return f"{self.opset} {self.kind}"


def flatten(outputs):
    """The tensors in what a module returns."""
    if isinstance(outputs, torch.Tensor):
        return [outputs]
    return [tensor for output in outputs for tensor in flatten(output)]


def shorten(text):
    """The first line that says something."""
    return next((line.strip()[:300] for line in text.splitlines() if line.strip()), "")


def child_seconds():
    """The processor time of all child processes, which other processes do not slow."""
    times = os.times()
    return times.children_user + times.children_system


def export(model, entry, opset, is_dynamic, file):
    """None, or why PyTorch cannot export the model."""
    arguments = entry.arguments(0)
    try:
        torch.onnx.export(
            model, tuple(arguments.values()), str(file), opset_version=opset,
            input_names=list(arguments),
            dynamic_axes=entry.dynamic_axes() if is_dynamic else None)
    except Exception as error:  # Each operator has errors of its own.
        return shorten(str(error)) or type(error).__name__
    return None


def run(folder, file, inputs, expected):
    """The outcome of split-run, and the reason."""
    ran = start("split-run", file, *TOLERANCES, *save(folder, "input", inputs),
                *save(folder, "expected_output", expected), timeout=TIME_LIMIT)
    if ran.returncode == 0:
        return "matched", ""
    messages = ran.stderr.replace(f"{file}:", "")
    if ran.returncode != 1 or messages.count("error:") != 1:
        return "crash", f"status {ran.returncode}: {shorten(messages)}"
    if operators := MISSING.findall(messages):
        return "refused", f"missing operators: {', '.join(operators)}"
    error = next(line for line in messages.splitlines() if "error:" in line)
    return "mismatch" if ": error: result " in error else "refused", error


def check_form(model, entry, opset, is_dynamic, folder):
    kind = "dynamic" if is_dynamic else "static"
    folder = make_folder(folder / f"{opset}-{kind}")
    file = folder / "model.onnx"
    if why := export(model, entry, opset, is_dynamic, file):
        return Result(entry.name, opset, kind, "not exported", why)
    slowest = 0.0
    for choice in range(entry.num_choices() if is_dynamic else 1):
        arguments = entry.arguments(choice)
        with torch.no_grad():
            expected = flatten(model(*arguments.values()))
        before = child_seconds()
        outcome, reason = run(make_folder(folder / f"sizes-{choice}"), file,
                              [a.numpy() for a in arguments.values()],
                              [e.detach().numpy() for e in expected])
        slowest = max(slowest, child_seconds() - before)
        if outcome != "matched":
            reason += f" (sizes {choice})" if choice else ""
            return Result(entry.name, opset, kind, outcome, reason, slowest)
    return Result(entry.name, opset, kind, "matched", "", slowest)


def check_module(name, opsets, folder):
    """The results of all forms of a module."""
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    entry = MODULES[name]
    model = entry.build()
    return [check_form(model, entry, opset, is_dynamic, folder / name)
            for opset in opsets for is_dynamic in (False, True)]


def report(results):
    modules, failures = defaultdict(set), defaultdict(list)
    missing = defaultdict(set)
    for result in results:
        modules[result.name].add(result.outcome)
        if result.outcome != "matched":
            failures[result.outcome, result.name, result.reason].append(result.form)
        if result.reason.startswith("missing operators: "):
            for operator in result.reason.split(": ")[1].split(", "):
                missing[operator].add(result.name)
    for (outcome, name, reason), forms in sorted(failures.items()):
        print(f"{outcome}: {name} ({', '.join(forms)}): {reason}")
    for operator, names in sorted(missing.items(), key=lambda item: -len(item[1])):
        print(f"missing operator: {operator} in {len(names)} modules")
    for result in sorted(results, key=lambda result: -result.seconds)[:10]:
        print(f"slowest: {result.seconds:.1f} s, {result.name} ({result.form})")
    print(f"slow: {sum(result.seconds > SLOW for result in results)}")
    outcomes = Counter(result.outcome for result in results)
    for outcome in OUTCOMES:
        print(f"{outcome}: {outcomes[outcome]}")
    complete = [name for name, outcomes in modules.items()
                if outcomes <= {"matched", "not exported"}]
    print(f"modules that match in all forms: {len(complete)} of {len(modules)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=make_folder)
    parser.add_argument("--opsets", type=int, nargs="+", default=[11, 13, 16, 17])
    parser.add_argument("--only", nargs="+", default=sorted(MODULES))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(check_module, name, options.opsets, options.folder)
                for name in options.only]
        report([result for job in jobs for result in job.result()])


if __name__ == "__main__":
    main()
