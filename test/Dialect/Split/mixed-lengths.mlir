// V7: lists of constants and index values, in every form that is printed.
// RUN: split-opt %s | FileCheck %s
// RUN: split-opt %s | split-opt | FileCheck %s
// RUN: split-opt %s -mlir-print-op-generic | split-opt | FileCheck %s
// RUN: split-opt %s -emit-bytecode | split-opt | FileCheck %s
// RUN: split-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func @variadic_v7_mixed(
// CHECK-SAME: %[[X:.+]]: tensor<?x12xf32>, %[[N:.+]]: index
// GENERIC-LABEL: sym_name = "variadic_v7_mixed"
func.func @variadic_v7_mixed(%x: tensor<?x12xf32>, %n: index) {
  // CHECK: split.variadic_split %[[X]] axis(0) lengths [%[[N]], 4, -1] : tensor<?x12xf32> -> tensor<?x12xf32>, tensor<4x12xf32>, tensor<?x12xf32>
  // GENERIC: <{operandSegmentSizes = array<i32: 1, 0, 1>, static_axis = 0 : i64, static_lengths = array<i64: -9223372036854775808, 4, -1>}>
  %0:3 = split.variadic_split %x axis(0) lengths [%n, 4, -1]
      : tensor<?x12xf32> -> tensor<?x12xf32>, tensor<4x12xf32>, tensor<?x12xf32>
  return
}

// CHECK-LABEL: func @variadic_v7_places(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index
func.func @variadic_v7_places(%x: tensor<*xf32>, %n: index, %m: index) {
  // CHECK: lengths [%[[N]]] {note} :
  %0 = split.variadic_split %x axis(0) lengths [%n] {note} : tensor<*xf32> -> tensor<*xf32>
  // CHECK: lengths [%[[N]], %[[M]]] :
  %1:2 = split.variadic_split %x axis(0) lengths [%n, %m] : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  // CHECK: lengths [-1, %[[M]], 0, %[[M]]] :
  %2:4 = split.variadic_split %x axis(0) lengths [-1, %m, 0, %m] : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  // CHECK: axis(%[[N]] : index) lengths [3, %[[M]]] :
  %3:2 = split.variadic_split %x axis(%n : index) lengths [3, %m] : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return
}

// An index value may be a constant, also a negative one: it fails at run time.
// CHECK-LABEL: func @variadic_v7_negative_constant(
func.func @variadic_v7_negative_constant(%x: tensor<6xf32>) {
  %c = arith.constant -1 : index
  // CHECK: lengths [%{{.+}}, 2] :
  %0:2 = split.variadic_split %x axis(0) lengths [%c, 2] : tensor<6xf32> -> tensor<?xf32>, tensor<2xf32>
  return
}

// V4: a constant gives a static size, whatever the others are.
// CHECK-LABEL: func @variadic_v4_less_precise(
func.func @variadic_v4_less_precise(%x: tensor<9xf32>, %n: index) {
  // CHECK: -> tensor<?xf32>, tensor<?xf32>
  %0:2 = split.variadic_split %x axis(0) lengths [%n, 4] : tensor<9xf32> -> tensor<?xf32>, tensor<?xf32>
  // CHECK: -> tensor<5xf32>, tensor<4xf32>
  %1:2 = split.variadic_split %x axis(0) lengths [%n, 4] : tensor<9xf32> -> tensor<5xf32>, tensor<4xf32>
  return
}

// Types may be in parentheses, as in most of upstream; they are printed without.
// CHECK-LABEL: func @parentheses(
func.func @parentheses(%x: tensor<4xf32>, %n: index, %o: tensor<4xf32>) {
  // CHECK: split.split %{{.+}} axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> (tensor<2xf32>, tensor<2xf32>)
  // CHECK: split.split %{{.+}} axis(0) into 1 : tensor<4xf32> -> tensor<4xf32>
  %1 = split.split %x axis(0) into 1 : tensor<4xf32> -> (tensor<4xf32>)
  // CHECK: lengths [%{{.+}}, 2] : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %2:2 = split.variadic_split %x axis(0) lengths [%n, 2] : tensor<4xf32> -> (tensor<2xf32>, tensor<2xf32>)
  // CHECK: axis(0) -> tensor<4xf32>
  %3 = split.copy ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) axis(0) -> (tensor<4xf32>)
  return
}
