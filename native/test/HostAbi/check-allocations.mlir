// RUN: split-opt %s -split-check-allocations | FileCheck %s

// CHECK-LABEL: func.func @alloc(
// CHECK-SAME: %[[N:.+]]: index, %[[M:.+]]: index
func.func @alloc(%n: index, %m: index) {
  // CHECK: %[[A:.+]] = memref.alloc(%[[N]], %[[M]])
  // CHECK-NEXT: %[[P:.+]] = memref.extract_aligned_pointer_as_index %[[A]]
  // CHECK-NEXT: %[[ZERO:.+]] = arith.constant 0 : index
  // CHECK-NEXT: %[[FOUND:.+]] = arith.cmpi ne, %[[P]], %[[ZERO]]
  // The size that was asked for is the one that is needed.
  // CHECK: %[[LOW:.+]], %[[HIGH:.+]] = arith.mului_extended %{{.+}}, %[[N]]
  // CHECK: arith.cmpi eq, %[[HIGH]]
  // CHECK: arith.mului_extended %[[LOW]], %[[M]]
  // CHECK: %[[OK:.+]] = arith.andi %[[FOUND]], %{{.+}}
  // CHECK-NEXT: split.assert %[[OK]], "out of memory: cannot allocate a buffer of {}x4x{}xf32"(%[[N]], %[[M]]) {split.status = 3 : i32}
  %0 = memref.alloc(%n, %m) : memref<?x4x?xf32>
  // CHECK: split.assert %{{.+}}, "out of memory: cannot allocate a buffer of complex<f32>" {split.status = 3 : i32}
  %1 = memref.alloc() : memref<complex<f32>>
  // CHECK: memref.alloca
  // CHECK-NEXT: return
  %2 = memref.alloca() : memref<4xf32>
  return
}

// Sizes that are known need no check, and those that are too large fail one.
// CHECK-LABEL: func.func @static(
func.func @static() {
  // CHECK: memref.alloc() : memref<4x5xf32>
  // CHECK-NOT: arith.andi
  // CHECK: split.assert
  %0 = memref.alloc() : memref<4x5xf32>
  // CHECK: memref.alloc() : memref<4611686018427387904x0xf32>
  // CHECK-NOT: arith.andi
  // CHECK: split.assert
  %1 = memref.alloc() : memref<4611686018427387904x0xf32>
  // CHECK: memref.alloc() : memref<4611686018427387904xf32>
  // CHECK: %[[FALSE:.+]] = arith.constant false
  // CHECK: %[[OK:.+]] = arith.andi %{{.+}}, %[[FALSE]]
  // CHECK: split.assert %[[OK]]
  %2 = memref.alloc() : memref<4611686018427387904xf32>
  return
}

// Bytes of elements that are vectors; sizes whose product 64 bits do not hold.
// CHECK-LABEL: func.func @elements(
func.func @elements(%n: index) {
  // CHECK: memref.alloc
  // CHECK: %[[MAX:.+]] = arith.constant 288230376151711743 : index
  // CHECK: split.assert %{{.+}}, "out of memory: cannot allocate a buffer of {}xvector<1xf32>"
  %0 = memref.alloc(%n) : memref<?xvector<1xf32>>
  // CHECK: memref.alloc
  // CHECK: %[[FALSE:.+]] = arith.constant false
  // CHECK: %[[BOTH:.+]] = arith.andi %{{.+}}, %[[FALSE]]
  // CHECK: split.assert %[[BOTH]]
  %1 = memref.alloc() : memref<4294967296x4294967296xf32>
  return
}
