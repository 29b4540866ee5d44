"""Prints programs of any size: scale.py KIND COUNT

Each function below is a kind, with dashes instead of underscores. In its text, T4x?
stands for tensor<4x?xf32>.
"""

import re
import sys


def rows(template, count, **values):
    """The lines for each number {i}; {j} is the next number."""
    return "\n".join(template.format(i=i, j=i + 1, **values) for i in range(count))


def items(template, count):
    return rows(template, count).replace("\n", ", ")


def function(arguments, *lines, result=None):
    """A function @f; `result` is a pair of a value and its type."""
    arrow, end = (f" -> {result[1]}", f" {' : '.join(result)}") if result else ("", "")
    return "\n".join([f"func.func @f({arguments}){arrow} {{", *lines, f"return{end}", "}\n"])


def use(values, types):
    return f'"test.use"({values}) : ({types}) -> ()'


# ---- Splits that tell each other's sizes. ----


def splits(n):
    """Splits of one tensor, where only the types of the first have a size."""
    split = ":2 = split.variadic_split %x axis(0) lengths [3, 4] : T?x? -> T?x?, T?x"
    return function("%x: T?x?", f"%p{split}8", rows("%p{i}" + split + "?", n - 1))


def pieces(n):
    """A split where only the type of the first piece has a size."""
    types = "T2, " + items("T?", n - 1)
    return function("%x: T?", f"%p:{n} = split.split %x axis(0) into {n} : T? -> {types}",
                    use(items("%p#{i}", n), types))


def calls(n):
    """Functions that call the next one; the caller of the first knows a size, and the
    last has a split."""
    call = "%0 = call @f{} (%x) : (T?) -> T?\nreturn %0 : T?"
    split = "%0:2 = split.split %x axis(0) into 2 : T? -> T?, T?\nreturn %0#0 : T?"
    return "".join(f"func.func private @f{i}(%x: T?) -> T? {{\n"
                   f"{call.format(i + 1) if i + 1 < n else split}\n}}\n" for i in range(n)) + (
        function("%x: T8", "%c = tensor.cast %x : T8 to T?", "%0 = call @f0(%c) : (T?) -> T?"))


# ---- Slices and sizes of pieces. ----


def slices_of_splits(n):
    return function("%x: T?x20001", "%z = tensor.cast %x : T?x20001 to T?x?", rows("""
%p{i}:2 = split.variadic_split %z axis(-1) lengths [8000, -1] : T?x? -> T?x8000, T?x?
%s{i} = tensor.extract_slice %p{i}#1[0, 0] [1, 1] [1, 1] : T?x? to T1x1
"test.use"(%s{i}) : (T1x1) -> ()""", n))


def slices_of_pieces(n):
    """Slices and sizes of the pieces of one split."""
    return function("%x: T?x20001", f"""%c0 = arith.constant 0 : index
%z = tensor.cast %x : T?x20001 to T?x?
%p:{n} = split.variadic_split %z axis(-1) lengths [{items("2", n - 1)}, -1]
  : T?x? -> {items("T?x?", n)}""", rows("""%d{i} = tensor.dim %p#{i}, %c0 : T?x?
"test.dim"(%d{i}) : (index) -> ()
%s{i} = tensor.extract_slice %p#{i}[0, 0] [1, 1] [1, 1] : T?x? to T1x1
"test.use"(%s{i}) : (T1x1) -> ()""", n))


def sizes_of_pieces(n):
    """Sizes of the pieces of one split, known at run time only."""
    return function("%y: T?", f"""%c0 = arith.constant 0 : index
%p:{n} = split.split %y axis(-1) into {n} : T? -> {items("T?", n)}""", rows("""
%d{i} = tensor.dim %p#{i}, %c0 : T?
"test.dim"(%d{i}) : (index) -> ()""", n))


# ---- Splits and concatenations. ----


def join(n):
    """A split, and the concatenation of its pieces."""
    types = items("T?", n)
    return function("%x: T?", f"%p:{n} = split.split %x axis(0) into {n} : T? -> {types}",
                    f"%c = tensor.concat dim(0) {items('%p#{i}', n)} : ({types}) -> T?",
                    result=("%c", "T?"))


def split_of_concat(n, value="T?", whole="T?", piece="T?"):
    """A concatenation, and its split into twice as many pieces."""
    types = items(piece, 2 * n)
    return function(items("%x{i}: " + value, n), f"""
%c = tensor.concat dim(0) {items("%x{i}", n)} : ({items(value, n)}) -> {whole}
%p:{2 * n} = split.split %c axis(0) into {2 * n} : {whole} -> {types}
{use(items("%p#{i}", 2 * n), types)}""")


def static_split_of_concat(n):
    return split_of_concat(n, "T2", f"T{2 * n}", "T1")


def nested(n):
    """Splits of the rest that the split before them leaves."""
    return function("%r0: T?", rows(
        "%p{i}, %r{j} = split.variadic_split %r{i} axis(0) lengths [1, -1] : T? -> T1, T?", n),
        use(f"{items('%p{i}', n)}, %r{n}", f"{items('T1', n)}, T?"))


def unknown_joins(n):
    """Splits whose pieces, of unknown sizes, are joined in another order."""
    return function("%x0: T?, %l: tensor<2xi64>", rows("""
%a{i}:2 = split.variadic_split %x{i} axis(0) lengths(%l : tensor<2xi64>) : T? -> T?, T?
%c{i} = tensor.concat dim(0) %a{i}#1, %a{i}#0 : (T?, T?) -> T?
%b{i}:2 = split.split %c{i} axis(0) into 2 : T? -> T?, T?
%x{j} = tensor.concat dim(0) %b{i}#1, %b{i}#0 : (T?, T?) -> T?""", n), result=(f"%x{n}", "T?"))


def tree(n):
    """Halves, and halves of these, down to single elements."""
    lines, values, size = [], ["%x"], n
    while size > 1:
        lines += [f"%p{size}_{i}:2 = split.split {value} axis(0) into 2 : "
                  f"T{size} -> T{size // 2}, T{size // 2}" for i, value in enumerate(values)]
        values = [f"%p{size}_{i}#{half}" for i in range(len(values)) for half in range(2)]
        size //= 2
    return function(f"%x: T{n}", *lines, use(", ".join(values), items("T1", n)))


def swaps(n):
    """Halves that change places each time."""
    return function("%x0: T4", rows("""
%p{i}:2 = split.split %x{i} axis(0) into 2 : T4 -> T2, T2
%x{j} = tensor.concat dim(0) %p{i}#1, %p{i}#0 : (T2, T2) -> T4""", n), use(f"%x{n}", "T4"))


def neighbours(n):
    """Neighbouring pieces that are joined, and split where they are joined."""
    return function(f"%x: T{2 * n}", f"""
%p:{n} = split.split %x axis(0) into {n} : T{2 * n} -> {items("T2", n)}""", rows("""
%c{i} = tensor.concat dim(0) %p#{i}, %p#{j} : (T2, T2) -> T4
%q{i}:2 = split.split %c{i} axis(0) into 2 : T4 -> T2, T2
"test.use"(%q{i}#1) : (T2) -> ()""", n - 1))


def constant(n):
    """A constant that is small enough to be cut, always in the same places."""
    return function("", f"%x = arith.constant dense<[{items('{i}.0', 1000)}]> : T1000", rows("""
%p{i}:2 = split.split %x axis(0) into 2 : T1000 -> T500, T500
"test.use"(%p{i}#1) : (T500) -> ()""", n))


# ---- Slices that can become splits. ----


def slice_of(source, offset, size, type_="T?", of="T?"):
    return f"tensor.extract_slice {source}[{offset}] [{size}] [1] : {of} to {type_}"


def slices(n):
    """Slices of one tensor."""
    return function(f"%x: T{2 * n}", *(f"%s{i} = " + slice_of("%x", 2 * i, 2, "T2", f"T{2 * n}")
                                       for i in range(n)))


def chain(n, chains=1):
    """Slices whose offsets are sums of the sizes %n0, %n1, ..., by turns from different
    chains of sums."""
    lines, offsets = ["%c0 = arith.constant 0 : index", "%d = tensor.dim %x, %c0 : T?"], ["%c0"]
    offsets *= chains
    for i in range(n - 1):
        lines.append(f"%s{i} = " + slice_of("%x", offsets[i % chains], f"%n{i}"))
        for number, offset in enumerate(offsets):
            offsets[number] = f"%o{number}_{i}"
            lines.append(f"{offsets[number]} = arith.addi {offset}, %n{i} : index")
    return function(f"%x: T?, {items('%n{i}: index', n - 1)}", *lines,
                    f"%rest = arith.subi %d, {offsets[0]} : index",
                    f"%s{n - 1} = " + slice_of("%x", offsets[0], "%rest"))


def chains(n):
    """Equal sums that are computed apart, which takes too long for all."""
    return chain(n, 2)


def tensors(n):
    """Two slices of each tensor; each tensor is computed from the one before."""
    return function("%x0: T?, %n0: index", "%c0 = arith.constant 0 : index", rows("""
%d{i} = tensor.dim %x{i}, %c0 : T?
%r{i} = arith.subi %d{i}, %n0 : index
%a{i} = tensor.extract_slice %x{i}[0] [%n0] [1] : T? to T?
%b{i} = tensor.extract_slice %x{i}[%n0] [%r{i}] [1] : T? to T?
%x{j} = linalg.exp ins(%x{i} : T?) outs(%x{i} : T?) -> T?""", n // 2))


def suffixes(n, size=0):
    """Two slices for each place of one tensor: the one before the place, and the other
    to the end or, with a size, of one element."""
    of = f"T{size or n // 2 + 1}"
    lines = []
    for i in range(1, n // 2 + 1):
        second = 1 if size else n // 2 + 1 - i
        lines += [f"%a{i} = " + slice_of("%x", 0, i, f"T{i}", of),
                  f"%b{i} = " + slice_of("%x", i, second, f"T{second}", of)]
    return function(f"%x: {of}", *lines)


def dead(n):
    """Slices that begin at 0, and slices that lead from these, but not to the end."""
    return suffixes(n, n // 2 + 2)


if __name__ == "__main__":
    text = globals()[sys.argv[1].replace("-", "_")](int(sys.argv[2]))
    print(re.sub(r"\bT([\d?x]+)", r"tensor<\1xf32>", text), end="")
