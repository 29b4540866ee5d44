// Conversions to LLVM that lower all dialects report ops that no pass has lowered.

// RUN: not split-opt %s --convert-to-llvm 2>&1 | FileCheck %s
// RUN: not split-opt %s --gpu-to-llvm 2>&1 | FileCheck %s
func.func @copy(%x: memref<4xf32>, %y: memref<4xf32>) {
  // CHECK: unlowered.mlir:[[#@LINE+1]]:3: error: failed to legalize operation 'split.copy'
  split.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) axis(0)
  return
}
