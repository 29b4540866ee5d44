"""Compares the functions of the math dialect with MPFR, for each type of floats.

  math_accuracy.py TABLE FOLDER CPU,... TYPE COUNT [FUNCTION...]

TABLE is the page with the bounds of all functions. Each function runs on vectors and on
scalars, in code for each CPU. COUNT is the size of
each random sample; f16 and bf16 have all values instead if it is at least 65536. Prints
the largest error that was found, in units in the last place, and where.
"""

import itertools
import math
import pathlib
import re
import sys

import gmpy2
import numpy as np

from split_testing.tools import make_folder, split_run
from split_testing.ulps import FORMATS, errors

UNARY = {"absf": abs, "ceil": gmpy2.rint_ceil, "floor": gmpy2.rint_floor,
         "trunc": gmpy2.rint_trunc, "round": gmpy2.rint_round, "roundeven": gmpy2.rint}
UNARY |= {name: getattr(gmpy2, name) for name in
         ("acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp2 expm1 log log10 "
          "log1p log2 sin sinh sqrt tan tanh").split()}
# Unlike MPFR, IEEE 754 has -infinity as the inverse root of -0.
UNARY["rsqrt"] = lambda x: 1 / x if x == 0 else gmpy2.rec_sqrt(x)
UNARY["sincos"] = UNARY["sin"]
BINARY = {"atan2": gmpy2.atan2, "powf": lambda x, y: x**y}
POWERS = {"fpowi_i32": 32, "fpowi_i64": 64, "fpowi_i8": 8}


def read_bounds(page, kind):
    """The bounds of functions for a type, from the rows of the page's table."""
    bounds = {}
    column = {"f16": 0, "bf16": 0, "f32": 1, "f64": 2}[kind.name]
    for names, *cells in re.findall(r"^\| (`.*`) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$",
                                    page.read_text(), re.M):
        bounds |= dict.fromkeys(re.findall(r"`(\w+)`", names), float(cells[column]))
    return bounds


def tensor(element):
    return f"tensor<?x{element}>"


def op_text(name, kind, shape):
    """The op on %a, %b, %c and %e, of a type that `shape` makes of an element type."""
    type_ = shape(kind)
    if name == "sincos":
        return f"%y, %z = math.sincos %a : {type_}"
    if name in POWERS:
        return f"%y = math.fpowi %a, %e : {type_}, {shape(f'i{POWERS[name]}')}"
    if name == "fma":
        return f"%y = math.fma %a, %b, %c : {type_}"
    operands = "%a, %b" if name in BINARY else "%a"
    return f"%y = math.{name} {operands} : {type_}"


def casts(suffix, bits, kind):
    """Ops that define %a, %b and %c as the floats of bits."""
    return "\n  ".join(f"%{to} = arith.bitcast %{of}{suffix} : {bits} to {kind}"
                       for to, of in zip("abc", "xuv"))


def program(name, kind):
    """A function that returns what scalars and what vectors compute. Arguments and
    results are the bits of floats."""
    bits, power = f"i{kind.bits}", f"i{POWERS.get(name, 8)}"
    arguments = {"x": bits, "u": bits, "v": bits, "e": power}
    types = ", ".join(f"%{value}s: {tensor(type_)}" for value, type_ in arguments.items())
    loads = "\n  ".join(f"%{value} = tensor.extract %{value}s[%i] : {tensor(type_)}"
                        for value, type_ in arguments.items())
    return f"""
func.func @main({types}) -> ({tensor(bits)}, {tensor(bits)}) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = tensor.dim %xs, %zero : {tensor(bits)}
  %empty = tensor.empty(%n) : {tensor(bits)}
  %scalars = scf.for %i = %zero to %n step %one iter_args(%t = %empty) -> {tensor(bits)} {{
  {loads}
  {casts("", bits, kind.name)}
  {op_text(name, kind.name, str)}
  %r = arith.bitcast %y : {kind.name} to {bits}
  %next = tensor.insert %r into %t[%i] : {tensor(bits)}
  scf.yield %next : {tensor(bits)}
  }}
  {casts("s", tensor(bits), tensor(kind.name))}
  {op_text(name, kind.name, tensor).replace("%e", "%es")}
  %vectors = arith.bitcast %y : {tensor(kind.name)} to {tensor(bits)}
  return %scalars, %vectors : {tensor(bits)}, {tensor(bits)}
}}
"""


def neighbours(kind, values, distance):
    bits = kind.to_bits(values).astype(np.int64)
    steps = np.arange(-distance, distance + 1)
    return kind.to_floats((bits[:, None] + steps).ravel().astype(kind.integers))


def thresholds(kind):
    """Where functions overflow, underflow or change their formula."""
    most, least = kind.most * math.log(2), (kind.least - kind.precision) * math.log(2)
    points = [1, 0.5, 0.625, 2, 4, 22, most + math.log(2), kind.least * math.log(2), least,
              least + math.log(2), kind.most + 1, kind.least, kind.least - kind.precision,
              kind.precision * math.log(2), 6, 10, 26.5, 27.2, kind.largest,
              2.0 ** max(kind.least, -1000), 0.41421356, 0.29289322]
    points += [k * math.pi / 2 for k in range(1, 12)]
    return np.array(points + [-p for p in points])


def sample(kind, count, random):
    """Values of `kind` as f64: all for types of 16 bits, or edges and random ones."""
    if kind.bits == 16 and count >= 65536:
        return kind.to_floats(np.arange(-32768, 32768).astype(np.int16))
    mantissas = [0, 1, (1 << (kind.precision - 1)) - 1, 1 << (kind.precision - 2)]
    exponents = np.arange(1 << (kind.bits - kind.precision), dtype=np.int64)
    step = max(1, 8 * len(exponents) // count)
    exponents = np.unique(np.concatenate([exponents[:3], exponents[::step], exponents[-3:]]))
    edges = ((exponents[:, None] << (kind.precision - 1)) + np.array(mantissas)).ravel()
    edges = np.concatenate([edges, edges | (-1 << (kind.bits - 1))]).astype(kind.integers)
    limits = [1.2, 12, 1.05 * (kind.most + kind.precision)]
    drawn = np.concatenate([random.uniform(-limit, limit, count) for limit in limits])
    bits = random.integers(0, 1 << 63, count, dtype=np.int64) * 2 + 1
    scales = np.ldexp(random.uniform(-2, 2, count), random.integers(-kind.precision - 3, 3, count))
    values = np.concatenate([
        kind.to_floats(edges), neighbours(kind, thresholds(kind), min(8, 1 + count // 100)),
        kind.to_floats((bits >> (64 - kind.bits)).astype(kind.integers)),
        *(kind.to_floats(kind.to_bits(part)) for part in (drawn, scales, 1 + scales))])
    values[np.isnan(values)] = np.nan  # no signaling ones
    return values


def operands(name, kind, count, random):
    """Up to three arrays of floats, and exponents, for a function."""
    x = sample(kind, count, random)
    width = POWERS.get(name, 8)
    if name not in BINARY and name not in POWERS and name != "fma":
        return x, x, x, np.zeros(len(x), np.int8)
    x = np.concatenate([x, x])
    powers = np.zeros(len(x), f"int{width}")
    y, z = random.permutation(x), random.permutation(x)
    special = np.array([0.0, 1, 0.5, 2, 3, np.inf, np.nan, 1e300, 5e-324])
    special = kind.to_floats(kind.to_bits(np.concatenate([special, -special])))
    first, second = (part.ravel() for part in np.meshgrid(special, special))
    x[:len(first)], y[:len(first)] = first, second
    # Powers of numbers near 1 have results in the range of the type.
    if name == "powf":
        near = np.abs(x - 1) < 0.5
        scaled = random.uniform(-1, 1, len(x)) * kind.most / np.log2(np.abs(x))
        y = np.where(near & np.isfinite(scaled), kind.to_floats(kind.to_bits(scaled)), y)
    if name in POWERS:
        most = 2 ** (width - 1)
        powers = random.integers(-most, most, len(x), f"int{width}", False)
        powers >>= random.integers(0, width - 1, len(x)).astype(powers.dtype)
        powers[:12] = [0, 1, -1, 2, -2, 3, -3, most - 1, -most, most - 2, 1 - most, 64]
        powers[:12 * 18] = np.repeat(powers[:12], 18)
        x[:12 * 18] = np.tile(special, 12)
    return x, y, z, powers


def exact_results(name, x, y, z, powers):
    if name in POWERS:
        return [gmpy2.mpfr(a)**gmpy2.mpfr(n) for a, n in zip(x.tolist(), powers.tolist())]
    if name == "fma":
        return [gmpy2.fma(a, b, c) for a, b, c in
                zip(*([gmpy2.mpfr(v) for v in part.tolist()] for part in (x, y, z)))]
    if name in BINARY:
        return [BINARY[name](gmpy2.mpfr(a), gmpy2.mpfr(b)) for a, b in
                zip(x.tolist(), y.tolist())]
    return [UNARY[name](gmpy2.mpfr(a)) for a in x.tolist()]


def check(folder, cpus, name, bound, kind, count, random):
    x, y, z, powers = operands(name, kind, count, random)
    exact = exact_results(name, x, y, z, powers)
    model = folder / f"{name}.{kind.name}.mlir"
    model.write_text(program(name, kind))
    arrays = [*(kind.to_bits(part) for part in (x, y, z)), powers]
    worst, lines = 0, []
    for cpu in cpus:
        results = split_run(folder, model, arrays, 2, f"--cpu={cpu}")
        for route, bits in zip(("scalars", "vectors"), results):
            got = kind.to_floats(bits)
            error = errors(kind, got, exact)
            at = int(np.argmax(error))
            worst = max(worst, error[at])
            lines.append(f"{cpu} {route} {error[at]:.2f} at {x[at]!r}, {y[at]!r}, {powers[at]}: "
                         f"{got[at]!r}, expected {float(exact[at])!r}")
    print(f"{kind.name} {name}: {worst:.2f} of {bound} ulp, {len(x)} values")
    if worst > bound:
        print("  WRONG:", "\n  ".join(lines))
    return worst <= bound


def main():
    page, folder, cpus, kind, count, *names = sys.argv[1:]
    folder, kind, count = make_folder(folder), FORMATS[kind], int(count)
    names = names or [*UNARY, *BINARY, "fma", *POWERS]
    np.seterr(all="ignore")
    random = np.random.default_rng(3)
    bounds = read_bounds(pathlib.Path(page), kind)
    results = [check(folder, cpus.split(","), name, bounds[name.split("_")[0]], kind, count,
                     random) for name in names]
    print(f"{kind.name}: {sum(results)} of {len(names)} functions are within their bounds")
    sys.exit(not all(results))


main()
