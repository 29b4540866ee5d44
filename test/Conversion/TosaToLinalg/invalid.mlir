// What upstream does not lower is refused in one line that names the op.
// RUN: split-opt %s -split-lower-tosa -split-input-file -verify-diagnostics

func.func @custom(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{failed to legalize operation 'tosa.custom'}}
  %r = tosa.custom %x {operator_name = "f", domain_name = "d", implementation_attrs = ""} : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{failed to legalize operation 'tosa.exp'}}
  %r = tosa.exp %x : (tensor<*xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @quantized_sum(%x: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  // expected-error @below {{failed to legalize operation 'tosa.add'}}
  %r = tosa.add %x, %x : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %r : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
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

module {
  // expected-error @below {{'tosa.variable' op cannot be lowered to linalg}}
  tosa.variable @v = dense<1.0> : tensor<2xf32>
}
