"""Draws ops of the dialects tensor and split."""

import math

from split_testing.whole_programs import tensor_ops as ops
from split_testing.whole_programs.elements import MOVED, wrap, width
from split_testing.whole_programs.scalar_ops import Affine
from split_testing.whole_programs.program import INDEX, Block, Type, make_array, scalar

# The types of an axis and of lengths.
COUNTERS = ["i8", "i16", "i32", "i64", "index", "ui8", "ui64"]


class TensorDrawer:
    def cut(self, size, count):
        """`count` lengths with the sum `size`."""
        ends = sorted(self.rng.randint(0, size) for _ in range(count - 1))
        return [b - a for a, b in zip([0] + ends, ends + [size])]

    def draw_cast(self):
        value = self.tensor()
        if value is not None:
            self.cast(value, value.type.of(self.forget(self.get(value).shape)))

    def draw_alloc(self):
        value = self.ranked_tensor()
        if value is not None:
            self.emit(ops.Copy([value], [value.type]))

    def draw_dim(self):
        value = self.tensor()
        if value is None:
            return
        rank = self.get(value).ndim
        if rank and not self.one_in(8):
            self.emit(ops.Dim([value, self.index(self.rng.randrange(rank))], [INDEX]))
        else:
            self.emit(ops.Rank([value], [INDEX]))

    def draw_affine(self):
        op = self.choose(["affine.apply", "affine.min", "affine.max"])
        operands = [self.scalar("index") for _ in range(self.choose([1, 1, 2]))]
        count = 1 if op == "affine.apply" else self.choose([1, 2, 3])
        rows = [[self.choose([0, 1, 1, 2, -1]) for _ in operands] + [self.rng.randint(-2, 3)]
                for _ in range(count)]
        self.emit(Affine(operands, [INDEX], op=op, map=rows))

    def indices(self, value):
        return [self.place_in(n) for n in self.get(value).shape]

    def extract(self, value):
        indices = self.indices(value)
        return self.emit(ops.Extract([value, *indices], [scalar(value.type.element)]))

    def draw_extract(self):
        value = self.ranked_tensor(lambda v: self.get(v).size)
        if value is not None:
            self.extract(value)

    def draw_insert(self):
        value = self.ranked_tensor(lambda v: self.get(v).size and v.type.element not in MOVED)
        if value is None:
            return
        number = self.scalar(value.type.element)
        if number is not None:
            self.emit(ops.Insert([number, value, *self.indices(value)], [value.type]))

    # ---- Slices. ----

    def draw_range(self, size):
        """Offset, size and stride in a dimension. Upstream rejects slices that are empty by
        their types."""
        if self.one_in(3):
            return 0, size, 1
        count = self.rng.randint(0, size)
        if self.one_in(3):
            count = min(size, 1)
        stride = self.choose([1, 1, 1, 2, 3]) if count < 2 or (count - 1) * 3 < size else 1
        reach = (count - 1) * stride + 1 if count else 0
        if reach > size:
            stride, reach = 1, count
        offset = self.rng.randint(0, size - reach)
        return offset, count, stride

    def draw_place(self, shape):
        """Lists of a slice with values for None, and the sizes that its type knows."""
        ranges = [self.draw_range(n) for n in shape]
        if self.one_in(4):
            ranges = [(0, size, 1) for _, size, _ in ranges]
        values = []
        offsets, sizes, strides = (list(column) for column in zip(*ranges))
        written = self.mix(offsets, values, lambda d: offsets[d] >= shape[d])
        known = []
        for size, whole in zip(sizes, shape):
            is_value = size == 0 or whole == 0 or self.one_in(3)
            known.append(None if is_value else size)
            if is_value:
                values.append(self.index(size))
        steps = self.mix(strides, values)
        return {"offsets": written, "sizes": known, "strides": steps}, values, sizes

    def hide_empty(self, value):
        """The value as a type that does not tell that it is empty."""
        shape = value.type.shape
        if 0 not in shape:
            return value
        return self.cast(value, value.type.of(None if n == 0 else n for n in shape))

    def drop(self, known):
        """Dimensions of size 1 to leave out."""
        if not self.one_in(2):
            return []
        return [d for d, n in enumerate(known) if n == 1 and not self.one_in(3)]

    def draw_extract_slice(self):
        value = self.ranked_tensor(lambda v: self.get(v).ndim)
        if value is None:
            return None
        value = self.hide_empty(value)
        lists, values, _ = self.draw_place(self.get(value).shape)
        dropped = self.drop(lists["sizes"])
        known = [n for d, n in enumerate(lists["sizes"]) if d not in dropped]
        return self.emit(ops.ExtractSlice([value, *values], [value.type.of(known)],
                                          dropped=dropped, **lists))

    def draw_insert_slice(self):
        value = self.ranked_tensor(lambda v: self.get(v).ndim)
        if value is None:
            return
        value = self.hide_empty(value)
        lists, values, sizes = self.draw_place(self.get(value).shape)
        dropped = self.drop(lists["sizes"])
        kept = [d for d in range(len(sizes)) if d not in dropped]
        source = self.like(value.type.element, [sizes[d] for d in kept])
        source = self.cast(source, value.type.of(lists["sizes"][d] for d in kept))
        if source is not None:
            self.emit(ops.InsertSlice([source, value, *values], [value.type], dropped=dropped,
                                      **lists))

    # ---- Shapes. ----

    def draw_concat(self):
        first = self.ranked_tensor(lambda v: self.get(v).ndim)
        if first is None:
            return
        axis = self.rng.randrange(self.get(first).ndim)
        shape = self.get(first).shape
        rest = shape[:axis] + shape[axis + 1:]
        parts = [first]
        for _ in range(self.rng.randint(0, 3)):
            part = self.pick(lambda v: v.type.is_tensor and v.type.element == first.type.element
                             and self.get(v).ndim == len(shape) and
                             self.get(v).shape[:axis] + self.get(v).shape[axis + 1:] == rest)
            if part is None or self.one_in(4):
                size = self.choose([0, 1, 2, 3])
                part = self.new_tensor(first.type.element, shape[:axis] + (size,)
                                       + shape[axis + 1:])
            part = self.ranked(part)
            if part is not None:
                parts.insert(self.rng.randint(0, len(parts)), part)
        known = []
        for d in range(len(shape)):
            sizes = [p.type.shape[d] for p in parts]
            told = [n for n in sizes if n is not None]
            known.append((sum(sizes) if None not in sizes else None) if d == axis
                         else told[0] if told else None)
        actual = [sum(self.get(p).shape[d] for p in parts) if d == axis else shape[d]
                  for d in range(len(shape))]
        self.emit(ops.Concat(parts, [first.type.of(self.state(known, actual))], axis=axis))

    def state(self, known, actual):
        """Sizes of a result type, of which some do not follow from those of the operands."""
        return [n if k is None and self.one_in(4) else k for k, n in zip(known, actual)]

    def draw_pad(self):
        value = self.ranked_tensor(lambda v: v.type.element not in MOVED)
        if value is None:
            return
        rank = self.get(value).ndim
        values = []
        low = [self.choose([0, 0, 1, 2]) for _ in range(rank)]
        high = [self.choose([0, 0, 1, 3]) for _ in range(rank)]
        lists = {"low": self.mix(low, values), "high": self.mix(high, values)}
        known = [None if None in parts else sum(parts)
                 for parts in zip(value.type.shape, lists["low"], lists["high"])]
        known = self.state(known, [a + n + b for a, n, b in zip(
            low, self.get(value).shape, high)])
        block = self.draw_point_block(rank, value.type.element)
        if block is not None:
            self.emit(ops.Pad([value, *values], [value.type.of(known)], [block], **lists))

    def draw_point_block(self, rank, element):
        """A block that computes a number from the indices of a point."""
        number = self.scalar(element)
        if number is None:
            return None
        block = Block([INDEX] * rank)
        outer, self.scope = self.scope, self.inside(block, [0] * rank)
        if self.one_in(2):
            self.draw_body(2)
        end = self.pick(lambda v: v.type == scalar(element))
        self.scope = outer
        block.ends = [end or number]
        return block

    def draw_body(self, count):
        """Adds ops on numbers only."""
        for _ in range(count):
            if self.one_in(4):
                value = self.pick(lambda v: v.type.is_tensor and v.type.is_ranked
                                  and self.get(v).size)
                if value is not None:
                    self.extract(value)
            else:
                self.draw_scalars()

    def draw_groups(self, rank, count):
        """Consecutive dimensions in groups that are not empty."""
        cuts = sorted(self.rng.sample(range(1, rank), count - 1)) if count else []
        bounds = [0] + cuts + [rank]
        return [list(range(a, b)) for a, b in zip(bounds, bounds[1:])] if count else []

    def draw_collapse(self):
        value = self.ranked_tensor(lambda v: self.get(v).ndim)
        if value is None:
            return
        shape = self.get(value).shape
        is_scalar = math.prod(shape) == 1 and value.type.is_static and self.one_in(3)
        count = 0 if is_scalar else self.rng.randint(1, len(shape))
        groups = self.draw_groups(len(shape), count)
        known = []
        for group in groups:
            sizes = [value.type.shape[d] for d in group]
            known.append(None if None in sizes else math.prod(sizes))
        self.emit(ops.Collapse([value], [value.type.of(known)], groups=groups))

    def factors(self, size, count):
        """`count` sizes with a product."""
        sizes = []
        for _ in range(count - 1):
            choices = [n for n in range(1, size + 1) if size % n == 0] if size else [1, 2, 3]
            sizes.append(self.choose(choices + [1]))
            size = size // sizes[-1]
        sizes.append(size)
        self.rng.shuffle(sizes)
        return sizes

    def draw_expand(self):
        value = self.ranked_tensor(lambda v: self.get(v).ndim < 4)
        if value is None:
            return
        shape, known = self.get(value).shape, value.type.shape
        counts = [self.choose([1, 1, 2, 2, 3]) for _ in shape]
        sizes, groups, values, told = [], [], [], []
        for size, is_known, count in zip(shape, known, counts):
            part = self.factors(size, count)
            groups.append(list(range(len(sizes), len(sizes) + count)))
            sizes += part
            unknown = [] if is_known is not None else [
                i for i in range(count) if self.one_in(3)] or [self.rng.randrange(count)]
            told += [None if i in unknown else n for i, n in enumerate(part)]
        if not shape:
            sizes = told = [1] * self.rng.randint(0, 3)
        values = [self.index(n) for n, t in zip(sizes, told) if t is None]
        # Upstream rejects sizes that are known to be 0 beside unknown ones.
        self.emit(ops.Expand([value, *values], [value.type.of(told)], sizes=told, groups=groups))

    def draw_reshape(self):
        value = self.tensor()
        if value is None:
            return
        size = self.get(value).size
        shape = self.factors(size, self.rng.randint(1, 4)) if size != 1 or self.one_in(2) else []
        element = self.choose(["index", "index", "i32", "i64"])
        sizes = self.integers(shape, element)
        if sizes is not None:
            known = self.forget(shape)
            if known is not None and value.type.is_static:
                known = known if None in known or math.prod(known) == size else None
            self.emit(ops.Reshape([value, sizes], [value.type.of(known)]))

    def integers(self, numbers, element):
        """A tensor that has the numbers."""
        type_ = Type(element, (len(numbers),))
        numbers = [wrap(element, n) for n in numbers]
        if element == "index" and numbers and self.one_in(2):
            return self.emit(ops.FromElements([self.index(n) for n in numbers], [type_]))
        return self.new(type_, make_array(type_.shape, numbers))

    # ---- New tensors. ----

    def draw_from_elements(self):
        element = self.element()
        shape = self.draw_shape()
        if element in MOVED or math.prod(shape) > 12:
            return
        numbers = [self.scalar(element) for _ in range(math.prod(shape))]
        if all(n is not None for n in numbers):
            self.emit(ops.FromElements(numbers, [Type(element, shape)]))

    def sizes_of(self, type_, shape):
        """Values of the sizes that a type does not know."""
        return [self.index(n) for n, t in zip(shape, type_.shape) if t is None]

    def draw_splat(self):
        element, shape = self.element(), self.draw_shape()
        number = None if element in MOVED else self.scalar(element)
        if number is not None:
            type_ = Type(element, self.forget(shape, False))
            self.emit(ops.Splat([number, *self.sizes_of(type_, shape)], [type_]))

    def draw_generate(self):
        element, shape = self.element(), self.draw_shape()
        if element in MOVED:
            return
        type_ = Type(element, self.forget(shape, False))
        block = self.draw_point_block(len(shape), element)
        if block is not None:
            self.emit(ops.Generate(self.sizes_of(type_, shape), [type_], [block]))

    def empty(self, type_, shape):
        return self.emit(ops.Empty(self.sizes_of(type_, shape), [type_]))

    # ---- Splits. ----

    def operand(self, numbers, shape):
        """A number, or a tensor of numbers, of one of the types for an axis or lengths."""
        element = self.choose(COUNTERS)
        if min(numbers) < 0 and element.startswith("u"):
            element = "i64"
        if shape is None:
            if element.startswith("u"):
                element = "index"
            if element == "index":
                return self.index(numbers[0])
            return self.new(scalar(element), wrap(element, numbers[0]))
        if element.startswith("u") and not self.scope.is_main:
            element = "i32"
        numbers = [n & ((1 << width(element)) - 1) for n in numbers]
        if element == "index" and len(shape) == 1 and self.one_in(2):
            return self.emit(ops.FromElements([self.index(n) for n in numbers],
                                              [Type("index", shape)]))
        return self.new(Type(element, shape), make_array(shape, numbers))

    def draw_split(self):
        value = self.tensor(lambda v: self.get(v).ndim)
        if value is None:
            return
        shape = self.get(value).shape
        axis = self.rng.randrange(len(shape))
        size, operands = shape[axis], [value]
        given = self.choose([axis, axis - len(shape)])
        if self.one_in(5):
            operand = self.operand([given], self.choose([None, (), (1,)]))
            if operand is not None:
                operands.append(operand)
                given = None
        counts = [n for n in range(1, 6) if size % n == 0]
        lengths = None
        if self.one_in(2):
            count = self.choose(counts + counts[1:] * 3)
            pieces = [size // count] * count
            told = pieces if value.type.is_ranked and value.type.shape[axis] is not None else (
                [None] * count)
        else:
            pieces = self.cut(size, self.choose([1, 2, 2, 2, 3, 4]))
            lengths, told = self.draw_lengths(value, axis, pieces, operands)
        results = []
        for piece, length in zip(pieces, told):
            known = value.type.shape
            if known is not None:
                known = ([None] * len(known) if given is None
                         else [*known[:axis], length, *known[axis + 1:]])
            if self.one_in(4):
                known = self.forget([*shape[:axis], piece, *shape[axis + 1:]])
            results.append(value.type.of(known))
        if all(o is not None for o in operands):
            self.emit(ops.Split(operands, results, axis=given, lengths=lengths))

    def draw_lengths(self, value, axis, pieces, operands):
        """Lengths in one of the forms, and the lengths that types know."""
        given = list(pieces)
        if self.one_in(3):
            given[self.rng.randrange(len(given))] = -1
        if self.one_in(4):
            operand = self.operand(given, (len(given),))
            if operand is not None:
                operands.append(operand)
                return "tensor", [None] * len(pieces)
        written = []
        for n in given:
            is_value = n != -1 and self.one_in(4)
            if is_value:
                operands.append(self.index(n))
            written.append(None if is_value else n)
        is_known = value.type.is_ranked and value.type.shape[axis] is not None
        rest_is_known = is_known and None not in written
        return written, [None if w is None or w == -1 and not rest_is_known else n
                         for w, n in zip(written, pieces)]
