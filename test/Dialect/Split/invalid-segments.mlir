// In generic form the segments may say that there is no data, or two. That is
// an error, never a crash.
// RUN: split-opt %s -split-input-file -verify-diagnostics

func.func @variadic_c1_no_data(%a: i32) {
  // expected-error @below {{data}}
  %0 = "split.variadic_split"(%a) <{operandSegmentSizes = array<i32: 0, 1, 0>, static_lengths = array<i64: 1>}> : (i32) -> tensor<?xf32>
  return
}

// -----

func.func @variadic_c1_two_data(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{'split.variadic_split' op has 2 operands for 'data', expected 1}}
  %0 = "split.variadic_split"(%x, %y) <{operandSegmentSizes = array<i32: 2, 0, 0>, static_axis = 0 : i64, static_lengths = array<i64: 4>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
