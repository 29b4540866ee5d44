"""Tensors of any rank, as the runtime library (native/runtime) examines them.

Properties of all dimensions are recursive functions of the dimension, whose definitions are
given for the dimensions that a loop accesses. They count from the first dimension on:

  negative(i), empty(i), wrong(i)   1 if one of the first i sizes is negative, is 0, or is not
                                    that of the type, else 0
  product(i)                        the bytes of an element times the first i sizes

or from the last one on:

  inner(i)      the product of the sizes from i on
  strided(i)    1 if a stride from i on is not that of row-major order, else 0
  extent(i)     the sum of |stride| * (size - 1) from i on
"""

import re

from llvm_paths import Machine, Restart, State
from smt import HALF, REACHED, both, either, fits, negate, smt, unsigned

SPEC = ["negative", "empty", "wrong", "product", "inner", "strided", "extent"]
FLAGS = SPEC[:3]


def plus(*terms):
    return smt("+", *terms)


def at(base, offset):
    return smt("mem64", base, offset)


def is_zero(term):
    return smt("=", term, 0)


def is_one(term):
    return smt("=", term, 1)


def implies(condition, *goals):
    return smt("=>", condition, both(*goals))


def within(low, *terms):
    """low <= ..., each term at most the next one."""
    terms = (low, *terms)
    return both(*(smt("<=", one, other) for one, other in zip(terms, terms[1:])))


LEMMAS = {
    "products with 0, 1 and larger numbers": implies(
        smt("=", "c", smt("*", "a", "b")),
        implies(either(is_zero("a"), is_zero("b")), is_zero("c")),
        implies(is_one("a"), smt("=", "c", "b")),
        implies(both(within(2, "a"), within(1, "b")), within(smt("*", 2, "b"), "c"),
                within("a", "c")),
        implies(both(within(0, "a"), within(0, "b")), within(0, "c"))),
    "extents in row-major order": smt("=", smt("*", "b", smt("-", "s", 1)),
                                      smt("-", smt("*", "s", "b"), "b")),
    "products of sizes grow": implies(
        both(within(1, "a", "b"), smt("<=", 1, "s")), smt("<=", "a", smt("*", "b", "s"))),
    "products of first and last sizes are one product": implies(
        both(smt("=", "b", smt("*", "a", "s")), smt("=", "c", smt("*", "s", "d"))),
        smt("=", smt("*", "a", "c"), smt("*", "b", "d"))),
    "elements lie within the bytes of row-major order": implies(
        both(within(0, "a"), smt("<", "a", "s"), within(0, "b"), smt("<", "b", "c")),
        within(0, plus(smt("*", "a", "c"), "b"), plus(smt("*", "s", "c"), -1))),
    "extents grow": implies(
        both(within(0, "a"), smt("<=", 1, "s"), within(0, "d")),
        within(0, "a", plus("a", smt("*", "d", smt("-", "s", 1))))),
}


class Tensor:
    """A tensor of any rank, whose descriptor is at `base`."""

    def __init__(self, machine, base, rank, element_bytes, type_sizes=None):
        self.machine, self.base, self.rank = machine, base, rank
        self.element_bytes, self.type_sizes = element_bytes, type_sizes
        machine.axioms += [
            *(is_zero(smt(name, 0)) for name in FLAGS), smt("=", smt("product", 0), element_bytes),
            is_one(smt("inner", rank)), is_zero(smt("strided", rank)),
            is_zero(smt("extent", rank)), smt("<=", 0, rank), smt("<", rank, 2**59),
            *(within(0, smt(name, rank), 1) for name in FLAGS), within(0, smt("strided", 0), 1)]
        self.dimensions, self.numbers = set(), []
        machine.check_load = self.check_load
        machine.tensors.append(self)
        self.data, self.offset = at(base, 8), at(base, 16)
        machine.axioms += [fits(self.data), fits(self.offset)]
        self.is_valid, self.is_empty = is_zero(smt("negative", rank)), is_one(smt("empty", rank))
        self.is_right, self.bytes = is_zero(smt("wrong", rank)), smt("product", rank)
        self.has_order = is_zero(smt("strided", 0))
        self.first = plus(unsigned(self.data), smt("*", element_bytes, self.offset))
        exists = both(
            smt("<", smt("*", element_bytes, plus(smt("extent", 0), 1)), HALF),
            fits(smt("*", element_bytes, self.offset)), within(0, self.first, 2**64 - 1),
            implies(self.has_order, smt("<", plus(self.first, self.bytes), 2**64)))
        self.has_elements = both(self.is_valid, negate(self.is_empty))
        machine.axioms += [
            implies(both(self.has_elements, smt("distinct", self.data, 0)), exists),
            # A lemma: products of first and last sizes are one product.
            smt("=", self.bytes, smt("*", element_bytes, smt("inner", 0)))]

    def size(self, dim):
        return at(self.base, plus(24, smt("*", 8, dim)))

    def stride(self, dim):
        return at(self.base, plus(24, smt("*", 8, self.rank), smt("*", 8, dim)))

    def define(self, dim):
        """States what holds at `dim`, if it is a dimension: definitions, and what lemmas say."""
        if dim in self.dimensions:
            return
        self.dimensions.add(dim)
        size, stride, after = self.size(dim), self.stride(dim), plus(dim, 1)
        conditions = [smt("<", size, 0), is_zero(size)]
        if self.type_sizes:
            known = self.type_sizes(dim)
            conditions.append(smt("ite", smt("<", known, 0), smt("<", size, 0),
                                  negate(smt("=", size, known))))
            self.machine.axioms.append(fits(known))
        facts = []
        for name, condition in zip(FLAGS, conditions):
            facts += [smt("=", smt(name, after), smt("ite", condition, 1, smt(name, dim))),
                      within(0, smt(name, dim), smt(name, after), smt(name, self.rank), 1)]
        is_right = either(is_one(size), smt("=", stride, smt("inner", after)))
        facts += [
            smt("=", smt("strided", dim), smt("ite", is_right, smt("strided", after), 1)),
            within(0, smt("strided", after), smt("strided", dim), smt("strided", 0), 1),
            implies(self.has_elements,
                    within(0, smt("extent", after), smt("extent", dim), smt("extent", 0)),
                    within(1, smt("product", dim), smt("product", after), self.bytes),
                    within(1, smt("inner", after), smt("inner", dim))),
            implies(is_one(size), smt("=", smt("product", after), smt("product", dim)),
                    smt("=", smt("inner", after), smt("inner", dim)),
                    smt("=", smt("extent", after), smt("extent", dim))),
            implies(both(smt("<=", 1, size), smt("<=", 0, smt("product", dim))),
                    smt("<=", smt("product", dim), smt("product", after))),
            implies(is_zero(size), is_zero(smt("product", after)), is_zero(smt("inner", dim)))]
        magnitude = smt("ite", smt("<", stride, 0), smt("-", 0, stride), stride)
        definitions = [
            smt("=", smt("product", after), smt("*", smt("product", dim), size)),
            smt("=", smt("inner", dim), smt("*", size, smt("inner", after))),
            smt("=", smt("extent", dim), plus(smt("extent", after),
                                              smt("*", magnitude, smt("-", size, 1))))]
        is_dimension = both(smt("<=", 0, dim), smt("<", dim, self.rank))
        self.machine.axioms += [fits(size), fits(stride), implies(is_dimension, *facts)]
        self.machine.definitions.append(implies(is_dimension, *definitions))

    def define_products(self):
        """States the definitions of products for numbers that loops multiply by sizes."""
        for dim in self.dimensions:
            size, stride, after = self.size(dim), self.stride(dim), plus(dim, 1)
            for number in {number for number in self.numbers if isinstance(number, str)}:
                product = self.machine.exact((number, size))
                self.machine.axioms.append(implies(
                    both(smt("<=", 0, dim), smt("<", dim, self.rank)),
                    implies(smt("=", number, smt("product", dim)),
                            smt("=", smt("product", after), product)),
                    implies(smt("=", number, smt("inner", after)),
                            smt("=", smt("inner", dim), product),
                            implies(both(smt("=", stride, number), smt("<=", 0, number)),
                                    smt("=", smt("extent", dim), plus(
                                        smt("extent", after), product,
                                        smt("-", 0, number)))))))

    def check_load(self, state, base, offset):
        """Reads of sizes and strides are those of dimensions."""
        if base != self.base or not isinstance(offset, str):
            return None
        sizes = re.fullmatch(r"\(\+ 24 \(\* 8 (\S+)\)\)", offset)
        strides = re.fullmatch(r"\(\+ 24 \(\* 8 (.+)\) \(\* 8 (\S+)\)\)", offset)
        if strides and strides[1] != self.rank:
            return False
        dim = sizes[1] if sizes else strides[2]
        self.define(dim)
        return both(smt("<=", 0, dim), smt("<", dim, self.rank))


class Runtime(Machine):
    """The functions of one file. Names are regular expressions for mangled names."""

    def __init__(self, text, stubs=(), **options):
        super().__init__(text, **options)
        self.spec_functions, self.tensors = SPEC, []
        self.stubs = {self.find(name): stub for name, stub in dict(stubs).items()}

    def find(self, name):
        matches = [known for known in self.functions if re.search(rf"(^|\d){name}", known)]
        assert len(matches) == 1, (name, matches)
        return matches[0]

    def argument(self, name, number, state):
        """An argument of a function that runs."""
        return state.values[self.functions[self.find(name)]["^bb0"][0][number]]

    def set_invariants(self, name, *invariants):
        self.names[self.find(name)] = name
        for number, invariant in enumerate(invariants):
            self.invariants[self.find(name), number] = invariant

    def variable(self, name, width=64):
        self.variables[name] = True
        self.axioms.append(fits(name, width))
        return name

    def paths(self, name, arguments, state=None):
        while True:
            known = len(self.claims)
            try:
                paths = list(self.run(self.find(name), arguments, State(state)))
                break
            except Restart:
                del self.claims[known:]
        self.claim(REACHED, paths[-1][0], "false")
        return paths

    def finish(self):
        """Adds what is known of products, and what counterexamples name."""
        for tensor in self.tensors:
            tensor.define_products()
            self.asked |= {"rank": tensor.rank, "data": tensor.data, "offset": tensor.offset}
            for dim in tensor.dimensions:
                self.asked |= {f"dimension {dim}, number": dim,
                               f"dimension {dim}, size": tensor.size(dim),
                               f"dimension {dim}, stride": tensor.stride(dim)}
        return self
