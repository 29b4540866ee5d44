// C5, C6: what is not certainly wrong is accepted. Inference itself is tested by
// leaving types out, in the unit tests.
// RUN: split-opt %s | split-opt | FileCheck %s

// CHECK-LABEL: func @split_c5_less_precise(
func.func @split_c5_less_precise(%x: tensor<4x6xf32>) {
  // CHECK: tensor<4x6xf32> -> tensor<?x6xf32>, tensor<2x?xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<4x6xf32> -> tensor<?x6xf32>, tensor<2x?xf32>
  // CHECK: tensor<4x6xf32> -> tensor<*xf32>, tensor<?x?xf32>
  %1:2 = split.split %x axis(1) into 2 : tensor<4x6xf32> -> tensor<*xf32>, tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @split_c5_more_precise(
func.func @split_c5_more_precise(%x: tensor<?x?xf32>, %y: tensor<*xf32>) {
  // CHECK: tensor<?x?xf32> -> tensor<2x?xf32>, tensor<2x6xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<2x?xf32>, tensor<2x6xf32>
  // CHECK: tensor<*xf32> -> tensor<2x?xf32>, tensor<2x6xf32>
  %1:2 = split.split %y axis(-2) into 2 : tensor<*xf32> -> tensor<2x?xf32>, tensor<2x6xf32>
  return
}

// CHECK-LABEL: func @variadic_c5_more_and_less_precise(
func.func @variadic_c5_more_and_less_precise(%x: tensor<?x6xf32>, %l: tensor<2xi64>) {
  // CHECK: lengths [3, -1] : tensor<?x6xf32> -> tensor<3x?xf32>, tensor<9x6xf32>
  %0:2 = split.variadic_split %x axis(0) lengths [3, -1] : tensor<?x6xf32> -> tensor<3x?xf32>, tensor<9x6xf32>
  // CHECK: tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x4xf32>
  %1:2 = split.variadic_split %x axis(1) lengths(%l : tensor<2xi64>) : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x4xf32>
  // CHECK: tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x?xf32>
  %2:2 = split.variadic_split %x axis(1) lengths(%l : tensor<2xi64>) : tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x?xf32>
  return
}

// A run-time value may be right or wrong, even if no value could be right.
// CHECK-LABEL: func @split_c6_run_time_axis(
func.func @split_c6_run_time_axis(%x: tensor<5x7xf32>, %a: i64) {
  // CHECK: split.split %{{.+}} axis(%{{.+}} : i64) into 2
  %0:2 = split.split %x axis(%a : i64) into 2 : tensor<5x7xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  // CHECK: split.variadic_split %{{.+}} axis(%{{.+}} : i64) lengths [100, 200]
  %1:2 = split.variadic_split %x axis(%a : i64) lengths [100, 200] : tensor<5x7xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

// A verifier does not look at what defines an operand.
// CHECK-LABEL: func @variadic_c6_constant_operands(
func.func @variadic_c6_constant_operands(%x: tensor<4xf32>) {
  %a = arith.constant 7 : i64
  %l = arith.constant dense<[6, -2]> : tensor<2xi64>
  // CHECK: split.variadic_split %{{.+}} axis(%{{.+}} : i64) lengths(%{{.+}} : tensor<2xi64>)
  %0:2 = split.variadic_split %x axis(%a : i64) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// The sum fits into 64 bits exactly, and so do the sizes of the results.
// CHECK-LABEL: func @variadic_v3_largest_sum(
func.func @variadic_v3_largest_sum(%x: tensor<?xi1>, %y: tensor<9223372036854775807xi1>, %l: tensor<2xi64>) {
  // CHECK: lengths [9223372036854775806, 1]
  %0:2 = split.variadic_split %x axis(0) lengths [9223372036854775806, 1] : tensor<?xi1> -> tensor<9223372036854775806xi1>, tensor<1xi1>
  // CHECK: lengths [-1, 9223372036854775807]
  %1:2 = split.variadic_split %x axis(0) lengths [-1, 9223372036854775807] : tensor<?xi1> -> tensor<?xi1>, tensor<9223372036854775807xi1>
  // CHECK: lengths [9223372036854775807, -1] : tensor<9223372036854775807xi1> -> tensor<9223372036854775807xi1>, tensor<0xi1>
  %2:2 = split.variadic_split %y axis(0) lengths [9223372036854775807, -1] : tensor<9223372036854775807xi1> -> tensor<9223372036854775807xi1>, tensor<0xi1>
  // 9223372036854775807 = 7 * 1317624576693539401
  // CHECK: tensor<1317624576693539401xi1>
  %3:7 = split.split %y axis(0) into 7 : tensor<9223372036854775807xi1>
      -> tensor<1317624576693539401xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>
  // CHECK: tensor<9223372036854775806xi1>, tensor<1xi1>
  %4:2 = split.variadic_split %y axis(0) lengths(%l : tensor<2xi64>) : tensor<9223372036854775807xi1> -> tensor<9223372036854775806xi1>, tensor<1xi1>
  return
}

// Per-axis quantization is off the axis where the axis is not known.
// CHECK-LABEL: func @split_c5_quantized_run_time_axis(
func.func @split_c5_quantized_run_time_axis(%x: tensor<?x2x!quant.uniform<i8:f32:1, {2.0, 3.0}>>, %a: i32) {
  // CHECK: split.split
  %0 = split.split %x axis(%a : i32) into 1
      : tensor<?x2x!quant.uniform<i8:f32:1, {2.0, 3.0}>> -> tensor<?x2x!quant.uniform<i8:f32:1, {2.0, 3.0}>>
  return
}
