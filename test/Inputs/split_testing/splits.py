"""Random splits, valid or not, and what NumPy computes for them."""

import dataclasses

from hypothesis import strategies as st
import numpy as np

from split_testing.functions import NUMPY_TYPES, Call, fill, tensor_type
from split_testing.reference import (Invalid, Operand, openvino_split,
                                     openvino_variadic_split, require)

ELEMENTS = ["f32", "f64", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i1", "i4", "ui4", "i8", "ui8",
            "si8", "i16", "si16", "ui16", "i32", "si32", "ui32", "i64", "si64", "ui64", "index",
            "complex<f32>", "complex<f64>"]
# The types that C3 allows of an axis and of lengths.
INTEGERS = ["i8", "ui8", "si8", "i16", "ui16", "i32", "si32", "ui32", "i64", "ui64", "index"]
MAX_SIZE = 6


def expect(call, compute):
    """Makes a call expect what a function returns, or a failure if that raises Invalid."""
    try:
        call.expected = compute()
    except Invalid as error:
        call.reason = str(error)


@dataclasses.dataclass
class NamedCall(Call):
    """A call that is its own name, so that results tell its form."""

    is_static: bool = False  # whether types and attributes alone decide the result
    form: str = None
    passes = ""

    @property
    def name(self):
        return self

    @name.setter
    def name(self, _):
        pass

    def is_certain(self):
        return self.is_static


@dataclasses.dataclass
class Integers:
    """An axis or lengths: an attribute, or an operand."""

    values: tuple
    element: str = None  # None for an attribute
    shape: tuple = None  # None for a scalar

    @property
    def type(self):
        return self.element if self.shape is None else tensor_type(self.shape, self.element)

    @property
    def operand(self):
        return Operand(self.element or "i64", self.shape or (), self.values)

    @property
    def array(self):
        dtype = NUMPY_TYPES[self.element]
        return np.array(self.values, dtype).reshape(self.shape or ())

    def write(self, attribute, types, arguments):
        """The attribute, or the operand that this adds to types and arguments."""
        if self.element is None:
            return attribute
        types.append(self.type)
        arguments.append(self.array)
        return f"(%a{len(types) - 1} : {self.type})"


@dataclasses.dataclass
class Split:
    """A split, and what its types state."""

    element: str
    shape: tuple  # the data's
    known: tuple  # the shape in the data's type, or None for an unknown rank
    axis: Integers
    num: int  # the number of pieces
    lengths: Integers  # None for equal pieces
    claims: tuple  # the shapes in the result types, None for an unknown rank
    places: frozenset = frozenset()  # of the index values in a list of lengths
    form = "dialect"
    passes = ""

    def place_pieces(self):
        """Where the pieces lie. Only a constant may be the -1 of a list (V7)."""
        if self.lengths is None:
            return openvino_split(self.shape, self.axis.operand, self.num)
        pieces = openvino_variadic_split(self.shape, self.axis.operand, self.lengths.operand)
        require(all(self.lengths.values[i] >= 0 for i in self.places), "-1 is a value")
        return pieces

    def get_pieces(self):
        """The results. Raises Invalid if a rule is broken or a result type is wrong."""
        pieces = self.place_pieces().of(fill(self.shape, self.element))
        for piece, claim in zip(pieces, self.claims):
            if claim is not None and (len(claim) != piece.ndim or any(
                    c not in ("?", d) for c, d in zip(claim, piece.shape))):
                raise Invalid("type of a result")
        return pieces

    def is_certain(self):
        """Whether types and attributes alone decide the result (C6)."""
        operands = [self.axis] + ([self.lengths] if self.lengths else [])
        return (all(o.element is None for o in operands) and not self.places
                and self.known is not None and "?" not in self.known)

    def make_call(self):
        types, arguments = [tensor_type(self.known, self.element)], []
        arguments.append(fill(self.shape, self.element))
        axis = self.axis.write(f"({self.axis.values[0]})", types, arguments)
        name, pieces = "split", f"into {self.num}"
        if self.lengths is not None:
            name = "variadic_split"
            numbers = [Integers((n,), "index").write(None, types, arguments).split()[0][1:]
                       if i in self.places else str(n)
                       for i, n in enumerate(self.lengths.values)]
            lengths = self.lengths.write(f" [{', '.join(numbers)}]", types, arguments)
            pieces = f"lengths{lengths}"
        results = [tensor_type(claim, self.element) for claim in self.claims]
        body = (f"%r:{self.num} = split.{name} %a0 axis{axis} {pieces} : {types[0]} -> "
                f"{', '.join(results)}")
        call = Call(body, types, arguments, results, name=self)
        expect(call, self.get_pieces)
        return call


# ---- Strategies. ----


def limits(element):
    if element is None or element == "index":
        element = "i64"
    info = np.iinfo(NUMPY_TYPES[element])
    return int(info.min), int(info.max)


@st.composite
def integers_of(draw, values, scalar):
    """The values as an attribute or an operand. The largest value of a type stands
    in for values that the type cannot hold."""
    element = draw(st.sampled_from([None, None, None] + INTEGERS))
    shape = (len(values),)
    if scalar:
        shape = draw(st.sampled_from([None, (), (1,)])) if element else None
    low, high = limits(element)
    return Integers(tuple(v if low <= v <= high else high for v in values), element,
                    shape)


@st.composite
def cuts(draw, size, count):
    """`count` lengths with the sum `size`."""
    ends = sorted(draw(st.lists(st.integers(0, size), min_size=count - 1,
                                max_size=count - 1)))
    return [b - a for a, b in zip([0] + ends, ends + [size])]


@st.composite
def forgotten(draw, shape):
    """A shape with some sizes, or the rank, unknown."""
    if draw(st.integers(0, 5)) == 5:
        return None
    known = draw(st.lists(st.booleans(), min_size=len(shape), max_size=len(shape)))
    return tuple(d if k else "?" for d, k in zip(shape, known))


@st.composite
def broken_lengths(draw, lengths):
    """Lengths with one other number, or -1 twice."""
    lengths = list(lengths)
    place = draw(st.integers(0, len(lengths) - 1))
    lengths[place] = draw(st.sampled_from(
        [lengths[place] + 1, max(0, lengths[place] - 1), -1, -2, 127, -128,
         2 ** 62, 2 ** 63 - 1, -2 ** 63]))
    if draw(st.booleans()):
        lengths[draw(st.integers(0, len(lengths) - 1))] = -1
    return lengths


@st.composite
def claims_of(draw, piece_shapes, is_broken):
    """Shapes for result types, with more or fewer sizes, or a wrong size or rank."""
    claims = [draw(forgotten(shape)) for shape in piece_shapes]
    if not is_broken:
        return tuple(claims)
    place = draw(st.integers(0, len(claims) - 1))
    claim = list(claims[place] or piece_shapes[place])
    if draw(st.integers(0, 3)) == 3:
        claim.append("?")
    else:
        claim[draw(st.integers(0, len(claim) - 1))] = draw(st.integers(0, MAX_SIZE))
    claims[place] = tuple(claim)
    return tuple(claims)


@st.composite
def shapes(draw):
    """Shapes of 1 to 6 dimensions of small sizes."""
    rank = draw(st.integers(1, 6))
    return draw(st.lists(st.integers(0, MAX_SIZE if rank < 5 else 3), min_size=rank,
                         max_size=rank))


@st.composite
def splits_of_scalars(draw):
    """Scalars have no axis (C2)."""
    axis = draw(integers_of([draw(st.integers(-1, 1))], scalar=True))
    return Split(draw(st.sampled_from(ELEMENTS)), (), draw(st.sampled_from([(), None])), axis, 1,
                 None, (None,)).make_call()


@st.composite
def splits(draw):
    """Calls of one split, with the Split as their name."""
    if draw(st.integers(0, 50)) == 50:
        return draw(splits_of_scalars())
    shape = draw(shapes())
    rank = len(shape)
    axis = draw(st.integers(-rank, rank - 1))
    broken = draw(st.sampled_from([None] * 7 + ["size", "axis", "lengths", "claims"]))
    is_equal = draw(st.booleans())
    if is_equal:
        num = draw(st.integers(1, MAX_SIZE))
        if broken != "size":
            shape[axis] = num * draw(st.integers(0, MAX_SIZE // num))
        lengths = [shape[axis] // num] * num
    else:
        num = draw(st.one_of(st.integers(1, 4), st.integers(1, 4), st.integers(5, 12)))
        lengths = draw(cuts(shape[axis], num))
    piece_shapes = []
    for length in lengths:
        piece_shapes.append(list(shape))
        piece_shapes[-1][axis] = length
    given, places = None, frozenset()
    if not is_equal:
        if broken == "lengths":
            lengths = draw(broken_lengths(lengths))
        elif draw(st.integers(0, 2)) == 2:
            lengths[draw(st.integers(0, num - 1))] = -1
        if broken == "size":
            shape[axis] += draw(st.integers(1, 3))
        given = draw(integers_of(lengths, scalar=False))
        if given.element is None:
            # A written -1 is no index value, unless a rule is to be broken.
            places = draw(st.frozensets(st.sampled_from(
                [i for i in range(num) if lengths[i] != -1 or broken] or [None])))
            places -= {None}
    if broken == "axis":
        axis = draw(st.sampled_from([rank, -rank - 1, 127, -128, 2 ** 63 - 1, -2 ** 63]))
    claims = draw(claims_of(piece_shapes, broken == "claims"))
    known = draw(forgotten(shape))
    return Split(draw(st.sampled_from(ELEMENTS)), tuple(shape), known,
                 draw(integers_of([axis], scalar=True)), num, given, claims,
                 places).make_call()
