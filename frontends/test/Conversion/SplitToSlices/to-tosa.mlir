// RUN: split-opt %s -convert-split-to-tosa | FileCheck %s

// CHECK-LABEL: func @unequal(
// CHECK-SAME: %[[X:.+]]: tensor<6x4xf32>
func.func @unequal(%x: tensor<6x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>) {
  // CHECK: %[[S0:.+]] = tosa.const_shape {values = dense<0> : tensor<2xindex>}
  // CHECK: %[[N0:.+]] = tosa.const_shape {values = dense<[2, 4]> : tensor<2xindex>}
  // CHECK: %[[A:.+]] = tosa.slice %[[X]], %[[S0]], %[[N0]] : (tensor<6x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x4xf32>
  // CHECK: %[[S1:.+]] = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>}
  // CHECK: %[[N1:.+]] = tosa.const_shape {values = dense<4> : tensor<2xindex>}
  // CHECK: %[[B:.+]] = tosa.slice %[[X]], %[[S1]], %[[N1]]
  // CHECK: return %[[A]], %[[B]]
  %a, %b = split.variadic_split %x axis(0) lengths [2, -1] : tensor<6x4xf32> -> tensor<2x4xf32>, tensor<4x4xf32>
  return %a, %b : tensor<2x4xf32>, tensor<4x4xf32>
}

// A piece of a piece, and a type that leaves the size open.
// CHECK-LABEL: func @nested(
func.func @nested(%x: tensor<4xui8>) -> tensor<?xui8> {
  // CHECK: %[[A:.+]] = tosa.slice %{{.+}} -> tensor<2xui8>
  // CHECK: %[[B:.+]] = tosa.slice %[[A]], %{{.+}} -> tensor<1xui8>
  // CHECK: tensor.cast %[[B]] : tensor<1xui8> to tensor<?xui8>
  %a, %b = split.split %x axis(-1) into 2 : tensor<4xui8> -> tensor<2xui8>, tensor<2xui8>
  %c, %d = split.split %a axis(0) into 2 : tensor<2xui8> -> tensor<?xui8>, tensor<1xui8>
  return %c : tensor<?xui8>
}

// CHECK-LABEL: func @quantized(
func.func @quantized(%x: tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>> {
  // CHECK: tosa.slice %{{.+}} -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  %a, %b = split.split %x axis(1) into 2 : tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>> -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  return %a : tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
}
