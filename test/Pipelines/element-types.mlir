// C1: element types of MLIR reach LLVM, at least through views and their copies.
// RUN: split-opt %s -split-to-llvm | FileCheck %s
// CHECK-NOT: split.
// CHECK-NOT: unrealized_conversion_cast
// CHECK-NOT: memref

// CHECK: llvm.func @i1(
func.func @i1(%x: tensor<?x3xi1>) -> (tensor<?x2xi1>, tensor<?x1xi1>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi1> -> tensor<?x2xi1>, tensor<?x1xi1>
  return %0#0, %0#1 : tensor<?x2xi1>, tensor<?x1xi1>
}
// CHECK: llvm.func @i4(
func.func @i4(%x: tensor<?x3xi4>) -> (tensor<?x2xi4>, tensor<?x1xi4>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi4> -> tensor<?x2xi4>, tensor<?x1xi4>
  return %0#0, %0#1 : tensor<?x2xi4>, tensor<?x1xi4>
}
// CHECK: llvm.func @i8(
func.func @i8(%x: tensor<?x3xi8>) -> (tensor<?x2xi8>, tensor<?x1xi8>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi8> -> tensor<?x2xi8>, tensor<?x1xi8>
  return %0#0, %0#1 : tensor<?x2xi8>, tensor<?x1xi8>
}
// CHECK: llvm.func @ui8(
func.func @ui8(%x: tensor<?x3xui8>) -> (tensor<?x2xui8>, tensor<?x1xui8>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xui8> -> tensor<?x2xui8>, tensor<?x1xui8>
  return %0#0, %0#1 : tensor<?x2xui8>, tensor<?x1xui8>
}
// CHECK: llvm.func @si16(
func.func @si16(%x: tensor<?x3xsi16>) -> (tensor<?x2xsi16>, tensor<?x1xsi16>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xsi16> -> tensor<?x2xsi16>, tensor<?x1xsi16>
  return %0#0, %0#1 : tensor<?x2xsi16>, tensor<?x1xsi16>
}
// CHECK: llvm.func @i64(
func.func @i64(%x: tensor<?x3xi64>) -> (tensor<?x2xi64>, tensor<?x1xi64>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi64> -> tensor<?x2xi64>, tensor<?x1xi64>
  return %0#0, %0#1 : tensor<?x2xi64>, tensor<?x1xi64>
}
// CHECK: llvm.func @i128(
func.func @i128(%x: tensor<?x3xi128>) -> (tensor<?x2xi128>, tensor<?x1xi128>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi128> -> tensor<?x2xi128>, tensor<?x1xi128>
  return %0#0, %0#1 : tensor<?x2xi128>, tensor<?x1xi128>
}
// CHECK: llvm.func @f8E4M3FN(
func.func @f8E4M3FN(%x: tensor<?x3xf8E4M3FN>) -> (tensor<?x2xf8E4M3FN>, tensor<?x1xf8E4M3FN>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E4M3FN> -> tensor<?x2xf8E4M3FN>, tensor<?x1xf8E4M3FN>
  return %0#0, %0#1 : tensor<?x2xf8E4M3FN>, tensor<?x1xf8E4M3FN>
}
// CHECK: llvm.func @f8E5M2(
func.func @f8E5M2(%x: tensor<?x3xf8E5M2>) -> (tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E5M2> -> tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>
  return %0#0, %0#1 : tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>
}
// CHECK: llvm.func @f16(
func.func @f16(%x: tensor<?x3xf16>) -> (tensor<?x2xf16>, tensor<?x1xf16>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf16> -> tensor<?x2xf16>, tensor<?x1xf16>
  return %0#0, %0#1 : tensor<?x2xf16>, tensor<?x1xf16>
}
// CHECK: llvm.func @bf16(
func.func @bf16(%x: tensor<?x3xbf16>) -> (tensor<?x2xbf16>, tensor<?x1xbf16>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xbf16> -> tensor<?x2xbf16>, tensor<?x1xbf16>
  return %0#0, %0#1 : tensor<?x2xbf16>, tensor<?x1xbf16>
}
// CHECK: llvm.func @f32(
func.func @f32(%x: tensor<?x3xf32>) -> (tensor<?x2xf32>, tensor<?x1xf32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf32> -> tensor<?x2xf32>, tensor<?x1xf32>
  return %0#0, %0#1 : tensor<?x2xf32>, tensor<?x1xf32>
}
// CHECK: llvm.func @f64(
func.func @f64(%x: tensor<?x3xf64>) -> (tensor<?x2xf64>, tensor<?x1xf64>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf64> -> tensor<?x2xf64>, tensor<?x1xf64>
  return %0#0, %0#1 : tensor<?x2xf64>, tensor<?x1xf64>
}
// CHECK: llvm.func @complexf32(
func.func @complexf32(%x: tensor<?x3xcomplex<f32>>) -> (tensor<?x2xcomplex<f32>>, tensor<?x1xcomplex<f32>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<f32>> -> tensor<?x2xcomplex<f32>>, tensor<?x1xcomplex<f32>>
  return %0#0, %0#1 : tensor<?x2xcomplex<f32>>, tensor<?x1xcomplex<f32>>
}
// CHECK: llvm.func @complexf64(
func.func @complexf64(%x: tensor<?x3xcomplex<f64>>) -> (tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<f64>> -> tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>
  return %0#0, %0#1 : tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>
}
// CHECK: llvm.func @index(
func.func @index(%x: tensor<?x3xindex>) -> (tensor<?x2xindex>, tensor<?x1xindex>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xindex> -> tensor<?x2xindex>, tensor<?x1xindex>
  return %0#0, %0#1 : tensor<?x2xindex>, tensor<?x1xindex>
}
