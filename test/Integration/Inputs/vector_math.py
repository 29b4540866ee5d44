"""Compares functions of vectors with NumPy's in f64, for special and random values.

  vector_math.py FOLDER CPU
"""

import math
import sys

import numpy as np

from split_testing.tools import make_folder, split_run

TINY = 2.0**-149
SPECIAL = [0.0, 1.0, 0.625, TINY, 3 * TINY, 2.0**-126, 2.0**-127, 1e-8, 3.4e38]
SPECIAL += [0.9999999, 1.0000001, 87.0, 88.72, 88.73, 89.5, 103.9, 104.1, np.inf]
# Functions in NumPy, and the range of uniform random values.
CASES = {
    "exp": (np.exp, -110, 95),
    "tanh": (np.tanh, -12, 12),
    "log": (np.log, 1e-3, 40),
    "erf": (np.vectorize(math.erf), -5, 5),
}


def run(folder, cpu, name, values):
    type_ = f"tensor<{len(values)}x{'f32' if values.dtype == np.float32 else 'f16'}>"
    model = folder / f"{name}-{cpu}.mlir"
    model.write_text(f"func.func @main(%x: {type_}) -> {type_} {{\n"
                     f"  %y = math.{name} %x : {type_}\n  return %y : {type_}\n}}\n")
    return split_run(folder, model, [values], 1, f"--cpu={cpu}")[0]


def ulps(got, want):
    """Errors in units in the last place of the nearest f32."""
    nearest = want.astype(np.float32)
    same = (got == nearest) | (np.isnan(got) & np.isnan(nearest))
    unit = np.spacing(np.maximum(np.abs(nearest), np.float32(2.0**-126)))
    error = np.abs(got.astype(np.float64) - want) / unit.astype(np.float64)
    return np.where(same, 0, error)


def main():
    folder, cpu = make_folder(sys.argv[1]), sys.argv[2]
    np.seterr(all="ignore")
    random = np.random.default_rng(7)
    for name, (function, low, high) in CASES.items():
        bits = random.integers(0, 1 << 32, 20000, dtype=np.uint64)
        drawn = [random.uniform(low, high, 20000), random.uniform(0.5, 1.5, 5000)]
        special = np.array(SPECIAL + [-v for v in SPECIAL] + [np.nan])
        values = np.concatenate([special, *drawn]).astype(np.float32)
        values = np.append(values, bits.astype(np.uint32).view(np.float32))
        got, want = run(folder, cpu, name, values), function(values.astype(np.float64))
        error = ulps(got, want)
        worst = int(np.argmax(np.where(np.isnan(error), np.inf, error)))
        print(f"{name}: {error[worst]:.2f} ulp at {values[worst]!r}: "
              f"{got[worst]!r}, expected {want[worst]!r}")
        assert error[worst] <= 2, name
        zeros = values == 0
        assert (np.signbit(got[zeros]) == np.signbit(want[zeros])).all(), name

        halves = values.astype(np.float16)[:20000]
        want = function(halves.astype(np.float64)).astype(np.float16)
        assert np.allclose(run(folder, cpu, name, halves), want, rtol=1e-3, atol=1e-7,
                           equal_nan=True), name


main()
