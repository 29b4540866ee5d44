// Folds, as upstream's drivers other than canonicalization call them: each op once,
// and on the constants that reach an op through a call.
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(func.func(test-single-fold))' | FileCheck %s --check-prefixes=CHECK,FOLD
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(sccp)' | FileCheck %s --check-prefixes=CHECK,SCCP

// FOLD-LABEL: func @whole(
// FOLD-SAME: %[[X:.+]]: tensor<4xf32>
// FOLD-NEXT: return %[[X]]
func.func @whole(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = split.split %x axis(-1) into 1 : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @splat(
// CHECK-NOT: split.split
// CHECK: %[[SEVENS:.+]] = arith.constant dense<7> : tensor<2xi32>
// CHECK-NOT: split.split
// CHECK: return %{{.+}}, %{{.+}} : tensor<2xi32>, tensor<2xi32>
func.func @splat() -> (tensor<2xi32>, tensor<2xi32>) {
  %x = arith.constant dense<7> : tensor<4xi32>
  %0:2 = split.split %x axis(0) into 2 : tensor<4xi32> -> tensor<2xi32>, tensor<2xi32>
  return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>
}

// SCCP-LABEL: func private @constant(
// SCCP-NOT: split.variadic_split
// SCCP-DAG: arith.constant dense<1> : tensor<1xi32>
// SCCP-DAG: arith.constant dense<[2, 3, 4]> : tensor<3xi32>
// SCCP: return
func.func private @constant(%x: tensor<4xi32>) -> (tensor<1xi32>, tensor<3xi32>) {
  %0:2 = split.variadic_split %x axis(0) lengths [1, -1] : tensor<4xi32> -> tensor<1xi32>, tensor<3xi32>
  return %0#0, %0#1 : tensor<1xi32>, tensor<3xi32>
}

// SCCP-LABEL: func @caller(
// SCCP-DAG: %[[ONE:.+]] = arith.constant dense<1> : tensor<1xi32>
// SCCP-DAG: %[[REST:.+]] = arith.constant dense<[2, 3, 4]> : tensor<3xi32>
// SCCP: return %[[ONE]], %[[REST]]
func.func @caller() -> (tensor<1xi32>, tensor<3xi32>) {
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0:2 = call @constant(%x) : (tensor<4xi32>) -> (tensor<1xi32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<1xi32>, tensor<3xi32>
}

// Callers that pass different constants.
// SCCP-LABEL: func private @no_fold_two_callers(
// SCCP-SAME: %[[X:.+]]: tensor<2xi32>
// SCCP: split.split %[[X]]
func.func private @no_fold_two_callers(%x: tensor<2xi32>) -> tensor<1xi32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<2xi32> -> tensor<1xi32>, tensor<1xi32>
  return %0#0 : tensor<1xi32>
}
func.func @two_callers() -> (tensor<1xi32>, tensor<1xi32>) {
  %x = arith.constant dense<[1, 2]> : tensor<2xi32>
  %y = arith.constant dense<[1, 3]> : tensor<2xi32>
  %0 = call @no_fold_two_callers(%x) : (tensor<2xi32>) -> tensor<1xi32>
  %1 = call @no_fold_two_callers(%y) : (tensor<2xi32>) -> tensor<1xi32>
  return %0, %1 : tensor<1xi32>, tensor<1xi32>
}

// SCCP asks for folds where constants were propagated, and not where they break a
// rule: three rows are not what the result claims (R6).
// CHECK-LABEL: func @no_fold_claim(
// CHECK: split.split
func.func @no_fold_claim() -> tensor<3xi32> {
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %d = tensor.cast %x : tensor<4xi32> to tensor<?xi32>
  %0:2 = split.split %d axis(0) into 2 : tensor<?xi32> -> tensor<3xi32>, tensor<?xi32>
  return %0#0 : tensor<3xi32>
}
