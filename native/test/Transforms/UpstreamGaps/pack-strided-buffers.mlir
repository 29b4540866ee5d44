// What becomes a memref of unknown rank, or one whose strides follow from its sizes, is
// contiguous.
// RUN: split-opt %s -split-pack-strided-buffers | FileCheck %s

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

// The type of the result has strides of its own.
// CHECK-LABEL: func @ranked(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @ranked(%m: memref<4xf32, strided<[2]>>) -> memref<?xf32, strided<[?]>> {
  %0 = memref.cast %m : memref<4xf32, strided<[2]>> to memref<?xf32, strided<[?]>>
  return %0 : memref<?xf32, strided<[?]>>
}

// CHECK-LABEL: func @strides_of_sizes(
// CHECK-SAME: %[[M:.+]]: memref<2x?xf32, strided<[6, 1]>>)
// CHECK: %[[ALLOC:.+]] = memref.alloc(%{{.*}}) : memref<2x?xf32>
// CHECK: memref.copy %[[M]], %[[ALLOC]]
// CHECK: %[[C:.+]] = memref.cast %[[ALLOC]] : memref<2x?xf32> to memref<?x?xf32>
// CHECK: return %[[C]]
func.func @strides_of_sizes(%m: memref<2x?xf32, strided<[6, 1]>>) -> memref<?x?xf32> {
  %0 = memref.cast %m : memref<2x?xf32, strided<[6, 1]>> to memref<?x?xf32>
  return %0 : memref<?x?xf32>
}

// The cast proves that the strides are those of the sizes.
// CHECK-LABEL: func @known_strides(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @known_strides(%m: memref<?x2xf32, strided<[?, 1]>>) -> memref<?x2xf32> {
  %0 = memref.cast %m : memref<?x2xf32, strided<[?, 1]>> to memref<?x2xf32>
  return %0 : memref<?x2xf32>
}
