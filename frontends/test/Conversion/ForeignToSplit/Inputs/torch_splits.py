"""Converts splits of torch-mlir, runs them, and compares with NumPy.

  torch_splits.py FOLDER [--all]

The lengths are those that the documentation of PyTorch gives.
"""

import itertools
import sys

from split_testing.functions import Call, count_up, tensor_type
from split_testing.library import check_conversion
from split_testing.reference import cut
from split_testing.tools import make_folder


def by_size(length, size):
    """torch.split: the last piece may be smaller."""
    if length == 0:
        return [0]
    return [min(size, length - start) for start in range(0, length, size)]


def chunks(length, number):
    """torch.chunk: at most `number` pieces."""
    if length == 0:
        return [0] * number
    return by_size(length, -(-length // number))


def sections(length, number):
    """torch.tensor_split: the first length % number pieces are longer by one."""
    return [length // number + (i < length % number) for i in range(number)]


KINDS = {"split.Tensor": by_size, "chunk": chunks, "tensor_split.sections": sections,
         "split_with_sizes": sections, "unbind.int": lambda length, number: [1] * length}


def torch_type(shape):
    return f"!torch.vtensor<[{','.join(map(str, shape))}],f32>"


def make_call(kind, length, number, axis, is_dynamic, uses_items):
    shape = [2, 3, 2]
    shape[axis] = length
    data = count_up(shape, "f32")
    lengths = KINDS[kind](length, number)
    pieces = cut(data, axis % 3, lengths)
    known = [d if not is_dynamic else "?" for d in shape]
    if kind == "unbind.int":
        pieces = [piece.squeeze(axis) for piece in pieces]
    constants, lines = {}, []

    def constant(value):
        if value not in constants:
            constants[value] = f"%i{len(constants)}"
            lines.append(f'{constants[value]} = "torch.constant.int"() <{{value = {value} : i64}}>'
                         " : () -> !torch.int")
        return constants[value]

    operands, types = ["%t"], [torch_type(known)]
    lines.append(f'%t = "torch_c.from_builtin_tensor"(%a0) : ({tensor_type(known, "f32")}) -> '
                 f"{torch_type(known)}")
    if kind == "split_with_sizes":
        names = ", ".join(constant(n) for n in lengths)
        lines.append(f'%n = "torch.prim.ListConstruct"({names}) : '
                     f"({', '.join(['!torch.int'] * len(lengths))}) -> !torch.list<int>")
        operands.append("%n")
        types.append("!torch.list<int>")
    elif kind != "unbind.int":
        operands.append(constant(number))
        types.append("!torch.int")
    operands.append(constant(axis))
    types.append("!torch.int")
    lines.append(f'%l = "torch.aten.{kind}"({", ".join(operands)}) : ({", ".join(types)}) -> '
                 "!torch.list<vtensor>")
    shapes = [["?"] * p.ndim if is_dynamic else p.shape for p in pieces]
    if uses_items:
        items = [f"%p{i}" for i in range(len(pieces))]
        for i, shape in enumerate(shapes):
            index = constant(i if i % 2 else i - len(pieces))
            lines.append(f'%p{i} = "torch.aten.__getitem__.t"(%l, {index}) : '
                         f"(!torch.list<vtensor>, !torch.int) -> {torch_type(shape)}")
    else:
        items = [f"%p#{i}" for i in range(len(pieces))]
        lines.append(f'%p:{len(pieces)} = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor>) '
                     f"-> ({', '.join(map(torch_type, shapes))})")
    result_types = [tensor_type(shape, "f32") for shape in shapes]
    lines += [f'%r{i} = "torch_c.to_builtin_tensor"({item}) : ({torch_type(shape)}) -> {type_}'
              for i, (item, shape, type_) in enumerate(zip(items, shapes, result_types))]
    return Call("\n".join(lines), [tensor_type(known, "f32")], [data], result_types, pieces, kind,
                [f"%r{i}" for i in range(len(pieces))])


def make_calls():
    for kind, length, number, axis, is_dynamic, uses_items in itertools.product(
            KINDS, range(8), range(1, 5), (0, -1), (False, True), (False, True)):
        count = len(KINDS[kind](length, number))
        # If sizes are unknown, items do not tell how many there are.
        if count == 0 or (is_dynamic and uses_items and kind not in (
                "tensor_split.sections", "split_with_sizes")):
            continue
        # Nor do they have one split if torch.chunk returns fewer pieces.
        if kind == "chunk" and is_dynamic and count != number:
            continue
        yield make_call(kind, length, number, axis, is_dynamic, uses_items)


def main():
    calls = list(make_calls())
    if "--all" not in sys.argv:
        calls = calls[::3]
    check_conversion(calls, make_folder(sys.argv[1]), "convert-foreign-split", ['"torch'])


if __name__ == "__main__":
    main()
