"""Executes the cases of public suites and counts them.

  run_cases.py CASES FOLDER
"""

import collections
import pathlib
import sys

from cases import read_cases
import onnx_cases
import split_cases
from split_testing.tools import SplitRun


def find_wrong(cases, folder):
    """Pairs of a case and the mistake in its execution."""
    onnx = [case for case in cases if case.op.startswith("Split-")]
    ours = [case for case in cases if case.op in ("split", "variadic_split")]
    yield from split_cases.find_wrong_types(ours)
    yield from split_cases.find_wrong_values(ours, SplitRun(folder))
    yield from onnx_cases.find_wrong(onnx, folder)
    for case in cases:
        if case not in onnx + ours:
            yield case, f"nothing executes '{case.op}'"


def main():
    cases, differences = read_cases(pathlib.Path(sys.argv[1]))
    wrong = list(find_wrong(cases, sys.argv[2]))
    for case, why in wrong:
        print(f"{case}\n{why}\n", file=sys.stderr)
    for suite, count in collections.Counter(case.suite for case in cases).items():
        print(f"{suite}: {count} cases")
    failed = {str(case) for case, _ in wrong}
    differing = [case for case in cases if case.differs]
    unexplained = {kind for case in cases for kind in case.differs} ^ set(differences)
    if unexplained:
        print("differences without a rule or a case:", *sorted(unexplained))
    print(f"{len(cases)} cases, {len(cases) - len(failed)} executed as expected, "
          f"{len(differing)} of them with a deliberate difference")
    return bool(failed or unexplained)


if __name__ == "__main__":
    sys.exit(main())
