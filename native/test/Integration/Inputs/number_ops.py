"""Computes ops of integers and floats of all widths, and compares every bit.

  number_ops.py CPU FIRST:STEP [NAME...]

Each op is compiled as a function of scalars, as one of tensors of unknown size, and as
bodies of linalg.generic of sizes that leave masked lanes. The upper bits of integers
whose size C lacks are random. Expected values are those of exact numbers, rounded
once. Each STEP-th op is tried, beginning with number FIRST, and those with the names.
"""

import dataclasses
import itertools
import os
import random
import sys
import typing

import numpy as np

import split_mlir
from split_testing import exact
from split_testing.exact import (FLOATS, INF, NAN, NEGATIVE_ZERO, Fraction, is_float,
                                 unsigned, width, wrap)

INTEGERS = ["i1", "i4", "i8", "i16", "i24", "i32", "i33", "i63", "i64", "i65", "i128"]
SIZES = [1, 3, 17, 41]
COUNT = 96
DTYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "bf16": np.uint16}


@dataclasses.dataclass
class Case:
    """An op: the text for its types, and its results as a tuple of values."""

    name: str
    arguments: list
    results: list
    text: typing.Callable  # of types
    compute: typing.Callable  # of values
    accepts: typing.Callable = lambda *values: True
    units: int = 0  # in the last place that a result may be off

    def line(self, change=lambda type_: type_):
        inputs = [change(t) for t in self.arguments]
        return self.text(*inputs, *(change(t) for t in self.results))


# ---- The ops. ----


def binary(name, type_, compute, accepts=lambda a, b: True):
    return Case(f"{name} {type_}", [type_] * 2, [type_],
                lambda t, *_: f"%r0 = {name} %a0, %a1 : {t}",
                lambda a, b: (compute(a, b),), accepts)


def unary(name, type_, compute):
    return Case(f"{name} {type_}", [type_], [type_],
                lambda t, *_: f"%r0 = {name} %a0 : {t}", lambda a: (compute(a),))


def extended(name, type_, first, compute):
    return Case(f"{name} {type_}", [type_] * 2, [type_, first],
                lambda t, _, r, s: f"%r0, %r1 = {name} %a0, %a1 : {t}"
                + (f", {s}" if "addui" in name else ""), compute)


def cast(name, source, target, compute, accepts=lambda a: True):
    return Case(f"{name} {source} {target}", [source], [target],
                lambda s, t: f"%r0 = {name} %a0 : {s} to {t}",
                lambda a: (compute(a),), accepts)


def comparison(op, predicate, type_, compute):
    return Case(f"{op} {predicate} {type_}", [type_] * 2, ["i1"],
                lambda t, *_: f"%r0 = {op} {predicate}, %a0, %a1 : {t}",
                lambda a, b: (int(compute(a, b)),))


def integer_ops(type_):
    """The ops of one type of integers."""
    bits = width(type_)

    def u(value):
        return unsigned(value, bits)

    def split(product):
        return wrap(product, bits), wrap(product >> bits, bits)

    def divides(round_, sign=lambda value: value):
        return lambda a, b: exact.divide(sign(a), sign(b), bits, round_)

    ceil, floor, trunc = exact.math.ceil, exact.math.floor, exact.math.trunc
    in_range = lambda a, b: u(b) < bits
    yield binary("arith.addi", type_, lambda a, b: a + b)
    yield binary("arith.subi", type_, lambda a, b: a - b)
    yield binary("arith.muli", type_, lambda a, b: a * b)
    yield binary("arith.andi", type_, lambda a, b: a & b)
    yield binary("arith.ori", type_, lambda a, b: a | b)
    yield binary("arith.xori", type_, lambda a, b: a ^ b)
    yield binary("arith.maxsi", type_, max)
    yield binary("arith.minsi", type_, min)
    yield binary("arith.maxui", type_, lambda a, b: max(u(a), u(b)))
    yield binary("arith.minui", type_, lambda a, b: min(u(a), u(b)))
    yield binary("arith.shli", type_, lambda a, b: a << u(b), in_range)
    yield binary("arith.shrsi", type_, lambda a, b: a >> u(b), in_range)
    yield binary("arith.shrui", type_, lambda a, b: u(a) >> u(b), in_range)
    yield binary("arith.divsi", type_, divides(trunc))
    yield binary("arith.divui", type_, divides(trunc, u))
    yield binary("arith.ceildivsi", type_, divides(ceil))
    yield binary("arith.ceildivui", type_, divides(ceil, u))
    yield binary("arith.floordivsi", type_, divides(floor))
    yield binary("arith.remsi", type_, exact.remainder)
    yield binary("arith.remui", type_, lambda a, b: exact.remainder(u(a), u(b)))
    for name in "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge":
        sign = u if name[0] == "u" else int
        yield comparison("arith.cmpi", name, type_, lambda a, b, name=name, sign=sign:
                         exact.compare("o" + name[-2:], sign(a), sign(b)))
    yield Case(f"arith.select {type_}", ["i1", type_, type_], [type_],
               lambda c, t, *_: f"%r0 = arith.select %a0, %a1, %a2 : "
               + (f"{c}, {t}" if "<" in t else t), lambda c, a, b: (a if c else b,))
    if type_ == "index":
        return
    yield extended("arith.addui_extended", type_, "i1",
                   lambda a, b: (a + b, u(a) + u(b) >> bits))
    yield extended("arith.mulsi_extended", type_, type_, lambda a, b: split(a * b))
    yield extended("arith.mului_extended", type_, type_, lambda a, b: split(u(a) * u(b)))
    yield unary("math.absi", type_, abs)
    yield unary("math.ctlz", type_, lambda a: bits - u(a).bit_length())
    yield unary("math.cttz", type_, lambda a: (a & -a).bit_length() - 1 if a else bits)
    yield unary("math.ctpop", type_, lambda a: bin(u(a)).count("1"))
    yield binary("math.ipowi", type_, lambda a, b: exact.power(a, b, bits),
                 lambda a, b: a != 0 or b >= 0)


def index_ops():
    """The ops of the dialect `index`, with the names of arith's."""
    names = {"divsi": "divs", "divui": "divu", "ceildivsi": "ceildivs", "ceildivui":
             "ceildivu", "floordivsi": "floordivs", "remsi": "rems", "remui": "remu",
             "addi": "add", "subi": "sub", "muli": "mul", "andi": "and", "ori": "or",
             "xori": "xor", "maxsi": "maxs", "minsi": "mins", "maxui": "maxu",
             "minui": "minu", "shli": "shl", "shrsi": "shrs", "shrui": "shru"}
    for case in integer_ops("index"):
        yield case
        op = case.name.split()[0].removeprefix("arith.")
        if op in names:
            yield Case(f"index.{names[op]}", case.arguments, case.results,
                       lambda *_, op=op: f"%r0 = index.{names[op]} %a0, %a1",
                       case.compute, case.accepts)
        if op == "cmpi":
            name = case.name.split()[1]
            yield Case(f"index.cmp {name}", case.arguments, case.results,
                       lambda *_, name=name: f"%r0 = index.cmp {name}(%a0, %a1)",
                       case.compute)


def float_ops(type_):
    """The ops of one type of floats."""
    inf = lambda a: a != NAN and abs(exact.number(a)) == INF
    least = Fraction(2) ** (2 - (1 << FLOATS[type_][0] - 1))
    yield binary("arith.addf", type_, exact.add)
    yield binary("arith.subf", type_, lambda a, b: exact.add(a, exact.negate(b)))
    yield binary("arith.mulf", type_, exact.multiply)
    yield binary("arith.divf", type_, exact.quotient)
    yield binary("arith.remf", type_, exact.float_remainder)
    yield unary("arith.negf", type_, exact.negate)
    for name, function in ("max", exact.larger), ("min", exact.smaller):
        yield binary(f"arith.{name}imumf", type_, lambda a, b, f=function: f(a, b, "nan"))
        # Which zero of two is not specified.
        yield binary(f"arith.{name}numf", type_, lambda a, b, f=function: f(a, b, "other"),
                     lambda a, b: a == b or NAN in (a, b)
                     or exact.number(a) != exact.number(b))
    for name in "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split():
        yield comparison("arith.cmpf", name, type_,
                         lambda a, b, name=name: exact.compare(name, a, b))
    yield Case(f"arith.select {type_}", ["i1", type_, type_], [type_],
               lambda c, t, *_: f"%r0 = arith.select %a0, %a1, %a2 : "
               + (f"{c}, {t}" if "<" in t else t), lambda c, a, b: (a if c else b,))
    yield unary("math.absf", type_, lambda a: exact.copy_sign(a, Fraction(1)))
    yield binary("math.copysign", type_, exact.copy_sign, lambda a, b: b != NAN)
    yield unary("math.sqrt", type_, lambda a: exact.square_root(a, type_))
    for name, function in (("ceil", exact.math.ceil), ("floor", exact.math.floor),
                           ("trunc", int), ("roundeven", exact.round_half_even),
                           ("round", exact.round_half_away)):
        yield unary(f"math.{name}", type_,
                    lambda a, f=function: exact.round_by(a, f))
    yield Case(f"math.fma {type_}", [type_] * 3, [type_],
               lambda t, *_: f"%r0 = math.fma %a0, %a1, %a2 : {t}",
               lambda a, b, c: (exact.add(exact.multiply(a, b), c),))
    for name, test in (("isnan", lambda a: a == NAN), ("isinf", inf),
                       ("isfinite", lambda a: a != NAN and not inf(a)),
                       ("isnormal", lambda a: a != NAN and not inf(a)
                        and abs(exact.number(a)) >= least)):
        yield Case(f"math.{name} {type_}", [type_], ["i1"],
                   lambda t, *_, name=name: f"%r0 = math.{name} %a0 : {t}",
                   lambda a, test=test: (int(test(a)),))


def powers():
    """math.fpowi, with exponents for which the exact power can be computed."""
    for f, i in itertools.product(FLOATS, ["i1", "i8", "i32", "i64", "index"]):
        yield Case(f"math.fpowi {f} {i}", [f, i], [f],
                   lambda t, s, *_: f"%r0 = math.fpowi %a0, %a1 : {t}, {s}",
                   lambda a, n: (exact.float_power(a, n),),
                   lambda a, n: abs(n) < 40 or a in (NAN, INF, -INF, NEGATIVE_ZERO)
                   or abs(a) in (0, 1), units=f == "f64")


def is_integer_of(bits, low):
    """Whether a float is in the range of an integer that begins with `low`."""
    return lambda a: (a != NAN and abs(exact.number(a)) != INF
                      and low <= int(exact.number(a)) < low + (1 << bits))


def casts():
    """Casts between any two types."""
    for a, b in itertools.permutations(INTEGERS, 2):
        if width(a) < width(b):
            yield cast("arith.extsi", a, b, lambda v: v)
            yield cast("arith.extui", a, b, lambda v, n=width(a): unsigned(v, n))
        else:
            yield cast("arith.trunci", a, b, lambda v: v)
    for a in INTEGERS:
        yield cast("arith.index_cast", a, "index", lambda v: v)
        yield cast("arith.index_castui", a, "index", lambda v, n=width(a): unsigned(v, n))
        yield cast("arith.index_cast", "index", a, lambda v: v)
        yield cast("arith.index_castui", "index", a, lambda v: unsigned(v, 64))
    for i, f in itertools.product(INTEGERS, FLOATS):
        bits = width(i)
        yield cast("arith.sitofp", i, f, lambda v: v)
        yield cast("arith.uitofp", i, f, lambda v, n=bits: unsigned(v, n))
        yield cast("arith.fptosi", f, i, lambda v: int(exact.number(v)),
                   is_integer_of(bits, -(1 << bits - 1)))
        yield cast("arith.fptoui", f, i, lambda v: int(exact.number(v)),
                   is_integer_of(bits, 0))
    for a, b in itertools.permutations(FLOATS, 2):
        if width(a) != width(b):
            name = "arith.extf" if width(a) < width(b) else "arith.truncf"
            yield cast(name, a, b, lambda v: v)
    for f in FLOATS:
        i = f"i{width(f)}"
        bitcast = lambda v, a, b: exact.decode(exact.encode(v, a), b)
        yield cast("arith.bitcast", f, i, lambda v, f=f, i=i: bitcast(v, f, i),
                   lambda v: v != NAN)
        yield cast("arith.bitcast", i, f, lambda v, f=f, i=i: bitcast(v, i, f))


def all_cases():
    for type_ in INTEGERS:
        yield from integer_ops(type_)
    yield from index_ops()
    for type_ in FLOATS:
        yield from float_ops(type_)
    yield from powers()
    yield from casts()


# ---- Programs. ----


def names(prefix, types):
    return ", ".join(f"%{prefix}{i}" for i in range(len(types)))


def function(case, name, arguments, results, body):
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(arguments))
    return (f"func.func @{name}({arguments}) -> ({', '.join(results)}) {{\n{body}"
            f"  return {names('r', results)} : {', '.join(results)}\n}}\n")


def scalar_function(case):
    return function(case, "scalar", case.arguments, case.results, f"  {case.line()}\n")


def tensor_function(case):
    """The op on tensors of unknown size."""
    change = lambda type_: f"tensor<?x{type_}>"
    return function(case, "dynamic", map(change, case.arguments),
                    list(map(change, case.results)), f"  {case.line(change)}\n")


def generic_function(case, size):
    """The op on scalars in linalg.generic."""
    sized = lambda types: [f"tensor<{size}x{t}>" for t in types]
    results, both = sized(case.results), case.arguments + case.results
    lines = [f"%e{i} = tensor.empty() : {t}" for i, t in enumerate(results)]
    values = [f"%a{i}" for i in range(len(case.arguments))]
    values += [f"%o{i}" for i in range(len(case.results))]
    number = f":{len(results)}" if len(results) > 1 else ""
    lines += [
        f"%t{number} = linalg.generic {{indexing_maps = [{', '.join(['#m'] * len(both))}], "
        f"iterator_types = [\"parallel\"]}} ins({names('x', case.arguments)} : "
        f"{', '.join(sized(case.arguments))}) "
        f"outs({names('e', results)} : {', '.join(results)}) {{",
        f"^bb0({', '.join(f'{v}: {t}' for v, t in zip(values, both))}):",
        case.line(), f"linalg.yield {names('r', results)} : {', '.join(case.results)}",
        f"}} -> ({', '.join(results)})"]
    made = [f"%t#{i}" for i in range(len(results))] if number else ["%t"]
    arguments = ", ".join(f"%x{i}: {t}" for i, t in enumerate(sized(case.arguments)))
    return (f"func.func @fixed{size}({arguments}) -> ({', '.join(results)}) {{\n  "
            + "\n  ".join(lines)
            + f"\n  return {', '.join(made)} : {', '.join(results)}\n}}\n")


def program(case):
    text = "#m = affine_map<(i) -> (i)>\n" + scalar_function(case)
    if not case.name.startswith("index."):
        text += tensor_function(case)
    return text + "".join(generic_function(case, size) for size in SIZES)


# ---- Values. ----


def special_bits(type_):
    bits = width(type_)
    if not is_float(type_):
        near = [0, 1, 2, 3, 5, 7, (1 << bits - 1), (1 << bits - 1) - 1, -1, -2, -3]
        return [unsigned(v, bits) for v in near]
    values = [Fraction(0), NEGATIVE_ZERO, Fraction(1), Fraction(-1), INF, -INF, NAN,
              Fraction(1, 2), Fraction(-1, 2), Fraction(3, 2), Fraction(5, 2),
              Fraction(127), Fraction(3)]
    mantissa = FLOATS[type_][1]
    smallest = [1, 2, 3, (1 << mantissa) - 1, 1 << mantissa]
    negative = 1 << bits - 1
    return ([exact.encode(v, type_) for v in values] + smallest
            + [b | negative for b in smallest])


def draw_bits(random_, type_):
    bits = width(type_)
    kind = random_.random()
    if kind < 0.35:
        return random_.choice(special_bits(type_))
    if not is_float(type_):
        # Small numbers too, of either sign.
        value = random_.getrandbits(bits) >> random_.randrange(bits)
        return unsigned(value if random_.random() < 0.5 else -value, bits)
    if kind < 0.6:
        # Halves of two numbers of this or a narrower type, and their neighbours.
        narrow = random_.choice([f for f in FLOATS if width(f) <= bits])
        drop = FLOATS[type_][1] - FLOATS[narrow][1]
        value = exact.decode(random_.getrandbits(width(narrow)), narrow)
        result = exact.encode(value, type_)
        tie = result | (1 << drop - 1 if drop > 0 else 0)
        return unsigned(tie + random_.choice([-1, 0, 0, 1]), bits)
    if kind < 0.8:
        value = random_.getrandbits(40) - (1 << 39)
        return exact.encode(Fraction(value, 1 << random_.randrange(40)), type_)
    return random_.getrandbits(bits)


def draw(case, random_):
    """Bits of arguments that the op accepts; for each, a list of COUNT exact."""
    rows = []
    for _ in range(50 * COUNT):
        row = [draw_bits(random_, t) for t in case.arguments]
        if case.accepts(*(exact.decode(b, t) for b, t in zip(row, case.arguments))):
            rows.append(row)
        if len(rows) == COUNT:
            break
    assert rows, case.name
    return list(zip(*(rows[i % len(rows)] for i in range(COUNT))))


def storage(type_):
    """The bytes of an element in memory."""
    return max(1, 1 << ((width(type_) + 7) // 8 - 1).bit_length())


def to_array(bits, type_, random_):
    """The array of elements with these bits; the bits above them are random."""
    size = storage(type_)
    bits = [b | random_.getrandbits(8 * size) >> width(type_) << width(type_)
            for b in bits]
    data = b"".join(b.to_bytes(size, "little") for b in bits)
    if type_ == "i1":
        return np.frombuffer(data, np.uint8).view(np.bool_)
    if size > 8:
        return np.frombuffer(data, f"V{size}")
    return np.frombuffer(data, DTYPES.get(type_, np.dtype(f"i{size}")))


def from_array(array, type_):
    """The bits of the elements. What Python reads as integers is extended."""
    data, size = np.ascontiguousarray(array).tobytes(), storage(type_)
    values = [int.from_bytes(data[i:i + size], "little")
              for i in range(0, len(data), size)]
    bits = [unsigned(v, width(type_)) for v in values]
    if size <= 8 and not is_float(type_):
        for value, number in zip(values, bits):
            extended = number if type_ == "i1" else wrap(number, width(type_))
            assert value == unsigned(extended, 8 * size), f"not extended: {value:#x}"
    return bits


# ---- Comparison. ----


def differ(got, expected, type_, units):
    if is_float(type_) and exact.decode(expected, type_) == NAN:
        return exact.decode(got, type_) != NAN
    return abs(got - expected) > units


def compare(case, name, arguments, results):
    for index, row in enumerate(zip(*arguments)):
        values = [exact.decode(b, t) for b, t in zip(row, case.arguments)]
        for type_, value, got in zip(case.results, case.compute(*values), results):
            expected = exact.encode(value, type_)
            if differ(got[index], expected, type_, case.units):
                return (f"{name}, element {index}: {values} gives "
                        f"{exact.decode(got[index], type_)}, expected "
                        f"{exact.decode(expected, type_)}")
    return None


def call(case, model, name, arguments, random_):
    arrays = [to_array(bits, t, random_) for bits, t in zip(arguments, case.arguments)]
    if name == "scalar":
        arrays = [a[0] if a.dtype != bool else np.bool_(a.view(np.uint8)[0] & 1) for a in arrays]
    results = model[name](*arrays)
    if len(case.results) == 1:
        results = [results]
    return compare(case, name, arguments,
                   [from_array(r, t) for r, t in zip(results, case.results)])


def find_mistake(case, cpu):
    random_ = random.Random(case.name)
    arguments = draw(case, random_)
    try:
        model = split_mlir.compile(program(case), format="mlir", cpu=cpu)
    except split_mlir.CompileError as error:
        return f"does not compile: {error}"
    for name in model.functions:
        if name == "scalar":
            parts = [[b[i:i + 1] for b in arguments] for i in range(12)]
        elif name == "dynamic":
            parts = [[b[:size] for b in arguments] for size in (0, 1, 3, 19, COUNT)]
        else:
            size = int(name.removeprefix("fixed"))
            parts = [[b[i:i + size] for b in arguments] for i in (0, COUNT - size)]
        for part in parts:
            if mistake := call(case, model, name, part, random_):
                return mistake
    return None


def run_in_child(case, cpu):
    """The mistake of an op, which may end the process."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            mistake = find_mistake(case, cpu)
        except Exception as error:
            mistake = repr(error)
        os.write(write_end, (mistake or "").encode()[:60000])
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, errors="replace") as pipe:
        mistake = pipe.read()
    status = os.waitpid(child, 0)[1]
    return mistake or (f"wait status {status}" if status else "")


def main():
    cpu, selection, *names = sys.argv[1:]
    first, step = map(int, selection.split(":"))
    cases = [case for number, case in enumerate(all_cases())
             if number % step == first or case.name in names]
    wrong = 0
    for case in cases:
        if mistake := run_in_child(case, cpu):
            print(f"{case.name}: {mistake}", flush=True)
            wrong += 1
    print(len(cases) - wrong, "of", len(cases), "ops are right")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
