// RUN: split-opt %s --split-lower-contractions=defer-packing --canonicalize \
// RUN:   --mlir-print-elementsattrs-with-hex-if-larger=-1 | FileCheck %s

// The constant is described: source, strides of the loops over columns and
// depths, whether it is the left operand, and the bytes of one panel of 32
// columns and two depths.
// CHECK: module attributes {split.deferred_packing = {weights_packed = [
// CHECK-SAME: dense<{{\[\[}}1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>,
// CHECK-SAME: array<i64: {{[0-9, ]+}}>, false, 256]}}
// CHECK: memref.global constant @weights_packed : memref<64xf32> {alignment = 64 : i64}
// CHECK-NOT: @weights :
// CHECK: memref.get_global @weights_packed : memref<64xf32>
memref.global "private" constant @weights : memref<2x3xf32> = dense<[
  [1., 2., 3.], [4., 5., 6.]]>
func.func @columns(%a: memref<80x2xf32>, %c: memref<80x3xf32>) {
  %w = memref.get_global @weights : memref<2x3xf32>
  linalg.matmul ins(%a, %w : memref<80x2xf32>, memref<2x3xf32>) outs(%c : memref<80x3xf32>)
  return
}
