"""Compares functions of complex numbers with MPC.

  complex_accuracy.py TABLE FOLDER TYPE COUNT

TABLE is the page with the bounds of complex<f64>; those of narrower types are 1 unit in
the last place of the magnitude. Parts have magnitudes from 1e-4 to 10.
"""

import pathlib
import re
import sys

import gmpy2
import numpy as np

from split_testing.tools import make_folder, split_run

gmpy2.get_context().precision = 200
EXACT = {name: getattr(gmpy2, name) for name in "cos exp log sin sqrt tan tanh".split()}
EXACT |= {"abs": abs, "neg": lambda z: -z, "conj": lambda z: z.conjugate(), "angle": gmpy2.phase,
          "expm1": lambda z: gmpy2.exp(z) - 1, "log1p": lambda z: gmpy2.log(1 + z),
          "rsqrt": lambda z: 1 / gmpy2.sqrt(z), "sign": lambda z: z / abs(z),
          "div": lambda z, w: z / w}
REAL = {"abs", "angle"}


def program(part):
    """A function with a result for each op."""
    number = f"complex<{part}>"
    results = [part if name in REAL else number for name in EXACT]
    types = ", ".join(f"tensor<?x{result}>" for result in results)
    empty = "\n  ".join(f"%e{i} = tensor.empty(%n) : tensor<?x{result}>"
                        for i, result in enumerate(results))
    body = "\n    ".join(f"%r{i} = complex.{name} {'%a, %b' if name == 'div' else '%a'} : {number}"
                         for i, name in enumerate(EXACT))

    def each(text):
        return ", ".join(text.format(i=i, result=result) for i, result in enumerate(results))
    return f"""
#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<?x{number}>, %y: tensor<?x{number}>) -> ({types}) {{
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?x{number}>
  {empty}
  %z:{len(results)} = linalg.generic {{
      indexing_maps = [{", ".join(["#id"] * (len(results) + 2))}],
      iterator_types = ["parallel"]}}
      ins(%x, %y : tensor<?x{number}>, tensor<?x{number}>) outs({each("%e{i}")} : {types}) {{
  ^bb0(%a: {number}, %b: {number}, {each("%o{i}: {result}")}):
    {body}
    linalg.yield {each("%r{i}")} : {", ".join(results)}
  }} -> ({types})
  return {each("%z#{i}")} : {types}
}}
"""


def find_error(function, got, operands, epsilon):
    """The largest distance from the exact value, in units of its magnitude's last place."""
    worst = 0
    for result, *values in zip(got.tolist(), *(part.tolist() for part in operands)):
        exact = function(*(gmpy2.mpc(value) for value in values))
        unit = epsilon * 2.0**np.floor(np.log2(float(abs(exact))))
        worst = max(worst, float(abs(gmpy2.mpc(result) - exact)) / unit)
    return worst


def main():
    page, folder, part, count = sys.argv[1:]
    dtype = {"f32": np.float32, "f64": np.float64}[part]
    bounds = {}
    for names, bound in re.findall(r"^\| (`.*`) \| (\d+) \|$", pathlib.Path(page).read_text(), re.M):
        bounds |= dict.fromkeys(re.findall(r"`(\w+)`", names), int(bound))
    if part != "f64":
        bounds = dict.fromkeys(EXACT, 1)
    random = np.random.default_rng(4)

    def draw():
        magnitudes = np.exp(random.uniform(np.log(1e-4), np.log(10), (2, int(count))))
        re_, im = magnitudes * random.choice([-1, 1], (2, int(count)))
        return (re_ + 1j * im).astype(np.result_type(dtype, np.complex64))
    folder = make_folder(folder)
    model = folder / f"complex.{part}.mlir"
    model.write_text(program(part))
    x, y = draw(), draw()
    for name, got in zip(EXACT, split_run(folder, model, [x, y], len(EXACT))):
        operands = (x, y) if name == "div" else (x,)
        error = find_error(EXACT[name], got, operands, np.finfo(dtype).eps)
        bound = bounds.get(name, np.inf)
        print(f"complex<{part}> {name}: {error:.2f} of {bound} ulp")
        assert error <= bound, name
    print(f"{len(bounds)} functions are within their bounds")


main()
