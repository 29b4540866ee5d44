// What upstream's test pass proves of the sizes of pieces, and which bounds it
// makes of them where it is asked for one.
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds))' -verify-diagnostics | FileCheck %s

// CHECK-DAG: #[[LESS_3:.+]] = affine_map<()[s0] -> (s0 - 3)>

// S2, C5: the pieces are of one size, twice which is data's; other dimensions
// have data's.
func.func @split_s2_sizes(%x: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?x?xf32>
  %b = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %c = tensor.dim %p#1, %c1 : tensor<?x?xf32>
  // expected-remark @below {{true}}
  "test.compare"(%a, %b) : (index, index) -> ()
  // expected-remark @below {{true}}
  "test.compare"(%a, %rows) {lhs_map = affine_map<()[s0] -> (2 * s0)>} : (index, index) -> ()
  // expected-remark @below {{true}}
  "test.compare"(%c, %columns) : (index, index) -> ()
  // expected-remark @below {{true}}
  "test.compare"(%a, %rows) {cmp = "LE"} : (index, index) -> ()
  // Data may be empty.
  // expected-error @below {{unknown}}
  "test.compare"(%a, %rows) {cmp = "LT"} : (index, index) -> ()
  // expected-error @below {{unknown}}
  "test.compare"(%a, %columns) : (index, index) -> ()
  // expected-remark @below {{false}}
  "test.compare"(%a, %rows) {cmp = "GT"} : (index, index) -> ()
  return
}

// V3, V4: a constant length, and what the others leave.
// CHECK-LABEL: func @variadic_v3_bounds(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>
func.func @variadic_v3_bounds(%x: tensor<?x?xf32>) -> (index, index) {
  // CHECK-DAG: %[[THREE:.+]] = arith.constant 3 : index
  // CHECK-DAG: %[[ROWS:.+]] = tensor.dim %[[X]], %{{.+}}
  // CHECK: %[[REST:.+]] = affine.apply #[[LESS_3]]()[%[[ROWS]]]
  // CHECK: return %[[THREE]], %[[REST]]
  %p:2 = split.variadic_split %x axis(0) lengths [3, -1] : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = "test.reify_bound"(%p#0) {dim = 0} : (tensor<?x?xf32>) -> index
  %b = "test.reify_bound"(%p#1) {dim = 0} : (tensor<?x?xf32>) -> index
  return %a, %b : index, index
}

// V6: a length that is known only when the program runs has no bound but data's
// size, as it may be -1.
func.func @no_bound_variadic_v6(%x: tensor<?xf32>, %l: tensor<2xi64>) {
  %c0 = arith.constant 0 : index
  %p:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?xf32>
  %b = tensor.dim %p#1, %c0 : tensor<?xf32>
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  // expected-remark @below {{true}}
  "test.compare"(%a, %d) {cmp = "LE"} : (index, index) -> ()
  // expected-remark @below {{true}}
  "test.compare"(%a, %c0) {cmp = "GE"} : (index, index) -> ()
  // expected-error @below {{unknown}}
  "test.compare"(%a, %b) : (index, index) -> ()
  return
}

// C4: with a run-time axis, a dimension may be cut or not.
func.func @no_bound_split_c4(%x: tensor<?x?xf32>, %a: i64) {
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(%a : i64) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %c = tensor.dim %p#1, %c1 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  // expected-remark @below {{true}}
  "test.compare"(%c, %columns) {cmp = "LE"} : (index, index) -> ()
  // expected-error @below {{unknown}}
  "test.compare"(%c, %columns) : (index, index) -> ()
  return
}
