"""Integers and floats of every width: their bits, and ops on them as exact numbers.

A value is a Python int, with the sign that its op gives to it, or for floats a
Fraction, NAN, INF, -INF or NEGATIVE_ZERO. A type is a text of MLIR, such as "i33".
"""

import math
import re
from fractions import Fraction

NAN, INF, NEGATIVE_ZERO = "nan", math.inf, "-0"

# Bits of the exponent and of the stored mantissa.
FLOATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}


def width(type_):
    """The number of bits of a type."""
    return 64 if type_ == "index" else int(re.search(r"\d+", type_)[0])


def is_float(type_):
    return type_ in FLOATS


def wrap(value, bits):
    """The integer of this many bits, read as signed."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def unsigned(value, bits):
    return value & ((1 << bits) - 1)


def decode(bits, type_):
    """The value that the bits of a type mean."""
    if not is_float(type_):
        return wrap(bits, width(type_))
    exponent_bits, mantissa_bits = FLOATS[type_]
    sign = -1 if bits >> (width(type_) - 1) & 1 else 1
    exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1)
    mantissa = bits & ((1 << mantissa_bits) - 1)
    if exponent == (1 << exponent_bits) - 1:
        return NAN if mantissa else sign * INF
    if exponent == 0 and mantissa == 0:
        return Fraction(0) if sign > 0 else NEGATIVE_ZERO
    bias = (1 << (exponent_bits - 1)) - 1
    if exponent == 0:
        exponent = 1
    else:
        mantissa |= 1 << mantissa_bits
    return sign * Fraction(mantissa) * Fraction(2) ** (exponent - bias - mantissa_bits)


def round_half_even(value):
    """The nearest integer to a Fraction; of two, the even one."""
    floor = math.floor(value)
    rest = value - floor
    return floor + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and floor % 2))


def encode(value, type_):
    """The bits of a value, rounded once to the nearest number of the type, ties to
    even."""
    if not is_float(type_):
        return unsigned(value, width(type_))
    exponent_bits, mantissa_bits = FLOATS[type_]
    largest = (1 << exponent_bits) - 1
    sign_bit = 1 << (width(type_) - 1)
    if value == NAN:
        return largest << mantissa_bits | 1 << (mantissa_bits - 1)
    if value == NEGATIVE_ZERO:
        return sign_bit
    sign = sign_bit if value < 0 else 0
    if abs(value) == INF:
        return sign | largest << mantissa_bits
    value = abs(Fraction(value))
    if value == 0:
        return 0
    bias = (1 << (exponent_bits - 1)) - 1
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if value < Fraction(2) ** exponent:
        exponent -= 1
    exponent = max(exponent, 1 - bias)
    # A mantissa that is rounded up to the next power increments the exponent.
    mantissa = round_half_even(value / Fraction(2) ** (exponent - mantissa_bits))
    bits = mantissa + ((exponent + bias - 1) << mantissa_bits)
    return sign | min(bits, largest << mantissa_bits)


def is_negative(value):
    return value == NEGATIVE_ZERO or (value != NAN and value < 0)


def number(value):
    """The value with -0 as 0."""
    return Fraction(0) if value == NEGATIVE_ZERO else value


def with_sign(value, negative):
    """A value that is not NaN, with this sign."""
    value = abs(number(value))
    if value == 0:
        return NEGATIVE_ZERO if negative else Fraction(0)
    return -value if negative else value


# ---- Integers. ----


def divide(a, b, bits, round_):
    """A quotient, 0 for a divisor of 0."""
    if b == 0:
        return 0
    return wrap(round_(Fraction(a, b)), bits)


def remainder(a, b):
    """The remainder with the sign of `a`, 0 for a divisor of 0."""
    return 0 if b == 0 else a - b * math.trunc(Fraction(a, b))


def power(a, b, bits):
    """The power of an integer; of a negative exponent, rounded to 0."""
    if b < 0:
        return {1: 1, -1: -1 if b % 2 else 1}.get(a, 0)
    return wrap(pow(a, b, 1 << bits), bits)


# ---- Floats. ----


def add(a, b):
    if NAN in (a, b) or {a, b} == {INF, -INF}:
        return NAN
    if a == b == NEGATIVE_ZERO:
        return NEGATIVE_ZERO
    a, b = number(a), number(b)
    if abs(a) == INF or abs(b) == INF:
        return a if abs(a) == INF else b
    return a + b


def negate(a):
    return NAN if a == NAN else with_sign(a, not is_negative(a))


def multiply(a, b):
    if NAN in (a, b):
        return NAN
    negative = is_negative(a) != is_negative(b)
    a, b = abs(number(a)), abs(number(b))
    if INF in (a, b):
        return NAN if 0 in (a, b) else with_sign(INF, negative)
    return with_sign(a * b, negative)


def quotient(a, b):
    if NAN in (a, b):
        return NAN
    negative = is_negative(a) != is_negative(b)
    a, b = abs(number(a)), abs(number(b))
    if a == b == INF or a == b == 0:
        return NAN
    if a == INF or b == 0:
        return with_sign(INF, negative)
    return with_sign(0 if b == INF else a / b, negative)


def float_remainder(a, b):
    if NAN in (a, b) or abs(number(a)) == INF or number(b) == 0:
        return NAN
    if abs(number(b)) == INF:
        return a
    negative = is_negative(a)
    a, b = abs(number(a)), abs(number(b))
    return with_sign(a - b * math.floor(a / b), negative)


def compare(predicate, a, b):
    """arith.cmpf."""
    if predicate in ("true", "false"):
        return predicate == "true"
    if predicate in ("ord", "uno"):
        return (NAN in (a, b)) == (predicate == "uno")
    if NAN in (a, b):
        return predicate[0] == "u"
    a, b = number(a), number(b)
    return {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b,
            "ge": a >= b}[predicate[1:]]


def larger(a, b, if_nan):
    """The larger one, +0 of zeros; NaN, or if `if_nan` says so, the other."""
    if NAN in (a, b):
        return (b if a == NAN else a) if if_nan == "other" else NAN
    if number(a) == number(b) == 0:
        return Fraction(0) if Fraction(0) in (a, b) else NEGATIVE_ZERO
    return a if number(a) >= number(b) else b


def smaller(a, b, if_nan):
    return negate(larger(negate(a), negate(b), if_nan))


def round_by(a, function):
    """A float rounded to an integer by a function; zeros keep the sign."""
    if a == NAN or abs(number(a)) == INF:
        return a
    return with_sign(function(abs(number(a)) if function is round_half_away
                              else number(a)), is_negative(a))


def round_half_away(a):
    return math.floor(a + Fraction(1, 2))


def copy_sign(a, b):
    return NAN if a == NAN else with_sign(a, is_negative(b))


def square_root(a, type_):
    """Rounded to a number far more precise than the type, and never to a tie."""
    if a == NEGATIVE_ZERO or a == INF or a == 0:
        return a
    if a == NAN or a < 0:
        return NAN
    scale = 4 * (FLOATS[type_][1] + (1 << FLOATS[type_][0]) // 2 + 8)
    root = math.isqrt((a.numerator << 2 * scale) // a.denominator)
    exact = root * root * a.denominator == a.numerator << 2 * scale
    return Fraction(2 * root + (not exact), 1 << (scale + 1))


def float_power(a, n):
    """A float to the power of an integer."""
    if n == 0:
        return Fraction(1)
    if a == NAN:
        return NAN
    negative = is_negative(a) and n % 2 == 1
    a = abs(number(a))
    if a in (0, INF):
        return with_sign(INF if (a == 0) == (n < 0) else 0, negative)
    return with_sign(a ** n if a != 1 else 1, negative)
