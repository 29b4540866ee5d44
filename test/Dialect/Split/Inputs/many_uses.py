"""Prints a function of NUMBER splits, or of one into NUMBER pieces, as KIND
says, with much to canonicalize at each."""

import sys

kind, number = sys.argv[1], int(sys.argv[2])

print("func.func @f(%x: tensor<?x20001xf32>, %y: tensor<?xf32>) {")
print("  %c0 = arith.constant 0 : index")
print("  %c1 = arith.constant 1 : index")
print("  %z = tensor.cast %x : tensor<?x20001xf32> to tensor<?x?xf32>")
if kind == "splits":
    for i in range(number):
        print(
            f"  %p{i}:2 = split.variadic_split %z axis(-1) lengths [8000, -1] : "
            "tensor<?x?xf32> -> tensor<?x8000xf32>, tensor<?x?xf32>"
        )
        print(f"  %s{i} = tensor.extract_slice %p{i}#1[0, 0] [1, 1] [1, 1] : tensor<?x?xf32> to tensor<1x1xf32>")
        print(f'  "test.use"(%s{i}) : (tensor<1x1xf32>) -> ()')
else:
    if kind == "static":
        lengths = ", ".join(["2"] * (number - 1) + ["-1"])
        split = f"split.variadic_split %z axis(-1) lengths [{lengths}]"
        data = "tensor<?x?xf32>"
    else:
        split = f"split.split %y axis(-1) into {number}"
        data = "tensor<?xf32>"
    print(f"  %p:{number} = {split} : {data} -> " + ", ".join([data] * number))
    for i in range(number):
        print(f"  %d{i} = tensor.dim %p#{i}, %c0 : {data}")
        print(f'  "test.dim"(%d{i}) : (index) -> ()')
        if kind == "static":
            print(f"  %s{i} = tensor.extract_slice %p#{i}[0, 0] [1, 1] [1, 1] : {data} to tensor<1x1xf32>")
            print(f'  "test.use"(%s{i}) : (tensor<1x1xf32>) -> ()')
print("  return\n}")
