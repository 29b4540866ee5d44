// What LLVM cannot hold is an error, not left behind in silence.
// RUN: split-opt %s -split-to-llvm -split-input-file -verify-diagnostics

// expected-error @below {{'func.func' op has no lowering to the LLVM dialect, which has nothing for type 'memref<4xtf32>'}}
func.func @tf32(%x: tensor<4xtf32>) -> tensor<2xtf32> {
  %halves:2 = split.split %x axis(0) into 2 : tensor<4xtf32> -> tensor<2xtf32>, tensor<2xtf32>
  return %halves#1 : tensor<2xtf32>
}

// -----

// What the pipeline has nothing to do with stays.
module attributes {gpu.container_module} {
  gpu.module @kernels {
  }
  func.func @f() {
    return
  }
}
