"""Runs random programs as they are and after passes that simplify them, and
compares with NumPy.

  property_canonicalize.py FOLDER LLVM_LIB EXAMPLES WAYS

Each program is compiled as it is and in that many of the ways below. Where it
fails as it is, it fails in the same words with checks generated first. Otherwise
passes take for granted that it does not: they do not fail.
"""

import ctypes
import os
import pathlib
import re
import sys
import time

from hypothesis import HealthCheck, Phase, given, settings

from calls import describe_values, function, verify
from fold_programs import fold_programs
from library import expect_failure, find_wrong

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


# What upstream cannot lower: empty tensors that are joined, some loops that carry
# tensors of unknown rank, and casts from one size to another through none.
UPSTREAM = re.compile(r"offset \d+ is out-of-bounds.*\n.* = tensor\.concat |"
                      "'tensor.cast' op not bufferizable .*: cannot avoid RaW conflict|"
                      "'memref.cast' op operand type .* are cast incompatible")


# For which a smaller program is looked for.
SECONDS = 60


class Enough(BaseException):
    pass


class Outcomes:
    """What is wrong with programs, and how many there are of each kind."""

    def __init__(self, folder, num_ways):
        self.folder, self.num_ways = folder, num_ways
        self.wrong = {}
        self.messages = {}
        self.unlowered = set()
        self.refused = self.failing = self.working = 0

    def report(self, call, why):
        if UPSTREAM.search(why):
            self.unlowered.add(call.body)
            return
        self.wrong.setdefault(call.body, why)

    def verify(self, calls):
        accepted = []
        for call, message in zip(calls, verify([function([call]) for call in calls])):
            if message is None:
                accepted.append(call)
            elif not call.name.is_broken:
                self.report(call, f"split-opt says: {message}")
            else:
                self.refused += 1
        return accepted

    def note_failure(self, call, status, output):
        self.messages[call.body] = re.sub(r"^.*?error", "error", output)
        return expect_failure(call, status, output)

    def expect_same_failure(self, call, status, output):
        message = self.messages[call.body]
        if re.sub(r"^.*?error", "error", output) != message:
            return f"expected {message}, got wait status {status}: {output}"
        return expect_failure(call, status, output)

    def run(self, calls):
        library = self.folder / "library.so"
        calls = [call for call in calls if call.body not in self.wrong]
        for call, why in find_wrong(calls, library, judge=self.note_failure):
            self.report(call, f"as it is: {why}")
        calls = [call for call in calls
                 if call.body not in self.wrong and call.body not in self.unlowered]
        self.failing += sum(call.expected is None for call in calls)
        self.working += sum(call.expected is not None for call in calls)
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
        for call, why in zip(calls, verify([function([call]) for call in calls],
                                           way.rstrip(","))):
            if why:
                self.report(call, f"after {way} {why}")

    def try_all(self, programs):
        calls = self.verify([program.call for program in programs])
        for start in range(0, len(calls), BATCH):
            self.run(calls[start:start + BATCH])


def make_test(examples, body, phases):
    @settings(max_examples=examples, derandomize=True, database=None, deadline=None,
              suppress_health_check=list(HealthCheck), phases=phases,
              report_multiple_bugs=False, print_blob=False)
    @given(fold_programs())
    def test(program):
        body(program)

    return test


def shrink(folder, outcomes, drawn, examples):
    """Prints a smallest program that is wrong."""
    smallest = {}
    start = time.monotonic()

    def body(program):
        if smallest and time.monotonic() - start > SECONDS:
            raise Enough
        if program.body in outcomes.wrong:
            why = outcomes.wrong[program.body]
        elif program.body in drawn:
            return
        else:
            one = Outcomes(folder, len(WAYS))
            one.try_all([program])
            why = one.wrong.get(program.body)
        if why:
            smallest["program"], smallest["why"] = program, why
            raise AssertionError

    try:
        make_test(examples, body, (Phase.generate, Phase.shrink))()
    except (AssertionError, Enough):
        pass
    call = smallest["program"].call
    print(f"{function([call])}{describe_values([call])}\n{smallest['why']}",
          file=sys.stderr)


def main():
    folder, examples, ways = pathlib.Path(sys.argv[1]).resolve(), *map(int, sys.argv[3:])
    # Has what copies tensors of unknown rank.
    ctypes.CDLL(f"{sys.argv[2]}/libmlir_c_runner_utils.so", ctypes.RTLD_GLOBAL)
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")
    drawn = {}
    make_test(examples, lambda program: drawn.setdefault(program.body, program),
              (Phase.generate,))()
    outcomes = Outcomes(folder, ways)
    outcomes.try_all(list(drawn.values()))
    print(f"{len(drawn)} programs: {outcomes.refused} refused by split-opt, "
          f"{outcomes.failing} fail, {outcomes.working} equal to NumPy's; "
          f"{len(outcomes.unlowered)} not lowered by upstream; {len(outcomes.wrong)} wrong")
    if outcomes.wrong:
        shrink(folder, outcomes, drawn, examples)
    return bool(outcomes.wrong)


if __name__ == "__main__":
    sys.exit(main())
