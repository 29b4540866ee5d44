// Quantization by dimension has no meaning in the flat form.
// RUN: split-opt %s -convert-split-to-linalg=materialize=all -split-input-file -verify-diagnostics
// RUN: split-opt %s -split-lower-quantized-types -convert-split-to-linalg=materialize=all -split-input-file -o /dev/null

!q = !quant.uniform<i8:f32:1, {0.5, 0.25}>
func.func @run_time_axis(%x: tensor<?x2x!q>, %a: i32) -> tensor<?x2x!q> {
  // expected-error @below {{'split.split' op cannot be lowered: data is quantized by dimension, and axis or rank are known only at run time; expected data of the storage type}}
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<?x2x!q> -> tensor<?x2x!q>, tensor<?x2x!q>
  return %0#0 : tensor<?x2x!q>
}

// -----

!q = !quant.uniform<i8:f32:1, {0.5, 0.25}>
func.func @unranked(%x: tensor<*x!q>) -> tensor<*x!q> {
  // expected-error @below {{'split.split' op cannot be lowered: data is quantized by dimension}}
  %0:2 = split.split %x axis(0) into 2 : tensor<*x!q> -> tensor<*x!q>, tensor<*x!q>
  return %0#0 : tensor<*x!q>
}

// -----

!q = !quant.uniform<i8:f32:1, {0.5, 0.25}>
func.func @static_axis(%x: tensor<?x2x!q>) -> tensor<?x2x!q> {
  %0:2 = split.split %x axis(0) into 2 : tensor<?x2x!q> -> tensor<?x2x!q>, tensor<?x2x!q>
  return %0#0 : tensor<?x2x!q>
}
