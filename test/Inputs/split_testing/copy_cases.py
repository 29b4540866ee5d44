"""Splits of rows that are copied in different ways."""

# Element type and pieces of a row, in elements. A `?` for each piece says that its
# size is known at run time only. A number of columns says that the data are a part
# of longer rows, so that there are gaps between rows.
CASES = [
    # Vectors composed of all pieces, or overlapping where that takes too many loads.
    ("f32", [1, 2, 5]), ("i8", [3, 17]), ("i8", [61, 59, 57, 55, 1]), ("i16", [15, 15]),
    # Whole lines, and empty pieces.
    ("f32", [250, 1, 16]), ("i8", [100, 3, 0, 64]), ("i64", [0, 1000]), ("i8", [20000, 70]),
    # Transposed.
    ("f32", [1] * 17), ("complex<f64>", [2] * 10),
    # Loops over a table.
    ("f32", [3] * 20), ("f32", [20] * 20),
    # Known at run time.
    ("f32", "???"), ("i8", "???"),
    # Gaps between rows.
    ("f32", [3, 5], 16), ("i8", [70, 30], 103), ("i64", [1] * 9, 11), ("f32", "??", 16),
]
