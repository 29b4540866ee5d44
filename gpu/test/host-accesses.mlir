// The host cannot access what kernels use.

// RUN: split-opt %s --split-to-gpu -split-input-file -verify-diagnostics

func.func @constant(%x: tensor<4xf32>) -> tensor<2xf32> {
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  // expected-error@+1 {{'memref.get_global' op is on the host, but its buffer is on the device}}
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = arith.mulf %a, %c : tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// An element of the data.
func.func @element(%x: tensor<?x8xf32>, %i: index) -> (tensor<?x4xf32>, f32) {
  %a, %b = split.split %x axis(1) into 2 : tensor<?x8xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
  // expected-error@+1 {{'memref.load' op is on the host, but its buffer is on the device}}
  %e = tensor.extract %x[%i, %i] : tensor<?x8xf32>
  return %b, %e : tensor<?x4xf32>, f32
}

// -----

// Copies of memory without dimensions stay on the host.
// expected-error@+1 {{'memref.copy' op is on the host, but its buffer is on the device}}
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

func.func @shape(%x: tensor<6x8xf32>, %n: index) -> tensor<?x?xf32> {
  %e = tensor.empty() : tensor<2xindex>
  %f = linalg.fill ins(%n : index) outs(%e : tensor<2xindex>) -> tensor<2xindex>
  // expected-error@+1 {{'memref.reshape' op is on the host, but its buffer is on the device}}
  %r = tensor.reshape %x(%f) : (tensor<6x8xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
