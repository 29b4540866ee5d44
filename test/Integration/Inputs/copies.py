"""Splits that are copied in every way that the compiler has, against NumPy.

usage: copies.py FOLDER ROWS...

The pieces of rows are of static or of run-time sizes, whole rows or parts of them.
Prints how the compiler's remarks name the ways, and how many calls are right.
"""

import collections
import pathlib
import re
import subprocess
import sys

import numpy as np

# Element type and pieces of a row; `None` of three sizes known at run time. An
# offset and a number of columns say that the data are a part of longer rows.
CASES = [
    ("f32", [1, 2, 5]), ("i8", [3, 17]), ("i8", [61, 59, 57, 55, 1]),
    ("f32", [250, 1, 16]), ("i8", [100, 3, 0, 64]), ("i64", [0, 1000]),
    ("i16", [15, 15]), ("f32", [1] * 17), ("complex<f64>", [2] * 10),
    ("f32", [3] * 20), ("f32", [20] * 20), ("f32", None), ("i8", None),
    ("f32", [3, 5], 3, 16), ("i8", [70, 30], 2, 103), ("i64", [1] * 9, 1, 11),
]
LENGTHS = [3, 70, 1]
NUMPY = {"i8": "i1", "i16": "i2", "i64": "i8", "f32": "f4", "complex<f64>": "c16"}


def function(number, element, runs, offset=0, columns=None):
    """Returns the text of a function and how many columns its argument has."""
    sizes = ["?"] * len(LENGTHS) if runs is None else runs
    total = sum(LENGTHS if runs is None else runs)
    static = "?" if runs is None else total
    data = f"tensor<?x{static}x{element}>"
    types = ", ".join(f"tensor<?x{size}x{element}>" for size in sizes)
    given, slice_, source = data, "", "%x"
    if columns:
        given, source = f"tensor<?x{columns}x{element}>", "%y"
        slice_ = (f"  %c0 = arith.constant 0 : index\n  %n = tensor.dim %x, %c0 : {given}\n"
                  f"  %y = tensor.extract_slice %x[0, {offset}] [%n, {total}] [1, 1]"
                  f" : {given} to {data}\n")
    lengths = f"tensor<{len(sizes)}xi64>"
    parameter = f", %l: {lengths}" if runs is None else ""
    how = f"lengths(%l : {lengths})" if runs is None else f"lengths {sizes}"
    results = ", ".join(f"%p#{i}" for i in range(len(sizes)))
    return (f"func.func @c{number}(%x: {given}{parameter}) -> ({types}) {{\n{slice_}"
            f"  %p:{len(sizes)} = split.variadic_split {source} axis(1) {how} : {data} -> {types}\n"
            f"  return {results} : {types}\n}}\n", columns or total)


def call(folder, model, number, array, pieces, lengths):
    np.save(folder / "x.npy", array)
    outputs = [folder / f"{i}.npy" for i in range(len(pieces))]
    options = [f"--input=@{folder}/x.npy"] + [f"--output=@{path}" for path in outputs]
    if lengths:
        options.insert(1, f"--input={len(lengths)}xi64={','.join(map(str, lengths))}")
    subprocess.run(["split-run", str(model), f"--function=c{number}", *options], check=True)
    for i, (path, piece) in enumerate(zip(outputs, pieces)):
        got = np.load(path)
        assert got.shape == piece.shape and got.tobytes() == piece.tobytes(), (
            f"{CASES[number]} with {len(array)} rows: piece {i} differs")


def list_ways(model):
    """How the compiler copies, by its remarks."""
    ran = subprocess.run(["split-opt", str(model), "--split-to-llvm", "-o", "/dev/null",
                          "--remark-policy=all", "--remarks-filter=lower-split-copy"],
                         check=True, stderr=subprocess.PIPE, text=True)
    words = re.findall(r"remark: (.*)", ran.stderr)
    return collections.Counter(word for text in words for word in
                               re.findall(r"transposed|looped|unrolled|lines|compose|generic", text))


def main():
    folder, sizes = pathlib.Path(sys.argv[1]), [int(rows) for rows in sys.argv[2:]]
    folder.mkdir(parents=True, exist_ok=True)
    model = folder / "copies.mlir"
    functions = [function(number, *case) for number, case in enumerate(CASES)]
    model.write_text("".join(text for text, _ in functions))
    print("ways:", ", ".join(sorted(list_ways(model))))
    random = np.random.default_rng(0)
    for number, (element, runs, *part) in enumerate(CASES):
        lengths = runs or LENGTHS
        columns = functions[number][1]
        for rows in sizes:
            dtype = np.dtype(NUMPY[element])
            data = random.integers(0, 256, (rows, columns, dtype.itemsize), np.uint8)
            array = data.view(dtype).reshape(rows, columns)
            first = part[0] if part else 0
            cuts = [first + n for n in np.cumsum([0] + lengths)]
            pieces = [array[:, a:b] for a, b in zip(cuts, cuts[1:])]
            call(folder, model, number, array, pieces, lengths if runs is None else None)
    print(f"{len(CASES)} functions, {len(CASES) * len(sizes)} calls: right")


main()
