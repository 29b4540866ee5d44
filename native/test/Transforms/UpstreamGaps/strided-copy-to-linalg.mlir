// Copies of strided memrefs become linalg ops; others stay.
// RUN: split-opt %s -split-strided-copy-to-linalg | FileCheck %s

// CHECK-DAG: #[[ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @strided_source(
// CHECK-SAME: %[[A:.+]]: memref<4x2xf32, strided<[6, 1], offset: 4>>, %[[B:.+]]: memref<4x2xf32>
func.func @strided_source(%a: memref<4x2xf32, strided<[6, 1], offset: 4>>, %b: memref<4x2xf32>) {
  // CHECK-NOT: memref.copy
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[A]] : {{.+}}) outs(%[[B]] :
  // CHECK: ^bb0(%[[IN:.+]]: f32, %{{.+}}: f32):
  // CHECK: linalg.yield %[[IN]] : f32
  memref.copy %a, %b : memref<4x2xf32, strided<[6, 1], offset: 4>> to memref<4x2xf32>
  return
}

// CHECK-LABEL: func @strided_target(
// CHECK-NOT: memref.copy
// CHECK: linalg.generic
func.func @strided_target(%a: memref<?x2xui8>, %b: memref<?x2xui8, strided<[?, 1], offset: ?>>) {
  memref.copy %a, %b : memref<?x2xui8> to memref<?x2xui8, strided<[?, 1], offset: ?>>
  return
}

// CHECK-LABEL: func @contiguous(
// CHECK-NOT: linalg.generic
// CHECK: memref.copy
// CHECK: memref.copy
func.func @contiguous(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<*xf32>, %d: memref<*xf32>) {
  memref.copy %a, %b : memref<?xf32> to memref<?xf32>
  memref.copy %c, %d : memref<*xf32> to memref<*xf32>
  return
}
