"""Ops of the dialect linalg."""

import math

from split_testing.whole_programs.elements import (
    COMPLEX, FLOATS, is_float, is_integer, signed, wrap)
from split_testing.whole_programs.program import (
    Op, check, iterate, make_array, require, types)
from split_testing.whole_programs.scalar_ops import (
    FLOAT_BINARY, INTEGER_BINARY, Binary, compute_complex, finish)


def ins_outs(p, ins, outs):
    ins_text = f"ins({p(*ins)} : {types(ins)}) " if ins else ""
    return f"{ins_text}outs({p(*outs)} : {types(outs)})"


# Ops of reductions, whose order does not matter.
COMBINERS = ["arith." + op for op in (
    "addi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui", "addf",
    "minimumf", "maximumf")]


class ExactSum:
    """Guards sums of floats: any order must give the same, so all terms are integers, and
    the sum of their absolute values has few bits."""

    def __init__(self, element):
        part = COMPLEX.get(element, element)
        self.limit = 2 ** FLOATS[part][0] if is_float(part) else None
        self.total = 0

    def add(self, term, before):
        if term is None or not self.limit:
            return
        for number in (term,) if self.total else (term, before):
            require(number is not None, "not initialized")
            for part in (number.real, number.imag):
                require(math.isfinite(part) and part == int(part), "inexact sum")
                self.total += abs(part)
        require(self.total <= self.limit, "inexact sum")


def at(dim, point):
    """The index that a map gives for a point."""
    if isinstance(dim, tuple):
        return point[dim[0]] * dim[1] + point[dim[2]]
    return 0 if dim is None else point[dim]


def write_dim(dim):
    if isinstance(dim, tuple):
        return f"d{dim[0]} * {dim[1]} + d{dim[2]}" if dim[1] != 1 else f"d{dim[0]} + d{dim[2]}"
    return "0" if dim is None else f"d{dim}"


class Structured(Op):
    """An op over an iteration space. `maps` has a list for each operand: dimensions, None for
    a constant 0, and (a, stride, b) for a window, that is dimension a times the stride plus
    dimension b. `num_ins` operands are read; `num_dims` and `reductions` describe the
    dimensions."""

    def point_results(self, machine, point, numbers):
        return machine.run(self.blocks[0], numbers)

    def sizes(self, arrays):
        sizes = [None] * self.num_dims
        for dims, array in zip(self.maps, arrays):
            check(len(dims) == array.ndim, "rank")
            for dim, size in zip(dims, array.shape):
                if dim is None:
                    check(size > 0, "empty dimension for a constant index")
                elif not isinstance(dim, tuple):
                    check(sizes[dim] in (None, size), "sizes differ")
                    sizes[dim] = size
        for dims, array in zip(self.maps, arrays):
            for dim, size in zip(dims, array.shape):
                if isinstance(dim, tuple) and 0 not in sizes:
                    a, stride, b = dim
                    check((sizes[a] - 1) * stride + sizes[b] <= size, "window out of bounds")
        return sizes

    def run(self, machine, *arrays):
        arrays = [a if hasattr(a, "shape") else make_array((), [a]) for a in arrays]
        sizes = self.sizes(arrays)
        require(math.prod(sizes) <= 3000, "too many points")
        machine.spend(math.prod(sizes))
        outs = [a.copy() for a in arrays[self.num_ins:]]
        order = [d for d in range(self.num_dims) if d not in self.reductions]
        order += self.reductions
        outer, guards = None, []
        for values in iterate([sizes[d] for d in order]):
            point = [0] * self.num_dims
            for dim, value in zip(order, values):
                point[dim] = value
            if self.reductions and outer != values[:-len(self.reductions)]:
                outer = values[:-len(self.reductions)]
                guards = [ExactSum(o.type.element) for o in self.operands[self.num_ins:]]
            places = [tuple(at(d, point) for d in dims) for dims in self.maps]
            numbers = [a[place] for a, place in zip([*arrays[:self.num_ins], *outs], places)]
            machine.point = point
            results = self.point_results(machine, point, numbers)
            for i, guard in enumerate(guards):
                guard.add(self.term(machine, i, numbers), numbers[self.num_ins + i])
            for out, place, result in zip(outs, places[self.num_ins:], results):
                out[place] = result
        return outs

    def write_maps(self):
        dims = ", ".join(f"d{i}" for i in range(self.num_dims))
        return ", ".join("affine_map<({}) -> ({})>".format(dims, ", ".join(map(write_dim, m)))
                         for m in self.maps)

    def term(self, machine, i, numbers):
        """What a point adds to output i, or None if the output is no sum."""
        block = self.blocks[0]
        result, output = block.ends[i], block.args[self.num_ins + i]
        if result is output:
            return None
        combine = next((op for op in block.ops if result in op.results), None)
        require(isinstance(combine, Binary) and combine.op in COMBINERS and
                combine.operands[1] is output and combine.operands[0] is not output,
                "no reduction")
        return machine.env[combine.operands[0]] if combine.op == "arith.addf" else None


class Generic(Structured):
    op = "linalg.generic"

    @property
    def name(self):
        kind = " with reductions" if self.reductions else ""
        return self.op + kind

    def text(self, p):
        kinds = ", ".join('"reduction"' if d in self.reductions else '"parallel"'
                          for d in range(self.num_dims))
        ins, outs = self.operands[:self.num_ins], self.operands[self.num_ins:]
        result = types(outs) if len(outs) == 1 else f"({types(outs)})"
        return (f"linalg.generic {{indexing_maps = [{self.write_maps()}], "
                f"iterator_types = [{kinds}]}} {ins_outs(p, ins, outs)} "
                f"{p.region(self.blocks[0], 'linalg.yield')} -> {result}")


class Index(Op):
    """linalg.index, in a block of a generic op."""

    op = "linalg.index"

    def run(self, machine):
        return [machine.point[self.dim]]

    def text(self, p):
        return f"linalg.index {self.dim} : index"


class Named(Structured):
    """fill, copy, transpose and broadcast, which have one input, and contractions."""

    strides = dims = ()

    @property
    def op(self):
        return f"linalg.{self.kind}"

    def compute(self, op, a, b):
        element = self.type.element
        require(a is not None and b is not None, "not initialized")
        if element in COMPLEX:
            return compute_complex("complex." + op, element, a, b)
        if is_float(element):
            return finish(element, FLOAT_BINARY["arith." + op + "f"](a, b))
        ops = {"add": "ori", "mul": "andi"} if element == "i1" else {}
        return finish(element, INTEGER_BINARY[ops.get(op, op + "i")](element, a, b))

    def point_results(self, machine, point, numbers):
        if self.num_ins == 1:
            return numbers[:1]
        return [self.compute("add", numbers[2], self.term(machine, 0, numbers))]

    def term(self, machine, i, numbers):
        # The window of a pooling has a size only.
        given, element = self.operands[0].type.element, self.type.element
        if "pooling" in self.kind:
            is_extended = is_integer(element) and given != element
            return wrap(element, signed(given, numbers[0])) if is_extended else numbers[0]
        if is_integer(element) and given != element:
            return self.compute("mul", *(wrap(element, signed(given, n)) for n in numbers[:2]))
        return self.compute("mul", *numbers[:2])

    def text(self, p):
        ins, outs = self.operands[:self.num_ins], self.operands[self.num_ins:]
        if self.kind in ("transpose", "broadcast"):
            name = "permutation" if self.kind == "transpose" else "dimensions"
            return f"{self.op} {ins_outs(p, ins, outs)} {name} = {list(self.dims)}"
        attributes = ""
        if self.kind == "contract":
            attributes = f"indexing_maps = [{self.write_maps()}] "
        elif self.strides:
            size = len(self.strides)
            attributes = (f"{{dilations = dense<1> : tensor<{size}xi64>, strides = "
                          f"dense<{list(self.strides)}> : tensor<{size}xi64>}} ")
        return f"{self.op} {attributes}{ins_outs(p, ins, outs)} -> {self.type}"


class Elementwise(Op):
    """Named elementwise ops, as scalar ops compute them."""

    def run(self, machine, *arrays):
        *ins, out = arrays
        check(all(a.shape == out.shape for a in ins), "sizes differ")
        if self.scalar is None:  # select
            condition, one, other = ins
            require(None not in condition.ravel(), "not initialized")
            return [make_array(out.shape, [a if c else b for c, a, b in zip(
                condition.ravel(), one.ravel(), other.ravel())])]
        for a in ins:
            require(None not in a.ravel(), "not initialized")
        flat = [a.ravel() for a in ins]
        return [make_array(out.shape, [self.scalar.compute(*n) for n in zip(*flat)])]

    def text(self, p):
        *ins, out = self.operands
        return f"{self.op} {ins_outs(p, ins, [out])} -> {self.type}"


class Map(Structured):
    """linalg.map, with a block."""

    op = "linalg.map"

    def text(self, p):
        ins, outs = self.operands[:-1], self.operands[-1:]
        block = self.blocks[0]
        args = ", ".join(f"{p.new(a)}: {a.type}" for a in block.args)
        head = f"ins({p(*ins)} : {types(ins)}) " if ins else ""
        return (f"linalg.map {head}outs({p(*outs)} : {types(outs)}) "
                f"({args}) {p.region(block, 'linalg.yield', False)}")


class Reduce(Structured):
    """linalg.reduce, whose block combines an element with the output."""

    op = "linalg.reduce"

    def text(self, p):
        ins, outs = self.operands[:self.num_ins], self.operands[self.num_ins:]
        block = self.blocks[0]
        args = ", ".join(f"{p.new(a)}: {a.type}" for a in block.args)
        return (f"linalg.reduce {ins_outs(p, ins, outs)} dimensions = {list(self.reductions)} "
                f"({args}) {p.region(block, 'linalg.yield', False)}")
