"""Runs random splits of all forms and compares with the specifications, bit for bit.

  property_splits.py FOLDER EXAMPLES [--number=N] [--fault=NAME] [--jobs=N]

Programs are ops of the dialect, splits of data that are too large to be in memory, ONNX
and OpenVINO models, splits of other compilers, and slices. A shared library of those
that are valid is called for each, and split-run runs a sample. Another number gives
other programs. Jobs share the programs. --fault seeds a fault, for a test of this test.
"""

import argparse
import collections
from pathlib import Path
import re
import subprocess
import sys
import warnings

from hypothesis import strategies as st

# The folders of drivers that draw or write splits.
sys.path += [f"{Path(__file__).parents[2]}/{folder}/Inputs" for folder in (
    "ONNX", "OpenVINO", "Conversion/ForeignToSplit",
    "Conversion/SplitToSlices")]
from model_splits import Model, onnx_splits, openvino_splits
from other_splits import LargeSplit, foreign_splits, large_splits, slices, splits_of_torch
from split_testing import properties, reference, splits as splits_module
from split_testing.functions import BITS, Call, parse_type
from split_testing.library import UNREGISTERED, expect_failure, find_wrong
from split_testing.properties import Outcomes, check
from split_testing.splits import splits
from split_testing.tools import SplitRun, save

BATCH = 150
# split-run runs one program in so many.
SAMPLE = 40
# How often each form is drawn.
FORMS = {splits(): 7, onnx_splits(): 6, openvino_splits(): 4, large_splits(): 2,
         foreign_splits(): 2, slices(): 2, splits_of_torch(): 1}


@st.composite
def forms(draw):
    choices = [i for i, count in enumerate(FORMS.values()) for _ in range(count)]
    return draw(list(FORMS)[draw(st.sampled_from(choices))])


# What a message says, by the beginning of the reference's reason. Lengths or an axis may
# be wrong, too, and be found first.
WORDS = {"attributes": "attribute", "axis": "axis|rank|length", "both": "both",
         "elements|strings": "element type", "number of ports": "num_splits|one for each output|axis",
         r"\d+ pieces": "divisible|num_splits", r"(\d+ )?lengths|\[|-1": "length|differ",
         "type of a result": "result|size|rank|dimension"}


def is_about(message, reason):
    """Whether a message is about the rule that is broken, or about types of results, which
    may show first that values are wrong."""
    words = [words for start, words in WORDS.items() if re.match(start, reason)]
    return bool(words) and bool(re.search("|".join([
        r"result (\d+|type) has|sizes of the results|fit in memory", *words]), message))


def expect_reason(call, status, output):
    """What is wrong with the failure of a call, or None."""
    if not (why := expect_failure(call, status, output)) and not is_about(output, call.reason):
        why = f"expected a message about '{call.reason}', got {output}"
    return why


def is_expected(call, message):
    """Valid splits are accepted. Others are refused here if types and attributes
    alone break a rule, or otherwise here or at run time."""
    if call.expected is not None:
        return message is None
    return is_about(message, call.reason) if message else not call.name.is_certain()


class SplitOutcomes(Outcomes):
    def __init__(self, folder):
        super().__init__(folder)
        self.runner = SplitRun(self.folder / "run")
        self.forms = collections.Counter()

    def read_models(self, calls):
        """The models that the importers accept."""
        accepted = []
        for call in calls:
            message = call.read()
            if not is_expected(call, message):
                self.report(call, f"the importer says: {message}")
            if message is None:
                accepted.append(call)
        self.refused += len(calls) - len(accepted)
        return self.get_right(accepted)

    def try_all(self, calls):
        self.forms.update(call.name.form for call in calls)
        groups = collections.defaultdict(list)
        for call in calls:
            groups[type(call), call.name.passes].append(call)
        for (kind, passes), part in groups.items():
            if kind is Model:
                part = self.read_models(part)
            elif not passes:
                part = self.verify(part, is_expected)
            for start in range(0, len(part), BATCH):
                for call, why in find_wrong(part[start:start + BATCH],
                                            self.folder / "library.so", passes,
                                            expect_reason, options=[UNREGISTERED]):
                    self.report(call, why)
            self.count(part)
            if len(calls) > 1 and not passes and kind not in (Model, LargeSplit):
                self.run_sample(part[::SAMPLE])

    def run_sample(self, calls):
        calls = [call for call in calls if not has_bits(call)]
        wrong = self.runner.find_wrong([call for call in calls if call.expected is not None])
        wrong += self.runner.find_unrefused([call for call in calls if call.expected is None])
        for call, why in wrong:
            self.report(call, f"split-run: {why}")

    def summarize(self):
        forms = ", ".join(f"{count} {form}" for form, count in sorted(self.forms.items()))
        return f"{forms}; {self.runner.count} run by split-run too"

    def explain(self, call):
        """Writes the program, and prints the command that runs it."""
        if isinstance(call, LargeSplit):
            return ""
        name = {"onnx": "wrong.onnx", "openvino": "wrong.xml"}.get(call.name.form, "wrong.mlir")
        path = self.folder / name
        if isinstance(call, Model):
            model, weights = call.build()
            path.write_bytes(model)
            path.with_suffix(".bin").write_bytes(weights)
        else:
            path.write_text(call.write())
        passes, command = call.name.passes.rstrip(","), ["split-run", path]
        if passes:
            command = ["split-opt", UNREGISTERED, f"'--pass-pipeline=builtin.module({passes})'",
                       path, "|", "split-run", "-"]
        command += save(self.folder, "input", call.arguments)
        command += save(self.folder, "expected_output", call.expected or [])
        return "To run it: " + " ".join(map(str, command))


def has_bits(call):
    """Whether elements have a type that NumPy lacks."""
    return any(parse_type(type_)[1] in BITS for type_ in call.argument_types)


# ---- Faults, which the test has to find. ----


def seed_chunk_fault():
    """Makes the first of ONNX's chunks in the reference too short if the last is smaller."""
    right = reference.onnx_split_18

    def onnx_split_18(shape, element, outputs, attributes, split):
        pieces = right(shape, element, outputs, attributes, split)
        if split is None and pieces.lengths[-1] < pieces.lengths[0]:
            pieces.lengths[0] -= 1
        return pieces

    reference.onnx_split_18 = onnx_split_18


def seed_rest_fault():
    """Makes some -1 in the reference stand for 0."""
    right = reference.openvino_variadic_split

    def openvino_variadic_split(shape, axis, lengths):
        pieces = right(shape, axis, lengths)
        if -1 in lengths.values[1:]:
            pieces.lengths[lengths.values.index(-1)] = 0
        return pieces

    splits_module.openvino_variadic_split = openvino_variadic_split


def seed_program_fault():
    """Swaps the first two results of programs, if they have the same type."""
    right = Call.define

    def define(call, prefix):
        body, *values = right(call, prefix)
        if len(values) > 1 and call.result_types[0] == call.result_types[1]:
            values[:2] = values[1::-1]
        return [body, *values]

    Call.define = define


FAULTS = {"chunks": (seed_chunk_fault, onnx_splits()), "rest": (seed_rest_fault, splits()),
          "program": (seed_program_fault, splits())}


def start_jobs(options):
    """Starts processes that share the programs, and adds up the numbers they print."""
    processes = [subprocess.Popen(
        [sys.executable, "-B", __file__, f"{options.folder}/{job}",
         str(options.examples // options.jobs), f"--number={(options.number + job) * 1000}"],
        stdout=subprocess.PIPE, text=True) for job in range(options.jobs)]
    outputs = [process.communicate()[0] for process in processes]
    columns = zip(*(re.findall(r"\d+", output) for output in outputs))
    totals = iter([str(sum(map(int, column))) for column in columns])
    print(re.sub(r"\d+", lambda _: next(totals), outputs[0]), end="")
    sys.exit(any(process.returncode for process in processes))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("examples", type=int)
    parser.add_argument("--number", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--fault", choices=FAULTS)
    options = parser.parse_args()
    if options.jobs > 1:
        start_jobs(options)
    strategy = forms()
    if options.fault:
        seed_fault, strategy = FAULTS[options.fault]
        seed_fault()
        properties.TRIES = 80
    # Importers warn of some models.
    warnings.simplefilter("ignore")
    check(strategy, options.examples, lambda: SplitOutcomes(options.folder), options.number)


if __name__ == "__main__":
    main()
