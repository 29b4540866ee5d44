// What the plain lowering is left with, and what looks like it but is not.
// RUN: split-opt %s --lower-split-copy --split-input-file --remark-policy=all --remarks-filter=lower-split-copy --verify-diagnostics | FileCheck %s

// CHECK-COUNT-18: split.copy
func.func @tensors(%x: tensor<4xf32>, %a: tensor<2xf32>) -> tensor<2xf32> {
  %0:2 = split.copy ins(%x : tensor<4xf32>) outs(%a, %a : tensor<2xf32>, tensor<2xf32>) axis(0) -> tensor<2xf32>, tensor<2xf32>
  return %0#0 : tensor<2xf32>
}
func.func @memory_space(%x: memref<4xf32, 1>, %a: memref<2xf32>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4xf32, 1>) outs(%a, %a : memref<2xf32>, memref<2xf32>) axis(0)
  return
}
func.func @memory_space_of_output(%x: memref<4xf32>, %a: memref<2xf32>, %b: memref<2xf32, 1>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4xf32>) outs(%a, %b : memref<2xf32>, memref<2xf32, 1>) axis(0)
  return
}
func.func @gaps_in_rows(%x: memref<4x8xf32, strided<[16, 2]>>, %a: memref<4x4xf32>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4x8xf32, strided<[16, 2]>>) outs(%a, %a : memref<4x4xf32>, memref<4x4xf32>) axis(1)
  return
}
func.func @unknown_gaps(%x: memref<4x8xf32, strided<[?, 1]>>, %a: memref<4x4xf32>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4x8xf32, strided<[?, 1]>>) outs(%a, %a : memref<4x4xf32>, memref<4x4xf32>) axis(1)
  return
}
func.func @gaps_in_output(%x: memref<4x8xf32>, %a: memref<4x4xf32, strided<[5, 1]>>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4x8xf32>) outs(%a, %a : memref<4x4xf32, strided<[5, 1]>>, memref<4x4xf32, strided<[5, 1]>>) axis(1)
  return
}
func.func @padded_elements(%x: memref<4xf80>, %a: memref<2xf80>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4xf80>) outs(%a, %a : memref<2xf80>, memref<2xf80>) axis(0)
  return
}
func.func @elements_without_bits(%x: memref<?xi0>, %a: memref<?xi0>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<?xi0>) outs(%a, %a : memref<?xi0>, memref<?xi0>) axis(0)
  return
}
func.func @odd_elements(%x: memref<4xi24>, %a: memref<2xi24>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4xi24>) outs(%a, %a : memref<2xi24>, memref<2xi24>) axis(0)
  return
}
func.func @overlapping_rows(%x: memref<4x8xf32, strided<[4, 1]>>, %a: memref<4x4xf32>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4x8xf32, strided<[4, 1]>>) outs(%a, %a : memref<4x4xf32>, memref<4x4xf32>) axis(1)
  return
}
func.func @gaps_between_planes(%x: memref<2x3x8xf32, strided<[64, 16, 1]>>, %a: memref<2x3x4xf32>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<2x3x8xf32, strided<[64, 16, 1]>>) outs(%a, %a : memref<2x3x4xf32>, memref<2x3x4xf32>) axis(2)
  return
}
func.func @no_strides(%x: memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>, %a: memref<2xf32>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>) outs(%a, %a : memref<2xf32>, memref<2xf32>) axis(0)
  return
}
func.func @no_strides_of_output(%x: memref<4xf32>, %a: memref<2xf32, affine_map<(d0) -> (d0 mod 2)>>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4xf32>) outs(%a, %a : memref<2xf32, affine_map<(d0) -> (d0 mod 2)>>, memref<2xf32, affine_map<(d0) -> (d0 mod 2)>>) axis(0)
  return
}
func.func @vectors(%x: memref<4xvector<2xf32>>, %a: memref<2xvector<2xf32>>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4xvector<2xf32>>) outs(%a, %a : memref<2xvector<2xf32>>, memref<2xvector<2xf32>>) axis(0)
  return
}
func.func @large_elements(%x: memref<4xcomplex<i128>>, %a: memref<2xcomplex<i128>>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4xcomplex<i128>>) outs(%a, %a : memref<2xcomplex<i128>>, memref<2xcomplex<i128>>) axis(0)
  return
}
// 2^64 elements, and an output of 2^62.
func.func @countless(%x: memref<4294967296x4294967296xi8>, %a: memref<4294967296x4294967296xi8>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<4294967296x4294967296xi8>) outs(%a : memref<4294967296x4294967296xi8>) axis(1)
  return
}
func.func @countless_output(%x: memref<?xi8>, %a: memref<4611686018427387904xi8>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<?xi8>) outs(%a : memref<4611686018427387904xi8>) axis(0)
  return
}
func.func @certainly_fails(%x: memref<5xf32>, %a: memref<2xf32>) {
  // expected-remark @below {{left to the plain lowering}}
  split.copy ins(%x : memref<5xf32>) outs(%a, %a : memref<2xf32>, memref<2xf32>) axis(0)
  return
}

// -----

// CHECK-NOT: split.copy
// 2 runs of 2 elements: bytes that `rows` are apart tell their size.
// CHECK-LABEL: func @i1(
// CHECK: arith.constant 4 : i64
func.func @i1(%x: memref<4x4xi1>, %a: memref<4x2xi1>) {
  // expected-remark @below {{exact x2}}
  split.copy ins(%x : memref<4x4xi1>) outs(%a, %a : memref<4x2xi1>, memref<4x2xi1>) axis(1)
  return
}
// CHECK-LABEL: func @i4(
// CHECK: call @[[BYTES:[a-z_0-9]+]](
func.func @i4(%x: memref<4x4xi4>, %a: memref<4x2xi4>) {
  // expected-remark @below {{exact x2}}
  split.copy ins(%x : memref<4x4xi4>) outs(%a, %a : memref<4x2xi4>, memref<4x2xi4>) axis(1)
  return
}
// CHECK-LABEL: func @bf16(
// CHECK: arith.constant 8 : i64
func.func @bf16(%x: memref<4x4xbf16>, %a: memref<4x2xbf16>) {
  // expected-remark @below {{exact x2}}
  split.copy ins(%x : memref<4x4xbf16>) outs(%a, %a : memref<4x2xbf16>, memref<4x2xbf16>) axis(1)
  return
}
// CHECK-LABEL: func @index(
// CHECK: arith.constant 32 : i64
func.func @index(%x: memref<4x4xindex>, %a: memref<4x2xindex>) {
  // expected-remark @below {{compose x2}}
  split.copy ins(%x : memref<4x4xindex>) outs(%a, %a : memref<4x2xindex>, memref<4x2xindex>) axis(1)
  return
}
// CHECK-LABEL: func @complex(
// CHECK: arith.constant 64 : i64
func.func @complex(%x: memref<4x4xcomplex<f64>>, %a: memref<4x2xcomplex<f64>>) {
  // expected-remark @below {{compose x2}}
  split.copy ins(%x : memref<4x4xcomplex<f64>>) outs(%a, %a : memref<4x2xcomplex<f64>>, memref<4x2xcomplex<f64>>) axis(1)
  return
}
// Gaps between rows that types tell; the first element is 12 bytes on.
// CHECK-LABEL: func @gaps_between_rows(
// CHECK-SAME: %[[X:[^:]+]]: memref<
// CHECK: %[[D:.+]] = builtin.unrealized_conversion_cast %[[X]]
// CHECK: %[[P:.+]] = llvm.extractvalue %[[D]][1]
// CHECK: %[[OFFSET:.+]] = arith.constant 12 : i64
// CHECK: %[[BEGIN:.+]] = llvm.getelementptr %[[P]][%[[OFFSET]]]
// CHECK: call @{{.+}}(%[[BEGIN]],
func.func @gaps_between_rows(%x: memref<?x8xf32, strided<[16, 1], offset: 3>>, %a: memref<?x4xf32>) {
  // expected-remark @below {{compose x2}}
  split.copy ins(%x : memref<?x8xf32, strided<[16, 1], offset: 3>>) outs(%a, %a : memref<?x4xf32>, memref<?x4xf32>) axis(1)
  return
}
// The offset of a view that is known only at run time is in its descriptor.
// CHECK-LABEL: func @offset_at_run_time(
// CHECK-SAME: %[[X:[^:]+]]: memref<
// CHECK: %[[D:.+]] = builtin.unrealized_conversion_cast %[[X]]
// CHECK: %[[P:.+]] = llvm.extractvalue %[[D]][1]
// CHECK: %[[ELEMENTS:.+]] = llvm.extractvalue %[[D]][2]
// CHECK: %[[SIZE:.+]] = arith.constant 4 : i64
// CHECK: %[[OFFSET:.+]] = arith.muli %[[ELEMENTS]], %[[SIZE]]
// CHECK: %[[BEGIN:.+]] = llvm.getelementptr %[[P]][%[[OFFSET]]]
// CHECK: call @{{.+}}(%[[BEGIN]],
func.func @offset_at_run_time(%x: memref<?x8xf32, strided<[8, 1], offset: ?>>, %a: memref<?x4xf32>) {
  // expected-remark @below {{compose x2}}
  split.copy ins(%x : memref<?x8xf32, strided<[8, 1], offset: ?>>) outs(%a, %a : memref<?x4xf32>, memref<?x4xf32>) axis(1)
  return
}
// Sizes of 1 have any stride.
// CHECK-LABEL: func @strides_of_one(
func.func @strides_of_one(%x: memref<4x2x1xf32, strided<[2, 1, 7]>>, %a: memref<4x1x1xf32>) {
  // expected-remark @below {{exact x2}}
  split.copy ins(%x : memref<4x2x1xf32, strided<[2, 1, 7]>>) outs(%a, %a : memref<4x1x1xf32>, memref<4x1x1xf32>) axis(1)
  return
}
// Planes without gaps between them.
// CHECK-LABEL: func @rows_of_planes(
// CHECK: arith.constant 64 : i64
func.func @rows_of_planes(%x: memref<2x3x8xf32, strided<[48, 16, 1]>>, %a: memref<2x3x4xf32>) {
  // expected-remark @below {{compose x2}}
  split.copy ins(%x : memref<2x3x8xf32, strided<[48, 16, 1]>>) outs(%a, %a : memref<2x3x4xf32>, memref<2x3x4xf32>) axis(2)
  return
}
// The outputs tell the size of a row, but its type does not: the row stride is an
// argument of the kernel.
// CHECK-LABEL: func @row_of_unknown_size(
// CHECK: memref.dim
func.func @row_of_unknown_size(%x: memref<?x8xf32, strided<[8, 1]>>, %a: memref<2x8xf32>) {
  // expected-remark @below {{lines x2}}
  split.copy ins(%x : memref<?x8xf32, strided<[8, 1]>>) outs(%a, %a : memref<2x8xf32>, memref<2x8xf32>) axis(0)
  return
}
