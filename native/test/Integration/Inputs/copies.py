"""Runs splits that are copied in every way that the compiler has, and compares with
NumPy.

  copies.py FOLDER ROWS...

Prints the ways that the compiler's remarks name, and the number of calls.
"""

import re
import sys

import numpy as np

from split_testing.copy_cases import CASES
from split_testing.functions import NUMPY_TYPES, Call, function, tensor_type
from split_testing.reference import cut
from split_testing.tools import SplitRun, start

LENGTHS = [3, 70, 1]


def make_call(random, rows, case):
    """Splits rows, or parts of longer rows, into pieces of static sizes, or of LENGTHS
    if the sizes are known at run time."""
    element, runs, columns, _ = case
    lengths = LENGTHS if isinstance(runs, str) else runs
    total = sum(lengths)
    sizes = "?" * len(lengths) if isinstance(runs, str) else lengths
    data = tensor_type("??" if isinstance(runs, str) else ("?", total), element)
    types = [tensor_type(("?", size), element) for size in sizes]
    given, body, source, offset = data, "", "%a0", 0
    if columns:
        given, source, offset = tensor_type(("?", columns), element), "%y", min(3, columns - total)
        body = (f"%c0 = arith.constant 0 : index\n%n = tensor.dim %a0, %c0 : {given}\n"
                f"%y = tensor.extract_slice %a0[0, {offset}] [%n, {total}] [1, 1]"
                f" : {given} to {data}\n")
    dtype = np.dtype(NUMPY_TYPES[element])
    array = random.integers(0, 256, (rows, columns or total, dtype.itemsize), np.uint8)
    arguments, argument_types = [array.view(dtype)[..., 0]], [given]
    how = f"lengths {lengths}"
    if isinstance(runs, str):
        how = f"lengths(%a1 : tensor<{len(lengths)}xi64>)"
        arguments.append(np.array(lengths))
        argument_types.append(f"tensor<{len(lengths)}xi64>")
    body += (f"%r:{len(types)} = split.variadic_split {source} axis(1) {how} : "
             f"{data} -> {', '.join(types)}")
    pieces = cut(arguments[0][:, offset:offset + total], 1, lengths)
    return Call(body, argument_types, arguments, types, pieces)


def list_ways(calls):
    """How the compiler copies, by its remarks."""
    ran = start("split-opt", "-", "--split-to-llvm", "-o", "/dev/null", "--remark-policy=all",
                "--remarks-filter=lower-split-copy", input=function(calls))
    remarks = "".join(re.findall(r"remark: (.*)", ran.stderr))
    return sorted(set(re.findall(r"transposed|looped|unrolled|lines|compose|overlap|generic", remarks)))


def main():
    runner, random = SplitRun(sys.argv[1]), np.random.default_rng(0)
    cases = [case for case in CASES
             if not case.rows and not (case.columns and isinstance(case.runs, str))]
    for rows in map(int, sys.argv[2:]):
        calls = [make_call(random, rows, case) for case in cases]
        runner.check(calls, len(calls))
    print("ways:", ", ".join(list_ways(calls)))
    print(f"{len(cases)} functions, {runner.count} calls: right")


main()
