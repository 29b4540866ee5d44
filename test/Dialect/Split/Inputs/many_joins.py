"""Prints a module of NUMBER pieces that are joined or splits that are nested, as KIND says."""

import sys

kind, number = sys.argv[1], int(sys.argv[2])


def pieces(name, type, count=number):
    return ", ".join(f"{name}{i}" for i in range(count)), ", ".join([type] * count)


if kind == "join":
    values, types = pieces("%p#", "tensor<?xf32>")
    print("func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {")
    print(f"  %p:{number} = split.split %x axis(0) into {number} : tensor<?xf32> -> {types}")
    print(f"  %c = tensor.concat dim(0) {values} : ({types}) -> tensor<?xf32>")
    print("  return %c : tensor<?xf32>")
elif kind in ("static", "dynamic"):
    # Inputs are half of the pieces, or nobody knows.
    type, size = ("tensor<2xf32>", 2 * number) if kind == "static" else ("tensor<?xf32>", "?")
    inputs, types = pieces("%x", type)
    piece = "tensor<1xf32>" if kind == "static" else type
    names, pieces_types = pieces("%p#", piece, 2 * number)
    arguments = inputs.replace(",", f": {type},")
    print(f"func.func @f({arguments}: {type}) {{")
    print(f"  %c = tensor.concat dim(0) {inputs} : ({types}) -> tensor<{size}xf32>")
    print(f"  %p:{2 * number} = split.split %c axis(0) into {2 * number} : tensor<{size}xf32> -> {pieces_types}")
    print(f'  "test.use"({names}) : ({pieces_types}) -> ()')
    print("  return")
elif kind == "nested":
    print("func.func @f(%r0: tensor<?xf32>) {")
    for i in range(number):
        print(
            f"  %p{i}, %r{i + 1} = split.variadic_split %r{i} axis(0) lengths [1, -1] : "
            "tensor<?xf32> -> tensor<1xf32>, tensor<?xf32>"
        )
    values, types = pieces("%p", "tensor<1xf32>")
    print(f'  "test.use"({values}, %r{number}) : ({types}, tensor<?xf32>) -> ()')
    print("  return")
elif kind == "chain":
    # Each time, nothing tells whether both are of one size.
    types = "tensor<?xf32>, tensor<?xf32>"
    print("func.func @f(%x0: tensor<?xf32>, %l: tensor<2xi64>) -> tensor<?xf32> {")
    for i in range(number):
        print(f"  %a{i}:2 = split.variadic_split %x{i} axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> {types}")
        print(f"  %c{i} = tensor.concat dim(0) %a{i}#1, %a{i}#0 : ({types}) -> tensor<?xf32>")
        print(f"  %b{i}:2 = split.split %c{i} axis(0) into 2 : tensor<?xf32> -> {types}")
        print(f"  %x{i + 1} = tensor.concat dim(0) %b{i}#1, %b{i}#0 : ({types}) -> tensor<?xf32>")
    print(f"  return %x{number} : tensor<?xf32>")
print("}")
