"""Random programs whose tensors are sharded over a grid, and what NumPy computes.

All elements are i32, so that the order of a sum does not matter, and wrap around.
"""

import random

import numpy as np

from split_testing.reference import cut

MAX_DIM, MAX_RANK, MAX_SIZE = 9, 3, 600


class Value:
    def __init__(self, name, array, sizes):
        """`sizes` are those that the type states, "?" for those that it does not."""
        self.name, self.array, self.sizes = name, array, tuple(sizes)

    @property
    def type(self):
        return "tensor<" + "".join(f"{size}x" for size in self.sizes) + "i32>"


class Program:
    """One function. `shape` is that of the grid; the text needs a `shard.grid @grid`."""

    def __init__(self, seed, shape, name="main", num_ops=10):
        self.random = random.Random(seed)
        self.shape, self.name = shape, name
        self.lines, self.values, self.inputs = [], [], []
        self.count = 0
        self.loses_sizes = self.one_in(4)
        for _ in range(self.between(1, 3)):
            self.add_argument()
        self.arguments = ", ".join(f"{v.name}: {v.type}" for v in self.values)
        for value in list(self.values):
            if not self.one_in(5):
                self.shard(value)
        for _ in range(num_ops):
            self.random.choice([self.add_split, self.add_split, self.add_variadic_split,
                                self.add_variadic_split, self.add_concat, self.add_concat,
                                self.add_elementwise, self.add_elementwise,
                                self.add_product, self.add_reduction,
                                self.add_transpose, self.add_broadcast, self.add_reshape,
                                self.add_index, self.add_whole, self.add_slice,
                                self.add_insertion, self.add_padding, self.add_constant,
                                self.add_cast, self.add_copy, self.add_lookup])()
        # The last values depend on the most others.
        last = self.values[-10:]
        self.results = self.random.sample(last, min(len(last), self.between(2, 5)))
        self.results = [self.shard(v) if self.one_in(2) else v for v in self.results]

    # ---- Random numbers. ----

    def between(self, least, most):
        return self.random.randint(least, most)

    def one_in(self, number):
        return self.random.randrange(number) == 0

    def pick(self, condition=lambda value: True):
        fitting = [value for value in self.values if condition(value)]
        # Recent values are more interesting.
        return self.random.choice(fitting[-6:]) if fitting else None

    # ---- Text. ----

    @property
    def text(self):
        names = ", ".join(v.name for v in self.results)
        types = ", ".join(v.type for v in self.results)
        lines = "".join(f"  {line}\n" for line in self.lines)
        return (f"func.func @{self.name}({self.arguments}) -> ({types}) {{\n{lines}"
                f"  return {names} : {types}\n}}\n")

    @property
    def expected(self):
        return [v.array for v in self.results]

    def new_name(self):
        self.count += 1
        return f"%v{self.count}"

    def write(self, line):
        self.lines.append(line)

    def define(self, array, sizes, text):
        """A new value; `text` is the op and its type, with {} for that of the value."""
        value = Value(self.new_name(), array.astype(np.int32), sizes)
        self.write(f"{value.name} = {text.format(value.type)}")
        self.values.append(value)
        self.maybe_shard(value)
        return self.values[-1]

    def index(self, number):
        name = self.new_name()
        self.write(f"{name} = arith.constant {number} : index")
        return name

    def size(self, value, dim):
        """The operand that `tensor.empty` needs for a size, or none."""
        if value.sizes[dim] != "?":
            return []
        name, index = self.new_name(), self.index(dim)
        self.write(f"{name} = tensor.dim {value.name}, {index} : {value.type}")
        return [name]

    def empty(self, dims):
        """A tensor with the sizes of dimensions (value, dim) or numbers, and its sizes."""
        operands, sizes = [], []
        for dim in dims:
            if isinstance(dim, int):
                sizes.append(dim)
            else:
                operands += self.size(*dim)
                sizes.append(dim[0].sizes[dim[1]])
        value = Value(self.new_name(), None, sizes)
        self.write(f"{value.name} = tensor.empty({', '.join(operands)}) : {value.type}")
        return value

    def fill(self, number, dims):
        empty = self.empty(dims)
        constant, name = self.new_name(), self.new_name()
        self.write(f"{constant} = arith.constant {number} : i32")
        self.write(f"{name} = linalg.fill ins({constant} : i32) outs({empty.name} : "
                   f"{empty.type}) -> {empty.type}")
        return Value(name, None, empty.sizes)

    # ---- Shardings. ----

    def draw_axes(self, rank):
        axes = list(range(len(self.shape)))
        self.random.shuffle(axes)
        lists = [[] for _ in range(rank)]
        for axis in axes:
            if rank and not self.one_in(4):
                self.random.choice(lists).append(axis)
        return lists

    def draw_offsets(self, value, axes):
        """Offsets of all shards, if sizes are static."""
        offsets = []
        for dim, size in enumerate(value.sizes):
            if axes[dim]:
                if size == "?":
                    return ""
                sizes = [self.shape[axis] for axis in axes[dim]]
                count = int(np.prod(sizes))
                # Upstream's verifier expects the sum of the sizes.
                if count != sum(sizes):
                    return ""
                inner = sorted(self.between(0, size) for _ in range(count - 1))
                offsets += [0, *inner, size]
        return f" sharded_dims_offsets = {offsets}" if offsets else ""

    def shard(self, value):
        axes = self.draw_axes(value.array.ndim)
        offsets = self.draw_offsets(value, axes) if self.one_in(3) else ""
        sharding, result = self.new_name(), Value(self.new_name(), value.array, value.sizes)
        self.write(f"{sharding} = shard.sharding @grid split_axes = {axes or [[]]}{offsets} "
                   ": !shard.sharding")
        users = " annotate_for_users" if self.one_in(4) else ""
        self.write(f"{result.name} = shard.shard {value.name} to {sharding}{users} : "
                   f"{value.type}")
        self.values.append(result)
        return result

    def shard_along(self, value, dim):
        """The value with a dimension sharded along the first axis of the grid."""
        axes = [[] for _ in range(value.array.ndim)]
        axes[dim].append(0)
        sharding, result = self.new_name(), Value(self.new_name(), value.array, value.sizes)
        self.write(f"{sharding} = shard.sharding @grid split_axes = {axes} : !shard.sharding")
        self.write(f"{result.name} = shard.shard {value.name} to {sharding} : {value.type}")
        self.values.append(result)
        return result

    def maybe_shard(self, value):
        if value.array.ndim and self.one_in(2):
            self.shard(value)

    # ---- Arguments and ops. ----

    def add_argument(self):
        shape = tuple(self.between(0 if self.one_in(8) else 1, MAX_DIM)
                      for _ in range(self.between(1, MAX_RANK)))
        array = np.array([self.between(-9, 9) for _ in range(int(np.prod(shape)))])
        array = array.astype(np.int32).reshape(shape)
        sizes = ["?" if self.loses_sizes and self.one_in(3) else d for d in shape]
        self.values.append(Value(f"%arg{len(self.inputs)}", array, sizes))
        self.inputs.append(array)

    def define_pieces(self, value, axis, lengths, text):
        names = [self.new_name() for _ in lengths]
        pieces = []
        for name, array, length in zip(
                names, cut(value.array, axis, lengths), lengths):
            sizes = list(value.sizes)
            sizes[axis] = "?" if value.sizes[axis] == "?" else length
            pieces.append(Value(name, array, sizes))
        types = ", ".join(piece.type for piece in pieces)
        self.write(f"{', '.join(names)} = {text} : {value.type} -> {types}")
        for piece in pieces:
            self.values.append(piece)
            self.maybe_shard(piece)

    def add_split(self):
        value = self.pick(lambda v: any(d > 1 for d in v.array.shape))
        if value is None:
            return
        axis = self.random.choice([i for i, d in enumerate(value.array.shape) if d > 1])
        size = value.array.shape[axis]
        count = self.random.choice([n for n in range(1, size + 1) if size % n == 0])
        self.define_pieces(value, axis, [size // count] * count,
                           f"split.split {value.name} axis({axis}) into {count}")

    def add_variadic_split(self):
        value = self.pick(lambda v: v.array.ndim and v.array.size)
        if value is None:
            return
        axis = self.between(0, value.array.ndim - 1)
        size = value.array.shape[axis]
        cuts = sorted(self.between(0, size) for _ in range(self.between(1, 3)))
        lengths = np.diff([0, *cuts, size]).tolist()
        if value.sizes[axis] == "?":
            lengths_text = ", ".join(self.index(length) if self.one_in(2) else "-1"
                                     if i == len(lengths) - 1 else self.index(length)
                                     for i, length in enumerate(lengths))
        else:
            lengths_text = ", ".join(map(str, lengths))
        self.define_pieces(value, axis, lengths, f"split.variadic_split {value.name} "
                           f"axis({axis}) lengths [{lengths_text}]")

    def add_concat(self):
        first = self.pick(lambda v: v.array.ndim and v.array.size)
        if first is None:
            return
        axis = self.between(0, first.array.ndim - 1)

        def fits(v):
            return v.array.ndim == first.array.ndim and v.array.size and all(
                a == b for i, (a, b) in enumerate(zip(v.array.shape, first.array.shape))
                if i != axis)
        parts = [first] + [self.pick(fits) for _ in range(self.between(1, 3))]
        self.random.shuffle(parts)
        array = np.concatenate([p.array for p in parts], axis)
        if array.size > MAX_SIZE:
            return
        sizes = []
        for dim, size in enumerate(array.shape):
            stated = [p.sizes[dim] != "?" for p in parts]
            sizes.append(size if (all(stated) if dim == axis else any(stated)) else "?")
        operands = ", ".join(p.name for p in parts)
        types = ", ".join(p.type for p in parts)
        self.define(array, sizes, f"tensor.concat dim({axis}) {operands} : ({types}) -> {{}}")

    def add_elementwise(self):
        left = self.pick()
        right = self.pick(lambda v: v.array.shape == left.array.shape)
        name, function = self.random.choice([("add", np.add), ("mul", np.multiply),
                                             ("sub", np.subtract), ("max", np.maximum)])
        init = self.empty([(left, dim) for dim in range(left.array.ndim)])
        self.define(function(left.array, right.array), init.sizes,
                    f"linalg.{name} ins({left.name}, {right.name} : {left.type}, "
                    f"{right.type}) outs({init.name} : {init.type}) -> {{}}")

    def add_product(self):
        left = self.pick(lambda v: v.array.ndim == 2)
        if left is None:
            return
        right = self.pick(lambda v: v.array.ndim == 2 and
                          v.array.shape[0] == left.array.shape[1])
        if right is None:
            return
        init = self.fill(0, [(left, 0), (right, 1)])
        array = left.array @ right.array
        if self.one_in(3):
            other = self.pick(lambda v: v.array.shape == array.shape)
            if other is not None and other.sizes == init.sizes:
                init, array = other, array + other.array
        self.define(array, init.sizes,
                    f"linalg.matmul ins({left.name}, {right.name} : {left.type}, "
                    f"{right.type}) outs({init.name} : {init.type}) -> {{}}")

    def add_reduction(self):
        value = self.pick(lambda v: v.array.ndim and v.array.size)
        if value is None:
            return
        dims = sorted(self.random.sample(range(value.array.ndim),
                                         self.between(1, value.array.ndim)))
        # Ranks reduce parts, and may need only parts of the result.
        is_partial = self.one_in(2)
        if is_partial:
            value = self.shard_along(value, self.random.choice(dims))
        op, neutral, function = self.random.choice([
            ("arith.addi", 0, np.add), ("arith.maxsi", -(1 << 31), np.maximum),
            ("arith.muli", 1, np.multiply), ("arith.xori", 5, np.bitwise_xor)])
        init = self.fill(neutral, [(value, dim) for dim in range(value.array.ndim)
                                   if dim not in dims])
        array = function.reduce(value.array, axis=tuple(dims), initial=np.int32(neutral),
                                dtype=np.int32)
        name = self.new_name()
        self.write(f"{name} = linalg.reduce {{ {op} }} ins({value.name} : {value.type}) "
                   f"outs({init.name} : {init.type}) dimensions = {dims}")
        result = Value(name, np.asarray(array, dtype=np.int32), init.sizes)
        self.values.append(result)
        if is_partial and result.array.ndim:
            self.shard_along(result, self.between(0, result.array.ndim - 1))
        else:
            self.maybe_shard(result)

    def add_transpose(self):
        value = self.pick(lambda v: v.array.ndim)
        if value is None:
            return
        order = self.random.sample(range(value.array.ndim), value.array.ndim)
        init = self.empty([(value, dim) for dim in order])
        self.define(value.array.transpose(order), init.sizes,
                    f"linalg.transpose ins({value.name} : {value.type}) "
                    f"outs({init.name} : {init.type}) permutation = {order} // {{}}")

    def add_broadcast(self):
        value = self.pick(lambda v: v.array.ndim < MAX_RANK and v.array.size * 4 < MAX_SIZE)
        if value is None:
            return
        dim = self.between(0, value.array.ndim)
        size = self.between(1, 4)
        dims = [(value, i) for i in range(value.array.ndim)]
        init = self.empty([*dims[:dim], size, *dims[dim:]])
        array = np.repeat(np.expand_dims(value.array, dim), size, dim)
        self.define(array, init.sizes,
                    f"linalg.broadcast ins({value.name} : {value.type}) "
                    f"outs({init.name} : {init.type}) dimensions = [{dim}] // {{}}")

    def add_reshape(self):
        value = self.pick(lambda v: v.array.ndim and v.array.size)
        if value is None:
            return
        if value.array.ndim > 1 and self.one_in(2):
            dim = self.between(0, value.array.ndim - 2)
            groups = [[i + (i > dim)] for i in range(value.array.ndim - 1)]
            groups[dim] = [dim, dim + 1]
            shape, sizes = list(value.array.shape), list(value.sizes)
            shape[dim:dim + 2] = [shape[dim] * shape[dim + 1]]
            sizes[dim:dim + 2] = ["?" if "?" in sizes[dim:dim + 2] else shape[dim]]
            self.define(value.array.reshape(shape), sizes,
                        f"tensor.collapse_shape {value.name} {groups} : {value.type} "
                        "into {}")
            return
        dim = self.between(0, value.array.ndim - 1)
        size = value.array.shape[dim]
        if value.array.ndim == MAX_RANK or value.sizes[dim] == "?":
            return
        outer = self.random.choice([n for n in range(1, size + 1) if size % n == 0])
        groups = [[i + (i > dim)] for i in range(value.array.ndim)]
        groups[dim] = [dim, dim + 1]
        shape, sizes = list(value.array.shape), list(value.sizes)
        shape[dim:dim + 1] = sizes[dim:dim + 1] = [outer, size // outer]
        words = [word for i, s in enumerate(value.sizes) for word in
                 ([outer, size // outer] if i == dim else self.size(value, i) or [s])]
        self.define(value.array.reshape(shape), sizes,
                    f"tensor.expand_shape {value.name} {groups} output_shape "
                    f"[{', '.join(map(str, words))}] : {value.type} into {{}}")

    def draw_slice(self, value):
        """Offsets and sizes of a slice that is not empty, often whole in a dimension."""
        offsets, sizes = [], []
        for size in value.array.shape:
            offset = 0 if self.one_in(2) else self.between(0, size - 1)
            offsets.append(offset)
            sizes.append(self.between(1, size - offset) if offset or self.one_in(3) else size)
        return offsets, sizes

    def add_slice(self):
        value = self.pick(lambda v: v.array.ndim and v.array.size and "?" not in v.sizes)
        if value is None:
            return
        offsets, sizes = self.draw_slice(value)
        part = tuple(slice(o, o + s) for o, s in zip(offsets, sizes))
        array = value.array[part]
        if 1 in sizes and self.one_in(2):
            array = array.squeeze(sizes.index(1))
        self.define(array, array.shape, f"tensor.extract_slice {value.name}{offsets} "
                    f"{sizes} {[1] * len(sizes)} : {value.type} to {{}}")

    def add_insertion(self):
        value = self.pick(lambda v: v.array.ndim and v.array.size and "?" not in v.sizes)
        if value is None:
            return
        offsets, sizes = self.draw_slice(value)
        source = self.pick(lambda v: v.array.shape == tuple(sizes) and "?" not in v.sizes)
        if source is None:
            source = self.fill(7, sizes)
            source.array = np.int32(7)
        array = value.array.copy()
        array[tuple(slice(o, o + s) for o, s in zip(offsets, sizes))] = source.array
        self.define(array, value.sizes, f"tensor.insert_slice {source.name} into "
                    f"{value.name}{offsets} {sizes} {[1] * len(sizes)} : {source.type} "
                    "into {}")

    def add_padding(self):
        value = self.pick(lambda v: v.array.ndim and v.array.size and
                          v.array.size * 8 < MAX_SIZE)
        if value is None:
            return
        pads = [(self.between(0, 2), self.between(0, 2)) if self.one_in(3) else (0, 0)
                for _ in value.array.shape]
        number = self.new_name()
        self.write(f"{number} = arith.constant 3 : i32")
        arguments = ", ".join(f"%p{i}: index" for i in range(len(pads)))
        low, high = ([pad[i] for pad in pads] for i in (0, 1))
        sizes = [s if s == "?" else s + sum(pad) for s, pad in zip(value.sizes, pads)]
        self.define(np.pad(value.array, pads, constant_values=3), sizes,
                    f"tensor.pad {value.name} low{low} high{high} {{{{ ^bb0({arguments}): "
                    f"tensor.yield {number} : i32 }}}} : {value.type} to {{}}")

    def add_constant(self):
        shape = [self.between(1, MAX_DIM) for _ in range(self.between(1, 2))]
        count = int(np.prod(shape))
        array = np.array([self.between(-9, 9) for _ in range(count)]).reshape(shape)
        if self.one_in(3):
            array[:] = 4
        self.define(array, shape, f"arith.constant dense<{array.tolist()}> : {{}}")

    def add_cast(self):
        value = self.pick(lambda v: v.array.ndim)
        if value is None:
            return
        sizes = [d if self.one_in(2) else "?" for d in value.array.shape]
        self.define(value.array, sizes, f"tensor.cast {value.name} : {value.type} to {{}}")

    def add_copy(self):
        """Copies two pieces to destinations."""
        value = self.pick(lambda v: v.array.ndim and v.array.size and "?" not in v.sizes)
        if value is None:
            return
        axis = self.between(0, value.array.ndim - 1)
        length = self.between(0, value.array.shape[axis])
        outs, lengths = [], [length, value.array.shape[axis] - length]
        for length in lengths:
            dims = list(value.array.shape)
            dims[axis] = length
            outs.append(self.empty(dims))
        names = [self.new_name() for _ in outs]
        types = ", ".join(out.type for out in outs)
        self.write(f"{', '.join(names)} = split.copy ins({value.name} : {value.type}) "
                   f"outs({', '.join(out.name for out in outs)} : {types}) axis({axis}) "
                   f"-> {types}")
        for name, array, out in zip(names, cut(value.array, axis, lengths), outs):
            self.values.append(Value(name, array, out.sizes))
            self.maybe_shard(self.values[-1])

    def add_lookup(self):
        """Adds an element of another tensor, which the body of the op reads."""
        value = self.pick()
        table = self.pick(lambda v: v.array.ndim == 1 and v.array.size)
        if table is None or not value.array.ndim:
            return
        last = self.index(table.array.size - 1)
        init = self.empty([(value, i) for i in range(value.array.ndim)])
        names = ", ".join(f"d{i}" for i in range(value.array.ndim))
        identity = f"affine_map<({names}) -> ({names})>"
        loops = ", ".join(['"parallel"'] * value.array.ndim)
        self.define(value.array + table.array[-1], init.sizes,
                    f"linalg.generic {{{{indexing_maps = [{identity}, {identity}], "
                    f"iterator_types = [{loops}]}}}} ins({value.name} : {value.type}) "
                    f"outs({init.name} : {init.type}) {{{{ ^bb0(%in: i32, %out: i32): "
                    f"%e = tensor.extract {table.name}[{last}] : {table.type} "
                    "%s = arith.addi %in, %e : i32 linalg.yield %s : i32 }} -> {}")

    def add_index(self):
        """Adds the index of a dimension to each element."""
        value = self.pick(lambda v: v.array.ndim)
        if value is None:
            return
        dim = self.between(0, value.array.ndim - 1)
        shape = [1] * value.array.ndim
        shape[dim] = -1
        array = value.array + np.arange(value.array.shape[dim]).reshape(shape)
        init = self.empty([(value, i) for i in range(value.array.ndim)])
        names = ", ".join(f"d{i}" for i in range(value.array.ndim))
        identity = f"affine_map<({names}) -> ({names})>"
        loops = ", ".join(['"parallel"'] * value.array.ndim)
        self.define(array, init.sizes,
                    f"linalg.generic {{{{indexing_maps = [{identity}, {identity}], "
                    f"iterator_types = [{loops}]}}}} ins({value.name} : {value.type}) "
                    f"outs({init.name} : {init.type}) {{{{ ^bb0(%in: i32, %out: i32): "
                    f"%i = linalg.index {dim} : index "
                    "%j = arith.index_cast %i : index to i32 "
                    "%s = arith.addi %in, %j : i32 linalg.yield %s : i32 }} -> {}")

    def add_whole(self):
        """An op that ranks execute on whole tensors: reverses the first dimension."""
        value = self.pick(lambda v: v.array.ndim and v.array.size and "?" not in v.sizes)
        if value is None:
            return
        last = self.index(value.array.shape[0] - 1)
        indices = [f"%i{i}" for i in range(value.array.ndim)]
        arguments = ", ".join(f"{i}: index" for i in indices)
        reads = ", ".join(["%r", *indices[1:]])
        self.define(value.array[::-1], value.sizes,
                    f"tensor.generate {{{{ ^bb0({arguments}): %r = arith.subi {last}, %i0 "
                    f": index %e = tensor.extract {value.name}[{reads}] : {value.type} "
                    "tensor.yield %e : i32 }} : {}")
