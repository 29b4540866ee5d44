// Splits that become slices of another dialect, and splits again, are the same.
// RUN: split-opt %s -o %t.before
// RUN: split-opt %s -convert-split-to-tosa -o %t.tosa
// RUN: not grep "split\.split\|split\.variadic_split" %t.tosa
// RUN: split-opt %t.tosa -split-raise-slices -canonicalize -o %t.after
// RUN: diff %t.before %t.after
// RUN: split-opt %s -convert-split-to-stablehlo -allow-unregistered-dialect -o %t.hlo
// RUN: not grep "split\.split\|split\.variadic_split" %t.hlo
// RUN: split-opt %t.hlo -split-raise-slices -allow-unregistered-dialect -o %t.after
// RUN: diff %t.before %t.after
// RUN: split-opt %t.hlo -mlir-print-op-generic -allow-unregistered-dialect | split-opt -split-raise-slices -allow-unregistered-dialect -o %t.after
// RUN: diff %t.before %t.after

func.func @equal(%x: tensor<6x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %pieces:3 = split.split %x axis(0) into 3 : tensor<6x4xf32> -> tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
  return %pieces#0, %pieces#1, %pieces#2 : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

func.func @unequal(%x: tensor<2x1x7x3xi8>) -> (tensor<2x1x1x3xi8>, tensor<2x1x4x3xi8>, tensor<2x1x2x3xi8>) {
  %pieces:3 = split.variadic_split %x axis(2) lengths [1, 4, 2] : tensor<2x1x7x3xi8> -> tensor<2x1x1x3xi8>, tensor<2x1x4x3xi8>, tensor<2x1x2x3xi8>
  return %pieces#0, %pieces#1, %pieces#2 : tensor<2x1x1x3xi8>, tensor<2x1x4x3xi8>, tensor<2x1x2x3xi8>
}

func.func @six_dimensions(%x: tensor<1x1x1x1x1x4xbf16>) -> (tensor<1x1x1x1x1x2xbf16>, tensor<1x1x1x1x1x2xbf16>) {
  %pieces:2 = split.split %x axis(5) into 2 : tensor<1x1x1x1x1x4xbf16> -> tensor<1x1x1x1x1x2xbf16>, tensor<1x1x1x1x1x2xbf16>
  return %pieces#0, %pieces#1 : tensor<1x1x1x1x1x2xbf16>, tensor<1x1x1x1x1x2xbf16>
}

func.func @quantized(%x: tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  %pieces:2 = split.split %x axis(1) into 2 : tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>> -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  return %pieces#0, %pieces#1 : tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
}
