"""Splits along every axis, in every form that an axis comes in, against NumPy.

usage: every_axis.py SPLIT_RUN RANK...
"""

import subprocess
import sys
import tempfile

import numpy

# Of each dimension; splits go into two equal pieces, or 1 and the rest.
SIZES = [2, 4, 6, 2, 4]
# Forms of C3 that are run-time values. Unsigned ones count from the front.
FORMS = ["i8", "ui8", "si16", "i32", "i64", "index", "tensor<i32>", "tensor<1xi64>"]


def element(form):
    return form.removeprefix("tensor<").removeprefix("1x").removesuffix(">")


class Program:
    """A function that does all the splits of one array, and its values.

    Each form of each op is a function of its own, compiled once for all axes.
    """

    def __init__(self, data, ranked):
        self.data = data
        dims = "?x" * data.ndim if ranked else "*x"
        self.type = f"tensor<{dims}i32>"
        self.functions = {}
        self.parameters = [f"%x: {self.type}"]
        self.inputs = []
        self.body = []
        self.expected = []

    def add_function(self, op, which, axis, form):
        """Returns the name of a function that makes piece `which`."""
        name = f"{op}_{which}_{form or axis}".replace("-", "m")
        name = "".join(c if c.isalnum() else "_" for c in name)
        parameter = f", %a: {form}" if form else ""
        text = f"%a : {form}" if form else str(axis)
        how = "into 2" if op == "split" else "lengths [1, -1]"
        self.functions[name] = (
            f"func.func private @{name}(%x: {self.type}{parameter}) -> {self.type} {{\n"
            f"  %p:2 = split.{op} %x axis({text}) {how}"
            f" : {self.type} -> {self.type}, {self.type}\n"
            f"  return %p#{which} : {self.type}\n}}\n"
        )
        return name

    def add(self, op, axis, form):
        number = len(self.body)
        # The pieces take turns.
        which = (number // 2) % 2
        name = self.add_function(op, which, axis, form)
        argument = argument_type = ""
        if form:
            self.parameters.append(f"%a{number}: {form}")
            shape = "1x" if form.startswith("tensor<1x") else ""
            self.inputs.append(f"{shape}{element(form)}={axis}")
            argument, argument_type = f", %a{number}", f", {form}"
        self.body.append(
            f"%r{number} = call @{name}(%x{argument})"
            f" : ({self.type}{argument_type}) -> {self.type}"
        )
        size = self.data.shape[axis]
        cut = size // 2 if op == "split" else 1
        self.expected.append(numpy.split(self.data, [cut], axis)[which])

    def text(self):
        types = ", ".join([self.type] * len(self.body))
        results = ", ".join(f"%r{i}" for i in range(len(self.body)))
        lines = "\n  ".join(self.body)
        return "".join(self.functions.values()) + (
            f"func.func @main({', '.join(self.parameters)}) -> ({types}) {{\n"
            f"  {lines}\n  return {results} : {types}\n}}\n"
        )


def run(split_run, program):
    with tempfile.TemporaryDirectory() as folder:
        numpy.save(f"{folder}/x.npy", program.data)
        outputs = [f"{folder}/{i}.npy" for i in range(len(program.expected))]
        subprocess.run(
            [split_run, "-", f"--input=@{folder}/x.npy"]
            + [f"--input={value}" for value in program.inputs]
            + [f"--output=@{path}" for path in outputs],
            input=program.text().encode(),
            check=True,
        )
        for number, (path, expected) in enumerate(zip(outputs, program.expected)):
            got = numpy.load(path)
            if not numpy.array_equal(got, expected):
                sys.exit(f"{program.text()}{program.inputs}\nresult {number}:\n{got}\n{expected}")


def main():
    split_run, ranks = sys.argv[1], [int(rank) for rank in sys.argv[2:]]
    count = 0
    for rank in ranks:
        shape = SIZES[:rank]
        data = numpy.arange(numpy.prod(shape), dtype=numpy.int32).reshape(shape)
        for ranked in (True, False):
            program = Program(data, ranked)
            for axis in range(-rank, rank):
                for index, form in enumerate([None] + FORMS):
                    if axis < 0 and form and element(form).startswith("u"):
                        continue
                    # Both ops see every axis, and every form.
                    op = ["split", "variadic_split"][(axis + index) % 2]
                    program.add(op, axis, form)
            run(split_run, program)
            count += len(program.body)
    print(f"{count} splits match")


main()
