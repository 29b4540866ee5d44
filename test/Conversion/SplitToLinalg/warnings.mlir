// A constant operand that breaks a rule stays an operand; lowering says so.
// RUN: split-opt %s -canonicalize -convert-split-to-linalg -verify-diagnostics -o /dev/null

func.func @variadic_v2_constant(%x: tensor<4xf32>) -> tensor<?xf32> {
  %l = arith.constant dense<[6, -2]> : tensor<2xi64>
  // expected-warning @below {{'split.variadic_split' op fails at run time: length 1 is -2, expected a size or -1}}
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}

func.func @variadic_v3_constant(%x: tensor<4xf32>) -> tensor<?xf32> {
  %l = arith.constant dense<[1, 2]> : tensor<2xi64>
  // expected-warning @below {{fails at run time: lengths [1, 2] sum to 3, expected 4, the size of dimension 0}}
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}

func.func @no_warning(%x: tensor<4xf32>, %l: tensor<2xi64>) -> tensor<?xf32> {
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}

// The only axis does not fit, whatever its run-time value: a check before the piece fails, and
// no slice out of bounds is created.
func.func @variadic_v3_no_axis(%x: tensor<4xf32>, %axis: i64) -> tensor<?xf32> {
  %0:2 = split.variadic_split %x axis(%axis : i64) lengths [6, 0] : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}

// The same for a run of pieces, of which another one is not wanted.
func.func @variadic_v3_no_axis_for_run(%x: tensor<4xf32>, %axis: i64) -> (tensor<2xf32>, tensor<5xf32>) {
  %0:3 = split.variadic_split %x axis(%axis : i64) lengths [2, 5, 1] : tensor<4xf32> -> tensor<2xf32>, tensor<5xf32>, tensor<1xf32>
  return %0#0, %0#1 : tensor<2xf32>, tensor<5xf32>
}
