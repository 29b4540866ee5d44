// In a graph region, as a module's body is, a split may cut its own pieces.
// RUN: split-opt %s -allow-unregistered-dialect -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: module @no_fold_itself
module @no_fold_itself {
  // CHECK: %[[A:[a-z]+]] = split.split %[[A]] axis(0) into 1
  %0 = split.split %0 axis(0) into 1 : tensor<4xf32> -> tensor<4xf32>
  "test.keep"(%0) : (tensor<4xf32>) -> ()
}

// -----

// CHECK-LABEL: module @no_fold_slice_of_itself
module @no_fold_slice_of_itself {
  // CHECK: %[[A:[a-z]+]]:2 = split.variadic_split %[[A]]#1 axis(0) lengths [0, 4]
  // CHECK: tensor.extract_slice %[[A]]#1[1]
  %0:2 = split.variadic_split %0#1 axis(0) lengths [0, 4] : tensor<4xf32> -> tensor<0xf32>, tensor<4xf32>
  %1 = tensor.extract_slice %0#1[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  "test.keep"(%1) : (tensor<2xf32>) -> ()
}

// -----

// CHECK-LABEL: module @no_fold_dim_of_each_other
module @no_fold_dim_of_each_other {
  // CHECK: split.split %{{.+}}#0 axis(0)
  // CHECK: %[[B:.+]]:2 = split.split %{{.+}}#0 axis(1)
  // CHECK: tensor.dim %[[B]]#1
  %0:2 = split.split %1#0 axis(0) into 2 : tensor<?x?x?xf32> -> tensor<?x?x?xf32>, tensor<?x?x?xf32>
  %1:2 = split.split %0#0 axis(1) into 2 : tensor<?x?x?xf32> -> tensor<?x?x?xf32>, tensor<?x?x?xf32>
  %c2 = arith.constant 2 : index
  %2 = tensor.dim %1#1, %c2 : tensor<?x?x?xf32>
  "test.keep"(%2) : (index) -> ()
}

// -----

// One of two that are each other's whole goes, and what is left is its own.
// CHECK-LABEL: module @whole_of_each_other
module @whole_of_each_other {
  // CHECK-NEXT: %[[A:[a-z]+]] = split.split %[[A]] axis(0) into 1
  // CHECK-NEXT: "test.keep"(%[[A]])
  %0 = split.split %1 axis(0) into 1 : tensor<4xf32> -> tensor<4xf32>
  %1 = split.split %0 axis(0) into 1 : tensor<4xf32> -> tensor<4xf32>
  "test.keep"(%1) : (tensor<4xf32>) -> ()
}

// -----

// Types are refined there, too, as long as no rule is broken.
// CHECK-LABEL: module @refine_itself
module @refine_itself {
  // CHECK: %[[A:[a-z]+]]:2 = split.variadic_split %[[C:[a-z]+]] axis(0) lengths [2, 3] : tensor<?xf32> -> tensor<2xf32>, tensor<3xf32>
  // CHECK: %[[C]] = tensor.cast %[[A]]#0 : tensor<2xf32> to tensor<?xf32>
  %0:2 = split.variadic_split %0#0 axis(0) lengths [2, 3] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  "test.keep"(%0#1) : (tensor<?xf32>) -> ()
}
