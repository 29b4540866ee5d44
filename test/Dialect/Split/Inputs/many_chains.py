"""Prints a function of about NUMBER splits that follow each other, as KIND says."""

import sys

kind, number = sys.argv[1], int(sys.argv[2])
HALF, WHOLE = "tensor<2xi32>", "tensor<4xi32>"


def split(name, data, size, count):
    types = ", ".join([f"tensor<{size // count}xi32>"] * count)
    print(f"  {name}:{count} = split.split {data} axis(0) into {count} : "
          f"tensor<{size}xi32> -> {types}")


def use(values, size):
    types = ", ".join([f"tensor<{size}xi32>"] * len(values))
    print(f'  "test.use"({", ".join(values)}) : ({types}) -> ()')


if kind == "tree":
    # Halves, and halves of these, down to single elements.
    print(f"func.func @f(%x: tensor<{number}xi32>) {{")
    values, size = ["%x"], number
    while size > 1:
        halves = []
        for value in values:
            name = f"%p{size}_{len(halves)}"
            split(name, value, size, 2)
            halves += [f"{name}#0", f"{name}#1"]
        values, size = halves, size // 2
    use(values, 1)
elif kind == "swaps":
    # The halves change places each time.
    print(f"func.func @f(%x0: {WHOLE}) {{")
    for i in range(number):
        split(f"%p{i}", f"%x{i}", 4, 2)
        print(f"  %x{i + 1} = tensor.concat dim(0) %p{i}#1, %p{i}#0 : ({HALF}, {HALF}) -> {WHOLE}")
    use([f"%x{number}"], 4)
elif kind == "neighbours":
    # Joined, and cut where they were joined.
    print(f"func.func @f(%x: tensor<{2 * number}xi32>) {{")
    split("%p", "%x", 2 * number, number)
    for i in range(number - 1):
        print(f"  %c{i} = tensor.concat dim(0) %p#{i}, %p#{i + 1} : ({HALF}, {HALF}) -> {WHOLE}")
        split(f"%q{i}", f"%c{i}", 4, 2)
        use([f"%q{i}#1"], 2)
elif kind == "constant":
    # A constant that is small enough to be cut, each time in the same places.
    print("func.func @f() {")
    print(f"  %x = arith.constant dense<{list(range(1000))}> : tensor<1000xi32>")
    for i in range(number):
        split(f"%p{i}", "%x", 1000, 2)
        use([f"%p{i}#1"], 500)
print("  return\n}")
