// C1: elements of every type that a tensor can hold, written down in three ways.
// RUN: split-opt %s --allow-unregistered-dialect | split-opt --allow-unregistered-dialect | FileCheck %s
// RUN: split-opt %s --allow-unregistered-dialect --mlir-print-op-generic | split-opt --allow-unregistered-dialect | FileCheck %s
// RUN: split-opt %s --allow-unregistered-dialect --emit-bytecode | split-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func @variadic_c1_i1(
func.func @variadic_c1_i1(%x: tensor<?x3xi1>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xi1> -> tensor<?x2xi1>, tensor<?x1xi1>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi1> -> tensor<?x2xi1>, tensor<?x1xi1>
  return
}
// CHECK-LABEL: func @variadic_c1_i4(
func.func @variadic_c1_i4(%x: tensor<?x3xi4>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xi4> -> tensor<?x2xi4>, tensor<?x1xi4>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi4> -> tensor<?x2xi4>, tensor<?x1xi4>
  return
}
// CHECK-LABEL: func @variadic_c1_i8(
func.func @variadic_c1_i8(%x: tensor<?x3xi8>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xi8> -> tensor<?x2xi8>, tensor<?x1xi8>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi8> -> tensor<?x2xi8>, tensor<?x1xi8>
  return
}
// CHECK-LABEL: func @variadic_c1_i16(
func.func @variadic_c1_i16(%x: tensor<?x3xi16>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xi16> -> tensor<?x2xi16>, tensor<?x1xi16>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi16> -> tensor<?x2xi16>, tensor<?x1xi16>
  return
}
// CHECK-LABEL: func @variadic_c1_i24(
func.func @variadic_c1_i24(%x: tensor<?x3xi24>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xi24> -> tensor<?x2xi24>, tensor<?x1xi24>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi24> -> tensor<?x2xi24>, tensor<?x1xi24>
  return
}
// CHECK-LABEL: func @variadic_c1_i32(
func.func @variadic_c1_i32(%x: tensor<?x3xi32>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xi32> -> tensor<?x2xi32>, tensor<?x1xi32>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi32> -> tensor<?x2xi32>, tensor<?x1xi32>
  return
}
// CHECK-LABEL: func @variadic_c1_i64(
func.func @variadic_c1_i64(%x: tensor<?x3xi64>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xi64> -> tensor<?x2xi64>, tensor<?x1xi64>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi64> -> tensor<?x2xi64>, tensor<?x1xi64>
  return
}
// CHECK-LABEL: func @variadic_c1_i128(
func.func @variadic_c1_i128(%x: tensor<?x3xi128>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xi128> -> tensor<?x2xi128>, tensor<?x1xi128>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi128> -> tensor<?x2xi128>, tensor<?x1xi128>
  return
}
// CHECK-LABEL: func @variadic_c1_si4(
func.func @variadic_c1_si4(%x: tensor<?x3xsi4>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xsi4> -> tensor<?x2xsi4>, tensor<?x1xsi4>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xsi4> -> tensor<?x2xsi4>, tensor<?x1xsi4>
  return
}
// CHECK-LABEL: func @variadic_c1_si8(
func.func @variadic_c1_si8(%x: tensor<?x3xsi8>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xsi8> -> tensor<?x2xsi8>, tensor<?x1xsi8>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xsi8> -> tensor<?x2xsi8>, tensor<?x1xsi8>
  return
}
// CHECK-LABEL: func @variadic_c1_si16(
func.func @variadic_c1_si16(%x: tensor<?x3xsi16>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xsi16> -> tensor<?x2xsi16>, tensor<?x1xsi16>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xsi16> -> tensor<?x2xsi16>, tensor<?x1xsi16>
  return
}
// CHECK-LABEL: func @variadic_c1_si32(
func.func @variadic_c1_si32(%x: tensor<?x3xsi32>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xsi32> -> tensor<?x2xsi32>, tensor<?x1xsi32>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xsi32> -> tensor<?x2xsi32>, tensor<?x1xsi32>
  return
}
// CHECK-LABEL: func @variadic_c1_si64(
func.func @variadic_c1_si64(%x: tensor<?x3xsi64>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xsi64> -> tensor<?x2xsi64>, tensor<?x1xsi64>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xsi64> -> tensor<?x2xsi64>, tensor<?x1xsi64>
  return
}
// CHECK-LABEL: func @variadic_c1_ui4(
func.func @variadic_c1_ui4(%x: tensor<?x3xui4>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xui4> -> tensor<?x2xui4>, tensor<?x1xui4>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xui4> -> tensor<?x2xui4>, tensor<?x1xui4>
  return
}
// CHECK-LABEL: func @variadic_c1_ui8(
func.func @variadic_c1_ui8(%x: tensor<?x3xui8>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xui8> -> tensor<?x2xui8>, tensor<?x1xui8>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xui8> -> tensor<?x2xui8>, tensor<?x1xui8>
  return
}
// CHECK-LABEL: func @variadic_c1_ui16(
func.func @variadic_c1_ui16(%x: tensor<?x3xui16>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xui16> -> tensor<?x2xui16>, tensor<?x1xui16>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xui16> -> tensor<?x2xui16>, tensor<?x1xui16>
  return
}
// CHECK-LABEL: func @variadic_c1_ui32(
func.func @variadic_c1_ui32(%x: tensor<?x3xui32>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xui32> -> tensor<?x2xui32>, tensor<?x1xui32>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xui32> -> tensor<?x2xui32>, tensor<?x1xui32>
  return
}
// CHECK-LABEL: func @variadic_c1_ui64(
func.func @variadic_c1_ui64(%x: tensor<?x3xui64>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xui64> -> tensor<?x2xui64>, tensor<?x1xui64>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xui64> -> tensor<?x2xui64>, tensor<?x1xui64>
  return
}
// CHECK-LABEL: func @variadic_c1_index(
func.func @variadic_c1_index(%x: tensor<?x3xindex>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xindex> -> tensor<?x2xindex>, tensor<?x1xindex>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xindex> -> tensor<?x2xindex>, tensor<?x1xindex>
  return
}
// CHECK-LABEL: func @variadic_c1_f4E2M1FN(
func.func @variadic_c1_f4E2M1FN(%x: tensor<?x3xf4E2M1FN>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf4E2M1FN> -> tensor<?x2xf4E2M1FN>, tensor<?x1xf4E2M1FN>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf4E2M1FN> -> tensor<?x2xf4E2M1FN>, tensor<?x1xf4E2M1FN>
  return
}
// CHECK-LABEL: func @variadic_c1_f6E2M3FN(
func.func @variadic_c1_f6E2M3FN(%x: tensor<?x3xf6E2M3FN>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf6E2M3FN> -> tensor<?x2xf6E2M3FN>, tensor<?x1xf6E2M3FN>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf6E2M3FN> -> tensor<?x2xf6E2M3FN>, tensor<?x1xf6E2M3FN>
  return
}
// CHECK-LABEL: func @variadic_c1_f6E3M2FN(
func.func @variadic_c1_f6E3M2FN(%x: tensor<?x3xf6E3M2FN>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf6E3M2FN> -> tensor<?x2xf6E3M2FN>, tensor<?x1xf6E3M2FN>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf6E3M2FN> -> tensor<?x2xf6E3M2FN>, tensor<?x1xf6E3M2FN>
  return
}
// CHECK-LABEL: func @variadic_c1_f8E3M4(
func.func @variadic_c1_f8E3M4(%x: tensor<?x3xf8E3M4>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf8E3M4> -> tensor<?x2xf8E3M4>, tensor<?x1xf8E3M4>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E3M4> -> tensor<?x2xf8E3M4>, tensor<?x1xf8E3M4>
  return
}
// CHECK-LABEL: func @variadic_c1_f8E4M3(
func.func @variadic_c1_f8E4M3(%x: tensor<?x3xf8E4M3>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf8E4M3> -> tensor<?x2xf8E4M3>, tensor<?x1xf8E4M3>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E4M3> -> tensor<?x2xf8E4M3>, tensor<?x1xf8E4M3>
  return
}
// CHECK-LABEL: func @variadic_c1_f8E4M3B11FNUZ(
func.func @variadic_c1_f8E4M3B11FNUZ(%x: tensor<?x3xf8E4M3B11FNUZ>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf8E4M3B11FNUZ> -> tensor<?x2xf8E4M3B11FNUZ>, tensor<?x1xf8E4M3B11FNUZ>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E4M3B11FNUZ> -> tensor<?x2xf8E4M3B11FNUZ>, tensor<?x1xf8E4M3B11FNUZ>
  return
}
// CHECK-LABEL: func @variadic_c1_f8E4M3FN(
func.func @variadic_c1_f8E4M3FN(%x: tensor<?x3xf8E4M3FN>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf8E4M3FN> -> tensor<?x2xf8E4M3FN>, tensor<?x1xf8E4M3FN>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E4M3FN> -> tensor<?x2xf8E4M3FN>, tensor<?x1xf8E4M3FN>
  return
}
// CHECK-LABEL: func @variadic_c1_f8E4M3FNUZ(
func.func @variadic_c1_f8E4M3FNUZ(%x: tensor<?x3xf8E4M3FNUZ>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf8E4M3FNUZ> -> tensor<?x2xf8E4M3FNUZ>, tensor<?x1xf8E4M3FNUZ>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E4M3FNUZ> -> tensor<?x2xf8E4M3FNUZ>, tensor<?x1xf8E4M3FNUZ>
  return
}
// CHECK-LABEL: func @variadic_c1_f8E5M2(
func.func @variadic_c1_f8E5M2(%x: tensor<?x3xf8E5M2>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf8E5M2> -> tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E5M2> -> tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>
  return
}
// CHECK-LABEL: func @variadic_c1_f8E5M2FNUZ(
func.func @variadic_c1_f8E5M2FNUZ(%x: tensor<?x3xf8E5M2FNUZ>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf8E5M2FNUZ> -> tensor<?x2xf8E5M2FNUZ>, tensor<?x1xf8E5M2FNUZ>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E5M2FNUZ> -> tensor<?x2xf8E5M2FNUZ>, tensor<?x1xf8E5M2FNUZ>
  return
}
// CHECK-LABEL: func @variadic_c1_f8E8M0FNU(
func.func @variadic_c1_f8E8M0FNU(%x: tensor<?x3xf8E8M0FNU>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf8E8M0FNU> -> tensor<?x2xf8E8M0FNU>, tensor<?x1xf8E8M0FNU>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E8M0FNU> -> tensor<?x2xf8E8M0FNU>, tensor<?x1xf8E8M0FNU>
  return
}
// CHECK-LABEL: func @variadic_c1_f16(
func.func @variadic_c1_f16(%x: tensor<?x3xf16>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf16> -> tensor<?x2xf16>, tensor<?x1xf16>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf16> -> tensor<?x2xf16>, tensor<?x1xf16>
  return
}
// CHECK-LABEL: func @variadic_c1_bf16(
func.func @variadic_c1_bf16(%x: tensor<?x3xbf16>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xbf16> -> tensor<?x2xbf16>, tensor<?x1xbf16>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xbf16> -> tensor<?x2xbf16>, tensor<?x1xbf16>
  return
}
// CHECK-LABEL: func @variadic_c1_f32(
func.func @variadic_c1_f32(%x: tensor<?x3xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf32> -> tensor<?x2xf32>, tensor<?x1xf32>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf32> -> tensor<?x2xf32>, tensor<?x1xf32>
  return
}
// CHECK-LABEL: func @variadic_c1_f64(
func.func @variadic_c1_f64(%x: tensor<?x3xf64>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf64> -> tensor<?x2xf64>, tensor<?x1xf64>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf64> -> tensor<?x2xf64>, tensor<?x1xf64>
  return
}
// CHECK-LABEL: func @variadic_c1_f80(
func.func @variadic_c1_f80(%x: tensor<?x3xf80>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf80> -> tensor<?x2xf80>, tensor<?x1xf80>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf80> -> tensor<?x2xf80>, tensor<?x1xf80>
  return
}
// CHECK-LABEL: func @variadic_c1_f128(
func.func @variadic_c1_f128(%x: tensor<?x3xf128>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xf128> -> tensor<?x2xf128>, tensor<?x1xf128>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf128> -> tensor<?x2xf128>, tensor<?x1xf128>
  return
}
// CHECK-LABEL: func @variadic_c1_complex_bf16(
func.func @variadic_c1_complex_bf16(%x: tensor<?x3xcomplex<bf16>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xcomplex<bf16>> -> tensor<?x2xcomplex<bf16>>, tensor<?x1xcomplex<bf16>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<bf16>> -> tensor<?x2xcomplex<bf16>>, tensor<?x1xcomplex<bf16>>
  return
}
// CHECK-LABEL: func @variadic_c1_complex_f32(
func.func @variadic_c1_complex_f32(%x: tensor<?x3xcomplex<f32>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xcomplex<f32>> -> tensor<?x2xcomplex<f32>>, tensor<?x1xcomplex<f32>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<f32>> -> tensor<?x2xcomplex<f32>>, tensor<?x1xcomplex<f32>>
  return
}
// CHECK-LABEL: func @variadic_c1_complex_f64(
func.func @variadic_c1_complex_f64(%x: tensor<?x3xcomplex<f64>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xcomplex<f64>> -> tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<f64>> -> tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>
  return
}
// CHECK-LABEL: func @variadic_c1_complex_i8(
func.func @variadic_c1_complex_i8(%x: tensor<?x3xcomplex<i8>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xcomplex<i8>> -> tensor<?x2xcomplex<i8>>, tensor<?x1xcomplex<i8>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<i8>> -> tensor<?x2xcomplex<i8>>, tensor<?x1xcomplex<i8>>
  return
}
// CHECK-LABEL: func @variadic_c1_complex_ui8(
func.func @variadic_c1_complex_ui8(%x: tensor<?x3xcomplex<ui8>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xcomplex<ui8>> -> tensor<?x2xcomplex<ui8>>, tensor<?x1xcomplex<ui8>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<ui8>> -> tensor<?x2xcomplex<ui8>>, tensor<?x1xcomplex<ui8>>
  return
}
// CHECK-LABEL: func @variadic_c1_vector_2xf32(
func.func @variadic_c1_vector_2xf32(%x: tensor<?x3xvector<2xf32>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xvector<2xf32>> -> tensor<?x2xvector<2xf32>>, tensor<?x1xvector<2xf32>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xvector<2xf32>> -> tensor<?x2xvector<2xf32>>, tensor<?x1xvector<2xf32>>
  return
}
// CHECK-LABEL: func @variadic_c1_vector_2x2xi8(
func.func @variadic_c1_vector_2x2xi8(%x: tensor<?x3xvector<2x2xi8>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xvector<2x2xi8>> -> tensor<?x2xvector<2x2xi8>>, tensor<?x1xvector<2x2xi8>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xvector<2x2xi8>> -> tensor<?x2xvector<2x2xi8>>, tensor<?x1xvector<2x2xi8>>
  return
}
// CHECK-LABEL: func @variadic_c1_vector_2xindex(
func.func @variadic_c1_vector_2xindex(%x: tensor<?x3xvector<2xindex>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xvector<2xindex>> -> tensor<?x2xvector<2xindex>>, tensor<?x1xvector<2xindex>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xvector<2xindex>> -> tensor<?x2xvector<2xindex>>, tensor<?x1xvector<2xindex>>
  return
}
// CHECK-LABEL: func @variadic_c1_uniform(
func.func @variadic_c1_uniform(%x: tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01:3>> -> tensor<?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01:3>> -> tensor<?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return
}
// CHECK-LABEL: func @variadic_c1_uniform_u4(
func.func @variadic_c1_uniform_u4(%x: tensor<?x3x!quant.uniform<u4:f32, 5.000000e-01>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<u4:f32, 5.000000e-01>> -> tensor<?x2x!quant.uniform<u4:f32, 5.000000e-01>>, tensor<?x1x!quant.uniform<u4:f32, 5.000000e-01>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<u4:f32, 5.000000e-01>> -> tensor<?x2x!quant.uniform<u4:f32, 5.000000e-01>>, tensor<?x1x!quant.uniform<u4:f32, 5.000000e-01>>
  return
}
// CHECK-LABEL: func @variadic_c1_uniform_bounds(
func.func @variadic_c1_uniform_bounds(%x: tensor<?x3x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>> -> tensor<?x2x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>, tensor<?x1x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>> -> tensor<?x2x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>, tensor<?x1x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>
  return
}
// CHECK-LABEL: func @variadic_c1_uniform_i32(
func.func @variadic_c1_uniform_i32(%x: tensor<?x3x!quant.uniform<i32:f64, 5.000000e-01>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i32:f64, 5.000000e-01>> -> tensor<?x2x!quant.uniform<i32:f64, 5.000000e-01>>, tensor<?x1x!quant.uniform<i32:f64, 5.000000e-01>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i32:f64, 5.000000e-01>> -> tensor<?x2x!quant.uniform<i32:f64, 5.000000e-01>>, tensor<?x1x!quant.uniform<i32:f64, 5.000000e-01>>
  return
}
// CHECK-LABEL: func @variadic_c1_per_axis(
func.func @variadic_c1_per_axis(%x: tensor<?x3x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>> -> tensor<?x2x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>, tensor<?x1x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>> -> tensor<?x2x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>, tensor<?x1x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>
  return
}
// CHECK-LABEL: func @variadic_c1_sub_channel(
func.func @variadic_c1_sub_channel(%x: tensor<?x3x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<u8:f32:{0:2}, {{[{][{]}}2.000000e+00}, {3.000000e+00:1}}>> -> tensor<?x2x!quant.uniform<u8:f32:{0:2}, {{[{][{]}}2.000000e+00}, {3.000000e+00:1}}>>, tensor<?x1x!quant.uniform<u8:f32:{0:2}, {{[{][{]}}2.000000e+00}, {3.000000e+00:1}}>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>> -> tensor<?x2x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>>, tensor<?x1x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>>
  return
}
// CHECK-LABEL: func @variadic_c1_any(
func.func @variadic_c1_any(%x: tensor<?x3x!quant.any<u16>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3x!quant.any<u16>> -> tensor<?x2x!quant.any<u16>>, tensor<?x1x!quant.any<u16>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.any<u16>> -> tensor<?x2x!quant.any<u16>>, tensor<?x1x!quant.any<u16>>
  return
}
// CHECK-LABEL: func @variadic_c1_calibrated(
func.func @variadic_c1_calibrated(%x: tensor<?x3x!quant.calibrated<f32<-0.998:1.232100e+00>>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3x!quant.calibrated<f32<-0.998:1.232100e+00>>> -> tensor<?x2x!quant.calibrated<f32<-0.998:1.232100e+00>>>, tensor<?x1x!quant.calibrated<f32<-0.998:1.232100e+00>>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.calibrated<f32<-0.998:1.232100e+00>>> -> tensor<?x2x!quant.calibrated<f32<-0.998:1.232100e+00>>>, tensor<?x1x!quant.calibrated<f32<-0.998:1.232100e+00>>>
  return
}
// CHECK-LABEL: func @variadic_c1_unregistered(
func.func @variadic_c1_unregistered(%x: tensor<?x3x!foo.bar<1>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3x!foo.bar<1>> -> tensor<?x2x!foo.bar<1>>, tensor<?x1x!foo.bar<1>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!foo.bar<1>> -> tensor<?x2x!foo.bar<1>>, tensor<?x1x!foo.bar<1>>
  return
}
// CHECK-LABEL: func @variadic_c1_pointer(
func.func @variadic_c1_pointer(%x: tensor<?x3x!llvm.ptr>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3x!llvm.ptr> -> tensor<?x2x!llvm.ptr>, tensor<?x1x!llvm.ptr>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!llvm.ptr> -> tensor<?x2x!llvm.ptr>, tensor<?x1x!llvm.ptr>
  return
}
// CHECK-LABEL: func @variadic_c1_shape(
func.func @variadic_c1_shape(%x: tensor<?x3x!shape.shape>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3x!shape.shape> -> tensor<?x2x!shape.shape>, tensor<?x1x!shape.shape>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!shape.shape> -> tensor<?x2x!shape.shape>, tensor<?x1x!shape.shape>
  return
}
// CHECK-LABEL: func @variadic_c1_tf32(
func.func @variadic_c1_tf32(%x: tensor<?x3xtf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xtf32> -> tensor<?x2xtf32>, tensor<?x1xtf32>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xtf32> -> tensor<?x2xtf32>, tensor<?x1xtf32>
  return
}
// CHECK-LABEL: func @variadic_c1_complex_tf32(
func.func @variadic_c1_complex_tf32(%x: tensor<?x3xcomplex<tf32>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xcomplex<tf32>> -> tensor<?x2xcomplex<tf32>>, tensor<?x1xcomplex<tf32>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<tf32>> -> tensor<?x2xcomplex<tf32>>, tensor<?x1xcomplex<tf32>>
  return
}
// CHECK-LABEL: func @variadic_c1_no_bits(
func.func @variadic_c1_no_bits(%x: tensor<?x3xi0>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xi0> -> tensor<?x2xi0>, tensor<?x1xi0>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi0> -> tensor<?x2xi0>, tensor<?x1xi0>
  return
}
// CHECK-LABEL: func @variadic_c1_scalable(
func.func @variadic_c1_scalable(%x: tensor<?x3xvector<[2]xf32>>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1] : tensor<?x3xvector<[2]xf32>> -> tensor<?x2xvector<[2]xf32>>, tensor<?x1xvector<[2]xf32>>
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xvector<[2]xf32>> -> tensor<?x2xvector<[2]xf32>>, tensor<?x1xvector<[2]xf32>>
  return
}
