// C6: with data of unknown rank, a result whose size along the axis is not its
// static length is certainly wrong.
// RUN: split-opt %s -split-input-file -verify-diagnostics

func.func @variadic_c5_length_contradicted(%x: tensor<*xf32>) {
  // expected-error @below {{result 0 has size 5 along dimension 0, expected 2}}
  %0:2 = split.variadic_split %x axis(0) lengths [2, 3] : tensor<*xf32> -> tensor<5xf32>, tensor<3xf32>
  return
}

// -----

func.func @variadic_c5_length_contradicted_negative_axis(%x: tensor<*xf32>) {
  // expected-error @below {{result 1 has size 7 along dimension 1, expected 3}}
  %0:2 = split.variadic_split %x axis(-1) lengths [-1, 3] : tensor<*xf32> -> tensor<*xf32>, tensor<2x7xf32>
  return
}

// -----

// Whatever the rank is.
func.func @split_c5_quantized_along_axis_unranked(%x: tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>>) {
  // expected-error @below {{dimension 1 is the axis, but data of element type '!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>' is quantized along it}}
  %0 = split.split %x axis(1) into 1 : tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>> -> tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>>
  return
}
