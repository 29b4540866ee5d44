// What no kernel can copy.

// RUN: split-opt %s --convert-split-copy-to-gpu 2>&1 | FileCheck %s
// RUN: not split-opt %s --split-to-gpu=format=elf 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: Cannot find option named 'elf'
// RUN: not split-opt %s --split-to-gpu=chip=gfx90a 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: unknown chip 'gfx90a' of split-to-gpu, expected one such as 'sm_90'
// RUN: not split-opt %s --pass-pipeline='builtin.module(func.func(split-to-gpu))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NESTED
// NESTED: split-to-gpu cannot run on 'func.func', expected 'builtin.module'

// Sizes that do not fit: the kernel would access memory out of bounds.
// CHECK: warning: 'split.copy' op fails at run time: {{.+}}
// CHECK-LABEL: func @sizes
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @sizes(%x: memref<8x4xf32>, %a: memref<8x3xf32>, %b: memref<8x3xf32>) {
  split.copy ins(%x : memref<8x4xf32>) outs(%a, %b : memref<8x3xf32>, memref<8x3xf32>) axis(1)
  return
}

// CHECK-LABEL: func @spaces
// CHECK-NEXT: split.copy
func.func @spaces(%x: memref<8x400xf32>, %a: memref<8x200xf32>, %b: memref<8x200xf32, 1>) {
  split.copy ins(%x : memref<8x400xf32>) outs(%a, %b : memref<8x200xf32>, memref<8x200xf32, 1>)
      axis(1)
  return
}

// CHECK-LABEL: func @layout
// CHECK-NEXT: split.copy
func.func @layout(%x: memref<8x4xf32, affine_map<(i, j) -> (i mod 3, j)>>, %a: memref<8x4xf32>) {
  split.copy ins(%x : memref<8x4xf32, affine_map<(i, j) -> (i mod 3, j)>>)
      outs(%a : memref<8x4xf32>) axis(1)
  return
}

// Rows of more bytes than 64 bits count are no rows of few bytes.
// CHECK-LABEL: func @huge
// CHECK: gpu.launch
func.func @huge(%x: memref<4611686018427387904xf32>, %a: memref<2305843009213693952xf32>,
                %b: memref<2305843009213693952xf32>) {
  split.copy ins(%x : memref<4611686018427387904xf32>) outs(%a, %b
      : memref<2305843009213693952xf32>, memref<2305843009213693952xf32>) axis(0)
  return
}

// Device code launches no kernel.
// CHECK-LABEL: gpu.func @kernel
// CHECK: split.copy
gpu.module @kernels {
  gpu.func @kernel(%x: memref<8xf32>, %a: memref<8xf32>) kernel {
    split.copy ins(%x : memref<8xf32>) outs(%a : memref<8xf32>) axis(0)
    gpu.return
  }
}
