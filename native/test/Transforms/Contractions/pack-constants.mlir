// RUN: split-opt %s --split-lower-contractions --canonicalize --split-input-file \
// RUN:   --mlir-print-elementsattrs-with-hex-if-larger=-1 | FileCheck %s

// Two panels of 32 columns: for each of two depths 32 numbers, of which the
// second panel has one. Both uses share them, and the original is erased.
// CHECK-NOT: @weights :
// CHECK: memref.global "private" constant @weights_packed : memref<128xf32> = dense<[
// CHECK-SAME: {{^}}0.000000e+00, 1.000000e+00, {{.*}} 3.100000e+01,
// CHECK-SAME: {{^}} 3.300000e+01, {{.*}} 6.400000e+01,
// CHECK-SAME: {{^}} 3.200000e+01, 0.000000e+00, {{.*}} 6.500000e+01, 0.000000e+00,
// CHECK-SAME: {alignment = 64 : i64}
// CHECK-NOT: @weights :
// CHECK-LABEL: func @columns(
// CHECK-COUNT-2: memref.get_global @weights_packed
// CHECK-NOT: memref.get_global
// CHECK: return
memref.global "private" constant @weights : memref<2x33xf32> = dense<[
  [0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14., 15., 16., 17., 18., 19., 20., 21., 22., 23., 24., 25., 26., 27., 28., 29., 30., 31., 32.],
  [33., 34., 35., 36., 37., 38., 39., 40., 41., 42., 43., 44., 45., 46., 47., 48., 49., 50., 51., 52., 53., 54., 55., 56., 57., 58., 59., 60., 61., 62., 63., 64., 65.]]>
func.func @columns(%a: memref<8x2xf32>, %b: memref<?x2xf32>, %c: memref<8x33xf32>, %d: memref<?x33xf32>) {
  %w = memref.get_global @weights : memref<2x33xf32>
  linalg.matmul ins(%a, %w : memref<8x2xf32>, memref<2x33xf32>) outs(%c : memref<8x33xf32>)
  linalg.matmul ins(%b, %w : memref<?x2xf32>, memref<2x33xf32>) outs(%d : memref<?x33xf32>)
  return
}

// -----

// A panel of 12 rows. The original has another use.
// CHECK: memref.global "private" constant @weights_packed : memref<24xf64> = dense<[
// CHECK-SAME: {{^}}1.000000e+00, 3.000000e+00, 5.000000e+00, 0.000000e+00, {{.*}} 2.000000e+00, 4.000000e+00, 6.000000e+00, 0.000000e+00,
// CHECK: memref.global "private" constant @weights :
// CHECK-LABEL: func @rows(
// CHECK: memref.get_global @weights_packed
// CHECK: return
memref.global "private" constant @weights : memref<3x2xf64> = dense<[[1., 2.], [3., 4.], [5., 6.]]>
func.func @rows(%a: memref<2x32xf64>, %c: memref<3x32xf64>) -> memref<3x2xf64> {
  %w = memref.get_global @weights : memref<3x2xf64>
  linalg.matmul ins(%w, %a : memref<3x2xf64>, memref<2x32xf64>) outs(%c : memref<3x32xf64>)
  return %w : memref<3x2xf64>
}

// -----

// Constants that differ between batches, whose elements are all equal, or that
// may change are left.
// CHECK-NOT: _packed
memref.global "private" constant @batches : memref<2x1x2xf32> = dense<[[[1., 2.]], [[3., 4.]]]>
memref.global "private" constant @splat : memref<2x32xf32> = dense<1.>
memref.global "private" @variable : memref<2x2xf32> = dense<[[1., 2.], [3., 4.]]>
func.func @others(%a: memref<2x64x1xf32>, %b: memref<2x64x2xf32>, %c: memref<64x2xf32>, %d: memref<64x32xf32>) {
  %0 = memref.get_global @batches : memref<2x1x2xf32>
  linalg.batch_matmul ins(%a, %0 : memref<2x64x1xf32>, memref<2x1x2xf32>) outs(%b : memref<2x64x2xf32>)
  %1 = memref.get_global @splat : memref<2x32xf32>
  linalg.matmul ins(%c, %1 : memref<64x2xf32>, memref<2x32xf32>) outs(%d : memref<64x32xf32>)
  %2 = memref.get_global @variable : memref<2x2xf32>
  linalg.matmul ins(%c, %2 : memref<64x2xf32>, memref<2x2xf32>) outs(%c : memref<64x2xf32>)
  return
}
