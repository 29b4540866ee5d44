// RUN: split-opt %s -split-check-allocations | FileCheck %s

// CHECK-LABEL: func.func @alloc(
// CHECK-SAME: %[[N:.+]]: index, %[[M:.+]]: index
func.func @alloc(%n: index, %m: index) {
  // CHECK: %[[A:.+]] = memref.alloc(%[[N]], %[[M]])
  // CHECK-NEXT: %[[P:.+]] = memref.extract_aligned_pointer_as_index %[[A]]
  // CHECK-NEXT: %[[ZERO:.+]] = arith.constant 0 : index
  // CHECK-NEXT: %[[OK:.+]] = arith.cmpi ne, %[[P]], %[[ZERO]]
  // CHECK-NEXT: split.assert %[[OK]], "out of memory: cannot allocate a buffer of {}x4x{}xf32"(%[[N]], %[[M]])
  %0 = memref.alloc(%n, %m) : memref<?x4x?xf32>
  // CHECK: split.assert %{{.+}}, "out of memory: cannot allocate a buffer of complex<f32>"{{$}}
  %1 = memref.alloc() : memref<complex<f32>>
  // CHECK: memref.alloca
  // CHECK-NEXT: return
  %2 = memref.alloca() : memref<4xf32>
  return
}
