"""Draws random programs by hypothesis, tries them in batches, and shrinks those that
are wrong.

All programs are drawn first, because a batch shares one process. If one is wrong,
hypothesis draws the same programs again, and shrinks it.
"""

import os
import sys

from hypothesis import HealthCheck, Phase, given, seed, settings

from split_testing.functions import function
from split_testing.tools import ToolError, make_folder, verify

# The limit for the search for a smaller program.
TRIES = 300
# The number of programs that are drawn at a time.
ROUND = 2000


class Enough(BaseException):
    pass


def set_folder(path):
    """The folder, where hypothesis writes its files, too."""
    folder = make_folder(path)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")
    return folder


class Outcomes:
    """Mistakes by the keys of their calls, and the numbers of calls that end in each
    way."""

    def __init__(self, folder):
        self.folder = set_folder(folder)
        self.wrong = {}
        self.refused = self.failing = self.working = 0

    def report(self, call, why):
        self.wrong.setdefault(call.key(), why)

    def explain(self, call):
        """A command that shows the mistake in a call, or nothing."""
        return ""

    def get_right(self, calls):
        return [call for call in calls if call.key() not in self.wrong]

    def count(self, calls):
        self.failing += sum(call.expected is None for call in calls)
        self.working += sum(call.expected is not None for call in calls)

    def verify(self, calls, is_expected):
        """The calls that split-opt accepts. `is_expected` says of a call and of an
        error, or None, whether one belongs to the other."""
        try:
            messages = verify([function([call]) for call in calls])
        except ToolError as error:
            if len(calls) > 1:
                half = len(calls) // 2
                return (self.verify(calls[:half], is_expected)
                        + self.verify(calls[half:], is_expected))
            self.report(calls[0], str(error))
            return []
        for call, message in zip(calls, messages):
            if not is_expected(call, message):
                self.report(call, f"split-opt says: {message}")
        accepted = [call for call, message in zip(calls, messages) if message is None]
        self.refused += len(calls) - len(accepted)
        return self.get_right(accepted)


def draw_each(strategy, examples, number, body, phases=(Phase.generate,)):
    """Calls `body` with the random calls that have a number, the same ones each time."""
    @seed(number)
    @settings(max_examples=examples, database=None, deadline=None,
              suppress_health_check=list(HealthCheck), phases=phases,
              report_multiple_bugs=False, print_blob=False)
    @given(strategy)
    def test(call):
        body(call)

    test()


def draw_all(strategy, examples, number):
    """Different random calls, at most `examples`."""
    drawn = {}
    draw_each(strategy, examples, number, lambda call: drawn.setdefault(call.key(), call))
    return list(drawn.values())


def shrink(strategy, examples, number, wrong, drawn, try_one):
    """A smallest call that is wrong, and the reason. `try_one` returns what is wrong
    with a call that was not drawn."""
    smallest, tries = [], 0

    def body(call):
        nonlocal tries
        why = wrong.get(call.key())
        if call.key() not in drawn:
            tries += 1
            if tries > TRIES:
                raise Enough
            why = try_one(call)
        if why:
            smallest[:] = call, why
            raise AssertionError

    try:
        draw_each(strategy, examples, number, body, (Phase.generate, Phase.shrink))
    except (AssertionError, Enough):
        pass
    return smallest


def check(strategy, examples, make_outcomes, number=0):
    """Draws and tries `examples` different calls, and ends with status 1 if some are
    wrong.

    `make_outcomes` returns an Outcomes that has `try_all`, which takes calls, and
    `summarize`, which returns text. Another number gives other calls.
    """
    outcomes, tried = make_outcomes(), set()
    while len(tried) < examples and not outcomes.wrong:
        number += 1
        # Some are drawn twice.
        count = min(ROUND, (examples - len(tried)) * 3 // 2)
        drawn = {hash(call.key()): call for call in draw_all(strategy, count, number)}
        new = [call for key, call in drawn.items() if key not in tried]
        new = new[:examples - len(tried)]
        outcomes.try_all(new)
        tried.update(hash(call.key()) for call in new)
    print(f"{len(tried)} programs: {outcomes.refused} refused, {outcomes.failing} fail, "
          f"{outcomes.working} as expected; {outcomes.summarize()}; "
          f"{len(outcomes.wrong)} wrong", flush=True)

    def try_one(call):
        one = make_outcomes()
        one.try_all([call])
        return one.wrong.get(call.key())

    if outcomes.wrong:
        keys = {call.key() for call in new}
        call, why = shrink(strategy, count, number, outcomes.wrong, keys, try_one)
        print(f"{call.describe()}\n{why}\n{outcomes.explain(call)}", file=sys.stderr)
    sys.exit(bool(outcomes.wrong))
