// Results are named after what they are.
// RUN: split-opt %s | FileCheck %s

// CHECK-LABEL: func @names(
func.func @names(%x: tensor<4xf32>) {
  // CHECK: %piece = split.split
  %0 = split.split %x axis(0) into 1 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %pieces:2 = split.variadic_split
  %1:2 = split.variadic_split %x axis(0) lengths [1, 3] : tensor<4xf32> -> tensor<1xf32>, tensor<3xf32>
  return
}

// An invalid op without results is printed too.
// RUN: not split-opt %S/Inputs/no-results.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: 'split.split' op expects at least one result
// NONE: see current operation: "split.split"(
