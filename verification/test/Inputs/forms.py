"""The forms of splits, as functions of MLIR and as models of ONNX.

Each form is a function of the number of pieces that yields texts of functions,
without their names: `(ARGUMENTS) -> (RESULTS) { ... }`.
"""

import itertools

# With more pieces, a proof takes seconds, and a form has fewer programs.
FEW = 3


def write_split(op, operands, data, results):
    """A function that returns all pieces of its first argument."""
    arguments = ", ".join(f"{name}: {type}" for name, type in [("%x", data), *operands])
    types = ", ".join(results)
    pieces = ", ".join(f"%p#{i}" for i in range(len(results)))
    return (f"({arguments}) -> ({types}) {{\n  %p:{len(results)} = {op} : {data} -> {types}\n"
            f"  return {pieces} : {types}\n}}\n")


def tensor(sizes, axis=0, size=None):
    """The type with `size` along the axis."""
    sizes = list(sizes)
    if size is not None:
        sizes[axis] = size
    return "tensor<" + "".join(f"{s}x" for s in sizes) + "f32>"


def equal(sizes, axis, count, piece="?"):
    yield write_split(f"split.split %x axis({axis}) into {count}", [], tensor(sizes),
                      [tensor(sizes, axis, piece)] * count)


def equal_dynamic(count):
    for rank in (1, 2, 3):
        for axis in range(-rank, rank):
            yield from equal("?" * rank, axis, count)
    yield from equal("?4?", 2, count)


def equal_static(count):
    for size in (0, count, 7 * count):
        yield from equal([3, size], 1, count, size // count)


def equal_stated(count):
    """The result types state sizes that data's type does not (R6)."""
    yield write_split(f"split.split %x axis(0) into {count}", [], tensor("??"),
                      [tensor("5?")] + [tensor("5?")] * (count - 1))
    yield write_split(f"split.split %x axis(1) into {count}", [], tensor("??"),
                      [tensor("5?")] * count)


def variadic(lengths, operands=(), sizes="??", axis=1, results=None):
    stated = results or ["?" if not isinstance(s, int) or s < 0 else s for s in lengths]
    text = ", ".join(map(str, lengths))
    return write_split(f"split.variadic_split %x axis({axis}) lengths [{text}]", operands,
                       tensor(sizes), [tensor(sizes, axis, s) for s in stated])


def listed(count):
    lengths = [i % 4 for i in range(count)]
    yield variadic(lengths)
    yield variadic(lengths, axis=-1)
    yield variadic([2**63 // count - 1] * count)
    yield variadic(lengths, sizes=["?", sum(lengths)])
    for rest in sorted({0, count // 2, count - 1}):
        with_rest = lengths[:rest] + [-1] + lengths[rest + 1:]
        yield variadic(with_rest)
        yield variadic(with_rest, sizes=["?", 64], results=["?"] * count)


def mixed(count):
    """Constants and index values; at most one -1."""
    names = [f"%n{i}" for i in range(count)]
    operands = [(name, "index") for name in names]
    yield variadic(names, operands)
    yield variadic([names[i] if i % 2 else i for i in range(count)], operands[1::2])
    yield variadic([-1, *names[1:]], operands[1:])
    yield variadic([*names[:-1], -1], operands[:-1])
    if count > 1:
        yield variadic([3, *names[1:]], operands[1:], sizes="?9")


def operand(count, element, sizes="??", axis=1):
    lengths = f"tensor<{count}x{element}>"
    return write_split(f"split.variadic_split %x axis({axis}) lengths(%l : {lengths})",
                       [("%l", lengths)], tensor(sizes), [tensor(sizes, axis, "?")] * count)


def operands(count):
    yield operand(count, "i64")
    if count > FEW:
        return
    for element in ("index", "i32", "si8", "ui8", "ui32", "ui64"):
        yield operand(count, element)
    yield operand(count, "i64", "?9")
    stated = tensor(["?", 3])
    lengths = f"tensor<{count}xi64>"
    yield write_split(f"split.variadic_split %x axis(1) lengths(%l : {lengths})",
                      [("%l", lengths)], tensor("??"), [stated] * count)


AXES = ("i32", "i64", "index", "i8", "ui8", "ui64", "tensor<i64>", "tensor<1xi32>",
        "tensor<1xui64>")


def run_time_axis(rank, count):
    """Equal pieces, listed lengths and lengths at run time, along any axis."""
    if count > FEW and rank > 2:
        return
    data = tensor("?" * rank)
    for axis in AXES if count == 2 else AXES[:1]:
        yield write_split(f"split.split %x axis(%a : {axis}) into {count}", [("%a", axis)], data,
                          [data] * count)
    lengths = ", ".join(["1"] * (count - 1) + ["-1"])
    yield write_split(f"split.variadic_split %x axis(%a : i64) lengths [{lengths}]",
                      [("%a", "i64")], data, [data] * count)
    given = f"tensor<{count}xi64>"
    yield write_split(f"split.variadic_split %x axis(%a : ui8) lengths(%l : {given})",
                      [("%a", "ui8"), ("%l", given)], data, [data] * count)


def quantized(count):
    """The axis must not be the quantized dimension (C5)."""
    data = "tensor<?x3x?x!quant.uniform<i8:f32:1, {0.1, 0.2, 0.3}>>"
    yield write_split(f"split.split %x axis(%a : i64) into {count}", [("%a", "i64")], data,
                      [data.replace("x3x", "x?x") if count > 3 else data] * count)


def unranked(count):
    """Data of unknown rank, with an axis from the front, from the back and at run time."""
    data = "tensor<*xf32>"
    results = [data] * count
    lengths, given = ", ".join(["2"] * (count - 1) + ["-1"]), f"tensor<{count}xi64>"
    for axis in (0, 1, -1):
        yield write_split(f"split.split %x axis({axis}) into {count}", [], data, results)
    yield write_split(f"split.variadic_split %x axis(1) lengths [{lengths}]", [], data, results)
    for axis in AXES[::4] if count == 2 else AXES[:1]:
        yield write_split(f"split.split %x axis(%a : {axis}) into {count}", [("%a", axis)], data,
                          results)
    # The products of 16 lengths take minutes.
    if count <= FEW:
        yield write_split(f"split.variadic_split %x axis(%a : ui8) lengths(%l : {given})",
                          [("%a", "ui8"), ("%l", given)], data, results)


def ranked_results(count):
    """Result types state the rank of data of unknown rank (R6), or not that of ranked data."""
    data, given = "tensor<*xf32>", f"tensor<{count}xi64>"
    for stated in (tensor("?"), tensor("?3"), tensor("???")):
        results = [stated] + [data] * (count - 1)
        yield write_split(f"split.split %x axis(-1) into {count}", [], data, results)
        yield write_split(f"split.variadic_split %x axis(%a : i64) lengths(%l : {given})",
                          [("%a", "i64"), ("%l", given)], data, results)
    yield write_split(f"split.split %x axis(1) into {count}", [], tensor("??"), [data] * count)


def nested(count):
    """A piece is split again."""
    types = ", ".join([tensor("??")] * (count + 1))
    pieces = ", ".join(["%p#0", *(f"%q#{i}" for i in range(count))])
    yield (f"(%x: tensor<??xf32>, %n: index) -> ({types}) {{\n".replace("??x", "?x?x") +
           "  %p:2 = split.variadic_split %x axis(0) lengths [%n, -1] "
           ": tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>\n"
           f"  %q:{count} = split.split %p#1 axis(0) into {count} : tensor<?x?xf32> -> "
           f"{', '.join([tensor('??')] * count)}\n  return {pieces} : {types}\n}}\n")


def joined(count):
    """Pieces that folds join, drop or move."""
    yield (f"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {{\n"
           f"  %p:{count} = split.split %x axis(0) into {count} : tensor<?x?xf32> -> "
           f"{', '.join([tensor('??')] * count)}\n"
           f"  return %p#{count - 1} : tensor<?x?xf32>\n}}\n")
    yield variadic([3] * count, sizes=["?", 3 * count])
    yield variadic([-1] + [0] * (count - 1))
    # A slice of a piece.
    yield (f"(%x: tensor<?x{3 * count}xf32>) -> tensor<?x2xf32> {{\n  %c0 = arith.constant 0 : index\n"
           f"  %p:{count} = split.split %x axis(1) into {count} : tensor<?x{3 * count}xf32> -> "
           f"{', '.join([tensor(['?', 3])] * count)}\n"
           f"  %d = tensor.dim %p#{count - 1}, %c0 : tensor<?x3xf32>\n"
           f"  %s = tensor.extract_slice %p#{count - 1}[0, 1] [%d, 2] [1, 1] "
           ": tensor<?x3xf32> to tensor<?x2xf32>\n  return %s : tensor<?x2xf32>\n}\n")


CHECKS = "split-generate-runtime-checks"
VIEWS = "convert-split-to-linalg"
COPIES = "convert-split-to-linalg{materialize=all}"
FOLDS = "split-infer-shapes,canonicalize,cse"

FORMS = {
    "split, sizes known": equal_static,
    "split, sizes at run time": equal_dynamic,
    "split, types state sizes": equal_stated,
    "lengths listed": listed,
    "lengths mixed": mixed,
    "lengths in a tensor": operands,
    **{f"run-time axis, rank {rank}": (lambda count, rank=rank: run_time_axis(rank, count))
       for rank in range(1, 7)},
    "quantized data": quantized,
    "split of a piece": nested,
    "pieces that fold": joined,
    "unknown rank": unranked,
    "rank of results": ranked_results,
}

# Options of split-verify.
PIPELINES = {
    "checks, views": [f"--pipeline={CHECKS},{VIEWS}"],
    "upstream's checks, views": [f"--pipeline=generate-runtime-verification,{VIEWS}"],
    "checks, folds, views": [f"--pipeline={CHECKS},{FOLDS},{VIEWS},canonicalize,cse"],
    "folds": [f"--pipeline={FOLDS}", "--assume-rules"],
    "checks, split.copy": [f"--pipeline={CHECKS},{COPIES}"],
    "checks, linalg.copy": [f"--pipeline={CHECKS},{COPIES},convert-split-copy-to-linalg"],
}


def sample(texts, number, step):
    """Every `step`-th text, beginning with one that depends on the number of the form; at
    least one."""
    texts = list(texts)
    return texts[number % step::step] or texts[:1]


def write_module(form, counts, step=1):
    """A module with one function for each program, and how many there are. With `step`,
    has every `step`-th program."""
    texts = itertools.chain.from_iterable(FORMS[form](count) for count in counts)
    texts = sample(texts, list(FORMS).index(form), step)
    return "".join(f"func.func @f{i}{text}" for i, text in enumerate(texts)), len(texts)
