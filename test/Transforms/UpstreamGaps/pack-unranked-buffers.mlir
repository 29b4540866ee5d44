// What becomes a memref of unknown rank is contiguous.
// RUN: split-opt %s -split-pack-unranked-buffers | FileCheck %s

// CHECK-LABEL: func @strided(
// CHECK-SAME: %[[M:.+]]: memref<4x?xf32, strided<[?, 1], offset: ?>, 1>)
// CHECK: %[[D:.+]] = memref.dim %[[M]], %c1
// CHECK: %[[ALLOC:.+]] = memref.alloc(%[[D]]) : memref<4x?xf32, 1>
// CHECK: memref.copy %[[M]], %[[ALLOC]]
// CHECK: %[[U:.+]] = memref.cast %[[ALLOC]] : memref<4x?xf32, 1> to memref<*xf32, 1>
// CHECK: return %[[U]]
func.func @strided(%m: memref<4x?xf32, strided<[?, 1], offset: ?>, 1>) -> memref<*xf32, 1> {
  %0 = memref.cast %m : memref<4x?xf32, strided<[?, 1], offset: ?>, 1> to memref<*xf32, 1>
  return %0 : memref<*xf32, 1>
}

// CHECK-LABEL: func @contiguous(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @contiguous(%m: memref<4x?xf32>) -> memref<*xf32> {
  %0 = memref.cast %m : memref<4x?xf32> to memref<*xf32>
  return %0 : memref<*xf32>
}

// A cast that keeps the rank keeps the strides.
// CHECK-LABEL: func @ranked(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @ranked(%m: memref<4xf32, strided<[2]>>) -> memref<?xf32, strided<[?]>> {
  %0 = memref.cast %m : memref<4xf32, strided<[2]>> to memref<?xf32, strided<[?]>>
  return %0 : memref<?xf32, strided<[?]>>
}
