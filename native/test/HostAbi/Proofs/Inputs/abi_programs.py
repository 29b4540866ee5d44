"""Programs whose C interfaces are verified, and what their hosts must pass (R7)."""

import re

from smt import both, either, fits, negate, smt, unsigned

BYTES = {"i1": 1, "i4": 1, "i8": 1, "bf16": 2, "i24": 4, "f32": 4, "f64": 8, "index": 8,
         "complex<f32>": 8, "i128": 16}
# Arguments; results: a type and the argument whose values it has, or whose size; and options of
# split-compile. A result of another rank is a view of the argument.
PROGRAMS = {
    **{f"rank {rank}": (["?x" * rank + "f32"], [("?x" * rank + "f32", 0)])
       for rank in range(1, 5)},
    "static, fast path": (["2x4xf32"], [("2x4xf32", 0)]),
    "three buffers, fast path": (["1x3xi8", "3x1xi8"], [("1x3xi8", 0)]),
    "rank 0, fast path": (["f64"], [("f64", 0), ("f64", 0)]),
    "six buffers, fast path": (["4xbf16", "2x3xi24"],
                               [("4xbf16", 0), ("2x3xi24", 1), ("4xbf16", 0), ("4xbf16", 0)]),
    "large, fast path": (["1073741824x1073741824xi1"], [("1073741824x1073741824xi1", 0)]),
    "argument and buffer": (["?x4xf32"], [("3x4xf32", 0)]),
    "two arguments and two buffers": (["?x2xi128", "?x?xindex"],
                                      [("3x2xi128", 0), ("3x2xindex", 1)]),
    "sizes of 1 and 0": (["1x?x1xi24", "0x?xf32"], [("1x5x1xi24", 0), ("0x?xf32", 1)]),
    "complex, rank 0": (["tensor<complex<f32>>", "?xcomplex<f32>"],
                        [("tensor<complex<f32>>", 0), ("7xcomplex<f32>", 1)]),
    "only a size is used": (["?x?xf32", "?xbf16"], [("index", 0), ("2xbf16", 1)]),
    "row-major argument": (["?x4x?xbf16"], [("?x?xbf16", 0)], ["--results=views"]),
    "unknown rank": (["*xf64"], [("2xf64", 0)]),
    "unknown rank, no buffer": (["*xf64"], [("?xf64", 0)]),
    "seven buffers, library": (["?xf32"], [("2xf32", 0)] * 7),
    "unknown rank and six buffers, library": (["*xi8", "?xi8"],
                                              [("3xi8", 0)] * 3 + [("2xi8", 1)] * 3),
}


def to_type(text):
    return text if text.startswith("tensor") or text == "index" else f"tensor<{text}>"


def to_shape(text):
    """The sizes, None for `?`, or None for an unknown rank; and the element type."""
    text = to_type(text)[7:-1]
    if text.startswith("*x"):
        return None, text[2:]
    *sizes, element = re.split(r"(?<=[\d?])x", text)
    return [None if size == "?" else int(size) for size in sizes], element


def write_program(arguments, results, options=()):
    kinds = [to_type(text) for text in arguments]
    names = ", ".join(f"%x{i}: {kind}" for i, kind in enumerate(kinds))
    outs = [to_type(text) for text, _ in results]
    lines = [f"func.func @f({names}) -> ({', '.join(outs)}) {{", "%c0 = arith.constant 0 : index"]
    for i, (out, (_, source)) in enumerate(zip(outs, results)):
        kind = kinds[source]
        if out == "index":
            lines.append(f"%r{i} = tensor.dim %x{source}, %c0 : {kind}")
            continue
        if options:
            lines.append(f"%r{i} = tensor.collapse_shape %x{source} [[0, 1], [2]] : {kind} into "
                         f"{out}")
            continue
        element = to_shape(out)[1]
        name = ("complex.add" if element.startswith("complex") else
                "arith.addf" if "f" in element else "arith.addi")
        lines.append(f"%y{i} = tensor.cast %x{source} : {kind} to {out}")
        lines += [f"%r{i} = linalg.map {{ {name} }} ins(%y{i}, %y{i} : {out}, {out}) "
                  f"outs(%y{i} : {out})"]
    lines.append(f"return {', '.join(f'%r{i}' for i in range(len(outs)))} : {', '.join(outs)}\n}}")
    return "\n".join(lines) + "\n"


class Operand:
    """A tensor that a host passes: the pointer `base` to its descriptor, and what R7 states.

    The formulas are about numbers without bounds.
    """

    def __init__(self, machine, name, base, text, is_result=False, is_used=True,
                 must_have_order=False):
        self.name, self.base, self.is_result, self.is_used = name, base, is_result, is_used
        self.must_have_order = is_result or must_have_order
        machine.variables[base] = True
        self.shape, element = to_shape(text)
        self.bytes_of_element = BYTES[element]
        self.is_passed = smt("distinct", base, 0)
        self.axioms = [fits(base)]
        if self.shape is None:
            self.describe_unranked(machine)
        else:
            self.describe_ranked(machine)

    def word(self, index):
        term = smt("mem64", self.base, 8 * index)
        self.axioms.append(fits(term))
        return term

    def describe_unranked(self, machine):
        """Sizes and strides are those that the runtime library examines."""
        self.rank, self.descriptor = self.word(0), self.word(1)
        self.data = smt("mem64", self.descriptor, 8)
        self.is_negative, self.is_empty, self.is_row_major = (
            smt("distinct", machine.new(name), 0) for name in ("negative", "empty", "row_major"))
        self.bytes, self.first = machine.new("bytes"), unsigned(self.data)
        self.is_in_place = self.is_row_major
        self.axioms += [fits(self.data), smt(">=", self.bytes, 0),
                        smt("=", self.is_empty, smt("=", self.bytes, 0))]
        self.sizes_fit = both(smt(">=", self.rank, 0), smt("distinct", self.descriptor, 0),
                              negate(self.is_negative))
        self.has_data = either(self.is_empty, smt("distinct", self.data, 0))
        self.axioms.append(smt("=>", both(self.is_passed, self.sizes_fit, self.is_row_major,
                                          negate(self.is_empty)), self.exists(0, 0)))

    def describe_ranked(self, machine):
        rank = len(self.shape)
        self.data, self.offset = self.word(1), self.word(2)
        self.sizes = [self.word(3 + dim) for dim in range(rank)]
        self.strides = [self.word(3 + rank + dim) for dim in range(rank)]
        self.sizes_fit = both(*(smt(">=", size, 0) if known is None else smt("=", size, known)
                                for size, known in zip(self.sizes, self.shape)))
        self.is_empty = either(*(smt("=", size, 0) for size in self.sizes))
        self.has_data = either(self.is_empty, smt("distinct", self.data, 0))
        # Element `dim` is the number of elements in the dimensions from `dim` on.
        self.counts = [self.count(machine, dim) for dim in range(rank + 1)]
        self.bytes = smt("*", self.bytes_of_element, self.counts[0])
        self.first = smt("+", unsigned(self.data), smt("*", self.bytes_of_element, self.offset))
        self.is_row_major = either(self.is_empty, both(*(
            either(smt("=", size, 1), smt("=", stride, count)) for size, stride, count in
            zip(self.sizes, self.strides, self.counts[1:]))))
        self.is_in_place = self.is_row_major
        spans = [self.span(machine, dim) for dim in range(rank)]
        low = smt("+", 0, 0, *(smt("ite", smt("<", span, 0), span, 0) for span in spans))
        high = smt("+", 0, 0, *(smt("ite", smt(">", span, 0), span, 0) for span in spans))
        self.axioms.append(smt("=>", both(self.is_passed, self.sizes_fit, negate(self.is_empty),
                                          smt("distinct", self.data, 0)), self.exists(low, high)))

    def count(self, machine, dim):
        factor, names = 1, []
        for size, known in zip(self.sizes[dim:], self.shape[dim:]):
            if known is None:
                names.append(size)
            else:
                factor *= known
        return smt("*", factor, machine.exact(names))

    def span(self, machine, dim):
        """stride * (size - 1), with what it is in row-major order."""
        size, stride, known = self.sizes[dim], self.strides[dim], self.shape[dim]
        if known is not None:
            return smt("*", known - 1, stride)
        span = machine.new("span")
        machine.definitions.append(smt("=", span, smt("*", stride, smt("-", size, 1))))
        count, inner = self.counts[dim], self.counts[dim + 1]
        self.axioms += [smt("=>", smt("=", size, 1), smt("=", span, 0)),
                        smt("=>", smt("=", stride, inner), smt("=", span, smt("-", count, inner)))]
        return span

    def exists(self, low, high):
        """The elements from `low` to `high` are in memory, whose last byte is not one of them,
        in one object with `data`, of less than 2^63 bytes."""
        if self.shape is None:
            end, length, step = smt("+", self.first, self.bytes), self.bytes, 0
        else:
            element = self.bytes_of_element
            length = smt("*", element, smt("+", smt("-", high, low), 1))
            end = smt("+", self.first, smt("*", element, smt("+", high, 1)))
            step = smt("*", element, self.offset)
        begin = self.first if self.shape is None else smt("+", self.first,
                                                          smt("*", self.bytes_of_element, low))
        return both(smt("<=", 0, begin), smt("<", end, 2**64), smt("<", length, 2**63), fits(step))

    def list_words(self):
        """What a counterexample names."""
        if self.shape is None:
            return [("pointer", self.base), ("rank", self.rank), ("descriptor", self.descriptor),
                    ("data", self.data)]
        return [("pointer", self.base), ("data", self.data), ("offset", self.offset),
                *((f"size {dim}", size) for dim, size in enumerate(self.sizes)),
                *((f"stride {dim}", stride) for dim, stride in enumerate(self.strides))]

    def is_right(self):
        """R7, but for overlaps."""
        return both(self.is_passed, self.sizes_fit, self.has_data,
                    self.is_row_major if self.must_have_order else True)


def are_apart(one, other):
    """No element of one is in the memory of the other."""
    return either(one.is_empty, other.is_empty,
                  smt("<=", smt("+", one.first, one.bytes), other.first),
                  smt("<=", smt("+", other.first, other.bytes), one.first))


def list_pairs(operands):
    """(result, other buffer, whether they may be used together)."""
    for number, result in enumerate(operands):
        for other in operands[:number] if result.is_result else ():
            if other.is_used:
                yield result, other, either(
                    are_apart(result, other), False if other.is_result else
                    negate(other.is_in_place))
