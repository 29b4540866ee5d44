"""Writes functions of random splits among other ops, and computes them by NumPy.

Each op is drawn for tensors whose values are known, so that its rules hold, or are
broken on purpose. After an op that fails, and in branches that are not taken,
tensors of matching shapes stand in for values that are never computed.
"""

import dataclasses

from hypothesis import strategies as st
import numpy as np

from split_testing.functions import tensor_type
from split_testing.reference import cut
from split_testing.splits import INTEGERS, Integers, cuts, forgotten, limits

MAX_SIZE = 6
MAX_ELEMENTS = 300


class Failed(Exception):
    """A rule is broken at run time."""


@dataclasses.dataclass(eq=False)
class Value:
    name: str
    known: tuple  # the shape in its type, or None for an unknown rank
    array: np.ndarray
    axis: int = 0  # along which it was cut or joined
    family: list = ()  # all pieces of its split, or the values it joins


@dataclasses.dataclass(eq=False)
class Block:
    """The ops of a region, as text and as functions on arrays by name."""

    values: list
    is_dead: bool = False
    lines: list = dataclasses.field(default_factory=list)
    steps: list = dataclasses.field(default_factory=list)

    def add(self, values, text, compute):
        """Adds an op. `compute` returns the arrays of its results."""
        self.lines.append(text)
        self.values = self.values + values
        self.steps.append(lambda env: env.update(zip((v.name for v in values), compute(env))))

    def run(self, env, values):
        """The arrays of some values after all ops; `env` does not change."""
        env = dict(env)
        for step in self.steps:
            step(env)
        return [env[value.name] for value in values]


def fits(shape):
    return np.prod(shape, dtype=int) <= MAX_ELEMENTS


class SplitWriter:
    """Draws values, casts and splits of one function."""

    def __init__(self, draw, element):
        self.draw, self.element = draw, element
        self.types, self.arguments = [], []
        self.num_names = 0
        self.is_broken = False

    # ---- Choices. Hypothesis shrinks towards the first option. ----

    def one_in(self, count):
        return self.draw(st.integers(0, count - 1)) == count - 1

    def choose(self, options):
        return self.draw(st.sampled_from(options))

    def between(self, low, high):
        return self.draw(st.integers(low, high))

    def pick(self, block, fit=lambda value: True):
        """One of the values, a late one more often."""
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
        """Adds an op with one result, which `run` computes from all values."""
        value = Value(self.new_name(), known, array, **origin)
        block.add([value], f"{value.name} = {text}", lambda env: [run(env)])
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
        """The rule that a split breaks, or None."""
        if not self.one_in(3 if block.is_dead else 12):
            return None
        return self.choose(["size", "axis", "lengths", "claims"])

    def draw_equal(self, size, broken):
        """A number of equal pieces, which does not divide the size if `broken` says so."""
        counts = [n for n in range(1, MAX_SIZE + 1)
                  if (size % n != 0) == (broken == "size")]
        return self.choose(counts) if counts else None

    def infer(self, data, axis, told):
        """The shapes that follow from types and attributes, for the lengths `told`.
        An unknown axis is None."""
        if data.known is None:
            return [None] * len(told)
        if axis is None:
            return [("?",) * len(data.known)] * len(told)
        return [data.known[:axis] + (length,) + data.known[axis + 1:] for length in told]

    def draw_claims(self, inferred, pieces, axis, broken):
        """Shapes for result types, which do not give away a broken rule."""
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
        """Makes one result type wrong, if inference leaves a size open."""
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
        """Any lengths, or those of the joined values, two of them perhaps added."""
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
        """The text for lengths, and the lengths that follow from it."""
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
        if self.one_in(3):
            return self.write_list(block, lengths, given)
        text, are_known = self.write_integers(block, given, False, f" {given}")
        is_size_known = data.known is not None and data.known[axis] != "?"
        return text, [n if are_known and (g != -1 or is_size_known) else "?"
                      for n, g in zip(lengths, given)]

    def write_list(self, block, lengths, given):
        """A list with at least one index value, which is no -1, if there may be one."""
        values = self.draw(st.sets(st.sampled_from(
            [i for i, g in enumerate(given) if g != -1] or [None]), min_size=1))
        texts = [self.write_index(block, g) if i in values else str(g)
                 for i, g in enumerate(given)]
        return f" [{', '.join(texts)}]", [
            n if i not in values and g != -1 else "?"
            for i, (n, g) in enumerate(zip(lengths, given))]

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
        values = [Value(f"{result}#{i}", claim, piece, axis)
                  for i, (claim, piece) in enumerate(zip(claims, pieces))]
        for value in values:
            value.family = values

        def run(env):
            if broken:
                raise Failed
            return cut(env[data.name], axis, lengths)

        block.add(values, f"{result}:{num} = split.{name} {data.name} axis{axis_text} "
                          f"{pieces_text} : {self.type_of(data.known)} -> {types}", run)
