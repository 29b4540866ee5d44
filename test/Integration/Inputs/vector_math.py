"""Functions of vectors against NumPy's in f64: special values, and a sweep.

Usage: vector_math.py FOLDER CPU
"""

import math
import subprocess
import sys

import numpy as np

TINY = 2.0**-149
SPECIAL = [0.0, 1.0, 0.625, TINY, 3 * TINY, 2.0**-126, 2.0**-127, 1e-8, 3.4e38]
SPECIAL += [0.9999999, 1.0000001, 87.0, 88.72, 88.73, 89.5, 103.9, 104.1, np.inf]


def run(folder, cpu, name, body, values, dtype="f32"):
    n = len(values)
    stem = f"{folder}/{name}-{dtype}-{cpu}"
    with open(stem + ".mlir", "w") as file:
        file.write(
            f"func.func @main(%x: tensor<{n}x{dtype}>) -> tensor<{n}x{dtype}> {{\n"
            + body.replace("TYPE", f"tensor<{n}x{dtype}>")
            + f"  return %y : tensor<{n}x{dtype}>\n}}\n"
        )
    np.save(stem + ".in.npy", values)
    subprocess.run(
        ["split-run", stem + ".mlir", f"--cpu={cpu}", f"--input=@{stem}.in.npy"]
        + [f"--output=@{stem}.out.npy"],
        check=True,
    )
    return np.load(stem + ".out.npy")


def ulps(got, want):
    """Errors in units in the last place of the f32 that is nearest."""
    nearest = want.astype(np.float32)
    same = (got == nearest) | (np.isnan(got) & np.isnan(nearest))
    unit = np.spacing(np.maximum(np.abs(nearest), np.float32(2.0**-126)))
    error = np.abs(got.astype(np.float64) - want) / unit.astype(np.float64)
    return np.where(same, 0, error)


def main():
    folder, cpu = sys.argv[1:]
    erf = np.vectorize(math.erf)
    cases = {
        "exp": (lambda x: np.exp(x), -110, 95),
        "tanh": (lambda x: np.tanh(x), -12, 12),
        "log": (lambda x: np.log(x), 1e-3, 40),
        "erf": (lambda x: erf(x), -5, 5),
    }
    np.seterr(all="ignore")
    random = np.random.default_rng(7)
    for name, (function, low, high) in cases.items():
        bits = random.integers(0, 1 << 32, 20000, dtype=np.uint64)
        drawn = [random.uniform(low, high, 20000), random.uniform(0.5, 1.5, 5000)]
        special = np.array(SPECIAL + [-v for v in SPECIAL] + [np.nan])
        values = np.concatenate([special, *drawn]).astype(np.float32)
        values = np.append(values, bits.astype(np.uint32).view(np.float32))
        body = f"  %y = math.{name} %x : TYPE\n"
        got = run(folder, cpu, name, body, values)
        want = function(values.astype(np.float64))
        error = ulps(got, want)
        worst = int(np.argmax(np.where(np.isnan(error), np.inf, error)))
        print(
            f"{name}: {error[worst]:.2f} ulp at {values[worst]!r}: "
            f"{got[worst]!r}, expected {want[worst]!r}"
        )
        assert error[worst] <= 2, name
        zeros = values == 0
        assert (np.signbit(got[zeros]) == np.signbit(want[zeros])).all(), name

        halves = values.astype(np.float16)[:20000]
        got = run(folder, cpu, name, body, halves, "f16")
        want = function(halves.astype(np.float64)).astype(np.float16)
        assert np.allclose(got, want, rtol=1e-3, atol=1e-7, equal_nan=True), name


main()
