"""Runs random programs of slices as they are and raised to splits, and compares with
NumPy.

  raise_slices.py FOLDER PROGRAMS
"""

import dataclasses
import random
import sys

import numpy as np

from split_testing.functions import Call, count_up, end_if_wrong, functions, tensor_type
from split_testing.library import find_wrong
from split_testing.tools import make_folder, run


class Body:
    """Lines of MLIR, which compute each value once, before its first use."""

    def __init__(self, prefix, data_type):
        self.prefix, self.data_type = prefix, data_type
        self.lines, self.known = [], {}

    def add(self, text):
        name = f"%{self.prefix}{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def get(self, text):
        """The value of an op without effects, which may exist already."""
        if text not in self.known:
            self.known[text] = self.add(text)
        return self.known[text]


@dataclasses.dataclass
class Number:
    """A number, as a literal or by operands whose values sum to it."""

    value: int
    # A function from a Body to the name of an index value, or None for a literal.
    write: object = None

    def text(self, body):
        return str(self.value) if self.write is None else self.write(body)

    @property
    def type_size(self):
        return self.value if self.write is None else "?"


def constant(value):
    return lambda body: body.get(f"arith.constant {value} : index")


def argument(index):
    return lambda body: f"%a{index}"


def dim(index):
    def write(body):
        return body.get(f"tensor.dim %a0, {constant(index)(body)} : {body.data_type}")
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
        name = body.add(f"tensor.extract_slice %a0[{', '.join(offsets)}] "
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
    """A tensor, and slices that may cover it."""

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
        # One length of an axis of unknown size is the rest.
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
        """Any slice, perhaps with a stride."""
        rng, offsets, sizes = self.rng, [], []
        for extent in self.shape:
            offset = rng.randrange(extent)
            offsets.append(Number(offset))
            sizes.append(Number(rng.randint(1, extent - offset)))
        stride = rng.randint(1, 2)
        sizes[0] = Number((sizes[0].value + stride - 1) // stride)
        return Slice(offsets, sizes, stride, False, False)

    def has_cover(self):
        """Whether intervals along an axis lead from 0 to the end."""
        intervals = {s.interval(self.shape) for s in self.slices} - {None}
        for axis, extent in enumerate(self.shape):
            reached = {0}
            for _, start, end in sorted(i for i in intervals if i[0] == axis):
                if start in reached:
                    reached.add(end)
            if extent in reached:
                return True
        return False

    def write_slices(self, prefix):
        """Lines, and the names of all slices."""
        body = Body(prefix, tensor_type(self.known, "f32"))
        names = [s.write(body) for s in self.slices]
        return "\n".join(body.lines), names

    def make_call(self):
        data = count_up(self.shape, "f32")
        arguments = [data, *(np.array(n, "i8") for n in self.lengths),
                     np.array(self.rng.random() < 0.5)]
        types = [s.type() for s in self.slices]
        text, names = self.write_slices("v")
        if self.in_branch:
            branches = []
            for branch in "t", "e":
                text, names = self.write_slices(branch)
                branches.append(f"{text}\nscf.yield {', '.join(names)} : {', '.join(types)}\n}}")
            text = (f"%r:{len(types)} = scf.if %a{len(arguments) - 1} -> ({', '.join(types)}) {{\n"
                    + " else {\n".join(branches))
            names = None
        return Call(text, [tensor_type(self.known, "f32"), *["index"] * len(self.lengths), "i1"],
                    arguments, types, [s.take(data) for s in self.slices], self, names)


def count_splits(calls):
    """The number of splits that each call is raised to."""
    text = run("split-opt", "--split-raise-slices", "-", input=functions(calls))
    return [part.count("split.split ") + part.count("split.variadic_split ")
            for part in text.split("func.func")[1:]]


def main():
    folder, count = make_folder(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(1)
    calls = [Program(rng).make_call() for _ in range(count)]
    covered = raised = 0
    for call, splits in zip(calls, count_splits(calls), strict=True):
        program = call.name
        covered += program.has_cover()
        raised += splits > 0
        if (splits > 0) > program.has_cover() or (splits == 0 and program.is_complete):
            sys.exit(f"{call.describe()}\n{splits} splits, is complete: {program.is_complete}, "
                     f"covers: {program.has_cover()}")
    for passes in "", "split-raise-slices,":
        end_if_wrong(find_wrong(calls, folder / "library.so", passes))
    print(f"{count} programs, {covered} with covers, {raised} raised: all equal to NumPy's")


if __name__ == "__main__":
    main()
