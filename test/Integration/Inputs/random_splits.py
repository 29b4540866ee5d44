"""Runs random splits and compares with NumPy.

usage: random_splits.py SEED PROGRAMS SPLITS FOLDER

Each program is one function with SPLITS ops, each on an argument of its own. Op,
element type, shape, axis and lengths are drawn, and how much of them the types
and attributes tell: static or `?` dimensions, lengths as an attribute, with -1,
or as an operand of one of several integer types, results more or less precise.
The pieces that NumPy cuts are what split-run has to return.
"""

import pathlib
import random
import subprocess
import sys

import numpy as np

TYPES = {
    "f32": "f4",
    "f64": "f8",
    "f16": "f2",
    "i8": "i1",
    "ui8": "u1",
    "i16": "i2",
    "ui32": "u4",
    "i64": "i8",
    "i1": "?",
    "complex<f32>": "c8",
    "index": "i8",
}
LENGTH_TYPES = {"i8": "i1", "ui8": "u1", "si16": "i2", "i32": "i4", "i64": "i8"}


def tensor(shape, element):
    return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"


def forget(rng, shape, share=0.4):
    """Replaces some dimensions by `?`."""
    return ["?" if rng.random() < share else d for d in shape]


def draw_lengths(rng, size, count):
    cuts = sorted(rng.randint(0, size) for _ in range(count - 1))
    return [b - a for a, b in zip([0] + cuts, cuts + [size])]


class Program:
    def __init__(self, rng, splits):
        self.rng = rng
        self.arguments, self.types = [], []
        self.body, self.results, self.result_types, self.expected = [], [], [], []
        for number in range(splits):
            self.add_split(number)

    def add_argument(self, array, type_):
        self.arguments.append(array)
        self.types.append(type_)
        return f"%a{len(self.types) - 1}"

    def add_split(self, number):
        rng = self.rng
        element = rng.choice(list(TYPES))
        rank = rng.randint(1, 5)
        shape = [rng.choice([0, 1, 1, 2, 3, 4, 5, 7]) for _ in range(rank)]
        axis = rng.randrange(rank)
        count = rng.choice([1, 2, 2, 3, 4, 7])
        equal = rng.random() < 0.4
        if equal:
            shape[axis] = count * rng.randint(0, 4)
            lengths = [shape[axis] // count] * count
        else:
            lengths = draw_lengths(rng, shape[axis], count)
        values = np.arange(np.prod(shape, dtype=int)).reshape(shape)
        data = (values * 3 % 251 % (100 if element == "i8" else 251)).astype(
            TYPES[element]
        )
        data_type = tensor(forget(rng, shape), element)
        operand = self.add_argument(data, data_type)
        written_axis = axis - rank if rng.random() < 0.5 else axis

        if equal:
            op = f"split.split {operand} axis({written_axis}) into {count}"
        else:
            given = list(lengths)
            if rng.random() < 0.4:
                given[rng.randrange(count)] = -1
            if rng.random() < 0.5:
                op = f"axis({written_axis}) lengths {given}"
            else:
                length_type = rng.choice(list(LENGTH_TYPES))
                if length_type == "ui8":
                    given = lengths
                array = np.array(given, LENGTH_TYPES[length_type])
                type_ = f"tensor<{count}x{length_type}>"
                op = f"axis({written_axis}) lengths({self.add_argument(array, type_)} : {type_})"
            op = f"split.variadic_split {operand} {op}"

        types = []
        for length in lengths:
            piece = shape[:axis] + [length] + shape[axis + 1 :]
            types.append(tensor(forget(rng, piece), element))
        self.body.append(
            f"  %p{number}:{count} = {op} : {data_type} -> {', '.join(types)}"
        )
        self.results += [f"%p{number}#{i}" for i in range(count)]
        self.result_types += types
        offsets = np.cumsum(lengths)[:-1]
        self.expected += np.split(data, offsets, axis)

    def run(self, folder, name):
        arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(self.types))
        types = ", ".join(self.result_types)
        text = "\n".join(
            [f"func.func @main({arguments}) -> ({types}) {{"]
            + self.body
            + [f"  return {', '.join(self.results)} : {types}", "}", ""]
        )
        path = folder / f"{name}.mlir"
        path.write_text(text)
        command = ["split-run", str(path)]
        for kind, arrays in (
            ("input", self.arguments),
            ("expected_output", self.expected),
        ):
            for i, array in enumerate(arrays):
                file = folder / f"{name}_{kind}_{i}.npy"
                np.save(file, np.ascontiguousarray(array))
                command.append(f"--{kind}=@{file}")
        ran = subprocess.run(command, capture_output=True, text=True)
        if ran.returncode == 0:
            return True
        print(path, "exit status", ran.returncode)
        print(ran.stdout + ran.stderr)
        return False


def main():
    seed, programs, splits = map(int, sys.argv[1:4])
    folder = pathlib.Path(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for number in range(programs):
        program = Program(random.Random(f"{seed}-{number}"), splits)
        failed += not program.run(folder, f"program{number}")
    print(programs * splits, "splits,", failed, "programs failed")
    sys.exit(failed != 0)


main()
