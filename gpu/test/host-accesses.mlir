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

// A vector of a result, and the shape of a reshape.
func.func @vector(%x: tensor<4x8xf32>, %v: vector<4xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %s = arith.addf %x, %x : tensor<4x8xf32>
  // expected-error@+1 {{'vector.transfer_write' op is on the host, but its buffer is on the device}}
  %r = vector.transfer_write %v, %s[%c0, %c0] : vector<4xf32>, tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @shape(%x: tensor<6x8xf32>, %n: index) -> tensor<?x?xf32> {
  %e = tensor.empty() : tensor<2xindex>
  %f = linalg.fill ins(%n : index) outs(%e : tensor<2xindex>) -> tensor<2xindex>
  // expected-error@+1 {{'memref.load' op is on the host, but its buffer is on the device}}
  %r = tensor.reshape %x(%f) : (tensor<6x8xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// A loop whose size depends on that around it.
func.func @triangle(%m: memref<?x?xf32>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning@+1 {{runs on the host, as no pass has mapped it}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%i) step (%c1) {
      memref.store %v, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
