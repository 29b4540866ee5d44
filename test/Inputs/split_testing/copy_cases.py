"""Splits of rows that are copied in different ways."""

from typing import NamedTuple

from split_testing.library import INTERFACE


class Case(NamedTuple):
    """A split of rows into pieces."""

    element: str
    # The pieces of a row, in elements. A `?` for each piece says that its size is known
    # at run time only.
    runs: object
    # If the data are a part of longer rows, so that there are gaps between rows: the
    # number of elements of these.
    columns: int = None
    # The number of rows, unless it is known at run time only.
    rows: int = None


CASES = [Case(*values) for values in [
    # Vectors composed of all pieces, or overlapping where that takes too many loads.
    ("f32", [1, 2, 5]), ("i8", [6, 25]), ("i8", [61, 59, 57, 1, 55, 53, 51]), ("i16", [15, 15]),
    # Whole lines, and empty pieces.
    ("f32", [250, 1, 16]), ("i8", [100, 3, 0, 64]), ("i64", [0, 1000]), ("i8", [20000, 70]),
    # Transposed.
    ("f32", [1] * 30), ("i16", [2] * 45), ("complex<f64>", [2] * 10),
    # Loops over a table.
    ("f32", [3] * 20), ("f32", [20] * 20),
    # Known at run time.
    ("f32", "???"), ("i8", "???"),
    # Gaps between rows.
    ("f32", [3, 5], 16), ("i8", [70, 30], 103), ("i64", [1] * 14, 17), ("f32", "??", 16),
    # Rows known at compile time: few and small; too few to fill lines; so many bytes that
    # the stores are chosen at compile time; one, of which threads copy parts.
    ("f32", [3, 64], None, 10), ("f32", [3, 4096], None, 10), ("f32", [1, 2, 5], None, 4100),
    ("i8", [700, 0, 650], None, 1), ("i8", [70000, 65001], None, 1),
]]
# The first of the columns that are split, if there are gaps.
OFFSET = 3


def write_copies(cases):
    """Functions @c0, @c1, ... on buffers; those without a number of rows take any."""
    text = ""
    for number, (element, runs, columns, rows) in enumerate(cases):
        total, layout = "?" if "?" in runs else sum(runs), ""
        if columns:
            # A stride is static only if the size of a row is.
            total = len(runs) if "?" in runs else total
            layout = f", strided<[{columns}, 1], offset: {OFFSET}>"
        data = f"memref<{rows or '?'}x{total}x{element}{layout}>"
        types = [f"memref<{rows or '?'}x{run}x{element}>" for run in runs]
        arguments = ", ".join(f"%{i}: {type_}" for i, type_ in enumerate(types))
        outs = ", ".join(f"%{i}" for i in range(len(types)))
        text += (f"func.func @c{number}(%x: {data}, {arguments}){INTERFACE} {{\n"
                 f"  split.copy ins(%x : {data}) outs({outs} : {', '.join(types)}) axis(1)\n"
                 "  return\n}\n")
    return text
