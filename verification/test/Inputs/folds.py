"""Folds and canonicalization patterns of splits, as functions that they change.

Each row is the name of a pattern or pass, or of a fold, and a function of the number of
pieces that yields texts of functions, as in forms.py. Each text is changed by this pattern
alone.
"""

from forms import tensor, variadic, write_split


def join(types):
    return ", ".join(types)


def write(arguments, results, body, returned):
    """A function with lines of ops."""
    given = join(f"{name}: {type}" for name, type in arguments)
    lines = "".join(f"  {line}\n" for line in body)
    return (f"({given}) -> ({join(results)}) {{\n{lines}"
            f"  return {join(returned)} : {join(results)}\n}}\n")


def pieces(name, count):
    return [f"%{name}#{i}" for i in range(count)]


def concat(name, inputs, types, result, dim=0):
    return f"%{name} = tensor.concat dim({dim}) {join(inputs)} : ({join(types)}) -> {result}"


def split(name, data, type, count, results=None, axis=0):
    results = results or [type] * count
    return f"%{name}:{count} = split.split {data} axis({axis}) into {count} : {type} -> {join(results)}"


def lengths_of(name, data, type, lengths, results, axis=0):
    return (f"%{name}:{len(results)} = split.variadic_split {data} axis({axis}) "
            f"lengths [{join(map(str, lengths))}] : {type} -> {join(results)}")


ONE, TWO, SQUARE = tensor("?"), tensor("??"), tensor("???")


def constant_axis(count, element="i64", op="split.split"):
    tail = f"into {count}" if op == "split.split" else f"lengths [{join(['1'] * (count - 1) + ['-1'])}]"
    for value in (1, -2):
        yield write([("%x", SQUARE)], [SQUARE] * count,
                    [f"%a = arith.constant {value} : {element}",
                     f"%p:{count} = {op} %x axis(%a : {element}) {tail} : {SQUARE} -> {join([SQUARE] * count)}"],
                    pieces("p", count))


def negative_axis(count, op="split.split"):
    tail = f"into {count}" if op == "split.split" else f"lengths [{join(['1'] * (count - 1) + ['-1'])}]"
    for axis in (-1, -2, -3):
        yield write_split(f"{op} %x axis({axis}) {tail}", [], SQUARE, [SQUARE] * count)


def copy_axis(count):
    names = [f"%d{i}" for i in range(count)]
    yield write([("%x", TWO), *((name, TWO) for name in names)], [TWO] * count,
                [f"%p:{count} = split.copy ins(%x : {TWO}) outs({join(names)} : {join([TWO] * count)}) "
                 f"axis(-1) -> {join([TWO] * count)}"], pieces("p", count))


def listed_lengths(count):
    yield from constant_lengths(count)
    yield from scalar_lengths(count)


def constant_lengths(count):
    for lengths in ([i % 4 for i in range(count)], [-1] + [2] * (count - 1)):
        type = f"tensor<{count}xi64>"
        yield write([("%x", TWO)], [TWO] * count,
                    [f"%l = arith.constant dense<[{join(map(str, lengths))}]> : {type}",
                     f"%p:{count} = split.variadic_split %x axis(1) lengths(%l : {type}) "
                     f": {TWO} -> {join([TWO] * count)}"], pieces("p", count))


def constant_index_lengths(count):
    lengths = ["%c3" if i % 2 == 0 else f"%n{i}" for i in range(count)]
    arguments = [(name, "index") for name in lengths if name != "%c3"]
    yield write([("%x", TWO), *arguments], [TWO] * count,
                ["%c3 = arith.constant 3 : index",
                 lengths_of("p", "%x", TWO, lengths, [TWO] * count, 1)], pieces("p", count))


def scalar_lengths(count):
    """Sizes are not negative, and constants may be -1."""
    type = f"tensor<{count}xindex>"
    names = join(["%n", "%c4", "%r", *["%c4"] * count][:count])
    yield write([("%x", TWO), ("%y", ONE)], [TWO] * count,
                ["%c0 = arith.constant 0 : index", "%c4 = arith.constant 4 : index",
                 "%r = arith.constant -1 : index", f"%n = tensor.dim %y, %c0 : {ONE}",
                 f"%l = tensor.from_elements {names} : {type}",
                 f"%p:{count} = split.variadic_split %x axis(0) lengths(%l : {type}) "
                 f": {TWO} -> {join([TWO] * count)}"], pieces("p", count))


def known_rest(count):
    for rest in sorted({0, count // 2, count - 1}):
        lengths = [i % 4 for i in range(count)]
        lengths[rest] = -1
        yield variadic(lengths, sizes=["?", 64], results=["?"] * count)


def equal_lengths(count):
    yield variadic([3] * count, sizes=["?", 3 * count])


def refined(count):
    yield write_split(f"split.split %x axis(1) into {count}", [], tensor(["?", 6 * count]), [TWO] * count)
    yield variadic([2] * count, results=["?"] * count)


def cast_data(count):
    known = tensor([count * 2, "?"])
    yield write([("%x", known)], [TWO] * count,
                [f"%y = tensor.cast %x : {known} to {TWO}", split("p", "%y", TWO, count)],
                pieces("p", count))


def whole_piece(count):
    if count == 1:
        return
    for whole in (0, count - 1):
        lengths = [0] * count
        lengths[whole] = -1
        types = [tensor(["?", 0])] * count
        types[whole] = TWO
        yield write([("%x", TWO)], types, [lengths_of("p", "%x", TWO, lengths, types, 1)],
                    pieces("p", count))


def splat(count):
    known, piece = tensor([4, 3 * count]), tensor([4, 3])
    for element, value in (("f32", "%v"), ("i64", "%v")):
        types = [known.replace("f32", element), *[piece.replace("f32", element)] * count]
        yield write([("%v", element)], types[1:],
                    [f"%x = tensor.splat {value} : {types[0]}",
                     split("p", "%x", types[0], count, types[1:], 1)], pieces("p", count))


def size_of_piece(count):
    sizes = [f"%d{i} = tensor.dim %p#{i}, %c1 : {TWO}" for i in range(count)]
    names = [f"%d{i}" for i in range(count)]
    start = "%c1 = arith.constant 1 : index"
    for lengths in ([i % 4 for i in range(count)], [-1] + [1] * (count - 1)):
        yield write([("%x", TWO)], ["index"] * count,
                    [start, lengths_of("p", "%x", TWO, lengths, [TWO] * count, 1), *sizes], names)
    for axis in (0, 1):
        yield write([("%x", TWO)], ["index"] * count,
                    [start, split("p", "%x", TWO, count, axis=axis), *sizes], names)


def slice_of_piece(count):
    known, piece = tensor(["?", 3 * count]), tensor(["?", 3])
    names = [f"%s{i}" for i in range(count)]
    slices = [f"{name} = tensor.extract_slice %p#{i}[%n, 1] [2, 2] [1, 1] : {piece} to {tensor('22')}"
              for i, name in enumerate(names)]
    yield write([("%x", known), ("%n", "index")], [tensor("22")] * count,
                [split("p", "%x", known, count, [piece] * count, 1), *slices], names)
    slices = [f"{name} = tensor.extract_slice %p#{i}[%n, 1] [1, 2] [1, 1] : {piece} to {tensor('2')}"
              for i, name in enumerate(names)]
    yield write([("%x", known), ("%n", "index")], [tensor("2")] * count,
                [split("p", "%x", known, count, [piece] * count, 1), *slices], names)


def joined_pieces(count):
    joined = [f"%p#{i}" for i in range(count)]
    yield write([("%x", TWO)], [TWO],
                [split("p", "%x", TWO, count), concat("c", joined, [TWO] * count, TWO)], ["%c"])
    lengths = f"tensor<{count}xi64>"
    yield write([("%x", TWO), ("%l", lengths)], [TWO],
                [f"%p:{count} = split.variadic_split %x axis(1) lengths(%l : {lengths}) "
                 f": {TWO} -> {join([TWO] * count)}", concat("c", joined, [TWO] * count, TWO, 1)], ["%c"])
    # Among other inputs, and more than once.
    inputs = ["%a", *joined, *joined, "%a"]
    yield write([("%x", TWO), ("%a", TWO)], [TWO, TWO],
                [split("p", "%x", TWO, count), concat("c", inputs, [TWO] * len(inputs), TWO)],
                ["%c", "%p#0"])


def nested(count):
    known = tensor(["?", 4])
    yield write([("%x", known)], [tensor(["?", 1]), *[tensor("??")] * count],
                [lengths_of("p", "%x", known, [1, 3], [tensor(["?", 1]), tensor(["?", 3])], 1),
                 lengths_of("q", "%p#1", tensor(["?", 3]), [3] + [0] * (count - 1), [TWO] * count, 1)],
                ["%p#0", *pieces("q", count)])
    yield write([("%x", TWO)], [TWO] * (count + 1),
                [lengths_of("p", "%x", TWO, [-1, 5], [TWO, TWO]),
                 lengths_of("q", "%p#0", TWO, [-1] + [2] * (count - 1), [TWO] * count)],
                [*pieces("q", count), "%p#1"])
    # Both pieces of equal size.
    known, half, part = tensor([8 * count, "?"]), tensor([4 * count, "?"]), tensor([4, "?"])
    yield write([("%x", known)], [part] * 2 * count,
                [split("p", "%x", known, 2, [half] * 2), split("q", "%p#0", half, count, [part] * count),
                 split("r", "%p#1", half, count, [part] * count)],
                [*pieces("q", count), *pieces("r", count)])


def split_of_joined(count):
    types = [tensor([i + 1, "?"]) for i in range(count)]
    names = [f"%a{i}" for i in range(count)]
    if count == 1:
        return
    whole, lengths = tensor([count * (count + 1) // 2, "?"]), [i + 1 for i in range(count)]
    yield write(zip(names, types), types,
                [concat("c", names, types, whole), lengths_of("p", "%c", whole, lengths, types)],
                pieces("p", count))
    # Several inputs are one piece, and one input several pieces.
    yield write([("%a", tensor([1, "?"])), ("%b", tensor([2, "?"])), ("%d", tensor([count, "?"]))],
                [tensor([3, "?"]), *[tensor([1, "?"])] * count],
                [concat("c", ["%a", "%b", "%d"], [tensor([1, "?"]), tensor([2, "?"]), tensor([count, "?"])],
                        tensor([3 + count, "?"])),
                 lengths_of("p", "%c", tensor([3 + count, "?"]), [3] + [1] * count,
                            [tensor([3, "?"]), *[tensor([1, "?"])] * count])], pieces("p", count + 1))
    # What constants from the front and from the end leave.
    yield write([("%a", tensor("2")), ("%b", ONE), ("%d", ONE), ("%e", tensor("3"))],
                [tensor("2"), ONE, tensor("3")],
                [concat("c", ["%a", "%b", "%d", "%e"], [tensor("2"), ONE, ONE, tensor("3")], ONE),
                 lengths_of("p", "%c", ONE, [2, -1, 3], [tensor("2"), ONE, tensor("3")])], pieces("p", 3))
    # Equal sizes that are known at run time.
    yield write([("%x", TWO)], [TWO] * count,
                [split("h", "%x", TWO, count),
                 concat("c", pieces("h", count)[::-1], [TWO] * count, TWO), split("p", "%c", TWO, count)],
                pieces("p", count))
    # An empty piece between the inputs.
    yield write([("%a", tensor([2, "?"])), ("%b", tensor([3, "?"]))],
                [tensor([2, "?"]), tensor([0, "?"]), tensor([3, "?"])],
                [concat("c", ["%a", "%b"], [tensor([2, "?"]), tensor([3, "?"])], tensor([5, "?"])),
                 lengths_of("p", "%c", tensor([5, "?"]), [2, 0, 3],
                            [tensor([2, "?"]), tensor([0, "?"]), tensor([3, "?"])])], pieces("p", 3))


def only_piece(count):
    """All data, and nothing of an empty dimension."""
    yield write_split("split.split %x axis(1) into 1", [], TWO, [TWO])
    yield write_split(f"split.split %x axis(0) into {count}", [], tensor([0, "?"]),
                      [tensor([0, "?"])] * count)


def constant(count):
    rows, columns = 2, 3 * count
    piece = "tensor<2x3xELEMENT>"
    numbers = [[row * columns + column for column in range(columns)] for row in range(rows)]
    values = {"i8": numbers, "f32": [[f"{n}.5" for n in row] for row in numbers],
              "i1": [[str(n % 5 == 0).lower() for n in row] for row in numbers]}
    for element, rows_of in values.items():
        data = f"tensor<2x{columns}x{element}>"
        text = join(f"[{join(map(str, row))}]" for row in rows_of)
        yield write([], [piece.replace("ELEMENT", element)] * count,
                    [f"%x = arith.constant dense<[{text}]> : {data}",
                     split("p", "%x", data, count, [piece.replace("ELEMENT", element)] * count, 1)],
                    pieces("p", count))
    data = f"tensor<2x{columns}xf32>"
    yield write([], [piece.replace("ELEMENT", "f32")] * count,
                [f"%x = arith.constant dense<2.0> : {data}",
                 split("p", "%x", data, count, [piece.replace("ELEMENT", "f32")] * count, 1)],
                pieces("p", count))


def slices(count):
    known, piece = tensor(["?", 2 * count]), tensor(["?", 2])
    names = [f"%s{i}" for i in range(count)]
    yield write([("%x", known)], [piece] * count,
                ["%c0 = arith.constant 0 : index", f"%d = tensor.dim %x, %c0 : {known}",
                 *[f"{name} = tensor.extract_slice %x[0, {2 * i}] [%d, 2] [1, 1] : {known} to {piece}"
                   for i, name in reversed(list(enumerate(names)))]], names)
    rest = f"affine.apply affine_map<(d0) -> (d0 - {count - 1})>(%d)"
    yield write([("%x", ONE)], [tensor("1")] * (count - 1) + [ONE],
                ["%c0 = arith.constant 0 : index", f"%d = tensor.dim %x, %c0 : {ONE}", f"%r = {rest}",
                 *[f"%s{i} = tensor.extract_slice %x[{i}] [1] [1] : {ONE} to {tensor('1')}"
                   for i in range(count - 1)],
                 f"%s{count - 1} = tensor.extract_slice %x[{count - 1}] [%r] [1] : {ONE} to {ONE}"], names)


def inferred(count):
    known = tensor([4 * count, "?"])
    yield write([("%x", known)], [TWO] * 2 * count,
                [f"%y = tensor.cast %x : {known} to {TWO}", split("p", "%y", TWO, count),
                 f"%z = tensor.cast %p#0 : {TWO} to {TWO}", split("q", "%z", TWO, count, axis=1)],
                [*pieces("p", count), *pieces("q", count)])
    yield variadic([2] * count, results=["?"] * count)


SPLIT, VARIADIC = "<mlir::split::SplitOp>", "<mlir::split::VariadicSplitOp>"
FOLDS = [
    (f"MoveConstantAxis{SPLIT}", constant_axis),
    (f"MoveConstantAxis{VARIADIC}", lambda count: constant_axis(count, "i8", "split.variadic_split")),
    (f"NormalizeAxis{SPLIT}", negative_axis),
    (f"NormalizeAxis{VARIADIC}", lambda count: negative_axis(count, "split.variadic_split")),
    ("NormalizeCopyAxis", copy_axis),
    ("MoveConstantIndexLengths", constant_index_lengths),
    ("ListLengths", listed_lengths),
    ("ResolveRest", known_rest),
    ("EqualLengthsToSplit", equal_lengths),
    ("RefineResultTypes", refined),
    ("SplitOfCast", cast_data),
    ("PieceIsWhole", whole_piece),
    ("SplitOfSplat", splat),
    ("DimOfPiece", size_of_piece),
    ("SliceOfPiece", slice_of_piece),
    ("JoinPieces", joined_pieces),
    ("MergeNestedSplits", nested),
    ("TakeJoined", split_of_joined),
    ("fold to data", only_piece),
    ("fold of a constant", constant),
    ("split-infer-shapes", inferred),
    ("split-raise-slices", slices),
]

# Wrong results with three pieces: a fold, the number of its form, what is wrong, and what a
# regular expression replaces.
MUTANTS = [
    (f"MoveConstantAxis{SPLIT}", 0, "another axis", r"axis\(1\)", "axis(0)"),
    (f"MoveConstantAxis{VARIADIC}", 1, "counted from the front", r"axis\(-2\)", "axis(2)"),
    (f"NormalizeAxis{SPLIT}", 0, "counted from another rank", r"axis\(2\)", "axis(1)"),
    (f"NormalizeAxis{VARIADIC}", 2, "counted from another rank", r"axis\(0\)", "axis(1)"),
    ("NormalizeCopyAxis", 0, "counted from another rank", r"axis\(1\)", "axis(0)"),
    ("ListLengths", 0, "lengths swapped", r"\[0, 1, 2\]", "[0, 2, 1]"),
    ("ListLengths", 1, "another rest", r"\[-1, 2, 2\]", "[2, 2, -1]"),
    ("MoveConstantIndexLengths", 0, "lengths swapped", r"\[3, %arg1, 3\]", "[%arg1, 3, 3]"),
    ("ListLengths", 2, "rest for a length", r"4, -1\]", "-1, 4]"),
    ("ResolveRest", 0, "rest for another length", r"\[61, 1, 2\]", "[1, 61, 2]"),
    ("ResolveRest", 1, "lengths swapped", r"\[0, 62, 2\]", "[0, 2, 62]"),
    ("EqualLengthsToSplit", 0, "pieces swapped", "#0, %pieces#1", "#1, %pieces#0"),
    ("RefineResultTypes", 0, "casts swapped", "return %cast, %cast_0", "return %cast_0, %cast"),
    ("SplitOfCast", 0, "pieces swapped", "#0, %pieces#1", "#1, %pieces#0"),
    ("PieceIsWhole", 0, "nothing in place of data", "return %arg0",
     "%c1 = arith.constant 1 : index\n    %n = tensor.dim %arg0, %c1 : tensor<?x?xf32>\n"
     "    %e = tensor.empty(%dim, %n) : tensor<?x?xf32>\n    return %e"),
    ("PieceIsWhole", 1, "another size", r"tensor.empty\(%dim\)", "tensor.empty(%c0)"),
    ("SplitOfSplat", 0, "another shape", "(%splat) = tensor.splat %arg0 : tensor<4x3xf32>",
     "%s = tensor.splat %arg0 : tensor<3x4xf32>\n"
     "    %t = tensor.cast %s : tensor<3x4xf32> to tensor<?x?xf32>\n"
     r"    \1 = tensor.cast %t : tensor<?x?xf32> to tensor<4x3xf32>"),
    ("SplitOfSplat", 0, "another number", "%splat = tensor.splat %arg0",
     "%z = arith.constant 1.0 : f32\n    %splat = tensor.splat %z"),
    ("SplitOfSplat", 1, "a sum", "%splat = tensor.splat %arg0",
     "%c1 = arith.constant 1 : i64\n    %z = arith.addi %arg0, %c1 : i64\n"
     "    %splat = tensor.splat %z"),
    ("DimOfPiece", 0, "the length of another piece", "return %c0, %c1", "return %c1, %c0"),
    ("DimOfPiece", 1, "rest with a length", "s0 - 2", "s0 - 1"),
    ("DimOfPiece", 2, "another dimension", r"(%\S+) = tensor.dim %arg0, %c1",
     r"%c0 = arith.constant 0 : index\n    \1 = tensor.dim %arg0, %c0"),
    ("DimOfPiece", 3, "another divisor", "floordiv 3", "floordiv 2"),
    ("SliceOfPiece", 0, "the piece before", r"%arg1, 4\]", "%arg1, 1]"),
    ("SliceOfPiece", 0, "without the start in the piece", r"%arg1, 7\]", "%arg1, 6]"),
    ("SliceOfPiece", 1, "one element too far", r"%arg1, 4\]", "%arg1, 5]"),
    ("JoinPieces", 0, "a copy of nothing", r"return %arg0",
     "%c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : index\n"
     "    %m = tensor.dim %arg0, %c0 : tensor<?x?xf32>\n"
     "    %n = tensor.dim %arg0, %c1 : tensor<?x?xf32>\n"
     "    %e = tensor.empty(%m, %n) : tensor<?x?xf32>\n    return %e"),
    ("JoinPieces", 2, "data before another input", "%arg1, %arg0, %arg0, %arg1",
     "%arg0, %arg1, %arg0, %arg1"),
    ("JoinPieces", 2, "data once", "%arg1, %arg0, %arg0, %arg1", "%arg1, %arg0, %arg1, %arg1"),
    ("MergeNestedSplits", 0, "lengths swapped", r"\[1, 3, 0, 0\]", "[1, 0, 3, 0]"),
    ("MergeNestedSplits", 0, "a piece ends too early", r"\[1, 3, 0, 0\]", "[1, 2, 1, 0]"),
    ("MergeNestedSplits", 1, "another rest", r"\[-1, 2, 2, 5\]", "[5, 2, 2, -1]"),
    ("MergeNestedSplits", 2, "pieces of two pieces swapped", "#2, %pieces#3", "#3, %pieces#2"),
    ("TakeJoined", 1, "inputs swapped",
     r"%arg0, %arg1 : \(tensor<1x\?xf32>, tensor<2x\?xf32>\)",
     "%arg1, %arg0 : (tensor<2x?xf32>, tensor<1x?xf32>)"),
    ("TakeJoined", 1, "pieces of another input", "split.variadic_split %arg2",
     "split.variadic_split %concat"),
    ("TakeJoined", 2, "inputs of the rest swapped", r"dim\(0\) %arg1, %arg2", "dim(0) %arg2, %arg1"),
    ("TakeJoined", 3, "equal inputs in order", "#2, %pieces#1, %pieces#0", "#0, %pieces#1, %pieces#2"),
    ("TakeJoined", 4, "another size of an empty piece", r"tensor.empty\(%dim\)",
     "tensor.empty(%c1)"),
    ("fold to data", 0, "a size less",
     "return %arg0",
     "%c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : index\n"
     "    %m = tensor.dim %arg0, %c0 : tensor<?x?xf32>\n"
     "    %s = tensor.extract_slice %arg0[0, 0] [%m, 0] [1, 1] : tensor<?x?xf32> to tensor<?x0xf32>\n"
     "    %e = tensor.cast %s : tensor<?x0xf32> to tensor<?x?xf32>\n    return %e"),
    ("fold of a constant", 0, "a row of another piece", r"\[9, 10, 11\]", "[12, 13, 14]"),
    ("fold of a constant", 1, "pieces swapped", "return %cst, %cst_0", "return %cst_0, %cst"),
    ("fold of a constant", 1, "another number", r"1.250000e\+01", "1.250001e+01"),
    ("fold of a constant", 2, "another bit", r"\[\[true, false", "[[true, true"),
    ("fold of a constant", 3, "another splat", r"2.000000e\+00", "-2.000000e+00"),
    ("split-infer-shapes", 0, "pieces of data", "split.split %pieces#0", "split.split %pieces#1"),
    ("split-raise-slices", 0, "in the order of the slices", "#0, %pieces#1", "#1, %pieces#0"),
    ("split-raise-slices", 1, "another rest", r"\[1, 1, -1\]", "[1, -1, 1]"),
]
