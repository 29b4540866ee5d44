// A loop beside TOSA that changes a size: upstream's canonicalization would give it the
// initial one, which ForOpTensorCastFolder does. The expected value is worked out by hand.
// RUN: split-run %s --input=8xf32=iota --input=index=2 | FileCheck %s
// CHECK: result[0]: 2xf32=[6,7]
// CHECK: result[1]: 8xf32=[1,1,1,1,1,1,1,1]

func.func @main(%x: tensor<8xf32>, %n: index) -> (tensor<?xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = tosa.clamp %x {min_val = 1.0 : f32, max_val = 1.0 : f32} : (tensor<8xf32>) -> tensor<8xf32>
  %z = tensor.cast %x : tensor<8xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> tensor<?xf32> {
    %h:2 = split.split %a axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    scf.yield %h#1 : tensor<?xf32>
  }
  return %r, %y : tensor<?xf32>, tensor<8xf32>
}
