"""Ops of the dialects arith, math, complex and index, on numbers or on tensors."""

import cmath
from fractions import Fraction
import math
import struct

from split_testing.whole_programs.elements import (
    COMPLEX, FLOATS, INTEGERS, float_bits, is_float, is_integer, round_to, signed, width, wrap,
    write)
from split_testing.whole_programs.program import (
    BOOL, Op, apply, check, make_array, require, scalar)


def divide(a, b, mode):
    """Integer division of signed numbers, or the remainder."""
    require(b != 0, "division by zero")
    if mode == "floor":
        return a // b
    if mode == "ceil":
        return -(-a // b)
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient if mode == "trunc" else a - quotient * b


def signed_division(mode):
    def run(e, a, b):
        a, b = signed(e, a), signed(e, b)
        require((a, b) != (-1 << (width(e) - 1), -1), "overflow")
        return divide(a, b, mode)
    return run


def shift(run):
    def checked(e, a, b):
        require(b < width(e), "shift is too far")
        return run(e, a, b)
    return checked


def by_sign(choose):
    return lambda e, a, b: choose(a, b, key=lambda n: signed(e, n))


# Functions of the element type and the operands as unsigned numbers.
INTEGER_BINARY = {
    "addi": lambda e, a, b: a + b, "subi": lambda e, a, b: a - b, "muli": lambda e, a, b: a * b,
    "andi": lambda e, a, b: a & b, "ori": lambda e, a, b: a | b, "xori": lambda e, a, b: a ^ b,
    "divui": lambda e, a, b: divide(a, b, "floor"), "remui": lambda e, a, b: divide(a, b, "rem"),
    "ceildivui": lambda e, a, b: divide(a, b, "ceil"), "divsi": signed_division("trunc"),
    "remsi": signed_division("rem"), "floordivsi": signed_division("floor"),
    "ceildivsi": signed_division("ceil"), "shli": shift(lambda e, a, b: a << b),
    "shrui": shift(lambda e, a, b: a >> b), "shrsi": shift(lambda e, a, b: signed(e, a) >> b),
    "minui": lambda e, a, b: min(a, b), "maxui": lambda e, a, b: max(a, b),
    "minsi": by_sign(min), "maxsi": by_sign(max),
}
INDEX_BINARY = {
    "add": "addi", "sub": "subi", "mul": "muli", "divs": "divsi", "divu": "divui",
    "rems": "remsi", "remu": "remui", "ceildivs": "ceildivsi", "ceildivu": "ceildivui",
    "floordivs": "floordivsi", "and": "andi", "or": "ori", "xor": "xori", "shl": "shli",
    "shru": "shrui", "shrs": "shrsi", "mins": "minsi", "maxs": "maxsi", "minu": "minui",
    "maxu": "maxui",
}
INTEGER_UNARY = {
    "math.absi": lambda e, a: abs(signed(e, a)), "math.ctpop": lambda e, a: bin(a).count("1"),
    "math.ctlz": lambda e, a: width(e) - a.bit_length(),
    "math.cttz": lambda e, a: (a & -a).bit_length() - 1 if a else width(e),
}


def is_negative(a):
    return math.copysign(1, a) < 0


def extreme(choose, propagates):
    """minimumf and maximumf, or minnumf and maxnumf."""
    def run(a, b):
        if a != a or b != b:
            return math.nan if propagates or (a != a and b != b) else b if a != a else a
        require(propagates or a != b or is_negative(a) == is_negative(b), "-0 or 0")
        return choose(a, b, key=lambda n: (n, not is_negative(n)))
    return run


def finite(run, special):
    """An op on exact numbers; `special` computes with infinities, NaNs and zeros."""
    def checked(*numbers):
        if all(map(math.isfinite, numbers)):
            exact = run(*map(Fraction, numbers))
            if exact:
                return exact
        return special(*numbers)
    return checked


def divide_floats(a, b):
    if b == 0:
        return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1, b)
    return Fraction(a) / Fraction(b) if math.isfinite(a) and a and math.isfinite(b) else a / b


FLOAT_BINARY = {
    "arith.addf": finite(lambda a, b: a + b, lambda a, b: a + b),
    "arith.subf": finite(lambda a, b: a - b, lambda a, b: a - b),
    "arith.mulf": finite(lambda a, b: a * b, lambda a, b: a * b),
    "arith.divf": divide_floats,
    "arith.minimumf": extreme(min, True), "arith.maximumf": extreme(max, True),
    "arith.minnumf": extreme(min, False), "arith.maxnumf": extreme(max, False),
    "math.copysign": math.copysign,
}


def to_whole(choose):
    return lambda a: math.copysign(float(choose(a)), a) if math.isfinite(a) else a


def square_root(a):
    if a < 0:
        return math.nan
    return math.sqrt(a)


FLOAT_UNARY = {
    "arith.negf": lambda a: -a, "math.absf": abs, "math.ceil": to_whole(math.ceil),
    "math.floor": to_whole(math.floor), "math.trunc": to_whole(math.trunc),
    "math.roundeven": to_whole(round),
    "math.round": to_whole(lambda a: math.trunc(a + math.copysign(0.5, a))
                           if abs(a) < 2 ** 50 else a),
    "math.sqrt": square_root,
}
FLOAT_TESTS = {"math.isnan": lambda a: a != a, "math.isinf": math.isinf,
               "math.isfinite": math.isfinite}
COMPARE_INTEGERS = {
    "eq": (False, lambda a, b: a == b), "ne": (False, lambda a, b: a != b),
    "slt": (True, lambda a, b: a < b), "sle": (True, lambda a, b: a <= b),
    "sgt": (True, lambda a, b: a > b), "sge": (True, lambda a, b: a >= b),
    "ult": (False, lambda a, b: a < b), "ule": (False, lambda a, b: a <= b),
    "ugt": (False, lambda a, b: a > b), "uge": (False, lambda a, b: a >= b),
}
COMPARE_FLOATS = {
    "eq": lambda a, b: a == b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "ne": lambda a, b: a != b,
}


def compare_floats(predicate, a, b):
    is_unordered = a != a or b != b
    if predicate in ("ord", "uno", "false", "true"):
        return {"ord": not is_unordered, "uno": is_unordered, "false": False,
                "true": True}[predicate]
    if is_unordered:
        return predicate[0] == "u"
    return COMPARE_FLOATS[predicate[1:]](a, b)


PREDICATES = [o + p for o in "ou" for p in COMPARE_FLOATS] + ["ord", "uno", "false", "true"]


def float_to_integer(is_signed):
    def run(old, new, a):
        require(math.isfinite(a), "not finite")
        low = -1 << (width(new) - 1) if is_signed else 0
        require(low <= math.trunc(a) < low + (1 << width(new)), "out of range")
        return math.trunc(a)
    return run


def bits_of(old, new, a):
    require(a == a, "the bits of a NaN are not defined")
    bits = float_bits(old, a) if is_float(old) else a
    if not is_float(new):
        return bits
    if new == "bf16":
        return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    code = {16: "<He", 32: "<If", 64: "<Qd"}[width(new)]
    number = struct.unpack("<" + code[2], struct.pack(code[:2], bits))[0]
    return number


def exactly(old, new, a):
    return a


def by_signed(old, new, a):
    return signed(old, a)


# Casts: what types they take, and functions of both element types and the number.
CASTS = {
    "arith.extsi": ("int", "int", "wider", by_signed),
    "arith.extui": ("int", "int", "wider", exactly),
    "arith.trunci": ("int", "int", "narrower", exactly),
    "arith.index_cast": ("index", "index", "", by_signed),
    "arith.index_castui": ("index", "index", "", exactly),
    "index.casts": ("index", "index", "", by_signed),
    "index.castu": ("index", "index", "", exactly),
    "arith.sitofp": ("int", "float", "", by_signed),
    "arith.uitofp": ("int", "float", "", exactly),
    "arith.fptosi": ("float", "int", "", float_to_integer(True)),
    "arith.fptoui": ("float", "int", "", float_to_integer(False)),
    "arith.extf": ("float", "float", "wider", exactly),
    "arith.truncf": ("float", "float", "narrower", exactly),
    "arith.bitcast": ("bits", "bits", "equal", bits_of),
}


def cast_targets(op, element):
    """The element types that a cast from `element` may have."""
    kind, to, size, _ = CASTS[op]
    plain = [e for e in INTEGERS if e != "index"]
    groups = {"int": plain, "float": list(FLOATS), "bits": plain + list(FLOATS)}
    if kind == "index":
        if element == "index":
            return plain
        return ["index"] if element in plain else []
    if element not in groups[kind]:
        return []
    sizes = {"wider": lambda e: width(e) > width(element), "": lambda e: True,
             "narrower": lambda e: width(e) < width(element),
             "equal": lambda e: width(e) == width(element)}
    return [e for e in groups[to] if sizes[size](e) and e != element]


def finish(element, number):
    """A result as the element type has it."""
    if is_integer(element):
        return wrap(element, int(number))
    return round_to(element, number) if is_float(element) else number


class Scalar(Op):
    """An op on numbers, or on each element of tensors of the same type."""

    def run(self, machine, *arrays):
        if self.type.is_tensor:
            sizes = {a.shape for a in arrays}
            check(len(sizes) == 1, "sizes differ")
            shape = sizes.pop()

        def compute(*numbers):
            require(None not in numbers, "not initialized")
            return self.compute(*numbers)

        if len(self.results) == 1:
            return [apply(compute, *arrays)]
        if not self.type.is_tensor:
            return compute(*arrays)
        pairs = [compute(*n) for n in zip(*(a.ravel() for a in arrays))]
        return [make_array(shape, column) for column in zip(*pairs)] or [arrays[0], arrays[0]]

    def text(self, p):
        return f"{self.op} {p(*self.operands)} : {self.type}"


class Binary(Scalar):
    """Integer or float, by the element type."""

    def compute(self, a, b):
        element = self.type.element
        if is_integer(element):
            return wrap(element, INTEGER_BINARY[self.op.split(".")[1]](element, a, b))
        return finish(element, FLOAT_BINARY[self.op](a, b))


class IndexBinary(Scalar):
    def compute(self, a, b):
        run = INTEGER_BINARY[INDEX_BINARY[self.op.split(".")[1]]]
        return wrap("index", run("index", a, b))

    def text(self, p):
        return f"{self.op} {p(*self.operands)}"


class Unary(Scalar):
    def compute(self, a):
        element = self.type.element
        if is_integer(element):
            return wrap(element, INTEGER_UNARY[self.op](element, a))
        return finish(element, FLOAT_UNARY[self.op](a))


class FloatTest(Scalar):
    def compute(self, a):
        return int(FLOAT_TESTS[self.op](a))

    def text(self, p):
        return f"{self.op} {p(*self.operands)} : {self.operands[0].type}"


class MulAdd(Scalar):
    op = "math.fma"

    def compute(self, a, b, c):
        if all(map(math.isfinite, (a, b, c))):
            exact = Fraction(a) * Fraction(b) + Fraction(c)
            if exact:
                return finish(self.type.element, exact)
        return finish(self.type.element, a * b + c)


class Compare(Scalar):
    def compute(self, a, b):
        element = self.operands[0].type.element
        if not is_integer(element):
            return int(compare_floats(self.predicate, a, b))
        is_signed, run = COMPARE_INTEGERS[self.predicate]
        return int(run(signed(element, a), signed(element, b)) if is_signed else run(a, b))

    def text(self, p):
        if self.op == "index.cmp":
            return f"index.cmp {self.predicate}({p(*self.operands)})"
        return f"{self.op} {self.predicate}, {p(*self.operands)} : {self.operands[0].type}"


class Select(Scalar):
    op = "arith.select"

    def run(self, machine, condition, one, other):
        if not hasattr(condition, "shape"):
            require(condition is not None, "not initialized")
            return [one if condition else other]
        sizes = {condition.shape, one.shape, other.shape}
        check(len(sizes) == 1, "sizes differ")
        require(None not in condition.ravel(), "not initialized")
        return [apply(lambda c, a, b: a if c else b, condition, one, other)]

    def text(self, p):
        condition = self.operands[0].type
        types = f"{condition}, {self.type}" if condition.is_tensor else self.type
        return f"{self.op} {p(*self.operands)} : {types}"


class Cast(Scalar):
    def compute(self, a):
        old, new = self.operands[0].type.element, self.type.element
        return finish(new, CASTS[self.op][3](old, new, a))

    def text(self, p):
        return f"{self.op} {p(*self.operands)} : {self.operands[0].type} to {self.type}"


class Extended(Scalar):
    """Ops with a second result."""

    def compute(self, a, b):
        e = self.type.element
        if self.op == "arith.addui_extended":
            return [wrap(e, a + b), (a + b) >> width(e)]
        product = a * b if "mului" in self.op else signed(e, a) * signed(e, b)
        return [wrap(e, product), wrap(e, product >> width(e))]

    def text(self, p):
        types = f"{self.type}"
        if self.op == "arith.addui_extended":
            types += f", {self.results[1].type}"
        return f"{self.op} {p(*self.operands)} : {types}"


class IntegerPower(Scalar):
    op = "math.ipowi"

    def compute(self, a, b):
        e = self.type.element
        a, b = signed(e, a), signed(e, b)
        require(b >= 0 or a != 0, "division by zero")
        if b < 0:
            return wrap(e, a ** (b % 2) if abs(a) == 1 else 0)
        return pow(a, b, 1 << width(e))


class Constant(Op):
    """A number or a tensor."""

    op = "arith.constant"

    def run(self, machine):
        return [self.value]

    def text(self, p):
        element = self.type.element
        if not self.type.is_tensor:
            if element in COMPLEX:
                part = COMPLEX[element]
                numbers = ", ".join(f"{write(part, n)} : {part}"
                                    for n in (self.value.real, self.value.imag))
                return f"complex.constant [{numbers}] : {element}"
            text = write(element, self.value)
            return f"arith.constant {text}" + (f" : {element}" if element != "i1" else "")
        return f"arith.constant dense<{self.literal(self.value)}> : {self.type}"

    def literal(self, array):
        element = self.type.element
        flat = array.ravel().tolist()
        if flat and all(n == flat[0] and write(element, n) == write(element, flat[0])
                        for n in flat):
            return write(element, flat[0])
        if not array.ndim:
            return write(element, array.item())
        return "[" + ", ".join(self.literal_of(a) for a in array) + "]" if flat else ""

    def literal_of(self, array):
        if not hasattr(array, "ndim"):
            return write(self.type.element, array)
        return "[" + ", ".join(map(self.literal_of, array)) + "]"


def compute_complex(op, element, a, b):
    part, kind = COMPLEX[element], op.split(".")[1]
    if kind == "mul":
        # Signs of zeros depend on how products are added, so there must be none.
        require(all(cmath.isfinite(n) and n.real and n.imag for n in (a, b)), "zeros")
        products = [Fraction(a.real) * Fraction(b.real), -Fraction(a.imag) * Fraction(b.imag),
                    Fraction(a.real) * Fraction(b.imag), Fraction(a.imag) * Fraction(b.real)]
        require(all(n == round_to(part, n) for n in products), "inexact")
        parts = [products[0] + products[1], products[2] + products[3]]
    elif kind in ("neg", "conj"):
        parts = [-a.real if kind == "neg" else a.real, -a.imag]
    else:
        run = FLOAT_BINARY[{"add": "arith.addf", "sub": "arith.subf"}[kind]]
        parts = [run(a.real, b.real), run(a.imag, b.imag)]
    return complex(*(round_to(part, n) for n in parts))


class Affine(Op):
    """affine.apply, affine.min and affine.max. Each result of the map is a list: a factor for
    each operand, and a number."""

    def run(self, machine, *numbers):
        numbers = [signed("index", n) for n in numbers]
        results = [sum(f * n for f, n in zip(factors, numbers)) + rest
                   for *factors, rest in self.map]
        require(all(abs(n) < 1 << 62 for n in results + numbers), "overflow")
        return [wrap("index", min(results) if self.op == "affine.min" else max(results))]

    def text(self, p):
        dims = [f"d{i}" for i in range(len(self.operands))]
        results = [" + ".join([*(f"{d} * {f}" for d, f in zip(dims, factors)), str(rest)])
                   for *factors, rest in self.map]
        return (f"{self.op} affine_map<({', '.join(dims)}) -> ({', '.join(results)})>"
                f"({p(*self.operands)})")


class ComplexOp(Op):
    """create, re, im, add, sub, mul, neg, conj, eq and neq."""

    def run(self, machine, *numbers):
        require(None not in numbers, "not initialized")
        kind = self.op.split(".")[1]
        if kind == "create":
            return [complex(*numbers)]
        a, b = numbers[0], numbers[-1]
        if kind in ("re", "im"):
            return [a.real if kind == "re" else a.imag]
        if kind in ("eq", "neq"):
            return [int((a == b) == (kind == "eq"))]
        return [compute_complex(self.op, self.operands[0].type.element, a, b)]

    def text(self, p):
        kind = self.op.split(".")[1]
        type_ = self.type if kind == "create" else self.operands[0].type
        return f"{self.op} {p(*self.operands)} : {type_}"


def draw_scalar(rng, pick, element, make_tensor):
    """A random op on operands that `pick(element)` returns, of which the first has an element
    type. `make_tensor` says whether operands are tensors of one type; None if there is no such
    op."""
    first = pick(element)
    if first is None:
        return None
    like = first.type

    def typed(other):
        return like.with_element(other)

    if element in COMPLEX:
        return None if make_tensor else draw_complex(rng, pick, first)
    kind = rng.randrange(10)
    if kind < 4:
        if is_integer(element):
            name = rng.choice(list(INTEGER_BINARY))
            if element == "index" and not make_tensor and rng.randrange(2):
                name = "index." + rng.choice(list(INDEX_BINARY))
                return IndexBinary([first, pick(element)], [like], op=name)
            return Binary([first, pick(element)], [like], op="arith." + name)
        return Binary([first, pick(element)], [like], op=rng.choice(list(FLOAT_BINARY)))
    if kind == 4:
        if is_float(element) and rng.randrange(5) == 0:
            return FloatTest([first], [typed("i1")], op=rng.choice(list(FLOAT_TESTS)))
        table = INTEGER_UNARY if is_integer(element) else FLOAT_UNARY
        if element == "index":
            return None
        return Unary([first], [like], op=rng.choice(list(table)))
    if kind == 5:
        if is_integer(element):
            name = "arith.cmpi"
            if element == "index" and not make_tensor and rng.randrange(2):
                name = "index.cmp"
            return Compare([first, pick(element)], [typed("i1")], op=name,
                           predicate=rng.choice(list(COMPARE_INTEGERS)))
        return Compare([first, pick(element)], [typed("i1")], op="arith.cmpf",
                       predicate=rng.choice(PREDICATES))
    if kind == 6:
        return Select([pick("condition"), first, pick(element)], [like])
    if kind < 9:
        options = [(op, e) for op in CASTS for e in cast_targets(op, element)
                   if not (make_tensor and op.startswith("index."))]
        op, target = rng.choice(options)
        return Cast([first], [typed(target)], op=op)
    if is_float(element):
        return MulAdd([first, pick(element), pick(element)], [like])
    if element == "index":
        return None
    if rng.randrange(3) == 0:
        return IntegerPower([first, pick(element)], [like])
    name = rng.choice(["addui_extended", "mului_extended", "mulsi_extended"])
    second = typed("i1") if name == "addui_extended" else like
    return Extended([first, pick(element)], [like, second], op="arith." + name)


def draw_complex(rng, pick, first):
    part = COMPLEX[first.type.element]
    kind = rng.choice(["create", "re", "im", "add", "sub", "mul", "neg", "conj", "eq", "neq"])
    if kind == "create":
        return ComplexOp([pick(part), pick(part)], [first.type], op="complex.create")
    type_ = {"re": scalar(part), "im": scalar(part), "eq": BOOL, "neq": BOOL}.get(
        kind, first.type)
    operands = [first] + [pick(first.type.element)] * (kind in ("add", "sub", "mul", "eq", "neq"))
    return ComplexOp(operands, [type_], op=f"complex.{kind}")
