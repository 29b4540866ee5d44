// RUN: split-opt %s -convert-split-to-stablehlo -allow-unregistered-dialect | FileCheck %s
// RUN: not split-opt %s -convert-split-to-stablehlo 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: to-stablehlo.mlir:12:12: error: 'split.variadic_split' op cannot become slices of StableHLO: the dialect is not registered, expected --allow-unregistered-dialect

// CHECK-LABEL: func @unequal(
// CHECK-SAME: %[[X:.+]]: tensor<6x4xcomplex<f32>>
func.func @unequal(%x: tensor<6x4xcomplex<f32>>) -> (tensor<2x4xcomplex<f32>>, tensor<?x4xcomplex<f32>>) {
  // CHECK-NEXT: %[[A:.+]] = "stablehlo.slice"(%[[X]]) {limit_indices = array<i64: 2, 4>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>} : (tensor<6x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  // CHECK-NEXT: %[[B:.+]] = "stablehlo.slice"(%[[X]]) {limit_indices = array<i64: 6, 4>, start_indices = array<i64: 2, 0>, strides = array<i64: 1, 1>} : (tensor<6x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[B]]
  // CHECK-NEXT: return %[[A]], %[[C]]
  %a, %b = split.variadic_split %x axis(0) lengths [2, -1] : tensor<6x4xcomplex<f32>> -> tensor<2x4xcomplex<f32>>, tensor<?x4xcomplex<f32>>
  return %a, %b : tensor<2x4xcomplex<f32>>, tensor<?x4xcomplex<f32>>
}

// Tensors of StableHLO may have no elements.
// CHECK-LABEL: func @empty(
func.func @empty(%x: tensor<4xi1>) -> (tensor<0xi1>, tensor<4xi1>) {
  // CHECK-NEXT: {limit_indices = array<i64: 0>, start_indices = array<i64: 0>, strides = array<i64: 1>} : (tensor<4xi1>) -> tensor<0xi1>
  // CHECK-NEXT: {limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>} : (tensor<4xi1>) -> tensor<4xi1>
  %a, %b = split.variadic_split %x axis(0) lengths [0, 4] : tensor<4xi1> -> tensor<0xi1>, tensor<4xi1>
  return %a, %b : tensor<0xi1>, tensor<4xi1>
}
