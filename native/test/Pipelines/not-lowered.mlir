// What LLVM cannot hold is an error, not left behind in silence.
// RUN: split-opt %s -split-to-llvm -allow-unregistered-dialect -split-input-file -verify-diagnostics

// C1: before anything becomes of the tensor.
// expected-error @below {{'func.func' op argument 0 of type 'tensor<4xtf32>' has no form in memory}}
func.func @tf32(%x: tensor<4xtf32>) -> tensor<2xtf32> {
  %halves:2 = split.split %x axis(0) into 2 : tensor<4xtf32> -> tensor<2xtf32>, tensor<2xtf32>
  return %halves#1 : tensor<2xtf32>
}

// -----

// expected-error @below {{'func.func' op argument 0 of type 'tensor<4x!foo.bar>' has no form in memory}}
func.func @unregistered(%x: tensor<4x!foo.bar>) -> tensor<2x!foo.bar> {
  %halves:2 = split.split %x axis(0) into 2 : tensor<4x!foo.bar> -> tensor<2x!foo.bar>, tensor<2x!foo.bar>
  return %halves#1 : tensor<2x!foo.bar>
}

// -----

// A type without storage is none that could be lowered.
// expected-error @below {{'func.func' op argument 0 of type 'tensor<4x!quant.calibrated<f32<-0.998:1.232100e+00>>>' has no form in memory}}
func.func @calibrated(%x: tensor<4x!quant.calibrated<f32<-0.998:1.232100e+00>>>) {
  return
}

// -----

// C8. Elementwise ops do not lose the encoding on the way to the error.
#csr = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
// expected-error @below {{'func.func' op argument 0 of type 'tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>' has an encoding of sparse storage}}
func.func @sparse(%x: tensor<4x4xf32, #csr>) -> tensor<2x4xf64, #csr> {
  %halves:2 = split.split %x axis(0) into 2 : tensor<4x4xf32, #csr> -> tensor<2x4xf32, #csr>, tensor<2x4xf32, #csr>
  %wide = arith.extf %halves#0 : tensor<2x4xf32, #csr> to tensor<2x4xf64, #csr>
  return %wide : tensor<2x4xf64, #csr>
}

// -----

// expected-error @below {{'func.func' op argument 0 of type 'tf32' has no lowering in the pipeline split-to-llvm}}
func.func @scalar(%x: tf32) -> tf32 {
  return %x : tf32
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
