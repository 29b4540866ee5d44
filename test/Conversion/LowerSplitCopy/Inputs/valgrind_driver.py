"""valgrind_driver.py FOLDER: writes copies as k.mlir, and main.c, which calls
them on memory from malloc: an access out of bounds, or a byte of an output that
is not written, is an error that valgrind reports."""

import pathlib
import sys

# Bytes of an element, and runs in elements.
CASES = [
    (4, [1, 2, 5]), (1, [3, 17]), (1, [61, 59, 57, 55, 1]), (4, [250, 1, 16]),
    (1, [100, 3, 0, 64]), (8, [0, 1000]), (4, [1] * 17), (2, [2] * 35),
    (4, [3] * 20), (4, [20] * 20), (4, None), (1, None),
]
# What those known only at run time are.
LENGTHS = [3, 70, 1]

PROLOGUE = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
} MemRef;

/* At a multiple of 64, or an element off. */
static MemRef make(int64_t rows, int64_t columns, int64_t bytes, int skew) {
  int64_t size = rows * columns * bytes;
  char *exact = skew ? malloc(size + bytes) : aligned_alloc(64, size);
  MemRef m = {exact, exact + (skew ? bytes : 0), 0, {rows, columns}, {columns, 1}};
  return m;
}

static void check(MemRef *x, MemRef *out, int64_t first, int64_t bytes) {
  int64_t run = out->sizes[1] * bytes, row = x->sizes[1] * bytes;
  for (int64_t i = 0; i < out->sizes[0]; ++i)
    if (memcmp(out->aligned + i * run, x->aligned + i * row + first * bytes, run)) {
      puts("an output differs");
      exit(1);
    }
}
"""


def main():
    mlir, code, calls = [], [PROLOGUE], []
    for number, (item, runs) in enumerate(CASES):
        sizes = ["?"] * len(LENGTHS) if runs is None else runs
        runs = runs or LENGTHS
        count = len(runs)
        types = [f"memref<?x{size}xi{item * 8}>" for size in sizes]
        total = "?" if "?" in sizes else sum(runs)
        data = f"memref<?x{total}xi{item * 8}>"
        names = [f"%{i}" for i in range(count)]
        arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
        mlir.append(
            f"func.func @c{number}(%x: {data}, {arguments}) attributes "
            "{llvm.emit_c_interface} {\n"
            f"  split.copy ins(%x : {data}) outs({', '.join(names)} : "
            f"{', '.join(types)}) axis(1)\n  return\n}}\n")
        pointers = ", ".join(["MemRef *"] * (count + 1))
        outs = ", ".join(f"&o[{i}]" for i in range(count))
        code.append(f"""
void _mlir_ciface_c{number}({pointers});
static void call{number}(int64_t rows, int skew) {{
  int64_t runs[] = {{{', '.join(map(str, runs))}}}, first = 0;
  MemRef x = make(rows, {sum(runs)}, {item}, skew), o[{count}];
  for (int64_t i = 0; i < rows * {sum(runs) * item}; ++i)
    x.aligned[i] = (char)(i * 31 >> 3);
  for (int i = 0; i < {count}; ++i)
    o[i] = make(rows, runs[i], {item}, skew);
  _mlir_ciface_c{number}(&x, {outs});
  for (int i = 0; i < {count}; first += runs[i++]) {{
    check(&x, &o[i], first, {item});
    free(o[i].allocated);
  }}
  free(x.allocated);
}}
""")
        large = 20000 // (sum(runs) * item) + 65
        for rows in (1, 63, 129, large):
            calls += [f"  call{number}({rows}, {skew});\n" for skew in (0, 1)]
    code.append(f"int main(void) {{\n{''.join(calls)}"
                f'  puts("{len(calls)} calls: right");\n  return 0;\n}}\n')
    folder = pathlib.Path(sys.argv[1])
    (folder / "k.mlir").write_text("".join(mlir))
    (folder / "main.c").write_text("".join(code))


main()
