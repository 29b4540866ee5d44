"""Runs random split programs and compares with NumPy.

  property_splits.py FOLDER EXAMPLES

Programs are drawn first and then run in batches: split-opt decides which are
valid, a shared library of all others is called for each, and split-run runs a
sample. If one is wrong, hypothesis draws the same programs again, and shrinks it.
"""

import os
import pathlib
import sys

from hypothesis import HealthCheck, Phase, given, settings

from calls import SplitRun, describe_values, function, verify
from library import find_wrong
from programs import programs

BATCH = 75
# One in so many programs is run by split-run too.
SAMPLE = 20


class Outcomes:
    """What is wrong with programs, and how many there are of each kind."""

    def __init__(self, folder):
        self.folder = folder
        self.runner = SplitRun(folder / "run")
        self.wrong = {}
        self.refused = self.failing = self.working = 0

    def report(self, call, why):
        self.wrong.setdefault(call.name, why)

    def verify(self, calls):
        """The calls that split-opt accepts."""
        try:
            messages = verify([function([call]) for call in calls])
        except RuntimeError as error:
            if len(calls) > 1:
                half = len(calls) // 2
                return self.verify(calls[:half]) + self.verify(calls[half:])
            self.report(calls[0], str(error))
            return []
        accepted = []
        for call, message in zip(calls, messages):
            if message is None:
                accepted.append(call)
                if call.expected is None and call.name.is_certain():
                    self.report(call, "certainly wrong, but split-opt takes it")
            elif call.expected is not None:
                self.report(call, f"split-opt says: {message}")
        self.refused += len(calls) - len(accepted)
        return [call for call in accepted if call.name not in self.wrong]

    def run(self, calls):
        for call, why in find_wrong(calls, self.folder / "library.so"):
            self.report(call, why)
        self.working += sum(call.expected is not None for call in calls)
        self.failing += sum(call.expected is None for call in calls)

    def run_sample(self, calls):
        working = [call for call in calls if call.expected is not None]
        failing = [call for call in calls if call.expected is None]
        wrong = self.runner.find_wrong(working)
        wrong += self.runner.find_unrefused(failing)
        for call, why in wrong:
            self.report(call, f"split-run: {why}")

    def try_all(self, drawn, sample=1):
        calls = self.verify([program.make_call() for program in drawn])
        for start in range(0, len(calls), BATCH):
            self.run(calls[start:start + BATCH])
        self.run_sample(calls[::sample])


def make_test(examples, body, phases):
    @settings(max_examples=examples, derandomize=True, database=None, deadline=None,
              suppress_health_check=list(HealthCheck), phases=phases,
              report_multiple_bugs=False, print_blob=False)
    @given(programs())
    def test(program):
        body(program)

    return test


def shrink(folder, outcomes, drawn, examples):
    """Prints a smallest program that is wrong."""
    smallest = {}

    def body(program):
        if program in outcomes.wrong:
            why = outcomes.wrong[program]
        elif program in drawn:
            return
        else:
            one = Outcomes(folder)
            one.try_all([program])
            why = one.wrong.get(program)
        if why:
            smallest["program"], smallest["why"] = program, why
            raise AssertionError

    try:
        make_test(examples, body, (Phase.generate, Phase.shrink))()
    except AssertionError:
        pass
    call = smallest["program"].make_call()
    print(f"{function([call])}{describe_values([call])}\n{smallest['why']}",
          file=sys.stderr)


def main():
    folder, examples = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")
    drawn = {}
    make_test(examples, lambda program: drawn.setdefault(program), (Phase.generate,))()
    outcomes = Outcomes(folder)
    outcomes.try_all(list(drawn), SAMPLE)
    print(f"{len(drawn)} programs: {outcomes.refused} refused by split-opt, "
          f"{outcomes.failing} at run time, {outcomes.working} equal to NumPy's; "
          f"{outcomes.runner.count} of them run by split-run too; "
          f"{len(outcomes.wrong)} wrong")
    if outcomes.wrong:
        shrink(folder, outcomes, drawn, examples)
    return bool(outcomes.wrong)


if __name__ == "__main__":
    sys.exit(main())
