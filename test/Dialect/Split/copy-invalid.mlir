// What the verifier of split.copy refuses.
// RUN: split-opt %s -split-input-file -verify-diagnostics

func.func @copy_c2_rank_0(%x: memref<f32>, %a: memref<f32>) {
  // expected-error @below {{'split.copy' op data has rank 0, so there is no axis to split along}}
  split.copy ins(%x : memref<f32>) outs(%a : memref<f32>) axis(0)
  return
}

// -----

func.func @copy_c4_axis_too_large(%x: memref<4x2xf32>, %a: memref<4x2xf32>) {
  // expected-error @below {{'split.copy' op axis 2 is out of range [-2, 1] for data of rank 2}}
  split.copy ins(%x : memref<4x2xf32>) outs(%a : memref<4x2xf32>) axis(2)
  return
}

// -----

func.func @copy_c4_axis_too_small(%x: tensor<4x2xf32>, %a: tensor<4x2xf32>) {
  // expected-error @below {{'split.copy' op axis -3 is out of range [-2, 1] for data of rank 2}}
  %0 = split.copy ins(%x : tensor<4x2xf32>) outs(%a : tensor<4x2xf32>) axis(-3) -> tensor<4x2xf32>
  return
}

// -----

func.func @copy_c5_no_destinations(%x: memref<4xf32>) {
  // expected-error @below {{'split.copy' op expects at least one destination}}
  "split.copy"(%x) <{axis = 0 : i64}> : (memref<4xf32>) -> ()
  return
}

// -----

func.func @copy_c5_rank(%x: memref<4x2xf32>, %a: memref<4x2xf32>, %b: memref<4xf32>) {
  // expected-error @below {{'split.copy' op destination 1 has rank 1, expected 2 as data has}}
  split.copy ins(%x : memref<4x2xf32>) outs(%a, %b : memref<4x2xf32>, memref<4xf32>) axis(0)
  return
}

// -----

func.func @copy_c5_element_type(%x: memref<4xf32>, %a: memref<4xf64>) {
  // expected-error @below {{'split.copy' op destination 0 has element type 'f64', expected 'f32' as data has}}
  split.copy ins(%x : memref<4xf32>) outs(%a : memref<4xf64>) axis(0)
  return
}

// -----

func.func @copy_c5_encoding(%x: tensor<4xf32, "e">, %a: tensor<4xf32>) {
  // expected-error @below {{'split.copy' op destination 0 has no encoding, expected encoding "e" as data has}}
  %0 = split.copy ins(%x : tensor<4xf32, "e">) outs(%a : tensor<4xf32>) axis(0) -> tensor<4xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32:1, {0.5, 0.25}>
func.func @copy_c5_quantized_along_the_axis(%x: tensor<4x2x!q>, %a: tensor<4x2x!q>) {
  // expected-error @below {{'split.copy' op dimension 1 is the axis, but data of element type '!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>' is quantized along it}}
  %0 = split.copy ins(%x : tensor<4x2x!q>) outs(%a : tensor<4x2x!q>) axis(1) -> tensor<4x2x!q>
  return
}

// -----

func.func @copy_c5_tensor_to_memref(%x: tensor<4xf32>, %a: memref<4xf32>) {
  // expected-error @below {{'split.copy' op destination 0 is a memref, expected a tensor as data is}}
  split.copy ins(%x : tensor<4xf32>) outs(%a : memref<4xf32>) axis(0)
  return
}

// -----

func.func @copy_c5_memref_to_tensor(%x: memref<4xf32>, %a: tensor<4xf32>) {
  // expected-error @below {{'split.copy' op destination 0 is a tensor, expected a memref as data is}}
  %0 = split.copy ins(%x : memref<4xf32>) outs(%a : tensor<4xf32>) axis(0) -> tensor<4xf32>
  return
}

// -----

func.func @copy_unranked(%x: tensor<*xf32>, %a: tensor<4xf32>) {
  // expected-error @below {{operand #0 must be ranked tensor of any type values or memref of any type values}}
  %0 = split.copy ins(%x : tensor<*xf32>) outs(%a : tensor<4xf32>) axis(0) -> tensor<4xf32>
  return
}

// -----

func.func @copy_results(%x: tensor<4xf32>, %a: tensor<4xf32>) {
  // expected-error @below {{'split.copy' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error @below {{'split.copy' op failed to infer returned types}}
  %0 = split.copy ins(%x : tensor<4xf32>) outs(%a : tensor<4xf32>) axis(0) -> tensor<3xf32>
  return
}

// -----

func.func @copy_result_count(%x: memref<4xf32>, %a: memref<4xf32>) {
  // expected-error @below {{'split.copy' op inferred type(s)  are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error @below {{'split.copy' op failed to infer returned types}}
  %0 = split.copy ins(%x : memref<4xf32>) outs(%a : memref<4xf32>) axis(0) -> tensor<3xf32>
  return
}

// -----

func.func @copy_c5_encoding(%x: tensor<6xf32>, %a: tensor<6xf32, "blocked">) {
  // expected-error @below {{'split.copy' op destination 0 has encoding "blocked", expected no encoding as data has}}
  %0 = split.copy ins(%x : tensor<6xf32>) outs(%a : tensor<6xf32, "blocked">) axis(0) -> tensor<6xf32, "blocked">
  return
}
