// Ops that other passes leave become ops that they lower.
// RUN: split-opt %s -split-decompose-ops | FileCheck %s

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT: linalg.softmax
// CHECK: arith.maxnumf
// CHECK: math.exp
// CHECK: arith.divf
func.func @softmax(%x: tensor<?x4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<?x4xf32>) outs(%o : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @pack(
// CHECK: tensor.pad
// CHECK: tensor.expand_shape
// CHECK: linalg.transpose
func.func @pack(%x: tensor<5xf32>, %p: f32, %o: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = linalg.pack %x padding_value(%p : f32) inner_dims_pos = [0] inner_tiles = [2] into %o : tensor<5xf32> -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @unpack(
// CHECK: linalg.transpose
// CHECK: tensor.collapse_shape
// CHECK: tensor.extract_slice
func.func @unpack(%x: tensor<3x2xf32>, %o: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [2] into %o : tensor<3x2xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @winograd(
// CHECK-NOT: linalg.winograd
// CHECK: linalg.matmul
func.func @winograd(%x: tensor<2x3x3x5xf32>, %o: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x5xf32>) outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %0 : tensor<6x6x5x2xf32>
}

// CHECK-LABEL: func.func @bitcast(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[X]]
// CHECK: %[[E:.*]] = tensor.empty(%[[D]]) : tensor<?xui32>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<?xf32>) outs(%[[E]] : tensor<?xui32>)
// CHECK: arith.bitcast {{.*}} : f32 to i32
// CHECK: builtin.unrealized_conversion_cast {{.*}} : i32 to ui32
// CHECK: tensor.cast {{.*}} : tensor<?xui32> to tensor<4xui32>
func.func @bitcast(%x: tensor<?xf32>) -> tensor<4xui32> {
  %0 = tensor.bitcast %x : tensor<?xf32> to tensor<4xui32>
  return %0 : tensor<4xui32>
}

// Other ops are not changed.
// CHECK-LABEL: func.func @other(
// CHECK-NEXT: linalg.exp
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
