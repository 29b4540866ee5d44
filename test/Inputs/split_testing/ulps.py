"""Floats of each width as bits, and errors in units in the last place (ulp)."""

import gmpy2
import numpy as np

# More digits and larger exponents than a float of 64 bits has.
gmpy2.get_context().precision = 140
gmpy2.get_context().emax, gmpy2.get_context().emin = 4000, -4000


class Format:
    """A type of floats: its bits, its precision and its exponents."""

    def __init__(self, name, bits, precision, most):
        self.name, self.bits, self.precision = name, bits, precision
        self.most, self.least = most, 1 - most
        self.integers = np.dtype(f"int{bits}")
        self.largest = float(2 - 2.0 ** (1 - precision)) * 2.0**most

    def to_floats(self, bits):
        """The values of bits as f64, which holds all of them exactly."""
        bits = np.asarray(bits).astype(self.integers)
        if self.name == "bf16":
            return (bits.astype(np.int32) << 16).view(np.float32).astype(np.float64)
        return bits.view(f"float{self.bits}").astype(np.float64)

    def to_bits(self, values):
        """The bits of the nearest values."""
        values = np.asarray(values, np.float64)
        if self.name != "bf16":
            return values.astype(f"float{self.bits}").view(self.integers)
        # Rounds to odd first, so that the second rounding is the only one.
        wide = values.astype(np.float32)
        bits = wide.view(np.int32).astype(np.int64)
        inexact = np.isfinite(wide) & (wide != values) & (bits & 1 == 0)
        away = np.abs(wide.astype(np.float64)) < np.abs(values)
        bits += np.where(inexact, np.where(away, 1, -1), 0)
        rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
        return np.where(np.isnan(values), 0x7FC0, rounded).astype(np.int16)

    def unit(self, values):
        """The unit in the last place of finite values."""
        exponent = np.frexp(values)[1] - 1
        exponent = np.where(values == 0, self.least, np.maximum(exponent, self.least))
        return np.ldexp(1.0, exponent - (self.precision - 1))


FORMATS = {f.name: f for f in [Format("f16", 16, 11, 15), Format("bf16", 16, 8, 127),
                               Format("f32", 32, 24, 127), Format("f64", 64, 53, 1023)]}


def to_parts(exact):
    """The sum of two arrays of f64 that a list of MPFR numbers is."""
    high = np.array([float(value) for value in exact])
    rest = [float(value - gmpy2.mpfr(part)) if np.isfinite(part) else 0.0
            for value, part in zip(exact, high.tolist())]
    return high, np.array(rest)


def errors(kind, got, exact):
    """How far results are from exact ones, in ulp of `kind`; infinity where a result
    is no number, is infinite or has another sign, and the exact one does not."""
    high, rest = to_parts(exact)
    want = kind.to_floats(kind.to_bits(high))
    clipped = np.clip(high, -kind.largest, kind.largest)
    error = np.abs((got - high) - rest) / kind.unit(clipped)
    # An infinity is one unit after the largest number.
    distance = (kind.largest - np.minimum(np.abs(got), np.abs(want))) / kind.unit(
        kind.largest) + 1
    error = np.where(np.isinf(got) ^ np.isinf(want), distance, error)
    error = np.where(np.isinf(got) & np.isinf(want), 0, error)
    error = np.where(np.isnan(got) & np.isnan(high), 0, error)
    wrong = np.isnan(error) | ((np.signbit(got) != np.signbit(high)) & ~np.isnan(high))
    return np.where(wrong, np.inf, error)
