"""Random programs of splits and other ops, and what NumPy computes for them."""

from hypothesis import strategies as st
import numpy as np

from split_testing.functions import NUMPY_TYPES, Call, count_up, tensor_type
from split_testing.splits import forgotten
from split_testing.writer import MAX_SIZE, Block, Failed, SplitWriter, Value, fits

ELEMENTS = ["f32", "i32", "i1", "f16", "i8", "index", "ui8", "complex<f32>"]
MAX_DEPTH = 2


def join(left, right):
    """The sizes that both shapes have."""
    if left is None or right is None or len(left) != len(right):
        return None
    return tuple(a if a == b else "?" for a, b in zip(left, right))


def numbers(array, element):
    """An array as the literal of a dense attribute."""
    if array.ndim:
        return f"[{', '.join(numbers(a, element) for a in array)}]"
    if element == "i1":
        return str(bool(array)).lower()
    if element.startswith("complex"):
        return f"({array.real:e}, {array.imag:e})"
    return f"{array:e}" if element.startswith("f") else str(array)


class Writer(SplitWriter):
    """Draws all ops of one function."""

    # ---- Other ops. ----

    def draw_parts(self, block, first):
        """Values to join: pieces of one split, or any that fit."""
        axis = first.axis % first.array.ndim
        family = [f for f in first.family if f.array.ndim == first.array.ndim]
        parts = list(family) or [first]
        kind = self.between(0, 5)
        if kind == 2:
            parts = self.draw(st.permutations(parts))
        elif kind == 3:
            start = self.between(0, len(parts) - 1)
            parts = parts[start:start + self.between(1, len(parts))]
        elif kind >= 4:
            if kind == 5:
                parts, axis = [first], self.between(0, first.array.ndim - 1)
            for _ in range(self.between(1, 2)):
                parts.insert(self.between(0, len(parts)), self.pick(block))
        shape = [d for i, d in enumerate(parts[0].array.shape) if i != axis]
        if any(p.array.ndim != first.array.ndim or
               [d for i, d in enumerate(p.array.shape) if i != axis] != shape
               for p in parts):
            parts = [first]
        return parts, axis

    def add_concat(self, block):
        first = self.pick(block, lambda value: value.array.ndim > 0)
        if first is None:
            return
        parts, axis = self.draw_parts(block, first)
        array = np.concatenate([p.array for p in parts], axis)
        if not fits(array.shape):
            return
        # Upstream does not bufferize tensors that are empty by their types.
        if any(p.array.size == 0 for p in parts):
            parts = [self.cast(block, p, None) for p in parts]
        parts = [self.cast_if_unranked(block, p) for p in parts]
        known = []
        for i, size in enumerate(array.shape):
            told = [p.known[i] != "?" for p in parts]
            known.append(size if (all(told) if i == axis else any(told)) else "?")
        if self.one_in(4) and array.size:
            known = self.draw(forgotten(array.shape)) or known
        names = [p.name for p in parts]
        text = (f"tensor.concat dim({axis}) {', '.join(names)} : "
                f"({', '.join(self.type_of(p.known) for p in parts)}) -> "
                f"{self.type_of(known)}")
        self.add_value(block, text, tuple(known), array,
                       lambda env: np.concatenate([env[n] for n in names], axis),
                       axis=axis, family=parts)

    def add_cast(self, block):
        value = self.pick(block)
        if block.is_dead and value.known and "?" in value.known and self.one_in(2):
            self.cast_wrongly(block, value)
            return
        self.cast(block, value, self.draw(forgotten(value.array.shape)))

    def cast_wrongly(self, block, value):
        """A cast that would fail, in a block that is not reached."""
        shape = [d if k != "?" else self.between(0, MAX_SIZE)
                 for d, k in zip(value.array.shape, value.known)]
        if fits(shape):
            cast = self.cast(block, value, tuple(shape))
            cast.array, cast.family = np.zeros(shape, value.array.dtype), ()

    def add_dim(self, block):
        """A size of a value, as a tensor."""
        if self.element in ("ui8", "complex<f32>"):
            return
        value = self.pick(block, lambda value: value.array.ndim > 0)
        if value is None:
            return
        dim = self.between(0, value.array.ndim - 1)
        index = self.write_index(block, dim)
        name = self.write_line(
            block, f"tensor.dim {value.name}, {index} : {self.type_of(value.known)}")
        if self.element[0] == "f":
            name = self.write_line(block, f"arith.index_cast {name} : index to i64")
            name = self.write_line(block, f"arith.sitofp {name} : i64 to {self.element}")
        elif self.element != "index":
            name = self.write_line(
                block, f"arith.index_cast {name} : index to {self.element}")

        def run(shape):
            size = shape[dim] & 1 if self.element == "i1" else shape[dim]
            return np.array([size], NUMPY_TYPES[self.element])

        self.add_value(block, f"tensor.from_elements {name} : tensor<1x{self.element}>",
                       (1,), run(value.array.shape),
                       lambda env: run(env[value.name].shape))

    def add_constant(self, block):
        if self.element == "ui8":
            return
        shape = tuple(self.draw(st.lists(st.integers(1, MAX_SIZE), min_size=1, max_size=2)))
        array = count_up(shape, self.element)
        literal = numbers(array, self.element)
        if self.one_in(3):
            array = np.full(shape, array.flat[-1])
            literal = numbers(array.flat[0:1].reshape(()), self.element)
        self.add_value(block, f"arith.constant dense<{literal}> : {self.type_of(shape)}",
                       shape, array, lambda env: array)

    def draw_range(self, block, size):
        """An offset and a size of a slice: numbers, texts, and the size in the type."""
        count = self.between(0, size)
        offset = self.between(0, size - count)
        if self.one_in(2):
            offset = self.choose([0, size - count])
        if count == 0:
            texts = [self.add_argument("index", np.int64(n)) for n in (offset, count)]
            return offset, count, texts, "?"
        texts = [str(n) if not self.one_in(3) else self.write_index(block, n)
                 for n in (offset, count)]
        return offset, count, texts, count if texts[1].isdigit() else "?"

    def add_slice(self, block):
        value = self.pick(block, lambda value: value.array.ndim > 0)
        if value is None:
            return
        value = self.cast_if_unranked(block, value)
        axis = value.axis % value.array.ndim
        texts, known, index = [], [], []
        for i, (size, told) in enumerate(zip(value.array.shape, value.known)):
            if i != axis and told != "?" and told > 0 and not self.one_in(4):
                offset, count, written, is_known = 0, size, ["0", str(size)], size
            else:
                offset, count, written, is_known = self.draw_range(block, size)
            texts.append(written)
            known.append(is_known)
            index.append(slice(offset, offset + count))
        if self.one_in(4):
            # An integer in an index of NumPy drops the dimension.
            index = [i.start if d == 1 else i for i, d in zip(index, known)]
            known = [d for d in known if d != 1]
        if not known:
            return
        index = tuple(index)
        offsets, sizes = (", ".join(column) for column in zip(*texts))
        text = (f"tensor.extract_slice {value.name}[{offsets}] [{sizes}] "
                f"[{', '.join(['1'] * len(index))}] : "
                f"{self.type_of(value.known)} to {self.type_of(known)}")
        self.add_value(block, text, tuple(known), value.array[index],
                       lambda env: env[value.name][index],
                       axis=axis if len(known) == len(index) else 0)

    # ---- Regions. ----

    def close(self, block, value, known):
        if value.known != known:
            value = self.cast(block, value, known)
        block.lines.append(f"scf.yield {value.name} : {self.type_of(known)}")
        return value

    def add_if(self, block, depth):
        taken = self.choose([True, False])
        if self.one_in(4):
            condition = self.write_line(block, f"arith.constant {str(taken).lower()}")
        else:
            condition = self.add_argument("i1", np.bool_(taken))
        branches = [Block(block.values, block.is_dead or not is_taken)
                    for is_taken in (taken, not taken)]
        ends = []
        for branch in branches:
            self.fill(branch, self.between(0, 3), depth + 1)
            ends.append(self.pick(branch))
        known = join(ends[0].known, ends[1].known)
        if known is not None and self.one_in(3):
            known = ("?",) * len(known)
        results = [self.close(b, e, known) for b, e in zip(branches, ends)]
        text = (f"scf.if {condition} -> ({self.type_of(known)}) {{\n"
                + "\n".join(branches[0].lines) + "\n} else {\n"
                + "\n".join(branches[1].lines) + "\n}")
        number = 0 if taken else 1
        self.add_value(block, text, known, ends[number].array,
                       lambda env: branches[number].run(env, [results[number]])[0],
                       axis=ends[number].axis)

    def add_for(self, block, depth):
        start = self.pick(block)
        known = self.choose([start.known, start.known, None])
        if known is not None and self.one_in(3):
            known = ("?",) * len(known)
        if known != start.known:
            start = self.cast(block, start, known)
        trips = self.between(0, 3)
        carried = Value(self.new_name(), known, start.array, start.axis, start.family)
        body = Block(block.values + [carried], block.is_dead or trips == 0)
        self.fill(body, self.between(1, 4), depth + 1)
        end = self.pick(body, lambda value: value.array.shape == start.array.shape)
        result = self.close(body, end, known)
        zero, one = (self.write_line(block, f"arith.constant {n} : index") for n in (0, 1))
        count = self.write_index(block, trips)

        def run(env):
            array = env[start.name]
            for _ in range(trips):
                array, = body.run({**env, carried.name: array}, [result])
            return array

        text = (f"scf.for {self.new_name()} = {zero} to {count} step {one} "
                f"iter_args({carried.name} = {start.name}) -> ({self.type_of(known)}) {{\n"
                + "\n".join(body.lines) + "\n}")
        self.add_value(block, text, known, start.array, run, axis=start.axis)

    def fill(self, block, count, depth=0):
        """Draws the ops of a block."""
        ops = [self.add_split] * 6 + [self.add_concat] * 4 + [
            self.add_cast, self.add_slice, self.add_slice, self.add_dim,
            self.add_constant, self.add_constant]
        if depth < MAX_DEPTH:
            ops += [lambda block: self.add_if(block, depth),
                    lambda block: self.add_for(block, depth)]
        for _ in range(count):
            self.choose(ops)(block)


@st.composite
def programs(draw):
    """Calls whose name is their Writer."""
    writer = Writer(draw, draw(st.sampled_from(ELEMENTS)))
    block = Block([])
    for _ in range(draw(st.integers(1, 2))):
        shape = tuple(draw(st.lists(st.integers(0, MAX_SIZE), min_size=1, max_size=3)))
        known = draw(forgotten(shape))
        array = count_up(shape, writer.element)
        name = writer.add_argument(tensor_type(known, writer.element), array)
        block.values.append(Value(name, known, array))
    env = {value.name: value.array for value in block.values}
    writer.fill(block, draw(st.integers(2, 9)))
    results = [writer.pick(block) for _ in range(draw(st.integers(1, 3)))]
    try:
        expected = block.run(env, results)
    except Failed:
        expected = None
    return Call("\n".join(block.lines), writer.types, writer.arguments,
                [writer.type_of(value.known) for value in results], expected, writer,
                [value.name for value in results])
