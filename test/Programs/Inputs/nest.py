"""nest.py N: prints a function with N nested conditionals that each forward a tensor."""

import sys

n = int(sys.argv[1])
print("func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>, %k: f32, %v: index)"
      " -> tensor<2xf32> {")
for i in range(n):
    print(f"%c{i} = arith.constant {i} : index\n%b{i} = arith.cmpi eq, %v, %c{i} : index")
for i in range(n):
    print(f"%r{i} = scf.if %b{i} -> tensor<2xf32> {{\nscf.yield %{'xy'[i % 2]} : tensor<2xf32>\n"
          "} else {")
print("scf.yield %x : tensor<2xf32>\n}")
for i in reversed(range(1, n)):
    print(f"scf.yield %r{i} : tensor<2xf32>\n}}")
print("%q = tensor.insert %k into %r0[%c0] : tensor<2xf32>\nreturn %q : tensor<2xf32>\n}")
