"""Draws ops of the dialect linalg."""

import math

from split_testing.whole_programs import linalg_ops as ops
from split_testing.whole_programs.elements import COMPLEX, MOVED, is_float
from split_testing.whole_programs.program import INDEX, Block, Type, scalar
from split_testing.whole_programs.scalar_ops import Binary, Unary

# Dimensions of both inputs and the output, and the reduced ones. A pair is a window.
CONTRACTIONS = {
    "matmul": ([[0, 2], [2, 1], [0, 1]], [2]), "dot": ([[0], [0], []], [0]),
    "matvec": ([[0, 1], [1], [0]], [1]), "vecmat": ([[0], [0, 1], [1]], [0]),
    "batch_matmul": ([[0, 1, 3], [0, 3, 2], [0, 1, 2]], [3]),
    "batch_matvec": ([[0, 1, 2], [0, 2], [0, 1]], [2]),
    "conv_1d": ([[(0, 1)], [1], [0]], [1]),
    "conv_2d": ([[(0, 2), (1, 3)], [2, 3], [0, 1]], [2, 3]),
    "conv_1d_nwc_wcf": ([[0, (1, 3), 4], [3, 4, 2], [0, 1, 2]], [3, 4]),
    "conv_2d_nhwc_hwcf": ([[0, (1, 4), (2, 5), 6], [4, 5, 6, 3], [0, 1, 2, 3]], [4, 5, 6]),
    "pooling_nwc_sum": ([[0, (1, 3), 2], [3], [0, 1, 2]], [3]),
    "pooling_nhwc_sum": ([[0, (1, 4), (2, 5), 3], [4, 5], [0, 1, 2, 3]], [4, 5]),
}
# Named elementwise ops, with the scalar op that each element is computed by.
NAMED_INTEGERS = {"add": "arith.addi", "sub": "arith.subi", "mul": "arith.muli",
                  "div": "arith.divsi", "div_unsigned": "arith.divui", "max": "arith.maxsi",
                  "min": "arith.minsi"}
NAMED_FLOATS = {"add": "arith.addf", "sub": "arith.subf", "mul": "arith.mulf",
                "div": "arith.divf", "max": "arith.maximumf", "min": "arith.minimumf"}
NAMED_UNARY = {"abs": "math.absf", "ceil": "math.ceil", "floor": "math.floor",
               "negf": "arith.negf", "round": "math.round", "sqrt": "math.sqrt"}


class LinalgDrawer:
    def output(self, element, shape, is_read, known=None):
        """A destination: a new tensor, or one that has other uses. If it is read, it is
        initialized. `known` is the shape of the type, if upstream expects a certain one."""
        if known is None:
            known = self.forget(shape, False)
        type_ = Type(element, tuple(known))
        if self.one_in(2):
            return self.cast(self.like(element, shape, 30), type_)
        empty = self.empty(type_, shape)
        if empty is None or not is_read:
            return empty
        return self.emit(ops.Named(
            [self.start(element), empty], [type_], kind="fill", num_ins=1,
            num_dims=len(shape), maps=[[], list(range(len(shape)))], reductions=[]))

    def start(self, element):
        if element in COMPLEX:
            return self.constant(scalar(element), 0j)
        return self.constant(scalar(element), self.choose([0.0, 0.0, 1.0, -0.0])
                             if is_float(element) else self.choose([0, 0, 1]))

    def operands(self, value):
        return value is not None and value.type.element not in MOVED

    # ---- Ops with a body. ----

    def draw_dims(self):
        """Sizes of an iteration space."""
        rank = self.choose([0, 1, 1, 2, 2, 2, 3, 3, 4])
        base = self.ranked_tensor()
        sizes = list(self.get(base).shape[:rank]) if base is not None else []
        while len(sizes) < rank:
            sizes.append(self.choose([0, 1, 2, 2, 3, 4]))
        while math.prod(max(n, 1) for n in sizes) > 130:
            sizes[sizes.index(max(sizes))] = 2
        self.rng.shuffle(sizes)
        return sizes

    def draw_dims_of(self, dims, sizes, is_input):
        """The map of an operand: dimensions in any order. An input may lack some, and have
        the first element of a dimension, a dimension twice, and windows."""
        chosen = [d for d in dims if not is_input or not self.one_in(4)]
        if not self.one_in(3):
            self.rng.shuffle(chosen)
        extra = [None]
        if len(dims) > 1 and 0 not in sizes:
            a, b = self.rng.sample(dims, 2)
            extra += [(a, self.choose([1, 1, 2]), b), a]
        if is_input and self.one_in(6):
            chosen.insert(self.rng.randint(0, len(chosen)), self.choose(extra))
        return chosen

    def draw_operand(self, dims, sizes, element):
        def size_of(dim):
            if isinstance(dim, tuple):
                a, stride, b = dim
                return (sizes[a] - 1) * stride + sizes[b] + self.choose([0, 0, 1])
            return self.choose([1, 2]) if dim is None else sizes[dim]

        return self.ranked(self.like(element, [size_of(d) for d in dims]))

    def draw_generic(self):
        sizes = self.draw_dims()
        dims = list(range(len(sizes)))
        maps, ins = [], []
        for _ in range(self.choose([0, 1, 1, 2, 2, 3])):
            element = self.element()
            map_ = self.draw_dims_of(dims, sizes, True)
            value = self.draw_operand(map_, sizes, element)
            if self.operands(value):
                maps.append(map_)
                ins.append(value)
        outs = []
        for _ in range(self.choose([1, 1, 1, 2])):
            element = self.choose(self.elements + ["i1", "i32", "index"])
            if element in MOVED:
                return
            map_ = self.draw_dims_of(dims, sizes, False)
            out = self.output(element, [sizes[d] for d in map_], False)
            if out is None:
                return
            maps.append(map_)
            outs.append(out)
        self.emit_generic(sizes, maps, ins, outs, [])

    def emit_generic(self, sizes, maps, ins, outs, reductions):
        block = Block([scalar(v.type.element) for v in ins + outs])
        self.machine.point = [0] * len(sizes)
        outer, self.scope = self.scope, self.open_body(block, ins + outs)
        is_read = self.one_in(4) and all(
            self.is_result(o) for o in outs) or bool(reductions)
        if not is_read:
            self.hide(block.args[len(ins):])
        if sizes and self.one_in(2):
            for _ in range(self.rng.randint(1, 2)):
                self.emit(ops.Index([], [INDEX], dim=self.rng.randrange(len(sizes))))
        self.draw_body(self.rng.randint(0, 4))
        if reductions:
            self.hide(block.args[len(ins):])
            ends = [self.draw_combiner(block.args[len(ins) + i]) for i in range(len(outs))]
        else:
            ends = [self.scalar(o.type.element) for o in outs]
        self.scope = outer
        if all(e is not None for e in ends):
            block.ends = ends
            self.emit(ops.Generic(ins + outs, [o.type for o in outs], [block], maps=maps,
                                  num_ins=len(ins), num_dims=len(sizes),
                                  reductions=reductions))
        return block

    def open_body(self, block, operands):
        """A scope for a body, whose arguments are first elements of the operands."""
        numbers = []
        for value in operands:
            array = self.get(value)
            number = array.ravel()[0] if array.size else None
            numbers.append(self.number(value.type.element) if number is None else number)
        scope = self.inside(block, numbers)
        if not self.one_in(4):
            # Prefer the arguments to scalars from outside.
            scope.values = [v for v in scope.values if v.type.is_tensor or v in block.args]
        return scope

    def hide(self, values):
        self.scope.values = [v for v in self.scope.values if v not in values]

    def draw_combiner(self, output):
        """Combines a number with the output."""
        element = output.type.element
        term = self.scalar(element)
        if term is None:
            return None
        if is_float(element):
            name = self.choose(["addf", "addf", "minimumf", "maximumf"])
        else:
            name = self.choose([op.split(".")[1] for op in ops.COMBINERS if op.endswith("i")
                                or op.endswith("ui")])
        op = Binary([term, output], [output.type], op="arith." + name)
        self.scope.block.ops.append(op)
        return op.results[0]

    def draw_reduction(self):
        sizes = self.draw_dims()
        dims = list(range(len(sizes)))
        if not dims:
            return
        reductions = sorted(self.rng.sample(dims, self.rng.randint(1, len(dims))))
        kept = [d for d in dims if d not in reductions]
        maps, ins = [dims[:]], []
        for i in range(self.choose([1, 1, 2])):
            map_ = self.draw_dims_of(dims, sizes, True) if i else self.draw_all(dims)
            maps[i:i + 1] = [map_]
            ins.append(self.draw_operand(map_, sizes, self.element()))
        if not all(map(self.operands, ins)):
            return
        outs = []
        for _ in range(self.choose([1, 1, 2])):
            element = self.choose([v.type.element for v in ins] + ["index"])
            map_ = self.draw_all(kept)
            if element in COMPLEX:
                return
            out = self.output(element, [sizes[d] for d in map_], True)
            if out is None:
                return
            maps.append(map_)
            outs.append(out)
        self.emit_generic(sizes, maps, ins, outs, reductions)

    def draw_all(self, dims):
        dims = list(dims)
        if self.one_in(2):
            self.rng.shuffle(dims)
        return dims

    def draw_map(self):
        element = self.choose(self.elements)
        ins = [v for v in [self.ranked_tensor(element=element)] if self.operands(v)]
        shape = self.get(ins[0]).shape if ins else self.draw_shape()
        if ins and self.one_in(2):
            element = self.element()
            other = self.cast(self.like(element, shape), ins[0].type.with_element(element))
            ins += [other] * self.operands(other)
        out_element = self.choose(self.elements + ["i1"])
        if out_element in MOVED:
            return
        out = self.output(out_element, shape, False, ins[0].type.shape if ins else None)
        if out is None:
            return
        block = Block([scalar(v.type.element) for v in [*ins, out]])
        outer, self.scope = self.scope, self.open_body(block, [*ins, out])
        self.hide(block.args[-1:])
        self.draw_body(self.rng.randint(0, 3))
        end = self.scalar(out_element)
        self.scope = outer
        if end is not None:
            block.ends = [end]
            dims = list(range(len(shape)))
            self.emit(ops.Map([*ins, out], [out.type], [block], maps=[dims] * (len(ins) + 1),
                              num_ins=len(ins), num_dims=len(shape), reductions=[]))

    def draw_reduce(self):
        value = self.ranked_tensor(lambda v: self.get(v).ndim)
        if not self.operands(value) or value.type.element in COMPLEX:
            return
        shape = self.get(value).shape
        dims = list(range(len(shape)))
        reductions = sorted(self.rng.sample(dims, self.rng.randint(1, len(dims))))
        kept = [d for d in dims if d not in reductions]
        element = value.type.element
        out = self.output(element, [shape[d] for d in kept], True,
                          [value.type.shape[d] for d in kept])
        if out is None:
            return
        block = Block([scalar(element), scalar(element)])
        outer, self.scope = self.scope, self.open_body(block, [value, out])
        self.hide(block.args[1:])
        end = self.draw_combiner(block.args[1])
        self.scope = outer
        if end is not None:
            block.ends = [end]
            self.emit(ops.Reduce([value, out], [out.type], [block], maps=[dims, kept], num_ins=1,
                                 num_dims=len(dims), reductions=reductions))

    # ---- Named ops. ----

    def emit_named(self, kind, value, out, maps, dims=None):
        if value is not None and out is not None:
            self.emit(ops.Named([value, out], [out.type], kind=kind, num_ins=1, maps=maps,
                                num_dims=len(maps[1]), reductions=[], dims=dims))

    def draw_fill(self):
        element, shape = self.element(), self.draw_shape()
        if element not in MOVED:
            out = self.output(element, shape, False)
            self.emit_named("fill", self.scalar(element), out, [[], list(range(len(shape)))])

    def draw_copy(self):
        value = self.ranked_tensor()
        if self.operands(value):
            shape = self.get(value).shape
            dims = list(range(len(shape)))
            out = self.output(value.type.element, shape, False)
            self.emit_named("copy", value, out, [dims, dims])

    def draw_transpose(self):
        # Upstream's verifier crashes if the rank is 0.
        value = self.ranked_tensor(lambda v: self.get(v).ndim > 0)
        if not self.operands(value):
            return
        shape = self.get(value).shape
        order = self.draw_all(range(len(shape)))
        out = self.output(value.type.element, [shape[d] for d in order], False,
                          [value.type.shape[d] for d in order])
        # Dimension i of the output is dimension order[i] of the input.
        place = [order.index(d) for d in range(len(shape))]
        self.emit_named("transpose", value, out, [place, list(range(len(shape)))], order)

    def draw_broadcast(self):
        value = self.ranked_tensor(lambda v: self.get(v).size < 20 and self.get(v).ndim < 3)
        if not self.operands(value):
            return
        shape = list(self.get(value).shape)
        rank = len(shape) + self.rng.randint(0, 2)
        added = sorted(self.rng.sample(range(rank), rank - len(shape)))
        kept = [d for d in range(rank) if d not in added]
        sizes = iter(shape)
        full = [self.choose([0, 1, 2, 3]) if d in added else next(sizes) for d in range(rank)]
        known = iter(value.type.shape)
        known = [(n if self.one_in(2) else None) if d in added else next(known)
                 for d, n in enumerate(full)]
        out = self.output(value.type.element, full, False, known)
        self.emit_named("broadcast", value, out, [kept, list(range(rank))], added)

    def draw_contraction(self):
        element = self.element()
        if element in MOVED or element == "index":
            return
        kind = self.choose([*CONTRACTIONS, "contract"])
        templates, reductions = CONTRACTIONS.get(kind) or self.draw_contract()
        has_strides = "_n" in kind
        strides, maps = [], []
        for template in templates:
            for entry in template:
                if isinstance(entry, tuple):
                    strides.append(self.choose([1, 1, 2, 3]) if has_strides else 1)
            places = iter(strides)
            maps.append([(e[0], next(places), e[1]) if isinstance(e, tuple) else e
                         for e in template])
        sizes = self.draw_sizes(element, maps)
        values = [self.draw_operand(m, sizes, element) for m in maps[:2]]
        wider = {"i8": "i32", "i4": "i8", "i16": "i64", "bf16": "f32", "f16": "f32"}
        if element in wider and self.one_in(2):
            element = wider[element]
        out = self.output(element, [sizes[d] for d in maps[2]], True)
        if out is not None and all(v is not None for v in values):
            self.emit(ops.Named([*values, out], [out.type], kind=kind, num_ins=2, maps=maps,
                                num_dims=len(sizes), reductions=reductions,
                                strides=strides if has_strides else ()))

    def draw_contract(self):
        """Maps of a linalg.contract, whose dimensions are in at least two of them."""
        places = [self.choose([(0, 1, 2), (0, 2), (1, 2), (0, 1)])
                  for _ in range(self.rng.randint(1, 4))] + [(0, 1)]
        maps = [self.draw_all([d for d, p in enumerate(places) if i in p]) for i in range(3)]
        return maps, [d for d, p in enumerate(places) if p == (0, 1)]

    def draw_sizes(self, element, maps):
        """Sizes of the dimensions of a contraction, which may be those of a tensor. Those of
        windows are not 0."""
        num_dims = 1 + max(d for m in maps[1:] for d in m + [0])
        windows = {d for m in maps for e in m if isinstance(e, tuple) for d in (e[0], e[2])}
        sizes = [self.choose([1, 2, 3] if d in windows else [0, 1, 2, 3, 5])
                 for d in range(num_dims)]
        first = not windows and self.pick(
            lambda v: v.type.is_tensor and v.type.element == element and
            self.get(v).ndim == len(maps[0]) and max(self.get(v).shape) < 20)
        if first:
            for d, n in zip(maps[0], self.get(first).shape):
                sizes[d] = n
        return sizes

    def draw_named(self):
        element = self.element()
        value = self.ranked_tensor(element=element)
        if not self.operands(value) or element in COMPLEX or element in ("i1", "index"):
            return
        shape = self.get(value).shape
        tables = [NAMED_FLOATS, NAMED_FLOATS, NAMED_UNARY] if is_float(element) else [
            NAMED_INTEGERS]
        table = self.choose(tables)
        kind = self.choose(list(table))
        ins = [value] if table is NAMED_UNARY else [value, self.ranked(self.like(element, shape))]
        form, name = Unary if table is NAMED_UNARY else Binary, f"linalg.{kind}"
        if self.one_in(10):
            kind, ins = "select", [self.ranked(self.like("i1", shape)), *ins[:1], *ins[-1:]]
            name, form = "linalg.select", None
        elif self.one_in(4) and kind != "abs" or kind == "abs" and self.one_in(4):
            name = "linalg.elementwise kind=#linalg.elementwise_kind<{}>".format(
                {"max": "max_signed", "min": "min_signed"}.get(kind, kind))
        out = self.output(element, shape, False)
        if out is not None and all(v is not None for v in ins):
            scalar_op = form and form([], [scalar(element)], op=table[kind])
            self.emit(ops.Elementwise([*ins, out], [out.type], op=name, scalar=scalar_op))
