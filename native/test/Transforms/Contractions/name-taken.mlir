// RUN: not split-opt %s --split-lower-contractions 2>&1 | FileCheck %s

// CHECK: [[#@LINE+1]]:1: error: 'split_mlir_contract' is also the name of a library function that compiled code calls; expected another name
func.func private @split_mlir_contract(%x: f32) -> f32 {
  return %x : f32
}
func.func @f(%a: memref<8x8xf32>) {
  linalg.matmul ins(%a, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%a : memref<8x8xf32>)
  return
}
