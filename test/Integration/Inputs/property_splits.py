"""Runs random splits and compares with NumPy.

  property_splits.py FOLDER EXAMPLES

split-opt decides which are valid, a shared library of the valid ones is called for
each, and split-run runs a sample.
"""

import sys

from split_testing.library import find_wrong
from split_testing.properties import Outcomes, check
from split_testing.splits import splits
from split_testing.tools import SplitRun

BATCH = 75
# split-run runs one program in so many.
SAMPLE = 20


def is_expected(call, message):
    """Valid splits are accepted. Others are refused here if types and attributes
    alone break a rule, or otherwise here or at run time."""
    if call.expected is not None:
        return message is None
    return message is not None or not call.name.is_certain()


class SplitOutcomes(Outcomes):
    def __init__(self, folder):
        super().__init__(folder)
        self.runner = SplitRun(self.folder / "run")

    def try_all(self, calls):
        sample = SAMPLE if len(calls) > 1 else 1
        calls = self.verify(calls, is_expected)
        for start in range(0, len(calls), BATCH):
            for call, why in find_wrong(calls[start:start + BATCH], self.folder / "library.so"):
                self.report(call, why)
        self.count(calls)
        calls = calls[::sample]
        wrong = self.runner.find_wrong([call for call in calls if call.expected is not None])
        wrong += self.runner.find_unrefused([call for call in calls if call.expected is None])
        for call, why in wrong:
            self.report(call, f"split-run: {why}")

    def summarize(self):
        return f"{self.runner.count} of them run by split-run too"


folder, examples = sys.argv[1:]
check(splits(), int(examples), lambda: SplitOutcomes(folder))
