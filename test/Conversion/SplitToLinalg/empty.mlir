// C7: statically empty pieces become `tensor.empty`; upstream has no slices there.
// RUN: split-opt %s -convert-split-to-linalg | FileCheck %s

// CHECK-LABEL: func @variadic_c7_zero_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<4x3xf32>
func.func @variadic_c7_zero_lengths(%x: tensor<4x3xf32>) -> (tensor<0x3xf32>, tensor<1x3xf32>, tensor<0x3xf32>, tensor<3x3xf32>, tensor<0x3xf32>) {
  // CHECK-NOT: tensor.extract_slice
  // CHECK: %[[A:.+]] = tensor.empty() : tensor<0x3xf32>
  // CHECK: %[[B:.+]] = tensor.extract_slice %[[X]][0, 0] [1, 3] [1, 1]
  // CHECK: %[[C:.+]] = tensor.empty() : tensor<0x3xf32>
  // CHECK: %[[D:.+]] = tensor.extract_slice %[[X]][1, 0] [3, 3] [1, 1]
  // CHECK: %[[E:.+]] = tensor.empty() : tensor<0x3xf32>
  // CHECK-NOT: tensor.extract_slice
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
  %0:5 = split.variadic_split %x axis(0) lengths [0, 1, 0, 3, 0] : tensor<4x3xf32> -> tensor<0x3xf32>, tensor<1x3xf32>, tensor<0x3xf32>, tensor<3x3xf32>, tensor<0x3xf32>
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<0x3xf32>, tensor<1x3xf32>, tensor<0x3xf32>, tensor<3x3xf32>, tensor<0x3xf32>
}

// CHECK-LABEL: func @rest_of_nothing(
func.func @rest_of_nothing(%x: tensor<4xf32, "e">) -> tensor<0xf32, "e"> {
  // CHECK: %[[B:.+]] = tensor.empty() : tensor<0xf32, "e">
  // CHECK: return %[[B]]
  %0:2 = split.variadic_split %x axis(0) lengths [4, -1] : tensor<4xf32, "e"> -> tensor<4xf32, "e">, tensor<0xf32, "e">
  return %0#1 : tensor<0xf32, "e">
}

// CHECK-LABEL: func @split_c7_empty_axis(
func.func @split_c7_empty_axis(%x: tensor<0x?xf32>, %l: tensor<2xi64>) -> (tensor<0x?xf32>, tensor<?x?xf32>) {
  // CHECK: %[[D:.+]] = tensor.dim %{{.+}}, %c1
  // CHECK: tensor.empty(%[[D]]) : tensor<0x?xf32>
  // CHECK-NOT: tensor.extract_slice
  // CHECK: return
  %0:2 = split.split %x axis(0) into 2 : tensor<0x?xf32> -> tensor<0x?xf32>, tensor<0x?xf32>
  %1:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<0x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#1, %1#1 : tensor<0x?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func @split_c7_empty_elsewhere(
func.func @split_c7_empty_elsewhere(%x: tensor<?x0x4xf32>) -> (tensor<?x0x4xf32>, tensor<?x0x2xf32>, tensor<?x0x1xf32>) {
  // CHECK-NOT: tensor.extract_slice
  // CHECK: return
  %0:2 = split.split %x axis(0) into 2 : tensor<?x0x4xf32> -> tensor<?x0x4xf32>, tensor<?x0x4xf32>
  %1:2 = split.split %x axis(2) into 2 : tensor<?x0x4xf32> -> tensor<?x0x2xf32>, tensor<?x0x2xf32>
  %2:2 = split.variadic_split %x axis(2) lengths [1, 3] : tensor<?x0x4xf32> -> tensor<?x0x1xf32>, tensor<?x0x3xf32>
  return %0#1, %1#1, %2#0 : tensor<?x0x4xf32>, tensor<?x0x2xf32>, tensor<?x0x1xf32>
}

// CHECK-LABEL: func @empty_in_dynamic(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @empty_in_dynamic(%x: tensor<?xf32>) -> (tensor<0xf32>, tensor<?xf32>, tensor<0xf32>) {
  // CHECK: %[[A:.+]] = tensor.empty() : tensor<0xf32>
  // CHECK: %[[B:.+]] = tensor.extract_slice %[[X]][0] [%{{.+}}] [1]
  // CHECK: %[[C:.+]] = tensor.empty() : tensor<0xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]]
  %0:3 = split.variadic_split %x axis(0) lengths [0, -1, 0] : tensor<?xf32> -> tensor<0xf32>, tensor<?xf32>, tensor<0xf32>
  return %0#0, %0#1, %0#2 : tensor<0xf32>, tensor<?xf32>, tensor<0xf32>
}
