// Pieces that are materialized in destinations are copied there by one op.

// RUN: split-opt %s --convert-split-to-linalg=materialize=destinations \
// RUN:   --eliminate-empty-tensors \
// RUN:   --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
// RUN:   --canonicalize | FileCheck %s
// RUN: split-opt %s --convert-split-to-linalg=materialize=results | FileCheck %s --check-prefix=RESULTS

// CHECK-LABEL: func @copied
// CHECK-SAME: (%[[X:.+]]: memref<4x?xf32>, %[[A:.+]]: memref<4x?xf32>, %[[B:.+]]: memref<4x2xf32>)
// CHECK: split.copy ins(%[[X]] : memref<4x?xf32>) outs(%[[A]], %[[B]] : {{.+}}) axis(1)
// CHECK-NEXT: return
// RESULTS-LABEL: func @copied
// RESULTS-NOT: split.copy
func.func @copied(%x: tensor<4x?xf32>, %a: memref<4x?xf32>, %b: memref<4x2xf32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [-1, 2]
      : tensor<4x?xf32> -> tensor<4x?xf32>, tensor<4x2xf32>
  bufferization.materialize_in_destination %0#0 in restrict writable %a
      : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  %cast = tensor.cast %0#1 : tensor<4x2xf32> to tensor<?x2xf32>
  %1 = tensor.cast %cast : tensor<?x2xf32> to tensor<4x2xf32>
  bufferization.materialize_in_destination %1 in restrict writable %b
      : (tensor<4x2xf32>, memref<4x2xf32>) -> ()
  return
}
