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

// The inner loop returns no tensor, but its bounds would be invalid in a loop of scf.
// CHECK-LABEL: func.func @affine_loops(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK-NOT: affine.
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%{{.*}} = %[[X]]) -> (tensor<4xf32>)
// CHECK: scf.for %{{.*}} = %[[I]] to {{.*}} -> (f32)
// CHECK: scf.yield {{.*}} : f32
// CHECK: scf.yield {{.*}} : tensor<4xf32>
func.func @affine_loops(%x: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %0 = affine.for %i = 0 to 4 iter_args(%t = %x) -> tensor<4xf32> {
    %1 = affine.for %j = affine_map<(d0) -> (d0)>(%i) to 4 iter_args(%u = %v) -> f32 {
      %2 = arith.addf %u, %v : f32
      affine.yield %2 : f32
    }
    %3 = tensor.insert %1 into %t[%i] : tensor<4xf32>
    affine.yield %3 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Other ops are not changed.
// CHECK-LABEL: func.func @affine_loop_of_floats(
// CHECK: affine.for
func.func @affine_loop_of_floats(%v: f32) -> f32 {
  %0 = affine.for %i = 0 to 4 iter_args(%u = %v) -> f32 {
    %1 = arith.addf %u, %v : f32
    affine.yield %1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @other(
// CHECK-NEXT: linalg.exp
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
