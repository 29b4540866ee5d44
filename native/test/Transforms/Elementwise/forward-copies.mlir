// RUN: split-opt %s --split-vectorize-elementwise | FileCheck %s

#all = affine_map<(d0, d1) -> (d0, d1)>
!left = memref<8x16xf32, strided<[32, 1]>>
!right = memref<8x16xf32, strided<[32, 1], offset: 16>>

// Both results are written to their places in the concatenation.
// CHECK-LABEL: func @concat(
// CHECK-SAME: %[[X:.+]]: memref<8x16xf32>)
// CHECK: %[[R:.+]] = memref.alloc() : memref<8x32xf32>
// CHECK-NOT: memref.alloc
// CHECK: %[[A:.+]] = memref.subview %[[R]][0, 0]
// CHECK: %[[B:.+]] = memref.subview %[[R]][0, 16]
// CHECK: vector.store %{{.+}}, %[[A]]
// CHECK-NEXT: vector.store %{{.+}}, %[[B]]
// CHECK-NOT: vector.store
// CHECK: return %[[R]]
func.func @concat(%x: memref<8x16xf32>) -> memref<8x32xf32> {
  %p = memref.alloc() : memref<8x16xf32>
  %q = memref.alloc() : memref<8x16xf32>
  linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x16xf32>) outs(%p, %q : memref<8x16xf32>, memref<8x16xf32>) {
  ^bb0(%in: f32, %out: f32, %out2: f32):
    %0 = arith.negf %in : f32
    %1 = math.absf %in : f32
    linalg.yield %0, %1 : f32, f32
  }
  %r = memref.alloc() : memref<8x32xf32>
  %a = memref.subview %r[0, 0] [8, 16] [1, 1] : memref<8x32xf32> to !left
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%p : memref<8x16xf32>) outs(%a : !left) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  memref.dealloc %p : memref<8x16xf32>
  %b = memref.subview %r[0, 16] [8, 16] [1, 1] : memref<8x32xf32> to !right
  memref.copy %q, %b : memref<8x16xf32> to !right
  memref.dealloc %q : memref<8x16xf32>
  return %r : memref<8x32xf32>
}

// The op reads another row of the target.
// CHECK-LABEL: func @rows(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @rows(%x: memref<4x8x16xf32>) {
  %a = memref.subview %x[1, 0, 0] [1, 8, 16] [1, 1, 1] : memref<4x8x16xf32> to memref<1x8x16xf32, strided<[128, 16, 1], offset: 128>>
  %b = memref.collapse_shape %a [[0, 1], [2]] : memref<1x8x16xf32, strided<[128, 16, 1], offset: 128>> into memref<8x16xf32, strided<[16, 1], offset: 128>>
  %p = memref.alloc() : memref<8x16xf32>
  linalg.exp ins(%b : memref<8x16xf32, strided<[16, 1], offset: 128>>) outs(%p : memref<8x16xf32>)
  %c = memref.subview %x[2, 0, 0] [1, 8, 16] [1, 1, 1] : memref<4x8x16xf32> to memref<1x8x16xf32, strided<[128, 16, 1], offset: 256>>
  %d = memref.collapse_shape %c [[0, 1], [2]] : memref<1x8x16xf32, strided<[128, 16, 1], offset: 256>> into memref<8x16xf32, strided<[16, 1], offset: 256>>
  memref.copy %p, %d : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1], offset: 256>>
  memref.dealloc %p : memref<8x16xf32>
  return
}

// The row that the op reads may be the target.
// CHECK-LABEL: func @no_forward_of_unknown_row(
// CHECK: memref.alloc
// CHECK: memref.copy
func.func @no_forward_of_unknown_row(%x: memref<4x8x16xf32>, %i: index) {
  %a = memref.subview %x[%i, 0, 0] [1, 8, 16] [1, 1, 1] : memref<4x8x16xf32> to memref<1x8x16xf32, strided<[128, 16, 1], offset: ?>>
  %b = memref.collapse_shape %a [[0, 1], [2]] : memref<1x8x16xf32, strided<[128, 16, 1], offset: ?>> into memref<8x16xf32, strided<[16, 1], offset: ?>>
  %p = memref.alloc() : memref<8x16xf32>
  linalg.exp ins(%b : memref<8x16xf32, strided<[16, 1], offset: ?>>) outs(%p : memref<8x16xf32>)
  %c = memref.subview %x[2, 0, 0] [1, 8, 16] [1, 1, 1] : memref<4x8x16xf32> to memref<1x8x16xf32, strided<[128, 16, 1], offset: 256>>
  %d = memref.collapse_shape %c [[0, 1], [2]] : memref<1x8x16xf32, strided<[128, 16, 1], offset: 256>> into memref<8x16xf32, strided<[16, 1], offset: 256>>
  memref.copy %p, %d : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1], offset: 256>>
  memref.dealloc %p : memref<8x16xf32>
  return
}

// The op reads the target.
// CHECK-LABEL: func @no_forward_of_input(
// CHECK: memref.alloc
// CHECK: memref.copy
func.func @no_forward_of_input(%x: memref<8x32xf32>) {
  %a = memref.subview %x[0, 0] [8, 16] [1, 1] : memref<8x32xf32> to !left
  %b = memref.subview %x[0, 8] [8, 16] [1, 1] : memref<8x32xf32> to memref<8x16xf32, strided<[32, 1], offset: 8>>
  %p = memref.alloc() : memref<8x16xf32>
  linalg.exp ins(%a : !left) outs(%p : memref<8x16xf32>)
  memref.copy %p, %b : memref<8x16xf32> to memref<8x16xf32, strided<[32, 1], offset: 8>>
  memref.dealloc %p : memref<8x16xf32>
  return
}

// An op between the two reads the old contents of the target.
// CHECK-LABEL: func @no_forward_past_read(
// CHECK: memref.alloc
// CHECK: memref.copy
// CHECK: memref.copy
func.func @no_forward_past_read(%x: memref<8x16xf32>, %t: memref<8x16xf32>, %u: memref<8x16xf32>) {
  %p = memref.alloc() : memref<8x16xf32>
  linalg.exp ins(%x : memref<8x16xf32>) outs(%p : memref<8x16xf32>)
  memref.copy %t, %u : memref<8x16xf32> to memref<8x16xf32>
  memref.copy %p, %t : memref<8x16xf32> to memref<8x16xf32>
  memref.dealloc %p : memref<8x16xf32>
  return
}

// Something else reads the result, too.
// CHECK-LABEL: func @no_forward_of_two_reads(
// CHECK: memref.alloc
// CHECK: memref.copy
func.func @no_forward_of_two_reads(%x: memref<8x16xf32>, %t: memref<8x16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %p = memref.alloc() : memref<8x16xf32>
  linalg.exp ins(%x : memref<8x16xf32>) outs(%p : memref<8x16xf32>)
  memref.copy %p, %t : memref<8x16xf32> to memref<8x16xf32>
  %0 = memref.load %p[%c0, %c0] : memref<8x16xf32>
  memref.dealloc %p : memref<8x16xf32>
  return %0 : f32
}

// The copy converts.
// CHECK-LABEL: func @no_forward_of_conversion(
// CHECK: %[[P:.+]] = memref.alloc() : memref<8x16xf16>
// CHECK: linalg.copy ins(%[[P]] : memref<8x16xf16>) outs(%{{.+}} : memref<8x16xf32>)
func.func @no_forward_of_conversion(%x: memref<8x16xf16>, %t: memref<8x16xf32>) {
  %p = memref.alloc() : memref<8x16xf16>
  linalg.exp ins(%x : memref<8x16xf16>) outs(%p : memref<8x16xf16>)
  linalg.copy ins(%p : memref<8x16xf16>) outs(%t : memref<8x16xf32>)
  memref.dealloc %p : memref<8x16xf16>
  return
}
