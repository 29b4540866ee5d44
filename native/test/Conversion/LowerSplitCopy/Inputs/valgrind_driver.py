"""Writes copies as k.mlir, and main.c, which calls them on memory from malloc.

  valgrind_driver.py FOLDER

Each call is repeated for several machines, as split_mlir_machine describes them.
valgrind reports an access out of bounds, and a byte of an output that is not written.
"""

import pathlib
import sys

import numpy as np

from split_testing.copy_cases import CASES, write_copies
from split_testing.functions import NUMPY_TYPES

# Sizes known at run time only.
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

/* After a field that the code does not read: the threshold of non-temporal stores, the
   streams, the distance of prefetches, the threshold of threads, and the distance of
   prefetches of outputs. */
static int64_t table[8];
void *split_mlir_machine(void) { return table; }

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


def write_call(number, item, runs):
    """A C function that calls @c{number} on rows, and compares."""
    pointers = ", ".join(["MemRef *"] * (len(runs) + 1))
    outs = ", ".join(f"&o[{i}]" for i in range(len(runs)))
    return f"""
void _mlir_ciface_c{number}({pointers});
static void call{number}(int64_t rows, int skew) {{
  int64_t runs[] = {{{', '.join(map(str, runs))}}}, first = 0;
  MemRef x = make(rows, {sum(runs)}, {item}, skew), o[{len(runs)}];
  for (int64_t i = 0; i < rows * {sum(runs) * item}; ++i)
    x.aligned[i] = (char)(i * 31 >> 3);
  for (int i = 0; i < {len(runs)}; ++i)
    o[i] = make(rows, runs[i], {item}, skew);
  _mlir_ciface_c{number}(&x, {outs});
  for (int i = 0; i < {len(runs)}; first += runs[i++]) {{
    check(&x, &o[i], first, {item});
    free(o[i].allocated);
  }}
  free(x.allocated);
}}
"""


def main():
    code, calls = PROLOGUE, []
    # Without gaps and without large rows, which take too long.
    cases = [case for case in CASES
             if not case.columns and not case.rows and case.runs[0] != 20000]
    for number, (element, runs, *_) in enumerate(cases):
        runs = LENGTHS if isinstance(runs, str) else runs
        item = np.dtype(NUMPY_TYPES[element]).itemsize
        code += write_call(number, item, runs)
        # The last copy is so large that the table is read.
        for rows in (1, 63, 129, 131072 // (sum(runs) * item) + 65):
            calls += [f"  call{number}({rows}, {skew});\n" for skew in (0, 1)]
    code += (f"static void call_all(void) {{\n{''.join(calls)}}}\n"
             "int main(void) {\n"
             "  for (int i = 0; i < 8; ++i) {\n"
             "    table[1] = i & 1;\n"
             "    table[2] = i & 2 ? 4 : 1;\n"
             "    table[3] = (i ^ i >> 1) & 1 ? 8192 : 0;\n"
             "    table[5] = i & 4 ? 1024 : 0;\n"
             "    call_all();\n  }\n"
             f'  puts("8 times {len(calls)} calls: right");\n  return 0;\n}}\n')
    folder = pathlib.Path(sys.argv[1])
    (folder / "k.mlir").write_text(write_copies(cases))
    (folder / "main.c").write_text(code)


main()
