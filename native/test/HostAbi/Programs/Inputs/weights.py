"""weights.py writes weights.mlir, a model with 4000 numbers as weights; weights.py FILE
checks that FILE, compiled from it, has them once. See memory.test."""

import struct
import sys

numbers = struct.pack("4000f", *(i / 7 for i in range(4000)))
if len(sys.argv) == 1:
    with open("weights.mlir", "w") as file:
        file.write(
            f"""func.func @main(%x: tensor<4000xf32>) -> (tensor<1000xf32>, tensor<3000xf32>) {{
  %weights = arith.constant dense<"0x{numbers.hex()}"> : tensor<4000xf32>
  %sum = arith.addf %x, %weights : tensor<4000xf32>
  %product = arith.mulf %sum, %weights : tensor<4000xf32>
  %a, %b = split.variadic_split %product axis(0) lengths [1000, 3000] : tensor<4000xf32> -> tensor<1000xf32>, tensor<3000xf32>
  return %a, %b : tensor<1000xf32>, tensor<3000xf32>
}}
"""
        )
else:
    with open(sys.argv[1], "rb") as file:
        count = file.read().count(numbers)
    sys.exit(f"the weights are there {count} times" if count != 1 else 0)
