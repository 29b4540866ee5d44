// The example in the pass's description.

// RUN: split-reduce %s --split-shrink="test=%S/Inputs/holds.sh test-arg=%s" | FileCheck %s

// HOLDS: split[.]
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>) {
// CHECK-NEXT: split.split %[[X]] axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @f(%x: tensor<?xf32>, %n: tensor<2xi64>) -> tensor<?xf32> {
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>)
      -> tensor<?xf32>
  %0:2 = split.variadic_split %y axis(0) lengths(%n : tensor<2xi64>)
      : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#1 : tensor<?xf32>
}
