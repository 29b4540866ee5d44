"""Ops of the dialects tensor and split. Sizes, offsets and the like are attributes, or values
among the operands where the attribute list has None."""

import math

import numpy as np

from split_testing.reference import cut
from split_testing.whole_programs.elements import CheckFailed, signed
from split_testing.whole_programs.program import (
    Op, check, iterate, make_array, require, types)


def fill_in(numbers, values):
    """A list whose None are replaced by the next of the values."""
    values = iter(values)
    return [signed("index", next(values)) if n is None else n for n in numbers]


def write_mixed(p, numbers, values):
    names = iter(values)
    return "[" + ", ".join(p(next(names)) if n is None else str(n) for n in numbers) + "]"


class Mixed(Op):
    """An op whose last operands stand for the None of its lists."""

    num_data = 1  # operands before them

    def lists(self):
        return [getattr(self, name) for name in self.list_names]

    def parts(self, values):
        """The values of each list."""
        values = list(values)
        for numbers in self.lists():
            count = numbers.count(None)
            yield numbers, values[:count]
            values = values[count:]

    def filled(self, values):
        return [fill_in(*part) for part in self.parts(values)]

    def mixed(self, p):
        return [write_mixed(p, *part) for part in self.parts(self.operands[self.num_data:])]


def index_of(number, size):
    number = signed("index", number)
    check(0 <= number < size, "index out of bounds")
    return number


class Cast(Op):
    op = "tensor.cast"

    def run(self, machine, array):
        return [array]

    def text(self, p):
        return f"tensor.cast {p(*self.operands)} : {types(self.operands)} to {self.type}"


class Copy(Op):
    op = "bufferization.alloc_tensor"

    def run(self, machine, array):
        return [array]

    def text(self, p):
        return f"{self.op}() copy({p(*self.operands)}) : {self.type}"


class Dim(Op):
    op = "tensor.dim"

    def run(self, machine, array, dim):
        return [array.shape[index_of(dim, array.ndim)]]

    def text(self, p):
        return f"tensor.dim {p(*self.operands)} : {self.operands[0].type}"


class Rank(Op):
    op = "tensor.rank"

    def run(self, machine, array):
        return [array.ndim]

    def text(self, p):
        return f"tensor.rank {p(*self.operands)} : {self.operands[0].type}"


class Extract(Op):
    op = "tensor.extract"

    def run(self, machine, array, *indices):
        result = array[tuple(index_of(i, d) for i, d in zip(indices, array.shape))]
        require(result is not None, "not initialized")
        return [result]

    def text(self, p):
        data, *indices = self.operands
        return f"tensor.extract {p(data)}[{p(*indices)}] : {data.type}"


class Insert(Op):
    op = "tensor.insert"

    def run(self, machine, number, array, *indices):
        array = array.copy()
        array[tuple(index_of(i, d) for i, d in zip(indices, array.shape))] = number
        return [array]

    def text(self, p):
        number, data, *indices = self.operands
        return f"tensor.insert {p(number)} into {p(data)}[{p(*indices)}] : {data.type}"


def slices(shape, offsets, sizes, strides):
    is_inside = all(size >= 0 and 0 <= offset <= d and (
        not size or 0 <= offset + (size - 1) * stride < d)
        for d, offset, size, stride in zip(shape, offsets, sizes, strides))
    # Whether a slice without elements has to lie in the data is not said.
    require(0 not in sizes or is_inside, "empty slice")
    check(is_inside, "slice out of bounds")
    require(all(stride or size < 2 for size, stride in zip(sizes, strides)), "stride 0")
    return tuple(slice(o, o + (size - 1) * t + 1 if size else o, max(t, 1))
                 for o, size, t in zip(offsets, sizes, strides))


class ExtractSlice(Mixed):
    """`dropped` are dimensions that the result lacks."""

    op = "tensor.extract_slice"
    list_names = "offsets", "sizes", "strides"

    @property
    def name(self):
        return self.op + " of lower rank" * bool(self.dropped)

    def run(self, machine, array, *values):
        result = array[slices(array.shape, *self.filled(values))]
        check(all(result.shape[d] == 1 for d in self.dropped), "no unit dimension")
        return [result.reshape([n for d, n in enumerate(result.shape) if d not in self.dropped])]

    def text(self, p):
        return (f"tensor.extract_slice {p(self.operands[0])}{' '.join(self.mixed(p))} : "
                f"{self.operands[0].type} to {self.type}")


class InsertSlice(Mixed):
    op = "tensor.insert_slice"
    list_names = "offsets", "sizes", "strides"
    num_data = 2

    @property
    def name(self):
        return self.op + " of lower rank" * bool(self.dropped)

    def run(self, machine, source, array, *values):
        lists = self.filled(values)
        place = slices(array.shape, *lists)
        sizes = [n for d, n in enumerate(lists[1]) if d not in self.dropped]
        check(list(source.shape) == sizes and all(lists[1][d] == 1 for d in self.dropped),
              "sizes differ")
        array = array.copy()
        array[(*place, ...)] = source.reshape(lists[1])
        return [array]

    def text(self, p):
        source, data = self.operands[:2]
        return (f"{self.op} {p(source)} into {p(data)}{' '.join(self.mixed(p))} : "
                f"{source.type} into {data.type}")


class Concat(Op):
    op = "tensor.concat"

    def run(self, machine, *arrays):
        rest = {a.shape[:self.axis] + a.shape[self.axis + 1:] for a in arrays}
        check(len(rest) == 1, "sizes differ")
        return [np.concatenate(arrays, self.axis)]

    def text(self, p):
        return (f"tensor.concat dim({self.axis}) {p(*self.operands)} : "
                f"({types(self.operands)}) -> {self.type}")


class Pad(Mixed):
    """The block computes the padding from the indices."""

    op = "tensor.pad"
    list_names = "low", "high"

    def run(self, machine, array, *values):
        low, high = self.filled(values)
        check(min(low + high, default=0) >= 0, "negative padding")
        shape = [a + d + b for a, d, b in zip(low, array.shape, high)]
        require(math.prod(max(1, n) for n in shape) < 3000, "too large")
        inner = [range(a, a + d) for a, d in zip(low, array.shape)]

        def compute(point):
            try:
                return machine.run(self.blocks[0], point)[0]
            except CheckFailed:
                # Whether the block runs where nothing is padded is not specified.
                require(not all(i in r for i, r in zip(point, inner)), "not padding")
                raise

        result = make_array(shape, [compute(point) for point in iterate(shape)])
        result[(*(slice(a, a + d) for a, d in zip(low, array.shape)), ...)] = array
        return [result]

    def text(self, p):
        low, high = self.mixed(p)
        return (f"tensor.pad {p(self.operands[0])} low{low} high{high} "
                f"{p.region(self.blocks[0], 'tensor.yield')} : "
                f"{self.operands[0].type} to {self.type}")


def write_groups(groups):
    return "[" + ", ".join(str(list(g)) for g in groups) + "]"


class Collapse(Op):
    op = "tensor.collapse_shape"

    def run(self, machine, array):
        return [array.reshape([math.prod(array.shape[d] for d in g) for g in self.groups])]

    def text(self, p):
        return (f"{self.op} {p(*self.operands)} {write_groups(self.groups)} : "
                f"{types(self.operands)} into {self.type}")


class Expand(Mixed):
    op = "tensor.expand_shape"
    list_names = "sizes",

    def run(self, machine, array, *values):
        sizes, = self.filled(values)
        check(min(sizes, default=0) >= 0 and
              all(array.shape[i] == math.prod(sizes[d] for d in g)
                  for i, g in enumerate(self.groups)), "sizes differ")
        return [array.reshape(sizes)]

    def text(self, p):
        sizes, = self.mixed(p)
        return (f"{self.op} {p(self.operands[0])} {write_groups(self.groups)} output_shape "
                f"{sizes} : {self.operands[0].type} into {self.type}")


class Reshape(Op):
    op = "tensor.reshape"

    def run(self, machine, array, sizes):
        sizes = [signed(self.operands[1].type.element, n) for n in sizes]
        check(min(sizes, default=0) >= 0 and math.prod(sizes) == array.size, "sizes differ")
        return [array.reshape(sizes)]

    def text(self, p):
        data, sizes = self.operands
        return f"{self.op} {p(data)}({p(sizes)}) : ({types(self.operands)}) -> {self.type}"


class FromElements(Op):
    op = "tensor.from_elements"

    def run(self, machine, *numbers):
        return [make_array(self.type.shape, numbers)]

    def text(self, p):
        return f"{self.op} {p(*self.operands)} : {self.type}"


def new_shape(type_, sizes):
    shape = fill_in(type_.shape, sizes)
    check(min(shape, default=0) >= 0, "negative size")
    require(math.prod(max(1, n) for n in shape) < 3000, "too large")
    return shape


class Splat(Op):
    op = "tensor.splat"

    def run(self, machine, number, *sizes):
        shape = new_shape(self.type, sizes)
        return [make_array(shape, [number] * math.prod(shape))]

    def text(self, p):
        number, *sizes = self.operands
        sizes = f"[{p(*sizes)}]" if sizes else ""
        return f"{self.op} {p(number)}{sizes} : {self.type}"


class Empty(Op):
    op = "tensor.empty"

    def run(self, machine, *sizes):
        shape = new_shape(self.type, sizes)
        return [np.empty(shape, object)]

    def text(self, p):
        return f"{self.op}({p(*self.operands)}) : {self.type}"


class Generate(Op):
    op = "tensor.generate"

    def run(self, machine, *sizes):
        shape = new_shape(self.type, sizes)
        return [make_array(shape, [machine.run(self.blocks[0], point)[0]
                                   for point in iterate(shape)])]

    def text(self, p):
        return (f"{self.op} {p(*self.operands)} {p.region(self.blocks[0], 'tensor.yield')} : "
                f"{self.type}")


class Split(Op):
    """split.split, or split.variadic_split with `lengths`: a list with None for operands, or
    "tensor" for an operand that is one. The axis is a number, or an operand if it is None."""

    @property
    def op(self):
        return "split.split" if self.lengths is None else "split.variadic_split"

    @property
    def name(self):
        form = "lengths of a tensor" if self.lengths == "tensor" else (
            "mixed lengths" if self.lengths and None in self.lengths else "")
        return " with ".join(filter(None, [self.op, form, self.axis is None and "an operand"]))

    def find_axis(self, array, operands):
        check(array.ndim > 0, "no axis")
        axis = self.axis
        if axis is None:
            operand = operands.pop(0)
            element = self.operands[1].type.element
            axis = operand if not hasattr(operand, "shape") else operand.item()
            axis = axis if element.startswith("u") else signed(element, axis)
        check(-array.ndim <= axis < array.ndim, "axis out of range")
        return axis % array.ndim

    def find_lengths(self, size, operands):
        num = len(self.results)
        if self.lengths is None:
            check(size % num == 0, "not divisible")
            return [size // num] * num
        if self.lengths == "tensor":
            element = self.operands[-1].type.element
            lengths = [n if element.startswith("u") else signed(element, n) for n in operands[0]]
        else:
            lengths = fill_in(self.lengths, operands)
            check(all(n >= 0 for n, given in zip(lengths, self.lengths) if given is None),
                  "negative length")
        check(min(lengths) >= -1 and lengths.count(-1) <= 1, "negative length")
        rest = size - sum(n for n in lengths if n != -1)
        check(rest >= 0 if -1 in lengths else rest == 0, "wrong sum")
        return [rest if n == -1 else n for n in lengths]

    def run(self, machine, array, *operands):
        operands = list(operands)
        axis = self.find_axis(array, operands)
        lengths = self.find_lengths(array.shape[axis], operands)
        return cut(array, axis, lengths)

    def text(self, p):
        data, *rest = self.operands
        axis = self.axis
        if axis is None:
            operand = rest.pop(0)
            axis = f"{p(operand)} : {operand.type}"
        pieces = f"into {len(self.results)}"
        if self.lengths == "tensor":
            pieces = f"lengths({p(*rest)} : {types(rest)})"
        elif self.lengths is not None:
            pieces = f"lengths {write_mixed(p, self.lengths, rest)}"
        return f"{self.op} {p(data)} axis({axis}) {pieces} : {data.type} -> {types(self.results)}"
