// C1, C5: element types are compared as they are, however close they come.
// RUN: split-opt %s --allow-unregistered-dialect -split-input-file -verify-diagnostics

func.func @split_c5_i8_is_not_si8(%x: tensor<4xi8>) {
  // expected-error @below {{result 1 has element type 'si8', expected 'i8' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xi8> -> tensor<2xi8>, tensor<2xsi8>
  return
}

// -----

func.func @split_c5_i8_is_not_ui8(%x: tensor<4xi8>) {
  // expected-error @below {{result 1 has element type 'ui8', expected 'i8' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xi8> -> tensor<2xi8>, tensor<2xui8>
  return
}

// -----

func.func @split_c5_i1_is_not_i8(%x: tensor<4xi1>) {
  // expected-error @below {{result 1 has element type 'i8', expected 'i1' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xi1> -> tensor<2xi1>, tensor<2xi8>
  return
}

// -----

func.func @split_c5_index_is_not_i64(%x: tensor<4xindex>) {
  // expected-error @below {{result 1 has element type 'i64', expected 'index' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xindex> -> tensor<2xindex>, tensor<2xi64>
  return
}

// -----

func.func @split_c5_i4_is_not_f4E2M1FN(%x: tensor<4xi4>) {
  // expected-error @below {{result 1 has element type 'f4E2M1FN', expected 'i4' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xi4> -> tensor<2xi4>, tensor<2xf4E2M1FN>
  return
}

// -----

func.func @split_c5_f8E4M3FN_is_not_f8E4M3(%x: tensor<4xf8E4M3FN>) {
  // expected-error @below {{result 1 has element type 'f8E4M3', expected 'f8E4M3FN' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf8E4M3FN> -> tensor<2xf8E4M3FN>, tensor<2xf8E4M3>
  return
}

// -----

func.func @split_c5_f8E4M3FN_is_not_f8E4M3FNUZ(%x: tensor<4xf8E4M3FN>) {
  // expected-error @below {{result 1 has element type 'f8E4M3FNUZ', expected 'f8E4M3FN' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf8E4M3FN> -> tensor<2xf8E4M3FN>, tensor<2xf8E4M3FNUZ>
  return
}

// -----

func.func @split_c5_f16_is_not_bf16(%x: tensor<4xf16>) {
  // expected-error @below {{result 1 has element type 'bf16', expected 'f16' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf16> -> tensor<2xf16>, tensor<2xbf16>
  return
}

// -----

func.func @split_c5_f32_is_not_tf32(%x: tensor<4xf32>) {
  // expected-error @below {{result 1 has element type 'tf32', expected 'f32' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xtf32>
  return
}

// -----

func.func @split_c5_complex_f32_is_not_complex_f64(%x: tensor<4xcomplex<f32>>) {
  // expected-error @below {{result 1 has element type 'complex<f64>', expected 'complex<f32>' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xcomplex<f32>> -> tensor<2xcomplex<f32>>, tensor<2xcomplex<f64>>
  return
}

// -----

func.func @split_c5_complex_f32_is_not_f64(%x: tensor<4xcomplex<f32>>) {
  // expected-error @below {{result 1 has element type 'f64', expected 'complex<f32>' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xcomplex<f32>> -> tensor<2xcomplex<f32>>, tensor<2xf64>
  return
}

// -----

func.func @split_c5_vector_2xf32_is_not_vector_2_xf32(%x: tensor<4xvector<2xf32>>) {
  // expected-error @below {{result 1 has element type 'vector<[2]xf32>', expected 'vector<2xf32>' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xvector<2xf32>> -> tensor<2xvector<2xf32>>, tensor<2xvector<[2]xf32>>
  return
}

// -----

func.func @split_c5_quant_uniform_i8_f32_5_000000e_01_is_not_i8(%x: tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @below {{result 1 has element type 'i8', expected '!quant.uniform<i8:f32, 5.000000e-01>' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01>> -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2xi8>
  return
}

// -----

func.func @split_c5_quant_uniform_i8_f32_5_000000e_01_is_not_quant_uniform_i8_f32_5_000000e_01_3(%x: tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @below {{result 1 has element type '!quant.uniform<i8:f32, 5.000000e-01:3>', expected '!quant.uniform<i8:f32, 5.000000e-01>' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01>> -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return
}

// -----

func.func @split_c5_quant_uniform_i8_f32_5_000000e_01_is_not_quant_any_i8_f32(%x: tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @below {{result 1 has element type '!quant.any<i8:f32>', expected '!quant.uniform<i8:f32, 5.000000e-01>' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01>> -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.any<i8:f32>>
  return
}

// -----

func.func @split_c5_foo_bar_is_not_foo_baz(%x: tensor<4x!foo.bar>) {
  // expected-error @below {{result 1 has element type '!foo.baz', expected '!foo.bar' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4x!foo.bar> -> tensor<2x!foo.bar>, tensor<2x!foo.baz>
  return
}
