// Splits that are something else, or nothing, after lowering and raising.
// RUN: split-opt %s -convert-split-to-linalg -split-raise-slices -canonicalize | FileCheck %s

// Lengths that are the same are equal pieces.
// CHECK-LABEL: func @equal_lengths(
func.func @equal_lengths(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: split.split %{{.+}} axis(0) into 2
  %0:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}

// An empty piece is no slice.
// CHECK-LABEL: func @empty_piece(
func.func @empty_piece(%x: tensor<5xf32>) -> (tensor<2xf32>, tensor<0xf32>, tensor<3xf32>) {
  // CHECK-DAG: %[[E:.+]] = tensor.empty() : tensor<0xf32>
  // CHECK-DAG: %[[P:.+]]:2 = split.variadic_split %{{.+}} axis(0) lengths [2, 3]
  // CHECK: return %[[P]]#0, %[[E]], %[[P]]#1
  %0:3 = split.variadic_split %x axis(0) lengths [2, 0, 3] : tensor<5xf32> -> tensor<2xf32>, tensor<0xf32>, tensor<3xf32>
  return %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<0xf32>, tensor<3xf32>
}

// Nothing says that the size is even, or that lengths sum to it.
// CHECK-LABEL: func @no_raise_unknown_size(
// CHECK-NOT: split.
func.func @no_raise_unknown_size(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @no_raise_run_time_lengths(
// CHECK-NOT: split.
func.func @no_raise_run_time_lengths(%x: tensor<?xf32>, %l: tensor<2xindex>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @no_raise_run_time_axis(
// CHECK-NOT: split.
func.func @no_raise_run_time_axis(%x: tensor<4x4xf32>, %a: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:2 = split.split %x axis(%a : index) into 2 : tensor<4x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}
