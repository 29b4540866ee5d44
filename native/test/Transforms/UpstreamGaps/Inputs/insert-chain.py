"""Prints a function with a chain of ops that each write a part of one tensor.

insert-chain.py N [KIND [--expected]]: N is the number of ops, KIND is slice (the
default), insert, fill, matmul, loop (one loop for each op), body (all ops in the body of
one loop), if or select. With --expected, prints the arguments of split-run, among them
what the function returns.
"""

import sys

n = int(sys.argv[1])
kind = sys.argv[2] if len(sys.argv) > 2 else "slice"
t = f"tensor<{n}x4xf32>"
row = "tensor<1x4xf32>"

if "--expected" in sys.argv:
    rows = {
        "slice": [[4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3] for i in reversed(range(n))],
        "fill": [[9] * 4] * n,
        "matmul": [[n * (16 * i + 6)] * 4 for i in range(n)],
        "loop": [[9] * 4 if i < 2 else [0] * 4 for i in range(n)],
    }
    column = [[9, 0, 0, 0]] * n
    rows["insert"] = rows["body"] = column
    rows["if"] = rows["select"] = column[:2] + [[0] * 4] + column[3:]
    print(f"--input={n}x4xf32=iota --input={n}x4xf32=0 --input=4x4xf32=1 --input=f32=9")
    values = ",".join(str(value) for row in rows[kind] for value in row)
    print(f"--input=index=2 --expected_output={n}x4xf32={values}")
    sys.exit()

# What computes %r{i} from {last}.
ops = {
    "slice": (
        f"%p{{i}} = tensor.extract_slice %x[{{j}}, 0] [1, 4] [1, 1] : {t} to {row}\n"
        f"%r{{i}} = tensor.insert_slice %p{{i}} into {{last}}[{{i}}, 0] [1, 4] [1, 1]"
        f" : {row} into {t}"
    ),
    "insert": f"%r{{i}} = tensor.insert %k into {{last}}[%c{{i}}, %c0] : {t}",
    "fill": (
        f"%p{{i}} = tensor.extract_slice {{last}}[{{i}}, 0] [1, 4] [1, 1] : {t} to {row}\n"
        f"%f{{i}} = linalg.fill ins(%k : f32) outs(%p{{i}} : {row}) -> {row}\n"
        f"%r{{i}} = tensor.insert_slice %f{{i}} into {{last}}[{{i}}, 0] [1, 4] [1, 1]"
        f" : {row} into {t}"
    ),
    "matmul": (
        f"%r{{i}} = linalg.matmul ins(%x, %w : {t}, tensor<4x4xf32>)"
        f" outs({{last}} : {t}) -> {t}"
    ),
    "loop": (
        f"%r{{i}} = scf.for %i = %c0 to %n step %c1 iter_args(%a = {{last}}) -> {t} {{{{\n"
        f"%q = tensor.insert %k into %a[%i, %c{{col}}] : {t}\n"
        f"scf.yield %q : {t}\n}}}}"
    ),
    "if": (
        f"%b{{i}} = arith.cmpi ne, %n, %c{{i}} : index\n"
        f"%r{{i}} = scf.if %b{{i}} -> {t} {{{{\n"
        f"%q = tensor.insert %k into {{last}}[%c{{i}}, %c0] : {t}\n"
        f"scf.yield %q : {t}\n}}}} else {{{{\nscf.yield {{last}} : {t}\n}}}}"
    ),
    "select": (
        f"%b{{i}} = arith.cmpi ne, %n, %c{{i}} : index\n"
        f"%q{{i}} = tensor.insert %k into {{last}}[%c{{i}}, %c0] : {t}\n"
        f"%r{{i}} = arith.select %b{{i}}, %q{{i}}, {{last}} : {t}"
    ),
}
ops["body"] = ops["insert"]

print(f"func.func @main(%x: {t}, %d: {t}, %w: tensor<4x4xf32>, %k: f32, %n: index) -> {t} {{")
for i in range(max(n, 2)):
    print(f"%c{i} = arith.constant {i} : index")
last = "%d"
if kind == "body":
    print(f"%l = scf.for %i = %c0 to %n step %c1 iter_args(%e = %d) -> {t} {{")
    last = "%e"
for i in range(n):
    print(ops[kind].format(i=i, j=n - 1 - i, col=i % 4, last=last))
    last = f"%r{i}"
if kind == "body":
    print(f"scf.yield {last} : {t}\n}}")
    last = "%l"
print(f"return {last} : {t}\n}}")
