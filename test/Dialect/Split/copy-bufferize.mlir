// split.copy bufferizes in place: nothing is allocated or copied but what a
// value that lives on needs.
// RUN: split-opt %s -one-shot-bufferize=bufferize-function-boundaries -cse -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func @in_place(
// CHECK-SAME: %[[X:.+]]: memref<4x8xf32{{.*}}>, %[[A:.+]]: memref<4x3xf32{{.*}}>, %[[B:.+]]: memref<4x5xf32{{.*}}>)
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: split.copy ins(%[[X]] : {{.*}}) outs(%[[A]], %[[B]] : {{.*}}) axis(1) {note}
// CHECK-NOT: memref.copy
// CHECK: return %[[A]], %[[B]]
func.func @in_place(%x: tensor<4x8xf32>, %a: tensor<4x3xf32>, %b: tensor<4x5xf32>) -> (tensor<4x3xf32>, tensor<4x5xf32>) {
  %0:2 = split.copy ins(%x : tensor<4x8xf32>) outs(%a, %b : tensor<4x3xf32>, tensor<4x5xf32>) axis(-1) {note} -> tensor<4x3xf32>, tensor<4x5xf32>
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x5xf32>
}

// -----

// A slice of a larger tensor is written through a view.
// CHECK-LABEL: func @into_a_slice(
// CHECK-NOT: memref.alloc
// CHECK: %[[VIEW:.+]] = memref.subview
// CHECK: split.copy {{.*}} outs(%[[VIEW]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @into_a_slice(%x: tensor<4xf32>, %a: tensor<8xf32>) -> tensor<8xf32> {
  %s = tensor.extract_slice %a[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %0 = split.copy ins(%x : tensor<4xf32>) outs(%s : tensor<4xf32>) axis(0) -> tensor<4xf32>
  %r = tensor.insert_slice %0 into %a[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Destinations are not read: what was in one needs no copy, only a buffer.
// CHECK-LABEL: func @destination_lives_on(
// CHECK-SAME: %[[X:.+]]: memref<4xf32{{.*}}>, %[[A:.+]]: memref<4xf32{{.*}}>)
// CHECK: %[[ALLOC:.+]] = memref.alloc
// CHECK-NOT: memref.copy
// CHECK: split.copy ins(%[[X]] : {{.*}}) outs(%[[ALLOC]] : memref<4xf32>)
// CHECK: return %[[ALLOC]], %[[A]]
func.func @destination_lives_on(%x: tensor<4xf32>, %a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = split.copy ins(%x : tensor<4xf32>) outs(%a : tensor<4xf32>) axis(0) -> tensor<4xf32>
  return %0, %a : tensor<4xf32>, tensor<4xf32>
}

// -----

// Source and destination must not be one buffer.
// CHECK-LABEL: func @source_is_destination(
// CHECK-SAME: %[[X:.+]]: memref<4xf32{{.*}}>)
// CHECK: %[[ALLOC:.+]] = memref.alloc
// CHECK: split.copy ins(%[[X]] : {{.*}}) outs(%[[ALLOC]] : memref<4xf32>)
func.func @source_is_destination(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = split.copy ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) axis(0) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Nor two destinations.
// CHECK-LABEL: func @one_destination_twice(
// CHECK-SAME: %[[X:.+]]: memref<4xf32{{.*}}>, %[[A:.+]]: memref<2xf32{{.*}}>)
// CHECK: %[[ALLOC:.+]] = memref.alloc
// CHECK: split.copy
// CHECK-SAME: %[[ALLOC]]
func.func @one_destination_twice(%x: tensor<4xf32>, %a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0:2 = split.copy ins(%x : tensor<4xf32>) outs(%a, %a : tensor<2xf32>, tensor<2xf32>) axis(0) -> tensor<2xf32>, tensor<2xf32>
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}
