// Casts fold into split.copy where they only lose information; sizes that then
// do not fit are still those of a program that fails (R7), not of an invalid one.
// RUN: split-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @memref_casts(
// CHECK-SAME: %[[X:.+]]: memref<4xf32>, %[[A:.+]]: memref<2xf32>, %[[B:.+]]: memref<?xf32>, %[[C:.+]]: memref<9xf32>
func.func @memref_casts(%x: memref<4xf32>, %a: memref<2xf32>, %b: memref<?xf32>, %c: memref<9xf32>) {
  %0 = memref.cast %x : memref<4xf32> to memref<?xf32, strided<[?], offset: ?>>
  %1 = memref.cast %a : memref<2xf32> to memref<?xf32>
  %2 = memref.cast %c : memref<9xf32> to memref<?xf32>
  // CHECK-NOT: memref.cast
  // CHECK: split.copy ins(%[[X]] : memref<4xf32>) outs(%[[A]], %[[B]] : memref<2xf32>, memref<?xf32>) axis(0) {kept}
  // CHECK: split.copy ins(%[[X]] : memref<4xf32>) outs(%[[C]] : memref<9xf32>) axis(0)
  split.copy ins(%0 : memref<?xf32, strided<[?], offset: ?>>) outs(%1, %b : memref<?xf32>, memref<?xf32>) axis(0) {kept}
  split.copy ins(%0 : memref<?xf32, strided<[?], offset: ?>>) outs(%2 : memref<?xf32>) axis(0)
  return
}

// CHECK-LABEL: func @no_fold_memref_casts(
func.func @no_fold_memref_casts(%x: memref<?xf32>, %u: memref<*xf32>) {
  // CHECK: %[[A:.+]] = memref.cast %{{.+}} to memref<4xf32>
  // CHECK: %[[B:.+]] = memref.cast %{{.+}} to memref<?xf32>
  // CHECK: split.copy ins(%[[A]] : memref<4xf32>) outs(%[[B]] : memref<?xf32>)
  %0 = memref.cast %x : memref<?xf32> to memref<4xf32>
  %1 = memref.cast %u : memref<*xf32> to memref<?xf32>
  split.copy ins(%0 : memref<4xf32>) outs(%1 : memref<?xf32>) axis(0)
  return
}

// Upstream folds these for all destination-passing ops.
// CHECK-LABEL: func @tensor_casts(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>, %[[A:.+]]: tensor<9xf32>
func.func @tensor_casts(%x: tensor<4xf32>, %a: tensor<9xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %a : tensor<9xf32> to tensor<?xf32>
  // CHECK: split.copy ins(%[[X]] : tensor<4xf32>) outs(%[[A]] : tensor<9xf32>)
  %2 = split.copy ins(%0 : tensor<?xf32>) outs(%1 : tensor<?xf32>) axis(0) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
