// The plain lowering of split.copy, on memrefs and on tensors.
// RUN: split-opt %s -convert-split-copy-to-linalg -verify-diagnostics | FileCheck %s --implicit-check-not=split.copy
// RUN: split-opt %s -convert-split-copy-to-linalg -canonicalize -cse -o /dev/null

// CHECK-LABEL: func @static(
// CHECK-SAME: %[[X:.+]]: memref<2x8xf32>, %[[A:.+]]: memref<2x3xf32>, %[[B:.+]]: memref<2x5xf32>)
// CHECK: %[[S:.+]] = memref.subview %[[X]][0, 0] [2, 3] [1, 1] :
// CHECK: linalg.copy ins(%[[S]] : memref<2x3xf32, strided<[8, 1]>>) outs(%[[A]] : memref<2x3xf32>)
// CHECK: %[[T:.+]] = memref.subview %[[X]][0, 3] [2, 5] [1, 1] :
// CHECK: linalg.copy ins(%[[T]] : memref<2x5xf32, strided<[8, 1], offset: 3>>) outs(%[[B]] : memref<2x5xf32>)
func.func @static(%x: memref<2x8xf32>, %a: memref<2x3xf32>, %b: memref<2x5xf32>) {
  split.copy ins(%x : memref<2x8xf32>) outs(%a, %b : memref<2x3xf32>, memref<2x5xf32>) axis(1)
  return
}

// The lengths are the sizes of the destinations.
// CHECK-LABEL: func @dynamic(
// CHECK-SAME: %[[X:.+]]: memref<?x?xf32>, %[[A:.+]]: memref<?x?xf32>, %[[B:.+]]: memref<?x?xf32>)
// CHECK-DAG: %[[RA:.+]] = memref.dim %[[A]], %c0
// CHECK-DAG: %[[LA:.+]] = memref.dim %[[A]], %c1
// CHECK-DAG: %[[RB:.+]] = memref.dim %[[B]], %c0
// CHECK-DAG: %[[LB:.+]] = memref.dim %[[B]], %c1
// CHECK: memref.subview %[[X]][0, 0] [%[[RA]], %[[LA]]] [1, 1]
// CHECK: memref.subview %[[X]][0, %[[LA]]] [%[[RB]], %[[LB]]] [1, 1]
func.func @dynamic(%x: memref<?x?xf32>, %a: memref<?x?xf32>, %b: memref<?x?xf32>) {
  split.copy ins(%x : memref<?x?xf32>) outs(%a, %b : memref<?x?xf32>, memref<?x?xf32>) axis(-1)
  return
}

// CHECK-LABEL: func @tensors(
// CHECK-SAME: %[[X:.+]]: tensor<6xf32>, %[[A:.+]]: tensor<2xf32>, %[[B:.+]]: tensor<4xf32>)
// CHECK: %[[S:.+]] = tensor.extract_slice %[[X]][0] [2] [1]
// CHECK: %[[C:.+]] = linalg.copy ins(%[[S]] : tensor<2xf32>) outs(%[[A]] : tensor<2xf32>)
// CHECK: %[[T:.+]] = tensor.extract_slice %[[X]][2] [4] [1]
// CHECK: %[[D:.+]] = linalg.copy ins(%[[T]] : tensor<4xf32>) outs(%[[B]] : tensor<4xf32>)
// CHECK: return %[[C]], %[[D]]
func.func @tensors(%x: tensor<6xf32>, %a: tensor<2xf32>, %b: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %0:2 = split.copy ins(%x : tensor<6xf32>) outs(%a, %b : tensor<2xf32>, tensor<4xf32>) axis(0) -> tensor<2xf32>, tensor<4xf32>
  return %0#0, %0#1 : tensor<2xf32>, tensor<4xf32>
}

// What is statically empty gets nothing: upstream takes no such slice.
// CHECK-LABEL: func @copy_c7_empty(
// CHECK-COUNT-1: linalg.copy
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @copy_c7_empty(%x: memref<4xf32>, %a: memref<0xf32>, %b: memref<4xf32>) {
  split.copy ins(%x : memref<4xf32>) outs(%b, %a : memref<4xf32>, memref<0xf32>) axis(0)
  return
}

// CHECK-LABEL: func @copy_c7_empty_rows(
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @copy_c7_empty_rows(%x: memref<0x?xf32>, %a: memref<?x2xf32>, %b: memref<?x?xf32>) {
  split.copy ins(%x : memref<0x?xf32>) outs(%a, %b : memref<?x2xf32>, memref<?x?xf32>) axis(1)
  return
}

// Nothing is left for the last destination, whatever its size.
// CHECK-LABEL: func @copy_c7_at_end(
// CHECK-COUNT-1: linalg.copy
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @copy_c7_at_end(%x: memref<4xf32>, %a: memref<4xf32>, %b: memref<?xf32>) {
  split.copy ins(%x : memref<4xf32>) outs(%a, %b : memref<4xf32>, memref<?xf32>) axis(0)
  return
}

// What certainly fails at run time (R7) copies nothing, and says so.
// CHECK-LABEL: func @copy_r7_too_long(
// CHECK-NEXT: return
func.func @copy_r7_too_long(%x: memref<4xf32>, %a: memref<3xf32>, %b: memref<2xf32>) {
  // expected-warning @below {{'split.copy' op fails at run time: destinations 0 to 1 sum to more than 4, the size of data along dimension 0}}
  split.copy ins(%x : memref<4xf32>) outs(%a, %b : memref<3xf32>, memref<2xf32>) axis(0)
  return
}

// CHECK-LABEL: func @copy_r7_too_large(
// CHECK-NEXT: return
func.func @copy_r7_too_large(%x: memref<?xf32>, %a: memref<9223372036854775807xf32>, %b: memref<1xf32>) {
  // expected-warning @below {{'split.copy' op fails at run time: destinations 0 to 1 sum to more than 9223372036854775807, the largest size, along dimension 0}}
  split.copy ins(%x : memref<?xf32>) outs(%a, %b : memref<9223372036854775807xf32>, memref<1xf32>) axis(0)
  return
}

// CHECK-LABEL: func @copy_r7_too_short(
// CHECK-NEXT: return
func.func @copy_r7_too_short(%x: memref<?x4xf32>, %a: memref<?x1xf32>, %b: memref<?x2xf32>) {
  // expected-warning @below {{'split.copy' op fails at run time: destinations sum to 3, expected 4, the size of data along dimension 1}}
  split.copy ins(%x : memref<?x4xf32>) outs(%a, %b : memref<?x1xf32>, memref<?x2xf32>) axis(1)
  return
}

// CHECK-LABEL: func @copy_r7_other_rows(
// CHECK-NEXT: return %{{.+}} : tensor<5x2xf32>
func.func @copy_r7_other_rows(%x: tensor<4x?xf32>, %a: tensor<5x2xf32>) -> tensor<5x2xf32> {
  // expected-warning @below {{'split.copy' op fails at run time: destination 0 has size 5 along dimension 0, expected 4 as data has}}
  %0 = split.copy ins(%x : tensor<4x?xf32>) outs(%a : tensor<5x2xf32>) axis(1) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

// A size known at run time may make up for the rest.
// CHECK-LABEL: func @copy_r7_unknown(
// CHECK-COUNT-2: linalg.copy
func.func @copy_r7_unknown(%x: memref<4xf32>, %a: memref<3xf32>, %b: memref<?xf32>) {
  split.copy ins(%x : memref<4xf32>) outs(%a, %b : memref<3xf32>, memref<?xf32>) axis(0)
  return
}
