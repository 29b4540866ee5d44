"""Prints a module of NUMBER split ops, pieces or functions, as KIND says."""

import sys

kind, number = sys.argv[1], int(sys.argv[2])

if kind == "splits":
    # The first tells what the others do not state.
    print("func.func @f(%x: tensor<?x?xf32>) {")
    for i in range(number):
        size = "8" if i == 0 else "?"
        print(
            f"  %p{i}:2 = split.variadic_split %x axis(0) lengths [3, 4] : "
            f"tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x{size}xf32>"
        )
elif kind == "pieces":
    # The first tells how long all are.
    types = ", ".join(["tensor<2xf32>"] + ["tensor<?xf32>"] * (number - 1))
    pieces = ", ".join(f"%p#{i}" for i in range(number))
    print("func.func @f(%x: tensor<?xf32>) {")
    print(f"  %p:{number} = split.split %x axis(0) into {number} : tensor<?xf32> -> {types}")
    print(f'  "test.use"({pieces}) : ({types}) -> ()')
elif kind == "calls":
    # The first knows what the last splits, and the last what the first gets.
    types = "(tensor<?xf32>) -> tensor<?xf32>"
    for i in range(number):
        print(f"func.func private @f{i}(%x: tensor<?xf32>) -> tensor<?xf32> {{")
        if i + 1 < number:
            print(f"  %0 = call @f{i + 1}(%x) : {types}")
        else:
            print("  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>")
        print(f"  return %0{'#0' if i + 1 == number else ''} : tensor<?xf32>\n}}")
    print("func.func @f(%x: tensor<8xf32>) {")
    print("  %c = tensor.cast %x : tensor<8xf32> to tensor<?xf32>")
    print(f"  %0 = call @f0(%c) : {types}")
print("  return\n}")
