// Slices keep the rank of their source, and reshapes drop dimensions.
// RUN: split-opt %s -split-keep-slice-ranks | FileCheck %s
// RUN: split-opt %s -split-keep-slice-ranks -split-fold-unit-dims-into-slices \
// RUN:   | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: func @extract(
// CHECK: %[[S:.+]] = tensor.extract_slice %{{.+}}[0, 0, 1, 0] [1, %arg1, 1, %arg2] [1, 1, 1, 1] : tensor<1x?x2x?xf32> to tensor<1x?x1x?xf32>
// CHECK: %[[R:.+]] = tensor.collapse_shape %[[S]] {{\[\[}}0], [1], [2, 3]] : tensor<1x?x1x?xf32> into tensor<1x?x?xf32>
// CHECK: return %[[R]]
// FOLD-LABEL: func @extract(
// FOLD: %[[R:.+]] = tensor.extract_slice %{{.+}} : tensor<1x?x2x?xf32> to tensor<1x?x?xf32>
// FOLD: return %[[R]]
func.func @extract(%x: tensor<1x?x2x?xf32>, %n: index, %m: index) -> tensor<1x?x?xf32> {
  %0 = tensor.extract_slice %x[0, 0, 1, 0] [1, %n, 1, %m] [1, 1, 1, 1] : tensor<1x?x2x?xf32> to tensor<1x?x?xf32>
  return %0 : tensor<1x?x?xf32>
}

// CHECK-LABEL: func @last(
// CHECK: tensor.collapse_shape %{{.+}} {{\[\[}}0], [1, 2]] : tensor<?x4x1xf32> into tensor<?x4xf32>
func.func @last(%x: tensor<?x4x?xf32>, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.extract_slice %x[0, 0, 1] [%n, 4, 1] [1, 1, 1] : tensor<?x4x?xf32> to tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func @scalar(
// CHECK: %[[S:.+]] = tensor.extract_slice {{.+}} to tensor<1x1xf32>
// CHECK: tensor.collapse_shape %[[S]] [] : tensor<1x1xf32> into tensor<f32>
func.func @scalar(%x: tensor<?x?xf32>, %i: index) -> tensor<f32> {
  %0 = tensor.extract_slice %x[%i, %i] [1, 1] [1, 1] : tensor<?x?xf32> to tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @insert(
// CHECK: %[[N:.+]] = tensor.dim %arg0, %c0
// CHECK: %[[E:.+]] = tensor.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [1, %[[N]], 3] : tensor<?x3xf32> into tensor<1x?x3xf32>
// CHECK: tensor.insert_slice %[[E]] into %arg1[%arg2, 0, 0] [1, %arg3, 3] [1, 1, 1] : tensor<1x?x3xf32> into tensor<4x?x3xf32>
// FOLD-LABEL: func @insert(
// FOLD: tensor.insert_slice %arg0 into %arg1[%arg2, 0, 0] [1, %arg3, 3] [1, 1, 1] : tensor<?x3xf32> into tensor<4x?x3xf32>
func.func @insert(%x: tensor<?x3xf32>, %y: tensor<4x?x3xf32>, %i: index, %n: index) -> tensor<4x?x3xf32> {
  %0 = tensor.insert_slice %x into %y[%i, 0, 0] [1, %n, 3] [1, 1, 1] : tensor<?x3xf32> into tensor<4x?x3xf32>
  return %0 : tensor<4x?x3xf32>
}

// CHECK-LABEL: func @parallel(
// CHECK: %[[E:.+]] = tensor.expand_shape %{{.+}} {{\[\[}}0, 1]] output_shape [1, 3] : tensor<3xf32> into tensor<1x3xf32>
// CHECK: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %[[E]] into
func.func @parallel(%x: tensor<3xf32>, %y: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%z = %y) -> tensor<4x3xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %z[%i, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<4x3xf32>
    }
  }
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func @view(
// CHECK: %[[V:.+]] = memref.subview %arg0[0, 0, 1, 0] [1, %arg1, 1, %arg2] [1, 1, 1, 1] : memref<1x?x2x?xf32> to memref<1x?x1x?xf32, strided<[?, ?, ?, 1], offset: ?>>
// CHECK: %{{.+}}, %[[O:.+]], %{{.+}}:4, %[[S:.+]]:4 = memref.extract_strided_metadata %[[V]]
// CHECK: memref.reinterpret_cast %[[V]] to offset: [%[[O]]], sizes: [1, %arg1, %arg2], strides: [%[[S]]#0, %[[S]]#1, 1]
func.func @view(%x: memref<1x?x2x?xf32>, %n: index, %m: index) -> memref<1x?x?xf32, strided<[?, ?, 1], offset: ?>> {
  %0 = memref.subview %x[0, 0, 1, 0] [1, %n, 1, %m] [1, 1, 1, 1] : memref<1x?x2x?xf32> to memref<1x?x?xf32, strided<[?, ?, 1], offset: ?>>
  return %0 : memref<1x?x?xf32, strided<[?, ?, 1], offset: ?>>
}

// A reshape states all strides of the row.
// CHECK-LABEL: func @row(
// CHECK: %[[V:.+]] = memref.subview %arg0[%arg1, 0, 0] [1, 8, 16] [1, 1, 1] : memref<4x8x16xf32> to memref<1x8x16xf32, strided<[128, 16, 1], offset: ?>>
// CHECK: memref.collapse_shape %[[V]] {{\[\[}}0, 1], [2]] : memref<1x8x16xf32, strided<[128, 16, 1], offset: ?>> into memref<8x16xf32, strided<[16, 1], offset: ?>>
func.func @row(%x: memref<4x8x16xf32>, %i: index) -> memref<8x16xf32, strided<[16, 1], offset: ?>> {
  %0 = memref.subview %x[%i, 0, 0] [1, 8, 16] [1, 1, 1] : memref<4x8x16xf32> to memref<8x16xf32, strided<[16, 1], offset: ?>>
  return %0 : memref<8x16xf32, strided<[16, 1], offset: ?>>
}

// It does not state the stride 16, as upstream takes strides of groups with a dynamic size for unknown.
// CHECK-LABEL: func @dynamic_row(
// CHECK: %[[V:.+]] = memref.subview %arg0[%arg1, 0, 0] [1, %arg2, 16] [1, 1, 1]
// CHECK: memref.reinterpret_cast %[[V]] to offset: [%{{.+}}], sizes: [%arg2, 16], strides: [16, 1]
func.func @dynamic_row(%x: memref<4x?x16xf32>, %i: index, %n: index) -> memref<?x16xf32, strided<[16, 1], offset: ?>> {
  %0 = memref.subview %x[%i, 0, 0] [1, %n, 16] [1, 1, 1] : memref<4x?x16xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
  return %0 : memref<?x16xf32, strided<[16, 1], offset: ?>>
}

// CHECK-LABEL: func @full_rank(
// CHECK-NEXT: tensor.extract_slice
// CHECK-NEXT: return
func.func @full_rank(%x: tensor<4x?xf32>, %n: index) -> tensor<1x?xf32> {
  %0 = tensor.extract_slice %x[0, 0] [1, %n] [1, 1] : tensor<4x?xf32> to tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}
