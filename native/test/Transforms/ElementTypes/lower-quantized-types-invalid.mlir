// Ops that compute on quantized values mean nothing on their storage.
// RUN: split-opt %s -split-lower-quantized-types -allow-unregistered-dialect -split-input-file -verify-diagnostics

!u8 = !quant.uniform<u8:f32, 0.5:3>
func.func @dequantize(%x: tensor<4x!u8>) -> tensor<4xf32> {
  // expected-error @below {{'quant.dcast' op computes on quantized values, expected it lowered by lower-quant-ops}}
  %0 = quant.dcast %x : tensor<4x!u8> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

!u8 = !quant.uniform<u8:f32, 0.5:3>
func.func @quantize(%x: f32) -> !u8 {
  // expected-error @below {{'quant.qcast' op computes on quantized values, expected it lowered by lower-quant-ops}}
  %0 = quant.qcast %x : f32 to !u8
  return %0 : !u8
}

// -----

!u8 = !quant.uniform<u8:f32, 0.5:3>
func.func @operand(%x: tensor<4x!u8>) {
  // expected-error @below {{'foo.use' op has no meaning on the storage of quantized values, expected an op that only moves them}}
  "foo.use"(%x) : (tensor<4x!u8>) -> ()
  return
}

// -----

!u8 = !quant.uniform<u8:f32, 0.5:3>
func.func @result() {
  // expected-error @below {{'foo.make' op has no meaning on the storage of quantized values}}
  %0 = "foo.make"() : () -> tensor<*x!u8>
  return
}

// -----

!u8 = !quant.uniform<u8:f32, 0.5:3>
// expected-error @below {{'foo.region' op has no meaning on the storage of quantized values}}
"foo.region"() ({
^bb0(%x: tensor<4x!u8>):
  "foo.end"() : () -> ()
}) : () -> ()

// -----

!u8 = !quant.uniform<u8:f32, 0.5:3>
func.func @add(%x: tensor<4x!u8>) -> tensor<4x!u8> {
  // expected-error @below {{'tosa.add' op has no meaning on the storage of quantized values}}
  %0 = tosa.add %x, %x : (tensor<4x!u8>, tensor<4x!u8>) -> tensor<4x!u8>
  return %0 : tensor<4x!u8>
}
