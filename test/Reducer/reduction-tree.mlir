// Upstream's reducer applies the patterns too, each as it is tested.

// RUN: split-reduce %s --reduction-tree="traversal-mode=0 test=%S/Inputs/holds.sh test-arg=%s" 2> /dev/null | FileCheck %s

// HOLDS: split.variadic_split
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x6xf32>
// CHECK-NEXT: split.variadic_split %[[X]] axis(1) lengths [2, -1]
// CHECK-NEXT: return
func.func @f(%x: tensor<?x6xf32>, %a: i64, %l: tensor<2xi64>)
    -> tensor<?x2xf32> {
  %0:2 = split.variadic_split %x axis(%a : i64) lengths(%l : tensor<2xi64>)
      : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x?xf32>
  return %0#0 : tensor<?x2xf32>
}

// CHECK-NOT: @unused
func.func @unused(%x: tensor<6xf32>) {
  return
}
