"""Random programs of several ops around splits, and what NumPy makes of them.

Every op is drawn with the tensors it gets at hand, so that what it asks of them
holds, or is broken on purpose. Behind an op that fails, and in branches that are
never taken, tensors of fitting shapes stand in for values that never are.
"""

import dataclasses

from hypothesis import strategies as st
import numpy as np

from calls import NUMPY_TYPES, Call, count_up, cut, tensor_type
from programs import INTEGERS, Integers, cuts, forgotten, limits

ELEMENTS = ["f32", "i32", "i1", "f16", "i8", "index", "ui8", "complex<f32>"]
MAX_SIZE = 6
MAX_ELEMENTS = 300
MAX_DEPTH = 2


class Failed(Exception):
    """A rule is broken at run time."""


@dataclasses.dataclass(eq=False)
class Value:
    name: str
    known: tuple  # of its type, or None for an unknown rank
    array: np.ndarray
    axis: int = 0  # along which it was cut or joined
    family: list = ()  # the pieces of the same split, or what was joined


@dataclasses.dataclass(eq=False)
class Block:
    """Ops of a region, as text and as functions on what values are."""

    values: list
    is_dead: bool = False
    lines: list = dataclasses.field(default_factory=list)
    steps: list = dataclasses.field(default_factory=list)

    def run(self, env):
        for step in self.steps:
            step(env)


@dataclasses.dataclass(eq=False)
class Program:
    element: str
    claims: list  # the shapes in the result types, None for an unknown rank
    body: str
    is_broken: bool  # in a branch that is never taken, maybe
    call: Call = None


def fits(shape):
    return np.prod(shape, dtype=int) <= MAX_ELEMENTS


def join(left, right):
    """What holds of both shapes."""
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


class Writer:
    """Draws the ops of one function."""

    def __init__(self, draw, element):
        self.draw, self.element = draw, element
        self.types, self.arguments = [], []
        self.num_names = 0
        self.is_broken = False

    # ---- Choices. The first of several is the simplest. ----

    def one_in(self, count):
        return self.draw(st.integers(0, count - 1)) == count - 1

    def choose(self, options):
        return self.draw(st.sampled_from(options))

    def between(self, low, high):
        return self.draw(st.integers(low, high))

    def pick(self, block, fit=lambda value: True):
        """One of the values, rather a late one."""
        values = [value for value in reversed(block.values) if fit(value)]
        if len(values) > 3 and not self.one_in(3):
            values = values[:3]
        return self.choose(values) if values else None

    # ---- Names, types and text. ----

    def new_name(self):
        self.num_names += 1
        return f"%v{self.num_names}"

    def type_of(self, known):
        return tensor_type(known, self.element)

    def add_argument(self, type_, array):
        self.types.append(type_)
        self.arguments.append(np.asarray(array))
        return f"%a{len(self.types) - 1}"

    def write_line(self, block, text):
        name = self.new_name()
        block.lines.append(f"{name} = {text}")
        return name

    def write_index(self, block, number):
        if self.one_in(3):
            return self.add_argument("index", np.int64(number))
        return self.write_line(block, f"arith.constant {number} : index")

    def add_value(self, block, text, known, array, run, **origin):
        """An op with one result, which is what `run` makes of the values."""
        value = Value(self.write_line(block, text), known, array, **origin)
        block.steps.append(lambda env: env.update({value.name: run(env)}))
        block.values.append(value)
        return value

    def cast(self, block, value, known):
        text = (f"tensor.cast {value.name} : {self.type_of(value.known)} to "
                f"{self.type_of(known)}")
        return self.add_value(block, text, known, value.array,
                              lambda env: env[value.name], axis=value.axis,
                              family=value.family)

    def cast_if_unranked(self, block, value):
        if value.known is not None:
            return value
        return self.cast(block, value, ("?",) * value.array.ndim)

    # ---- Splits. ----

    def write_integers(self, block, values, scalar, attribute, is_operand=False):
        """An attribute, a constant or an argument."""
        element = self.choose(([] if is_operand else [None] * 4) + INTEGERS)
        if element is None:
            return attribute, True
        low, high = limits(element)
        if not all(low <= v <= high for v in values):
            element = "i64"
        shape = (len(values),)
        if scalar:
            shape = self.choose([None, (), (1,)])
        integers = Integers(tuple(values), element, shape)
        if element[0] == "i" and self.choose([True, False]):
            literal = str(values[0])
            if shape is not None:
                literal = f"dense<{list(values) if shape else values[0]}>"
            name = self.write_line(block, f"arith.constant {literal} : {integers.type}")
        else:
            name = self.add_argument(integers.type, integers.array)
        return f"({name} : {integers.type})", False

    def write_sizes(self, block, parts, axis):
        """Lengths that are the sizes of other values."""
        names = []
        for part in parts:
            index = self.write_line(block, f"arith.constant {axis} : index")
            names.append(self.write_line(
                block, f"tensor.dim {part.name}, {index} : {self.type_of(part.known)}"))
        type_ = f"tensor<{len(names)}xindex>"
        name = self.write_line(block, f"tensor.from_elements {', '.join(names)} : {type_}")
        return f"({name} : {type_})"

    def draw_break(self, block):
        """What is wrong with a split, if anything."""
        if not self.one_in(3 if block.is_dead else 12):
            return None
        return self.choose(["size", "axis", "lengths", "claims"])

    def draw_equal(self, size, broken):
        """The number of equal pieces, which fits or not."""
        counts = [n for n in range(1, MAX_SIZE + 1) if (size % n != 0) == (broken == "size")]
        return self.choose(counts) if counts else None

    def infer(self, data, axis, told):
        """The shapes that types and attributes tell, `told` lengths among them. An
        axis that is not known is None."""
        if data.known is None:
            return [None] * len(told)
        if axis is None:
            return [("?",) * len(data.known)] * len(told)
        return [data.known[:axis] + (length,) + data.known[axis + 1:] for length in told]

    def draw_claims(self, inferred, pieces, axis, broken):
        """Shapes in result types. What breaks a rule claims nothing that tells."""
        claims = []
        for known, piece in zip(inferred, pieces):
            if broken and known is not None:
                known = tuple("?" if i == axis or broken == "axis" else d
                              for i, d in enumerate(known))
            elif not broken and self.one_in(3):
                known = self.draw(forgotten(piece.shape))
            claims.append(known)
        return claims

    def break_claim(self, claims, inferred, pieces):
        """One claim becomes wrong, if there is anything to claim."""
        place = self.between(0, len(claims) - 1)
        open_ = [i for i in range(pieces[place].ndim)
                 if inferred[place] is None or inferred[place][i] == "?"]
        if not open_:
            return False
        claim = list(inferred[place] or ("?",) * pieces[place].ndim)
        i = self.choose(open_)
        claim[i] = pieces[place].shape[i] + 1
        claims[place] = tuple(claim)
        shape = list(pieces[place].shape)
        shape[i] += 1
        pieces[place] = np.zeros(shape, pieces[place].dtype)
        return True

    def add_split(self, block):
        data = self.pick(block, lambda value: value.array.ndim > 0)
        if data is None:
            return
        broken = self.draw_break(block)
        if broken and not self.one_in(4):
            data = self.cast(block, data, self.choose(
                [("?",) * data.array.ndim, ("?",) * data.array.ndim, None]))
        rank = data.array.ndim
        axis = data.axis % rank
        if self.one_in(3):
            axis = self.between(0, rank - 1)
        is_equal = self.choose([False, True])
        size = data.array.shape[axis]
        if is_equal:
            num = self.draw_equal(size, broken)
            if num is None:
                return
            # A stand-in is as long as its data.
            stand_in = [size // num] * (num - 1) + [size - size // num * (num - 1)]
        else:
            stand_in = self.draw_lengths(data, axis)
        self.write_split(block, data, axis, is_equal, stand_in, broken)

    def draw_lengths(self, data, axis):
        """Any lengths, or those of what was joined, some of them together."""
        size = data.array.shape[axis]
        kind = self.between(0, 3)
        if kind == 3:
            num = self.choose([n for n in range(1, 5) if size % n == 0])
            return [size // num] * num
        lengths = [f.array.shape[axis] for f in data.family if f.array.ndim > axis]
        if kind == 2 or not lengths or sum(lengths) != size:
            return self.draw(cuts(size, self.between(1, 4)))
        if len(lengths) > 2 and self.one_in(2):
            place = self.between(0, len(lengths) - 2)
            lengths[place:place + 2] = [sum(lengths[place:place + 2])]
        return lengths

    def write_lengths(self, block, data, axis, lengths, broken):
        """The text for lengths, and what it tells of them."""
        given = list(lengths)
        place = self.between(0, len(given) - 1)
        if broken in ("size", "lengths"):
            given[place] = self.choose([given[place] + 1, -2, 127, 2 ** 63 - 1])
        elif self.one_in(3):
            given[place] = -1
        family = data.family
        if not broken and family and not self.one_in(3) and all(
                f.array.ndim == data.array.ndim for f in family):
            sizes = [f.array.shape[axis] for f in family]
            if sizes == list(lengths):
                return self.write_sizes(block, family, axis), ["?"] * len(given)
        text, are_known = self.write_integers(block, given, False, f" {given}")
        is_size_known = data.known is not None and data.known[axis] != "?"
        return text, [n if are_known and (g != -1 or is_size_known) else "?"
                      for n, g in zip(lengths, given)]

    def write_split(self, block, data, axis, is_equal, lengths, broken):
        rank, num = data.array.ndim, len(lengths)
        given = self.choose([axis, axis - rank])
        if broken == "axis":
            given = self.choose([rank, -rank - 1, 127, -128])
        axis_text, is_axis_known = self.write_integers(
            block, [given], True, f"({given})",
            broken == "axis" and data.known is not None)
        name, pieces_text = "split", f"into {num}"
        told = lengths if data.known and data.known[axis] != "?" else ["?"] * num
        if not is_equal:
            name = "variadic_split"
            text, told = self.write_lengths(block, data, axis, lengths, broken)
            pieces_text = f"lengths{text}"
        pieces = cut(data.array, axis, lengths)
        inferred = self.infer(data, axis if is_axis_known else None, told)
        claims = self.draw_claims(inferred, pieces, axis, broken)
        if broken == "claims" and not self.break_claim(claims, inferred, pieces):
            broken = None
        if broken == "lengths" and is_equal:
            broken = None
        self.is_broken = self.is_broken or broken is not None
        result = self.new_name()
        types = ", ".join(map(self.type_of, claims))
        block.lines.append(
            f"{result}:{num} = split.{name} {data.name} axis{axis_text} {pieces_text} : "
            f"{self.type_of(data.known)} -> {types}")
        values = [Value(f"{result}#{i}", claim, piece, axis)
                  for i, (claim, piece) in enumerate(zip(claims, pieces))]
        for value in values:
            value.family = values

        def run(env):
            if broken:
                raise Failed
            found = cut(env[data.name], axis, lengths)
            env.update({v.name: piece for v, piece in zip(values, found)})

        block.steps.append(run)
        block.values += values

    # ---- Other ops. ----

    def draw_parts(self, block, first):
        """What to join: pieces of one split, or whatever fits."""
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
        # Upstream does not bufferize what is empty by its type.
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
        """A cast that would fail where it is never reached."""
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

    def draw_range(self, block, size, known):
        """An offset and a size of a slice: numbers, text, and what is known."""
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
        offsets, sizes, known = [], [], []
        index = []
        for i, (size, told) in enumerate(zip(value.array.shape, value.known)):
            if i != axis and told != "?" and told > 0 and not self.one_in(4):
                offset, count, texts, is_known = 0, size, ["0", str(size)], size
            else:
                offset, count, texts, is_known = self.draw_range(block, size, told)
            index.append(slice(offset, offset + count))
            offsets.append(texts[0])
            sizes.append(texts[1])
            known.append(is_known)
        index = tuple(index)
        shape = value.array[index].shape
        if self.one_in(4):
            kept = [i for i, d in enumerate(known) if d != 1]
            known = [known[i] for i in kept]
            shape = tuple(shape[i] for i in kept)
        text = (f"tensor.extract_slice {value.name}[{', '.join(offsets)}] "
                f"[{', '.join(sizes)}] [{', '.join(['1'] * len(index))}] : "
                f"{self.type_of(value.known)} to {self.type_of(known)}")
        if not known:
            return
        rank_kept = len(known) == len(index)
        self.add_value(block, text, tuple(known), value.array[index].reshape(shape),
                       lambda env: self.slice_of(env[value.name], index, rank_kept, kept
                                                 if not rank_kept else None),
                       axis=axis if rank_kept else 0)

    @staticmethod
    def slice_of(array, index, rank_kept, kept):
        piece = array[index]
        return piece if rank_kept else piece.reshape([piece.shape[i] for i in kept])

    # ---- Regions. ----

    def close(self, block, value, known, yield_="scf.yield"):
        if value.known != known:
            value = self.cast(block, value, known)
        block.lines.append(f"{yield_} {value.name} : {self.type_of(known)}")
        return value.name

    def add_if(self, block, depth):
        taken = self.choose([True, False])
        if self.one_in(4):
            condition = self.write_line(block, f"arith.constant {str(taken).lower()}")
        else:
            condition = self.add_argument("i1", np.bool_(taken))
        branches, ends = [], []
        for is_taken in (taken, not taken):
            branch = Block(list(block.values), block.is_dead or not is_taken)
            self.fill(branch, self.between(0, 3), depth + 1)
            branches.append(branch)
            ends.append(self.pick(branch))
        known = join(ends[0].known, ends[1].known)
        if known is not None and self.one_in(3):
            known = ("?",) * len(known)
        results = [self.close(b, e, known) for b, e in zip(branches, ends)]
        number = 0 if taken else 1

        def run(env):
            inner = dict(env)
            branches[number].run(inner)
            return inner[results[number]]

        text = (f"scf.if {condition} -> ({self.type_of(known)}) {{\n"
                + "\n".join(branches[0].lines) + "\n} else {\n"
                + "\n".join(branches[1].lines) + "\n}")
        end = ends[number]
        self.add_value(block, text, known, end.array, run, axis=end.axis)

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
                inner = dict(env)
                inner[carried.name] = array
                body.run(inner)
                array = inner[result]
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
def fold_programs(draw):
    writer = Writer(draw, draw(st.sampled_from(ELEMENTS)))
    block = Block([])
    for _ in range(draw(st.integers(1, 2))):
        shape = tuple(draw(st.lists(st.integers(0, MAX_SIZE), min_size=1, max_size=3)))
        known = draw(forgotten(shape))
        array = count_up(shape, writer.element)
        name = writer.add_argument(tensor_type(known, writer.element), array)
        block.values.append(Value(name, known, array))
    given = {value.name: value.array for value in block.values}
    writer.fill(block, draw(st.integers(2, 9)))
    results = [writer.pick(block) for _ in range(draw(st.integers(1, 3)))]
    try:
        env = dict(given)
        block.run(env)
        expected = [env[value.name] for value in results]
    except Failed:
        expected = None
    claims = [value.known for value in results]
    program = Program(writer.element, claims, "\n".join(block.lines),
                      writer.is_broken)
    program.call = Call(program.body, writer.types, writer.arguments,
                        [writer.type_of(known) for known in claims], expected, program,
                        [value.name for value in results])
    return program
