// Calls of functions that split are inlined, into regions too: an op that may fail
// stays where the call was. Locations tell both places.
// RUN: split-opt %s -inline="default-pipeline=" -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s

func.func private @halves(%x: tensor<?xf32>, %a: i32, %l: tensor<2xi64>, %out: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32> loc("callee")
  %1:2 = split.variadic_split %0#1 axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %2 = split.copy ins(%1#0 : tensor<?xf32>) outs(%out : tensor<?xf32>) axis(0) -> tensor<?xf32>
  return %0#0, %2 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @split_c9_inlined(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?xf32> loc({{[^)]+}}), %[[A:[a-z0-9]+]]: i32 {{.+}}, %[[L:[a-z0-9]+]]: tensor<2xi64> {{.+}}, %[[OUT:[a-z0-9]+]]: tensor<?xf32>
// CHECK-NOT: call
// CHECK: %[[P:.+]]:2 = split.split %[[X]] axis(%[[A]] : i32) into 2 {{.+}} loc(callsite("callee" at "caller"))
// CHECK: %[[Q:.+]]:2 = split.variadic_split %[[P]]#1 axis(0) lengths(%[[L]] : tensor<2xi64>)
// CHECK: %[[R:.+]] = split.copy ins(%[[Q]]#0 : tensor<?xf32>) outs(%[[OUT]] : tensor<?xf32>)
// CHECK: return %[[P]]#0, %[[R]]
func.func @split_c9_inlined(%x: tensor<?xf32>, %a: i32, %l: tensor<2xi64>, %out: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = call @halves(%x, %a, %l, %out) : (tensor<?xf32>, i32, tensor<2xi64>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) loc("caller")
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

func.func private @checked(%ok: i1, %x: tensor<4xf32>) -> tensor<?xf32> {
  split.assert %ok, "checked"
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#1 : tensor<?xf32>
}

// CHECK-LABEL: func @into_regions(
// CHECK: scf.if
// CHECK-NOT: call
// CHECK: split.assert
// CHECK: split.split
// CHECK: scf.for
// CHECK-NOT: call
// CHECK: split.assert
// CHECK: split.split
func.func @into_regions(%x: tensor<4xf32>, %taken: i1, %ok: i1, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %0 = scf.if %taken -> tensor<?xf32> {
    %1 = func.call @checked(%ok, %x) : (i1, tensor<4xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%z = %0) -> tensor<?xf32> {
    %3 = func.call @checked(%ok, %x) : (i1, tensor<4xf32>) -> tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  }
  return %2 : tensor<?xf32>
}
