// V7 and its neighbours for lists with index values.
// RUN: split-opt %s -split-input-file -verify-diagnostics

func.func @variadic_v7_missing_value(%x: tensor<?xf32>, %n: index) {
  // expected-error @below {{'split.variadic_split' op number of index values for 'lengths' is 1, expected 2, the number of run-time lengths in 'static_lengths'}}
  %0:2 = "split.variadic_split"(%x, %n) <{operandSegmentSizes = array<i32: 1, 0, 1>, static_axis = 0 : i64, static_lengths = array<i64: -9223372036854775808, -9223372036854775808>}> : (tensor<?xf32>, index) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
// -----

func.func @variadic_v7_extra_value(%x: tensor<?xf32>, %n: index) {
  // expected-error @below {{number of index values for 'lengths' is 1, expected 0, the number of run-time lengths in 'static_lengths'}}
  %0:2 = "split.variadic_split"(%x, %n) <{operandSegmentSizes = array<i32: 1, 0, 1>, static_axis = 0 : i64, static_lengths = array<i64: 4, 2>}> : (tensor<?xf32>, index) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
// -----

func.func @variadic_v7_values_without_list(%x: tensor<?xf32>, %n: index) {
  // expected-error @below {{has 1 operand for 'lengths' without 'static_lengths', expected one tensor}}
  %0 = "split.variadic_split"(%x, %n) <{operandSegmentSizes = array<i32: 1, 0, 1>, static_axis = 0 : i64}> : (tensor<?xf32>, index) -> tensor<?xf32>
  return
}
// -----

func.func @variadic_v7_two_tensors(%x: tensor<?xf32>, %l: tensor<2xi64>) {
  // expected-error @below {{has 2 operands for 'lengths' without 'static_lengths', expected one tensor}}
  %0:2 = "split.variadic_split"(%x, %l, %l) <{operandSegmentSizes = array<i32: 1, 0, 2>, static_axis = 0 : i64}> : (tensor<?xf32>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
// -----

func.func @variadic_v7_tensor_in_list(%x: tensor<?xf32>, %n: index, %l: tensor<2xi64>) {
  // expected-error @below {{expects lengths as an operand or as the attribute 'static_lengths', got both}}
  %0:2 = "split.variadic_split"(%x, %n, %l) <{operandSegmentSizes = array<i32: 1, 0, 2>, static_axis = 0 : i64, static_lengths = array<i64: -9223372036854775808, -9223372036854775808>}> : (tensor<?xf32>, index, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
// -----

// expected-note @below {{prior use here}}
func.func @variadic_v7_no_index(%x: tensor<?xf32>, %n: i64) {
  // expected-error @below {{use of value '%n' expects different type than prior uses: 'index' vs 'i64'}}
  %0:2 = split.variadic_split %x axis(0) lengths [%n, 2] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
// -----

func.func @variadic_v7_integer(%x: tensor<?xf32>, %n: i64) {
  // expected-error @below {{operand #1 must be variadic of statically shaped 1-D tensor of index or integer of 8 to 64 bits or index, but got 'i64'}}
  %0:2 = "split.variadic_split"(%x, %n) <{operandSegmentSizes = array<i32: 1, 0, 1>, static_axis = 0 : i64, static_lengths = array<i64: -9223372036854775808, 2>}> : (tensor<?xf32>, i64) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
// -----

func.func @variadic_v1_count(%x: tensor<?xf32>, %n: index) {
  // expected-error @below {{number of lengths is 2, expected 1, the number of results}}
  %0 = split.variadic_split %x axis(0) lengths [%n, 2] : tensor<?xf32> -> tensor<?xf32>
  return
}
// -----

func.func @variadic_v2_negative(%x: tensor<?xf32>, %n: index) {
  // expected-error @below {{length 1 is -2, expected a size or -1}}
  %0:2 = split.variadic_split %x axis(0) lengths [%n, -2] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
// -----

func.func @variadic_v2_two_rests(%x: tensor<?xf32>, %n: index) {
  // expected-error @below {{lengths 0 and 2 are both -1, expected at most one}}
  %0:3 = split.variadic_split %x axis(0) lengths [-1, %n, -1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return
}
// -----

func.func @variadic_v3_constants(%x: tensor<6xf32>, %n: index) {
  // expected-error @below {{lengths [4, ?, 3] sum to more than 6, the size of dimension 0}}
  %0:3 = split.variadic_split %x axis(0) lengths [4, %n, 3] : tensor<6xf32> -> tensor<4xf32>, tensor<?xf32>, tensor<3xf32>
  return
}
// -----

func.func @variadic_v3_overflow(%x: tensor<?xf32>, %n: index) {
  // expected-error @below {{lengths [9223372036854775807, ?, 1] sum to more than 9223372036854775807, the largest size there is}}
  %0:3 = split.variadic_split %x axis(0) lengths [9223372036854775807, %n, 1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<1xf32>
  return
}
// -----

func.func @variadic_v3_results(%x: tensor<6xf32>, %n: index) {
  // expected-error @below {{sizes of the results [3, 4] sum to more than 6, the size of dimension 0}}
  %0:2 = split.variadic_split %x axis(0) lengths [%n, 4] : tensor<6xf32> -> tensor<3xf32>, tensor<4xf32>
  return
}
// -----

func.func @variadic_c5_size(%x: tensor<?xf32>, %n: index) {
  // expected-error @below {{result 1 has size 5 along dimension 0, expected 4}}
  %0:2 = split.variadic_split %x axis(0) lengths [%n, 4] : tensor<?xf32> -> tensor<?xf32>, tensor<5xf32>
  return
}
// -----

func.func @variadic_v7_no_list(%x: tensor<?xf32>) {
  // expected-error @below {{expected '[' in dynamic index list}}
  // expected-error @below {{custom op 'split.variadic_split' expected SSA value or integer}}
  %0:2 = split.variadic_split %x axis(0) lengths : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
// -----

func.func @variadic_v7_typed(%x: tensor<?xf32>, %n: index) {
  // expected-error @below {{expected ']' in dynamic index list}}
  // expected-error @below {{custom op 'split.variadic_split' expected SSA value or integer}}
  %0:2 = split.variadic_split %x axis(0) lengths [%n : index, 2] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
// -----

// Upstream marks scalable sizes in this way.
func.func @variadic_v7_scalable(%x: tensor<6xf32>) {
  // expected-error @below {{custom op 'split.variadic_split' expected no brackets inside of lengths}}
  %0:2 = split.variadic_split %x axis(0) lengths [[2], 4] : tensor<6xf32> -> tensor<2xf32>, tensor<4xf32>
  return
}
// -----

func.func @parentheses(%x: tensor<4xf32>) {
  // expected-error @below {{expected ')'}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> (tensor<2xf32>, tensor<2xf32>
  return
}
