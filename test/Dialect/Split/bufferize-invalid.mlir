// There are no views of data of unknown rank.
// RUN: split-opt %s -one-shot-bufferize=bufferize-function-boundaries -verify-diagnostics

func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{'split.split' op cannot be bufferized: data or a result is of unknown rank; expected convert-split-to-linalg to have run}}
  %0 = split.split %x axis(0) into 1 : tensor<*xf32> -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
