// Slices of TOSA, made by hand.
// RUN: split-opt %s -split-raise-slices -canonicalize 2>/dev/null | FileCheck %s
// RUN: split-opt %s -split-raise-slices 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func @thirds(
func.func @thirds(%x: tensor<2x6xi8>) -> (tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi8>) {
  // CHECK-NEXT: %[[P:.+]]:3 = split.split %{{.+}} axis(1) into 3 : tensor<2x6xi8>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1, %[[P]]#2
  %s0 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s1 = tosa.const_shape {values = dense<[0, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s2 = tosa.const_shape {values = dense<[0, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %a = tosa.slice %x, %s0, %n : (tensor<2x6xi8>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x2xi8>
  %b = tosa.slice %x, %s1, %n : (tensor<2x6xi8>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x2xi8>
  %c = tosa.slice %x, %s2, %n : (tensor<2x6xi8>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x2xi8>
  return %a, %b, %c : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi8>
}

// A size of -1 is the rest, here of the whole batch and of the last piece.
// CHECK-LABEL: func @rest(
func.func @rest(%x: tensor<?x?xf32>) -> (tensor<?x2xf32>, tensor<?x?xf32>) {
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(1) lengths [2, -1] : tensor<?x?xf32> -> tensor<?x2xf32>, tensor<?x?xf32>
  %s0 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n0 = tosa.const_shape {values = dense<[-1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s1 = tosa.const_shape {values = dense<[0, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n1 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %a = tosa.slice %x, %s0, %n0 : (tensor<?x?xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x2xf32>
  %b = tosa.slice %x, %s1, %n1 : (tensor<?x?xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x?xf32>
  return %a, %b : tensor<?x2xf32>, tensor<?x?xf32>
}

// The type of a piece states its size, or leaves it open.
// CHECK-LABEL: func @types(
func.func @types(%x: tensor<6xf32>) -> (tensor<?xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.variadic_split %{{.+}} axis(0) lengths [4, 2] : tensor<6xf32> -> tensor<4xf32>, tensor<2xf32>
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[P]]#0 : tensor<4xf32> to tensor<?xf32>
  // CHECK-NEXT: return %[[C]], %[[P]]#1
  %s0 = tosa.const_shape {values = dense<0> : tensor<1xindex>} : () -> !tosa.shape<1>
  %n0 = tosa.const_shape {values = dense<4> : tensor<1xindex>} : () -> !tosa.shape<1>
  %n1 = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %a = tosa.slice %x, %s0, %n0 : (tensor<6xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<?xf32>
  %b = tosa.slice %x, %n0, %n1 : (tensor<6xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  return %a, %b : tensor<?xf32>, tensor<2xf32>
}

// Quantized along an axis: a split along the other.
// CHECK-LABEL: func @quantized(
func.func @quantized(%x: tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> (tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(1) lengths [1, 3]
  %s0 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n0 = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s1 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n1 = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %a = tosa.slice %x, %s0, %n0 : (tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  %b = tosa.slice %x, %s1, %n1 : (tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  return %a, %b : tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
}

// REMARK: tosa.mlir:[[#@LINE+10]]:8: remark: 4 ops are not raised to splits:
// REMARK-SAME: 1 'tosa.slice' of an unknown form,
// REMARK-SAME: 1 'tosa.slice' that covers no tensor together with others,
// REMARK-SAME: 2 'tosa.slice' that is out of bounds{{$}}
// CHECK-LABEL: func @stay(
func.func @stay(%x: tensor<4xf32>, %u: tensor<*xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<*xf32>) {
  // CHECK-NOT: split.
  %m = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %n = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %o = tosa.const_shape {values = dense<3> : tensor<1xindex>} : () -> !tosa.shape<1>
  %a = tosa.slice %x, %m, %n : (tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  %b = tosa.slice %x, %o, %n : (tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  %c = tosa.slice %x, %n, %n : (tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  %d = tosa.slice %u, %n, %n : (tensor<*xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<*xf32>
  return %a, %b, %c, %d : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<*xf32>
}
