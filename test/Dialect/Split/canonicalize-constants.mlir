// Splits of constants, of at most 1024 elements unless they are all the same.
// Pieces as numpy.split gives them.
// RUN: split-opt %s -canonicalize | FileCheck %s
// RUN: split-opt %s -sccp | FileCheck %s --check-prefix=SCCP

// [[1, 2, 3, 4], [5, 6, 7, 8]]
// CHECK-LABEL: func @dense(
// SCCP-LABEL: func @dense(
// SCCP-NOT: split.
// SCCP: return
func.func @dense() -> (tensor<1x4xi32>, tensor<1x4xi32>, tensor<2x1xi32>, tensor<2x0xi32>, tensor<2x3xi32>) {
  %x = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  // CHECK-DAG: %[[A:.+]] = arith.constant dense<{{\[}}[1, 2, 3, 4]]> : tensor<1x4xi32>
  // CHECK-DAG: %[[B:.+]] = arith.constant dense<{{\[}}[5, 6, 7, 8]]> : tensor<1x4xi32>
  // CHECK-DAG: %[[C:.+]] = arith.constant dense<{{\[}}[1], [5]]> : tensor<2x1xi32>
  // CHECK-DAG: %[[D:.+]] = arith.constant dense<> : tensor<2x0xi32>
  // CHECK-DAG: %[[E:.+]] = arith.constant dense<{{\[}}[2, 3, 4], [6, 7, 8]]> : tensor<2x3xi32>
  // CHECK-NOT: split.
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
  %0:2 = split.split %x axis(0) into 2 : tensor<2x4xi32> -> tensor<1x4xi32>, tensor<1x4xi32>
  %1:3 = split.variadic_split %x axis(-1) lengths [1, 0, -1] : tensor<2x4xi32> -> tensor<2x1xi32>, tensor<2x0xi32>, tensor<2x3xi32>
  return %0#0, %0#1, %1#0, %1#1, %1#2 : tensor<1x4xi32>, tensor<1x4xi32>, tensor<2x1xi32>, tensor<2x0xi32>, tensor<2x3xi32>
}

// [[[0, 1, 2], [3, 4, 5]], [[6, 7, 8], [9, 10, 11]]] along its middle.
// CHECK-LABEL: func @middle(
func.func @middle() -> (tensor<2x1x3xf64>, tensor<2x1x3xf64>) {
  %x = arith.constant dense<[[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], [[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]]> : tensor<2x2x3xf64>
  // CHECK-DAG: %[[A:.+]] = arith.constant dense<{{\[}}{{\[}}[0.000000e+00, 1.000000e+00, 2.000000e+00]], {{\[}}[6.000000e+00, 7.000000e+00, 8.000000e+00]]]> : tensor<2x1x3xf64>
  // CHECK-DAG: %[[B:.+]] = arith.constant dense<{{\[}}{{\[}}[3.000000e+00, 4.000000e+00, 5.000000e+00]], {{\[}}[9.000000e+00, 1.000000e+01, 1.100000e+01]]]> : tensor<2x1x3xf64>
  // CHECK: return %[[A]], %[[B]]
  %0:2 = split.split %x axis(1) into 2 : tensor<2x2x3xf64> -> tensor<2x1x3xf64>, tensor<2x1x3xf64>
  return %0#0, %0#1 : tensor<2x1x3xf64>, tensor<2x1x3xf64>
}

// Bits are packed, other elements take whole bytes.
// CHECK-LABEL: func @element_types(
func.func @element_types() -> (tensor<2xi1>, tensor<7xi1>, tensor<2xi4>, tensor<2xi4>, tensor<2xindex>, tensor<2xindex>, tensor<1xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2xbf16, "e">, tensor<1xbf16, "e">, tensor<2xi33>, tensor<1xi33>) {
  %b = arith.constant dense<[true, false, true, true, false, false, true, false, true]> : tensor<9xi1>
  %n = arith.constant dense<[-8, 7, 3, -1]> : tensor<4xi4>
  %i = arith.constant dense<[1, 2, 3, 9223372036854775807]> : tensor<4xindex>
  %c = arith.constant dense<[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]> : tensor<3xcomplex<f32>>
  %h = arith.constant dense<[0x7FC1, 1.0, 0xFF80]> : tensor<3xbf16, "e">
  %w = arith.constant dense<[-4294967296, 5, 6]> : tensor<3xi33>
  // CHECK-DAG: arith.constant dense<[true, false]> : tensor<2xi1>
  // CHECK-DAG: arith.constant dense<[true, true, false, false, true, false, true]> : tensor<7xi1>
  // CHECK-DAG: arith.constant dense<[-8, 7]> : tensor<2xi4>
  // CHECK-DAG: arith.constant dense<[3, -1]> : tensor<2xi4>
  // CHECK-DAG: arith.constant dense<[1, 2]> : tensor<2xindex>
  // CHECK-DAG: arith.constant dense<[3, 9223372036854775807]> : tensor<2xindex>
  // CHECK-DAG: arith.constant dense<(1.000000e+00,2.000000e+00)> : tensor<1xcomplex<f32>>
  // CHECK-DAG: arith.constant dense<[(3.000000e+00,4.000000e+00), (5.000000e+00,6.000000e+00)]> : tensor<2xcomplex<f32>>
  // CHECK-DAG: arith.constant dense<[0x7FC1, 1.000000e+00]> : tensor<2xbf16, "e">
  // CHECK-DAG: arith.constant dense<0xFF80> : tensor<1xbf16, "e">
  // CHECK-DAG: arith.constant dense<[-4294967296, 5]> : tensor<2xi33>
  // CHECK-DAG: arith.constant dense<6> : tensor<1xi33>
  // CHECK-NOT: split.
  // CHECK: return
  %0:2 = split.variadic_split %b axis(0) lengths [2, 7] : tensor<9xi1> -> tensor<2xi1>, tensor<7xi1>
  %1:2 = split.split %n axis(0) into 2 : tensor<4xi4> -> tensor<2xi4>, tensor<2xi4>
  %2:2 = split.split %i axis(0) into 2 : tensor<4xindex> -> tensor<2xindex>, tensor<2xindex>
  %3:2 = split.variadic_split %c axis(0) lengths [1, 2] : tensor<3xcomplex<f32>> -> tensor<1xcomplex<f32>>, tensor<2xcomplex<f32>>
  %4:2 = split.variadic_split %h axis(0) lengths [2, 1] : tensor<3xbf16, "e"> -> tensor<2xbf16, "e">, tensor<1xbf16, "e">
  %5:2 = split.variadic_split %w axis(0) lengths [2, 1] : tensor<3xi33> -> tensor<2xi33>, tensor<1xi33>
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1, %5#0, %5#1 : tensor<2xi1>, tensor<7xi1>, tensor<2xi4>, tensor<2xi4>, tensor<2xindex>, tensor<2xindex>, tensor<1xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2xbf16, "e">, tensor<1xbf16, "e">, tensor<2xi33>, tensor<1xi33>
}

// CHECK-LABEL: func @empty(
func.func @empty() -> (tensor<0xi1>, tensor<0xcomplex<f64>>, tensor<0xindex>, tensor<0x2xi4>) {
  %b = arith.constant dense<[true, false]> : tensor<2xi1>
  %c = arith.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>
  %i = arith.constant dense<[1, 2]> : tensor<2xindex>
  %n = arith.constant dense<> : tensor<0x4xi4>
  // CHECK-DAG: %[[A:.+]] = arith.constant dense<> : tensor<0xi1>
  // CHECK-DAG: %[[B:.+]] = arith.constant dense<> : tensor<0xcomplex<f64>>
  // CHECK-DAG: %[[C:.+]] = arith.constant dense<> : tensor<0xindex>
  // CHECK-DAG: %[[D:.+]] = arith.constant dense<> : tensor<0x2xi4>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  %0:2 = split.variadic_split %b axis(0) lengths [2, 0] : tensor<2xi1> -> tensor<2xi1>, tensor<0xi1>
  %1:2 = split.variadic_split %c axis(0) lengths [2, 0] : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>, tensor<0xcomplex<f64>>
  %2:3 = split.variadic_split %i axis(0) lengths [1, 0, 1] : tensor<2xindex> -> tensor<1xindex>, tensor<0xindex>, tensor<1xindex>
  %3:2 = split.split %n axis(1) into 2 : tensor<0x4xi4> -> tensor<0x2xi4>, tensor<0x2xi4>
  return %0#1, %1#1, %2#1, %3#1 : tensor<0xi1>, tensor<0xcomplex<f64>>, tensor<0xindex>, tensor<0x2xi4>
}

// Of any size, as one element is stored.
// CHECK-LABEL: func @splat(
func.func @splat() -> (tensor<33333333333xi64>, tensor<2xi1>, tensor<0x4xf32>, tensor<?xi64>) {
  %x = arith.constant dense<7> : tensor<99999999999xi64>
  %b = arith.constant dense<true> : tensor<3xi1>
  %e = arith.constant dense<1.0> : tensor<6x4xf32>
  // CHECK-DAG: %[[A:.+]] = arith.constant dense<7> : tensor<33333333333xi64>
  // CHECK-DAG: %[[B:.+]] = arith.constant dense<true> : tensor<2xi1>
  // CHECK-DAG: %[[C:.+]] = arith.constant dense<> : tensor<0x4xf32>
  // CHECK-DAG: %[[D:.+]] = tensor.cast %[[A]] : tensor<33333333333xi64> to tensor<?xi64>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  %0:3 = split.split %x axis(0) into 3 : tensor<99999999999xi64> -> tensor<33333333333xi64>, tensor<?xi64>, tensor<33333333333xi64>
  %1:2 = split.variadic_split %b axis(0) lengths [2, 1] : tensor<3xi1> -> tensor<2xi1>, tensor<1xi1>
  %2:2 = split.variadic_split %e axis(0) lengths [0, 6] : tensor<6x4xf32> -> tensor<0x4xf32>, tensor<6x4xf32>
  return %0#0, %1#0, %2#0, %0#1 : tensor<33333333333xi64>, tensor<2xi1>, tensor<0x4xf32>, tensor<?xi64>
}

// Constants of other dialects.
// CHECK-LABEL: func @other_constant(
func.func @other_constant() -> (tensor<1xi8>, tensor<1xui8>) {
  %x = "tosa.const"() <{values = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %y = "tosa.const"() <{values = dense<[254, 255]> : tensor<2xui8>}> : () -> tensor<2xui8>
  // CHECK-NOT: split.
  // CHECK-DAG: arith.constant dense<2> : tensor<1xi8>
  // CHECK-DAG: arith.constant dense<255> : tensor<1xui8>
  // CHECK-NOT: split.
  // CHECK: return
  %0:2 = split.split %x axis(0) into 2 : tensor<2xi8> -> tensor<1xi8>, tensor<1xi8>
  %1:2 = split.split %y axis(0) into 2 : tensor<2xui8> -> tensor<1xui8>, tensor<1xui8>
  return %0#1, %1#1 : tensor<1xi8>, tensor<1xui8>
}

// A constant of 1024 elements is cut, one of 1025 is not. Neither is one that
// is stored elsewhere, or whose pieces are not known.
// CHECK-LABEL: func @no_fold_constant(
func.func @no_fold_constant(%l: tensor<2xi64>, %a: index) -> (tensor<1xi8>, tensor<2xi32>, tensor<?xi8>, tensor<?x?xi8>) {
  %large = arith.constant dense<"0x0102020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202"> : tensor<1025xi8>
  %resource = arith.constant dense_resource<numbers> : tensor<4xi32>
  %x = arith.constant dense<[1, 2]> : tensor<2xi8>
  %y = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  // CHECK: split.variadic_split %{{.+}} : tensor<1025xi8>
  // CHECK: split.split %{{.+}} : tensor<4xi32>
  // CHECK: split.variadic_split %{{.+}} : tensor<2xi8>
  // CHECK: split.split %{{.+}} axis(%{{.+}} : index) into 2 : tensor<2x2xi8>
  %0:2 = split.variadic_split %large axis(0) lengths [1, 1024] : tensor<1025xi8> -> tensor<1xi8>, tensor<1024xi8>
  %1:2 = split.split %resource axis(0) into 2 : tensor<4xi32> -> tensor<2xi32>, tensor<2xi32>
  %3:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<2xi8> -> tensor<?xi8>, tensor<?xi8>
  %4:2 = split.split %y axis(%a : index) into 2 : tensor<2x2xi8> -> tensor<?x?xi8>, tensor<?x?xi8>
  return %0#0, %1#0, %3#0, %4#0 : tensor<1xi8>, tensor<2xi32>, tensor<?xi8>, tensor<?x?xi8>
}

// CHECK-LABEL: func @largest(
func.func @largest() -> tensor<1xi8> {
  %large = arith.constant dense<"0x01020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202"> : tensor<1024xi8>
  // CHECK: arith.constant dense<1> : tensor<1xi8>
  // CHECK-NOT: split.
  // CHECK: return
  %0:2 = split.variadic_split %large axis(0) lengths [1, 1023] : tensor<1024xi8> -> tensor<1xi8>, tensor<1023xi8>
  return %0#0 : tensor<1xi8>
}

{-# dialect_resources: { builtin: { numbers: "0x0400000001000000020000000300000004000000" } } #-}
