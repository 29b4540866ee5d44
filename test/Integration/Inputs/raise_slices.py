"""Random programs of slices, run as they are and with splits raised of them, and
compared with NumPy.

  raise_slices.py FOLDER PROGRAMS
"""

import dataclasses
import pathlib
import random
import subprocess
import sys

import numpy as np

from calls import count_up, tensor_type

# Programs that are run at a time.
BATCH = 5


class Body:
    """Lines of MLIR. Values are computed where they are first asked for."""

    def __init__(self, prefix, arguments, data_type):
        self.prefix = prefix
        self.arguments = arguments
        self.data, self.data_type = arguments + "0", data_type
        self.lines = []
        self.known = {}

    def add(self, text):
        name = f"%{self.prefix}{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def get(self, text):
        """The value of an op without effects that may be there already."""
        if text not in self.known:
            self.known[text] = self.add(text)
        return self.known[text]


@dataclasses.dataclass
class Number:
    """A number, as a literal or by operands whose values sum to it."""

    value: int
    # Functions from a Body to the name of an index value, or None for a literal.
    write: object = None

    def text(self, body):
        return str(self.value) if self.write is None else self.write(body)

    @property
    def type_size(self):
        return self.value if self.write is None else "?"


def constant(value):
    return lambda body: body.get(f"arith.constant {value} : index")


def argument(index):
    return lambda body: f"{body.arguments}{index}"


def dim(index):
    def write(body):
        return body.get(f"tensor.dim {body.data}, {constant(index)(body)} : {body.data_type}")
    return write


def combine(rng, op, lhs, rhs):
    """A sum or a difference in one of the ways to write it."""
    sign = {"addi": "+", "subi": "-"}[op]
    way = rng.randrange(3)

    def write(body):
        left, right = lhs(body), rhs(body)
        if way == 0:
            return body.get(f"arith.{op} {left}, {right} : index")
        if way == 1:
            return body.get(f"affine.apply affine_map<(d0)[s0] -> (d0 {sign} s0)>"
                            f"({left})[{right}]")
        wide = [body.get(f"arith.index_cast {v} : index to i64") for v in (left, right)]
        result = body.get(f"arith.{op} {wide[0]}, {wide[1]} : i64")
        return body.get(f"arith.index_cast {result} : i64 to index")
    return write


@dataclasses.dataclass
class Slice:
    offsets: list  # of Numbers
    sizes: list
    stride: int  # of the first dimension
    drops_ones: bool
    negates: bool

    def take(self, data):
        index = tuple(slice(o.value, o.value + (s.value - 1) * step + 1, step) for o, s, step
                      in zip(self.offsets, self.sizes, self.strides()))
        piece = data[index].reshape([s.value for s, d in zip(self.sizes, self.dropped())
                                     if not d])
        return -piece if self.negates else piece

    def strides(self):
        return [self.stride] + [1] * (len(self.sizes) - 1)

    def dropped(self):
        return [self.drops_ones and s.type_size == 1 for s in self.sizes]

    def type(self):
        return tensor_type([s.type_size for s, d in zip(self.sizes, self.dropped()) if not d],
                           "f32")

    def write(self, body):
        offsets, sizes = ([n.text(body) for n in numbers]
                          for numbers in (self.offsets, self.sizes))
        name = body.add(f"tensor.extract_slice {body.data}[{', '.join(offsets)}] "
                        f"[{', '.join(sizes)}] [{', '.join(map(str, self.strides()))}] : "
                        f"{body.data_type} to {self.type()}")
        if self.negates:
            name = body.add(f"arith.negf {name} : {self.type()}")
        return name

    def interval(self, shape):
        """(axis, start, end) of a slice that cuts one axis."""
        ranges = [(o.value, o.value + s.value) for o, s in zip(self.offsets, self.sizes)]
        cut = [i for i, r in enumerate(ranges) if r != (0, shape[i])]
        strides = [s for s, size in zip(self.strides(), self.sizes) if size.value > 1]
        if len(cut) != 1 or any(s != 1 for s in strides):
            return None
        return (cut[0], *ranges[cut[0]])


class Program:
    """A tensor, and slices that perhaps cover it."""

    def __init__(self, rng):
        self.rng = rng
        rank = rng.randint(1, 3)
        self.shape = [rng.randint(2, 6) for _ in range(rank)]
        self.known = [d if rng.random() < 0.6 else "?" for d in self.shape]
        self.lengths = []  # that are arguments
        self.in_branch = rng.random() < 0.3
        self.slices = []
        for _ in range(rng.randint(1, 2)):
            self.slices += self.draw_cover()
        self.is_complete = rng.random() < 0.6
        if not self.is_complete:
            self.slices.pop(rng.randrange(len(self.slices)))
        self.slices += [self.draw_other() for _ in range(rng.randint(0, 2))]
        rng.shuffle(self.slices)
        if not self.slices:
            self.slices = [self.draw_other()]

    def whole(self, index):
        """The size of a dimension."""
        size = self.known[index]
        if size == "?":
            return Number(self.shape[index], dim(index))
        return Number(size, constant(size) if self.rng.random() < 0.2 else None)

    def draw_slice(self, axis, offset, size):
        offsets, sizes = [], []
        for index in range(len(self.shape)):
            zero = Number(0, constant(0) if self.rng.random() < 0.2 else None)
            offsets.append(offset if index == axis else zero)
            sizes.append(size if index == axis else self.whole(index))
        return Slice(offsets, sizes, 1, self.rng.random() < 0.3, self.rng.random() < 0.4)

    def draw_cover(self):
        rng, axis = self.rng, self.rng.randrange(len(self.shape))
        extent = self.shape[axis]
        cuts = sorted(rng.sample(range(1, extent), rng.randint(1, extent - 1)))
        lengths = [b - a for a, b in zip([0] + cuts, cuts + [extent])]
        is_known = self.known[axis] != "?"
        # One length of an axis that is not known is what the others leave.
        rest = None if is_known else rng.randrange(len(lengths))
        numbers = [None if i == rest else self.draw_length(length, is_known)
                   for i, length in enumerate(lengths)]
        if rest is not None:
            write = dim(axis)
            for i, number in enumerate(numbers):
                if i != rest:
                    write = combine(rng, "subi", write,
                                    number.write or constant(number.value))
            numbers[rest] = Number(lengths[rest], write)
        slices, offset = [], Number(0)
        for number in numbers:
            slices.append(self.draw_slice(axis, offset, number))
            offset = self.add_numbers(offset, number)
        if rng.random() < 0.3:
            slices.append(rng.choice(slices))
        return slices

    def draw_length(self, length, is_known):
        if not is_known and self.rng.random() < 0.6:
            self.lengths.append(length)
            return Number(length, argument(len(self.lengths)))
        return Number(length, constant(length) if self.rng.random() < 0.3 else None)

    def add_numbers(self, lhs, rhs):
        if lhs.write is None and rhs.write is None:
            return Number(lhs.value + rhs.value)
        return Number(lhs.value + rhs.value,
                      combine(self.rng, "addi", *(n.write or constant(n.value)
                                                  for n in (lhs, rhs))))

    def draw_other(self):
        """Any box, perhaps with a stride."""
        rng, offsets, sizes = self.rng, [], []
        for extent in self.shape:
            offset = rng.randrange(extent)
            offsets.append(Number(offset))
            sizes.append(Number(rng.randint(1, extent - offset)))
        stride = rng.randint(1, 2)
        sizes[0] = Number((sizes[0].value + stride - 1) // stride)
        return Slice(offsets, sizes, stride, False, False)

    def has_cover(self):
        """Whether intervals of some axis lead from 0 to the end, by numbers."""
        intervals = {s.interval(self.shape) for s in self.slices} - {None}
        for axis, extent in enumerate(self.shape):
            reached = {0}
            for _, start, end in sorted(i for i in intervals if i[0] == axis):
                if start in reached:
                    reached.add(end)
            if extent in reached:
                return True
        return False

    def arguments(self):
        return [(tensor_type(self.known, "f32"), count_up(self.shape, "f32")),
                *(("index", np.array(n, "i8")) for n in self.lengths),
                ("i1", np.array(self.rng.random() < 0.5))]

    def expected(self):
        data = count_up(self.shape, "f32")
        return [s.take(data) for s in self.slices]

    def types(self):
        return [s.type() for s in self.slices]

    def write_slices(self, prefix, arguments):
        """Lines, and the names of all slices."""
        body = Body(prefix, arguments, tensor_type(self.known, "f32"))
        names = [s.write(body) for s in self.slices]
        return "\n".join(body.lines), ", ".join(names)

    def write(self, prefix):
        arguments = f"%{prefix}a"
        if not self.in_branch:
            return self.write_slices(prefix + "v", arguments)
        types = ", ".join(self.types())
        condition = f"{arguments}{len(self.lengths) + 1}"
        lines = [f"%{prefix}r:{len(self.slices)} = scf.if {condition} -> ({types}) {{"]
        for branch in "t", "e":
            text, names = self.write_slices(prefix + branch, arguments)
            lines += [text, f"scf.yield {names} : {types}", "} else {"]
        lines[-1] = "}"
        return "\n".join(lines), ", ".join(f"%{prefix}r#{i}" for i in range(len(self.slices)))


def write_function(programs, arguments):
    """One function of all programs."""
    parameters, lines, results, types = [], [], [], []
    for number, program in enumerate(programs):
        prefix = f"p{number}_"
        parameters += [f"%{prefix}a{i}: {type_}"
                       for i, (type_, _) in enumerate(arguments[number])]
        text, names = program.write(prefix)
        lines.append(text)
        results.append(names)
        types += program.types()
    return (f"func.func @main({', '.join(parameters)}) -> ({', '.join(types)}) {{\n"
            + "\n".join(lines) + f"\nreturn {', '.join(results)} : {', '.join(types)}\n}}\n")


def raise_slices(text):
    ran = subprocess.run(["split-opt", "--split-raise-slices", "-"], input=text, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if ran.returncode != 0:
        sys.exit(f"{text}\n{ran.stderr}")
    return ran.stdout


def count_splits(text):
    return text.count("split.split ") + text.count("split.variadic_split ")


def run(folder, text, arguments, expected):
    (folder / "program.mlir").write_text(text)
    command = ["split-run", str(folder / "program.mlir")]
    for kind, arrays in (("input", arguments), ("expected_output", expected)):
        for number, array in enumerate(arrays):
            path = folder / f"{kind}_{number}.npy"
            np.save(path, array)
            command.append(f"--{kind}=@{path}")
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if ran.returncode != 0:
        sys.exit(f"{text}\n{ran.stdout}")


def main():
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(1)
    programs = [Program(rng) for _ in range(count)]
    covered = raised = 0
    for program in programs:
        text = write_function([program], [program.arguments()])
        splits = count_splits(raise_slices(text))
        covered += program.has_cover()
        raised += splits > 0
        if (splits > 0) > program.has_cover() or (splits == 0 and program.is_complete):
            sys.exit(f"{text}\n{splits} splits, is complete: {program.is_complete}, covers: "
                     f"{program.has_cover()}")
    for start in range(0, count, BATCH):
        part = programs[start:start + BATCH]
        arguments = [program.arguments() for program in part]
        text = write_function(part, arguments)
        arrays = [array for program in arguments for _, array in program]
        expected = [array for program in part for array in program.expected()]
        run(folder, text, arrays, expected)
        run(folder, raise_slices(text), arrays, expected)
    print(f"{count} programs, {covered} with covers, {raised} raised: all equal to NumPy's")


main()
