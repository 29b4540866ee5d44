// Results of unknown rank are buffers of their own too, since a caller frees each.
// RUN: split-opt %s -split-to-llvm -o %t
// RUN: mlir-runner %t -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"})

func.func @same(%x: tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<*xf32>, tensor<*xf32>
  return %b, %b : tensor<*xf32>, tensor<*xf32>
}
func.func @ranked_and_not(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<*xf32>) {
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %u = tensor.cast %a : tensor<2xf32> to tensor<*xf32>
  return %a, %u : tensor<2xf32>, tensor<*xf32>
}

// The elements are packed for the cast, not cloned for each result.
func.func @through_casts(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %y = tensor.cast %x : tensor<*xf32> to tensor<?xf32>
  %z = tensor.cast %y : tensor<?xf32> to tensor<*xf32>
  return %z, %z : tensor<*xf32>, tensor<*xf32>
}

func.func @main() {
  // CHECK: base@ = [[A:0x[0-9a-f]+]] rank
  // CHECK: {{^}}[3,  4]
  // CHECK-NOT: base@ = [[A]] rank
  // CHECK: {{^}}[3,  4]
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0:2 = call @same(%x) : (tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  call @printMemrefF32(%0#0) : (tensor<*xf32>) -> ()
  call @printMemrefF32(%0#1) : (tensor<*xf32>) -> ()
  // CHECK: base@ = [[B:0x[0-9a-f]+]] rank
  // CHECK: {{^}}[1,  2]
  // CHECK-NOT: base@ = [[B]] rank
  // CHECK: {{^}}[1,  2]
  %1:2 = call @ranked_and_not(%x) : (tensor<4xf32>) -> (tensor<2xf32>, tensor<*xf32>)
  %u = tensor.cast %1#0 : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  call @printMemrefF32(%1#1) : (tensor<*xf32>) -> ()
  // CHECK: base@ = [[C:0x[0-9a-f]+]] rank
  // CHECK: {{^}}[1,  2,  3,  4]
  // CHECK-NOT: base@ = [[C]] rank
  // CHECK: {{^}}[1,  2,  3,  4]
  %v = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  %2:2 = call @through_casts(%v) : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  call @printMemrefF32(%2#0) : (tensor<*xf32>) -> ()
  call @printMemrefF32(%2#1) : (tensor<*xf32>) -> ()
  return
}
