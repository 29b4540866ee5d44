// What is only warned of, and what --onnx-strict makes of it.
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split -split-input-file -verify-diagnostics
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split -split-input-file 2>/dev/null | FileCheck %s
// RUN: not split-opt %s --allow-unregistered-dialect --convert-foreign-split=onnx-strict -split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=STRICT

// CHECK-LABEL: func @o4_neither(
func.func @o4_neither(%x: tensor<7xf32>) -> tensor<4xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [4, 3]
  // STRICT: warnings.mlir:[[# @LINE + 2]]:10: error: has neither the input 'split' nor the attribute 'num_outputs'; taking the number of outputs
  // expected-warning @below {{has neither the input 'split' nor the attribute 'num_outputs'; taking the number of outputs}}
  %0:2 = "onnx.Split"(%x, %none) {axis = 0 : si64} : (tensor<7xf32>, none) -> (tensor<4xf32>, tensor<3xf32>)
  return %0#0 : tensor<4xf32>
}
// -----

// CHECK-LABEL: func @o7_empty(
func.func @o7_empty(%x: tensor<9xf32>) -> tensor<0xf32> {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [3, 3, 3, 0]
  // STRICT: warnings.mlir:[[# @LINE + 2]]:10: error: piece #3 is empty: 9 in 4 pieces of 3
  // expected-warning @below {{piece #3 is empty: 9 in 4 pieces of 3}}
  %0:4 = "onnx.Split"(%x) {num_outputs = 4 : si64} : (tensor<9xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xf32>)
  return %0#3 : tensor<0xf32>
}
// -----

// CHECK-LABEL: func @o10_int32(
func.func @o10_int32(%x: tensor<9xf32>) -> tensor<8xf32> {
  %l = "onnx.Constant"() {value = dense<[1, 8]> : tensor<2xi32>} : () -> tensor<2xi32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [1, 8]
  // STRICT: warnings.mlir:[[# @LINE + 2]]:10: warning: lengths should be int64, but are int32
  // expected-warning @below {{lengths should be int64, but are int32}}
  %0:2 = "onnx.Split"(%x, %l) : (tensor<9xf32>, tensor<2xi32>) -> (tensor<1xf32>, tensor<8xf32>)
  return %0#1 : tensor<8xf32>
}
