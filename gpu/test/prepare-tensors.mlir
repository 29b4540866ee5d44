// RUN: split-opt %s --convert-split-to-linalg --split-prepare-tensors | FileCheck %s

// CHECK-LABEL: func @unranked
// CHECK: split.copy
// CHECK-NOT: tensor.generate
// CHECK: scf.for %[[D:.+]] = {{.+}} iter_args(%[[SHAPE:.+]] = %{{.+}}) -> (tensor<?xindex>)
// CHECK: %[[SIZE:.+]] = arith.select
// CHECK-NEXT: tensor.insert %[[SIZE]] into %[[SHAPE]][%[[D]]]
func.func @unranked(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %a, %b = split.split %x axis(-1) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return %a, %b : tensor<*xf32>, tensor<*xf32>
}

// Other tensors stay.
// CHECK-LABEL: func @data
// CHECK: tensor.generate
func.func @data(%n: index, %v: f32) -> tensor<?xf32> {
  %x = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32>
  return %x : tensor<?xf32>
}

// The caller keeps its tensors, unless it says otherwise.
// CHECK-LABEL: func @arguments
// CHECK-SAME: tensor<4xf32> {bufferization.writable = false}
// CHECK-SAME: tensor<4xf32> {bufferization.writable = true}
// CHECK-LABEL: func private @callee
// CHECK-NOT: writable
func.func @arguments(%x: tensor<4xf32>, %y: tensor<4xf32> {bufferization.writable = true}) {
  return
}
func.func private @callee(%x: tensor<4xf32>) {
  return
}
