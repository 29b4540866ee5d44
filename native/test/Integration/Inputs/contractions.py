"""Compares products of matrices and convolutions with NumPy.

  contractions.py FOLDER [--thorough]

Elements are small integers, so that results are exact in any order.
"""

import itertools
import sys

import numpy as np

from split_testing.functions import NUMPY_TYPES, Call, tensor_type
from split_testing.tools import SplitRun

# Products of matrices: transposed, in batches, broadcast, of vectors, and others.
EQUATIONS = ["mk,kn->mn", "km,kn->mn", "mk,nk->mn", "km,nk->mn", "mk,kn->nm", "bmk,bkn->bmn",
             "bmk,kn->bmn", "mk,bkn->bmn", "bhmk,bhnk->bhmn", "bmhk,bnhk->bhmn",
             "bhmk,bnhk->bmhn", "k,kn->n", "mk,k->m", "k,k->", "m,n->mn", "bk,bkn->bn",
             "mkl,kln->mn", "mkl,lkn->mn", "abk,kcd->acbd", "mk,mkn->mn", "bmk,bkn->mn",
             "kmb,nbk->bmn", "m,kn->mn", "ab,ba->ab"]


class Cases:
    def __init__(self):
        self.random = np.random.default_rng(5)
        self.calls = []

    def array(self, shape, element):
        return self.random.integers(-4, 5, shape).astype(NUMPY_TYPES[element])

    def add(self, name, prepare, op, inputs, result, element, static=True, constant=None,
            zeros=True, attributes=""):
        """An op that adds to zeros, or to another argument. `prepare` has lines that define
        its inputs if they are not arguments."""
        input_type = "f16" if inputs[0].dtype == np.float16 else element
        types = [tensor_type(x.shape if static else "?" * x.ndim, input_type) for x in inputs]
        start = np.zeros_like(result) if zeros else self.array(result.shape, element)
        out = tensor_type(result.shape if static else "?" * result.ndim, element)
        lines, arguments, names = [], [], []
        for number, (x, type_) in enumerate(zip(inputs, types)):
            if number == constant:
                lines.append(f"%c = arith.constant dense<{x.tolist()}> : {type_}")
                names.append("%c")
            else:
                names.append(f"%a{len(arguments)}")
                arguments.append(x)
        given = [t for number, t in enumerate(types) if number != constant]
        init = f"%a{len(arguments)}"
        arguments.append(start)
        if zeros:
            dims = [f"%d{i}" for i in range(result.ndim)] if not static else []
            for i, dim in enumerate(dims):
                lines += [f"%i{i} = arith.constant {i} : index",
                          f"{dim} = tensor.dim {init}, %i{i} : {out}"]
            lines += [f"%e = tensor.empty({', '.join(dims)}) : {out}",
                      f"%z = arith.constant 0.0 : {element}",
                      f"%f = linalg.fill ins(%z : {element}) outs(%e : {out}) -> {out}"]
            init = "%f"
        lines += prepare
        ins = f"ins({', '.join(names)} : {', '.join(types)})"
        lines.append(f"%r = {op.format(ins=ins, outs=f'outs({init} : {out})')} -> {out}")
        self.calls.append(Call("\n".join(lines), given + [out], arguments, [out],
                               [start + result], name, ["%r"]))

    def generic(self, name, maps, iterators, inputs, result, element, **options):
        maps = ", ".join(f"affine_map<{m}>" for m in maps)
        iterators = ", ".join(f'"{i}"' for i in iterators)
        body = (f" {{\n^bb0(%p: {element}, %q: {element}, %s: {element}):\n"
                f"%m = arith.mulf %q, %p : {element}\n%t = arith.addf %s, %m : {element}\n"
                f"linalg.yield %t : {element}\n}}")
        if inputs[0].dtype == np.float16:
            body = (" {\n^bb0(%g: f16, %h: f16, %s: f32):\n%p = arith.extf %g : f16 to f32\n"
                    "%q = arith.extf %h : f16 to f32\n" + body.split("\n", 2)[2])
        op = (f"linalg.generic {{{{indexing_maps = [{maps}], iterator_types = [{iterators}]}}}} "
              f"{{ins}} {{outs}}{body.replace('{', '{{').replace('}', '}}')}")
        self.add(name, [], op, inputs, result, element, **options)

    def einsum(self, equation, sizes, element="f32", **options):
        terms, result = equation.split("->")
        terms = terms.split(",")
        letters = "".join(dict.fromkeys("".join(terms)))
        inputs = [self.array([sizes[letter] for letter in term], element) for term in terms]
        element = "f32" if element == "f16" else element
        maps = [f"({', '.join(letters)}) -> ({', '.join(term)})" for term in [*terms, result]]
        iterators = ["parallel" if letter in result else "reduction" for letter in letters]
        expected = np.einsum(equation, *(x.astype(NUMPY_TYPES[element]) for x in inputs))
        self.generic(f"{equation} {sizes} {element} {options}", maps, iterators, inputs,
                     np.asarray(expected), element, **options)

    def convolution(self, op, element="f32", strides=(1, 1), dilations=(1, 1), **options):
        """A named 2-D convolution, whose operands the name describes."""
        data, kernel = {"nchw_fchw": ("nchw", "fcxy"), "nhwc_hwcf": ("nhwc", "xycf"),
                        "nhwc_fhwc": ("nhwc", "fxyc")}[op]
        sizes = dict(zip("ncfxyhw", self.random.integers(1, 6, 5).tolist()))
        places = {axis: int(self.random.integers(1, 9)) for axis in "hw"}
        for axis, offset, stride, dilation in zip("hw", "xy", strides, dilations):
            sizes[axis] = (places[axis] - 1) * stride + (sizes[offset] - 1) * dilation + 1
        x, w = (self.array([sizes[s] for s in letters], element) for letters in (data, kernel))
        out = data.replace("c", "f")
        result = np.zeros([places.get(s) or sizes[s] for s in out], x.dtype)
        for i, j in itertools.product(range(sizes["x"]), range(sizes["y"])):
            index = {"h": slice(i * dilations[0], None, strides[0]),
                     "w": slice(j * dilations[1], None, strides[1])}
            part = x[tuple(index.get(s, slice(None)) for s in data)]
            part = part[tuple(slice(places.get(s)) for s in data)]
            weights = w[tuple({"x": i, "y": j}.get(s, slice(None)) for s in kernel)]
            rest = kernel.replace("x", "").replace("y", "")
            result += np.einsum(f"{data},{rest}->{out}", part, weights)
        attributes = (f"strides = dense<{list(strides)}> : tensor<2xi64>, "
                      f"dilations = dense<{list(dilations)}> : tensor<2xi64>")
        self.add(f"{op} {sizes} {strides} {dilations} {options}", [],
                 f"linalg.conv_2d_{op} {{{{{attributes}}}}} {{ins}} {{outs}}", [x, w], result,
                 element, **options)

    def groups(self, groups, channels, filters, size, **options):
        """A grouped 1-D convolution; with one channel, a depthwise one."""
        x = self.array((2, groups, channels, size + 4), "f32")
        w = self.array((groups, filters, channels, 3), "f32")
        result = sum(np.einsum("ngcw,gfc->ngfw", x[..., 2 * i:2 * i + size], w[..., i])
                     for i in range(3))
        loops = "(n, g, f, w, c, k)"
        self.generic(f"groups {groups} {channels} {filters} {size} {options}",
                     [f"{loops} -> (n, g, c, w + k * 2)", f"{loops} -> (g, f, c, k)",
                      f"{loops} -> (n, g, f, w)"],
                     ["parallel"] * 4 + ["reduction"] * 2, [x, w], result, "f32", **options)


def main():
    thorough = "--thorough" in sys.argv
    cases = Cases()
    random = cases.random
    choices = [1, 2, 3, 5, 8, 13, 17, 33]
    for equation in EQUATIONS:
        for turn in range(12 if thorough else 3):
            sizes = {s: int(random.choice(choices)) for s in set(equation) - set(",->")}
            cases.einsum(equation, sizes, ["f32", "f64"][turn % 2], static=turn % 3 != 1,
                         zeros=turn % 3 != 2)
        empty = {s: 3 for s in sizes} | {str(random.choice(sorted(sizes))): 0}
        cases.einsum(equation, empty, static=False)
        for constant in (0, 1):
            cases.einsum(equation, sizes, constant=constant)
    for sizes in (12, 32, 4), (13, 33, 513), (241, 9, 7), (1, 65, 129):
        for equation in ("mk,kn->mn", "km,nk->mn"):
            cases.einsum(equation, dict(zip("mnk", sizes)))
            cases.einsum(equation, dict(zip("mnk", sizes)), "f16")
            cases.einsum(equation, dict(zip("mnk", sizes)), "f64", static=False)
    for op in ("nchw_fchw", "nhwc_hwcf", "nhwc_fhwc"):
        for turn in range(10 if thorough else 3):
            cases.convolution(op, strides=tuple(random.integers(1, 4, 2).tolist()),
                              dilations=tuple(random.integers(1, 4, 2).tolist()),
                              static=turn != 1, zeros=turn != 2)
        cases.convolution(op, constant=1)
        cases.convolution(op, "f64")
    for numbers in (3, 1, 1, 40), (2, 3, 5, 9), (1, 4, 2, 33):
        cases.groups(*numbers)
        cases.groups(*numbers, static=False)
    runner = SplitRun(sys.argv[1], agree=np.array_equal)
    runner.check(cases.calls)
    print(f"{runner.count} programs match")


main()
