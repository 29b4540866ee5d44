"""Runs random programs as they are and after passes that simplify them, and
compares with NumPy.

  property_canonicalize.py FOLDER LLVM_LIB EXAMPLES WAYS

Each program is compiled as it is and in WAYS of the ways below. A program that fails
as it is fails with the same message if checks are generated first. Other passes
assume that no rule is broken, so that a program that fails is only given to them.
"""

import ctypes
import re
import sys

from split_testing.functions import function
from split_testing.library import expect_failure, find_wrong
from split_testing.programs import programs
from split_testing.properties import Outcomes, check
from split_testing.tools import verify

BATCH = 60
CHECKS = "split-generate-runtime-checks,"
WAYS = [
    "canonicalize,",
    CHECKS + "canonicalize,",
    "canonicalize,cse,canonicalize,",
    "split-infer-shapes,canonicalize,",
    CHECKS + "split-infer-shapes,canonicalize,cse,",
    "canonicalize,split-infer-shapes,canonicalize,",
    "cse,sccp,loop-invariant-code-motion,canonicalize,",
    CHECKS + "cse,canonicalize,split-infer-shapes,canonicalize,",
]


# What upstream cannot lower: concatenations of empty tensors, some loops that carry
# tensors of unknown rank, and casts between sizes that no tensor can have both of.
UPSTREAM = re.compile(r"offset \d+ is out-of-bounds.*\n.* = tensor\.concat |"
                      "'tensor.cast' op not bufferizable .*: cannot avoid RaW conflict|"
                      "'memref.cast' op operand type .* are cast incompatible")


def is_expected(call, message):
    return message is None or call.name.is_broken


class PassOutcomes(Outcomes):
    def __init__(self, folder, num_ways):
        super().__init__(folder)
        self.num_ways = num_ways
        self.messages = {}
        self.unlowered = set()

    def report(self, call, why):
        if UPSTREAM.search(why):
            self.unlowered.add(call.key())
        else:
            super().report(call, why)

    def note_failure(self, call, status, output):
        self.messages[call.key()] = re.sub(r"^.*?error", "error", output)
        return expect_failure(call, status, output)

    def expect_same_failure(self, call, status, output):
        message = self.messages[call.key()]
        if re.sub(r"^.*?error", "error", output) != message:
            return f"expected {message}, got wait status {status}: {output}"
        return expect_failure(call, status, output)

    def run(self, calls):
        library = self.folder / "library.so"
        for call, why in find_wrong(calls, library, judge=self.note_failure):
            self.report(call, f"as it is: {why}")
        calls = [call for call in self.get_right(calls) if call.key() not in self.unlowered]
        self.count(calls)
        for number, way in enumerate(WAYS):
            part = [call for i, call in enumerate(calls)
                    if (number - i) % len(WAYS) < self.num_ways]
            if not way.startswith(CHECKS):
                self.transform([call for call in part if call.expected is None], way)
                part = [call for call in part if call.expected is not None]
            for call, why in (find_wrong(part, library, way, self.expect_same_failure)
                              if part else []):
                self.report(call, f"after {way} {why}")

    def transform(self, calls, way):
        messages = verify([function([call]) for call in calls], way.rstrip(","))
        for call, why in zip(calls, messages):
            if why:
                self.report(call, f"after {way} {why}")

    def try_all(self, calls):
        calls = self.verify(calls, is_expected)
        for start in range(0, len(calls), BATCH):
            self.run(calls[start:start + BATCH])

    def summarize(self):
        return f"{len(self.unlowered)} not lowered by upstream"


folder, llvm_lib, examples, ways = sys.argv[1:]
# It has the function that copies tensors of unknown rank.
ctypes.CDLL(f"{llvm_lib}/libmlir_c_runner_utils.so", ctypes.RTLD_GLOBAL)
check(programs(), int(examples), lambda: PassOutcomes(folder, int(ways)))
