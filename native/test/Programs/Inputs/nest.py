"""nest.py N ifs|loops: prints a function with N nested conditionals that each forward a
tensor, or N nested loops that each carry one."""

import sys

n = int(sys.argv[1])


def print_ifs():
    for i in range(n):
        print(f"%c{i} = arith.constant {i} : index\n%b{i} = arith.cmpi eq, %v, %c{i} : index")
    for i in range(n):
        print(f"%r{i} = scf.if %b{i} -> tensor<2xf32> {{\n"
              f"scf.yield %{'xy'[i % 2]} : tensor<2xf32>\n}} else {{")
    print("scf.yield %x : tensor<2xf32>\n}")
    for i in reversed(range(1, n)):
        print(f"scf.yield %r{i} : tensor<2xf32>\n}}")
    print("%q = tensor.insert %k into %r0[%c0] : tensor<2xf32>")


def print_loops():
    print("%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index")
    for i in range(n):
        print(f"%r{i} = scf.for %i{i} = %c0 to %v step %c1\n"
              f"iter_args(%a{i} = {f'%a{i - 1}' if i else '%x'}) -> tensor<2xf32> {{")
    print(f"%s = linalg.add ins(%a{n - 1}, %y : tensor<2xf32>, tensor<2xf32>)\n"
          f"outs(%a{n - 1} : tensor<2xf32>) -> tensor<2xf32>\nscf.yield %s : tensor<2xf32>\n}}")
    for i in reversed(range(1, n)):
        print(f"scf.yield %r{i} : tensor<2xf32>\n}}")
    print("%q = tensor.insert %k into %r0[%c0] : tensor<2xf32>")


print("func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>, %k: f32, %v: index)"
      " -> tensor<2xf32> {")
print_ifs() if sys.argv[2] == "ifs" else print_loops()
print("return %q : tensor<2xf32>\n}")
