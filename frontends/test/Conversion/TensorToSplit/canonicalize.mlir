// Slices that are raised to splits fold as these do.
// RUN: split-opt %s -split-raise-slices -canonicalize -split-input-file | FileCheck %s

// Upstream joins no slices again.
// CHECK-LABEL: func @join_slices(
// CHECK-SAME: %[[X:[^:]+]]: tensor<4x?xf32>
func.func @join_slices(%x: tensor<4x?xf32>, %n: index) -> tensor<4x?xf32> {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<4x?xf32>
  %m = arith.subi %d, %n : index
  %a = tensor.extract_slice %x[0, 0] [4, %n] [1, 1] : tensor<4x?xf32> to tensor<4x?xf32>
  %b = tensor.extract_slice %x[0, %n] [4, %m] [1, 1] : tensor<4x?xf32> to tensor<4x?xf32>
  // CHECK-NEXT: return %[[X]]
  %c = tensor.concat dim(1) %a, %b : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  return %c : tensor<4x?xf32>
}

// -----

// Nor does it take inputs for slices of what is joined.
// CHECK-LABEL: func @slice_joined(
// CHECK-SAME: %[[A:[^:]+]]: tensor<2xf32>, %[[B:[^:]+]]: tensor<4xf32>
func.func @slice_joined(%a: tensor<2xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %c = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  %p = tensor.extract_slice %c[0] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %q = tensor.extract_slice %c[2] [4] [1] : tensor<6xf32> to tensor<4xf32>
  // CHECK-NEXT: return %[[B]], %[[A]]
  return %q, %p : tensor<4xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func @slice_joined_dynamic(
// CHECK-SAME: %[[A:[^:]+]]: tensor<?x3xf32>, %[[B:[^:]+]]: tensor<?x3xf32>
func.func @slice_joined_dynamic(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x3xf32>
  %n = tensor.dim %b, %c0 : tensor<?x3xf32>
  %c = tensor.concat dim(0) %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %p = tensor.extract_slice %c[0, 0] [%m, 3] [1, 1] : tensor<?x3xf32> to tensor<?x3xf32>
  %q = tensor.extract_slice %c[%m, 0] [%n, 3] [1, 1] : tensor<?x3xf32> to tensor<?x3xf32>
  // CHECK-NEXT: return %[[A]], %[[B]]
  return %p, %q : tensor<?x3xf32>, tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func @slice_slices(
func.func @slice_slices(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<1xf32>, tensor<3xf32>) {
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[2] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %c = tensor.extract_slice %b[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %d = tensor.extract_slice %b[1] [3] [1] : tensor<4xf32> to tensor<3xf32>
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(0) lengths [2, 1, 3]
  // CHECK-NEXT: return
  return %a, %c, %d : tensor<2xf32>, tensor<1xf32>, tensor<3xf32>
}
