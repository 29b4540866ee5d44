// What upstream does not lower is refused in one line that names the op.
// RUN: split-opt %s -split-lower-tosa -split-input-file -verify-diagnostics

func.func @custom(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{failed to legalize operation 'tosa.custom'}}
  %r = tosa.custom %x {operator_name = "f", domain_name = "d", implementation_attrs = ""} : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{'tosa.clamp' op has an unranked tensor, expected a rank}}
  %r = tosa.clamp %x {min_val = 0.0 : f32, max_val = 1.0 : f32} : (tensor<*xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @tile(%x: tensor<?x?x3xf32>) -> tensor<?x?x9xf32> {
  %s = tosa.const_shape {values = dense<[2, 1, 3]> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @below {{'tosa.tile' op has a result with 2 dynamic dimensions, expected at most 1}}
  %r = tosa.tile %x, %s : (tensor<?x?x3xf32>, !tosa.shape<3>) -> tensor<?x?x9xf32>
  return %r : tensor<?x?x9xf32>
}

// -----

func.func @quantized_sum(%x: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  // expected-error @below {{failed to legalize operation 'tosa.add'}}
  %r = tosa.add %x, %x : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %r : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
}

// -----

func.func @unsigned_sum(%x: tensor<4xui8>) -> tensor<4xui8> {
  // expected-error @below {{'tosa.maximum' op computes with unsigned integers, which only tosa.rescale can}}
  %r = tosa.maximum %x, %x : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  return %r : tensor<4xui8>
}

// -----

// The attribute says that the input is signed.
func.func @contradiction(%x: tensor<4xui8>) -> tensor<4xi8> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xui8>} : () -> tensor<1xui8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{'tosa.rescale' op computes with unsigned integers}}
  %r = tosa.rescale %x, %m, %s, %iz, %oz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xui8>, tensor<1xi32>, tensor<1xi8>, tensor<1xui8>, tensor<1xi8>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}

// -----

func.func @slice_past_the_end(%x: tensor<4xf32>) -> tensor<2xf32> {
  %s = tosa.const_shape {values = dense<[3]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %n = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{slice along dimension 0 runs out-of-bounds: 4 >= 4}}
  %y = tosa.slice %x, %s, %n : (tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @slice_before_the_start(%x: tensor<4xf32>) -> tensor<2xf32> {
  %s = tosa.const_shape {values = dense<[-1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %n = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{expected offsets to be non-negative, but got -1}}
  %y = tosa.slice %x, %s, %n : (tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @run_time_start(%x: tensor<4xf32>, %s: !tosa.shape<1>) -> tensor<2xf32> {
  %n = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{shape operand is not compile time resolvable}}
  %y = tosa.slice %x, %s, %n : (tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

// Tensors of TOSA have elements, and slices have at least one dimension.
func.func @empty_slice(%x: tensor<4xf32>) -> tensor<0xf32> {
  %s = tosa.const_shape {values = dense<[4]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %n = tosa.const_shape {values = dense<[0]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{'tosa.slice' op result #0 must be tosa-conformant tensor of at least rank 1, but got 'tensor<0xf32>'}}
  %y = tosa.slice %x, %s, %n : (tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<0xf32>
  return %y : tensor<0xf32>
}

// -----

func.func @slice_of_rank_0(%x: tensor<f32>) -> tensor<f32> {
  %n = tosa.const_shape {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
  // expected-error @below {{'tosa.slice' op operand #0 must be tosa-conformant tensor of at least rank 1, but got 'tensor<f32>'}}
  %y = tosa.slice %x, %n, %n : (tensor<f32>, !tosa.shape<0>, !tosa.shape<0>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

module {
  // expected-error @below {{'tosa.variable' op cannot be lowered to linalg}}
  tosa.variable @v = dense<1.0> : tensor<2xf32>
}
