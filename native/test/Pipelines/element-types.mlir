// C1: every element type that memory can hold reaches LLVM as the type it is kept as.
// RUN: split-opt %s -split-to-llvm | FileCheck %s --implicit-check-not=split. --implicit-check-not=unrealized_conversion_cast --implicit-check-not=memref

// CHECK-LABEL: llvm.func @i1(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i1{{$}}
func.func @i1(%x: tensor<?x3xi1>) -> (tensor<?x2xi1>, tensor<?x1xi1>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi1> -> tensor<?x2xi1>, tensor<?x1xi1>
  return %0#0, %0#1 : tensor<?x2xi1>, tensor<?x1xi1>
}
// CHECK-LABEL: llvm.func @i4(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i4{{$}}
func.func @i4(%x: tensor<?x3xi4>) -> (tensor<?x2xi4>, tensor<?x1xi4>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi4> -> tensor<?x2xi4>, tensor<?x1xi4>
  return %0#0, %0#1 : tensor<?x2xi4>, tensor<?x1xi4>
}
// CHECK-LABEL: llvm.func @i8(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @i8(%x: tensor<?x3xi8>) -> (tensor<?x2xi8>, tensor<?x1xi8>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi8> -> tensor<?x2xi8>, tensor<?x1xi8>
  return %0#0, %0#1 : tensor<?x2xi8>, tensor<?x1xi8>
}
// CHECK-LABEL: llvm.func @i16(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i16{{$}}
func.func @i16(%x: tensor<?x3xi16>) -> (tensor<?x2xi16>, tensor<?x1xi16>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi16> -> tensor<?x2xi16>, tensor<?x1xi16>
  return %0#0, %0#1 : tensor<?x2xi16>, tensor<?x1xi16>
}
// CHECK-LABEL: llvm.func @i24(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i24{{$}}
func.func @i24(%x: tensor<?x3xi24>) -> (tensor<?x2xi24>, tensor<?x1xi24>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi24> -> tensor<?x2xi24>, tensor<?x1xi24>
  return %0#0, %0#1 : tensor<?x2xi24>, tensor<?x1xi24>
}
// CHECK-LABEL: llvm.func @i32(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i32{{$}}
func.func @i32(%x: tensor<?x3xi32>) -> (tensor<?x2xi32>, tensor<?x1xi32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi32> -> tensor<?x2xi32>, tensor<?x1xi32>
  return %0#0, %0#1 : tensor<?x2xi32>, tensor<?x1xi32>
}
// CHECK-LABEL: llvm.func @i64(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i64{{$}}
func.func @i64(%x: tensor<?x3xi64>) -> (tensor<?x2xi64>, tensor<?x1xi64>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi64> -> tensor<?x2xi64>, tensor<?x1xi64>
  return %0#0, %0#1 : tensor<?x2xi64>, tensor<?x1xi64>
}
// CHECK-LABEL: llvm.func @i128(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i128{{$}}
func.func @i128(%x: tensor<?x3xi128>) -> (tensor<?x2xi128>, tensor<?x1xi128>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xi128> -> tensor<?x2xi128>, tensor<?x1xi128>
  return %0#0, %0#1 : tensor<?x2xi128>, tensor<?x1xi128>
}
// CHECK-LABEL: llvm.func @si4(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i4{{$}}
func.func @si4(%x: tensor<?x3xsi4>) -> (tensor<?x2xsi4>, tensor<?x1xsi4>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xsi4> -> tensor<?x2xsi4>, tensor<?x1xsi4>
  return %0#0, %0#1 : tensor<?x2xsi4>, tensor<?x1xsi4>
}
// CHECK-LABEL: llvm.func @si8(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @si8(%x: tensor<?x3xsi8>) -> (tensor<?x2xsi8>, tensor<?x1xsi8>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xsi8> -> tensor<?x2xsi8>, tensor<?x1xsi8>
  return %0#0, %0#1 : tensor<?x2xsi8>, tensor<?x1xsi8>
}
// CHECK-LABEL: llvm.func @si16(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i16{{$}}
func.func @si16(%x: tensor<?x3xsi16>) -> (tensor<?x2xsi16>, tensor<?x1xsi16>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xsi16> -> tensor<?x2xsi16>, tensor<?x1xsi16>
  return %0#0, %0#1 : tensor<?x2xsi16>, tensor<?x1xsi16>
}
// CHECK-LABEL: llvm.func @si32(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i32{{$}}
func.func @si32(%x: tensor<?x3xsi32>) -> (tensor<?x2xsi32>, tensor<?x1xsi32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xsi32> -> tensor<?x2xsi32>, tensor<?x1xsi32>
  return %0#0, %0#1 : tensor<?x2xsi32>, tensor<?x1xsi32>
}
// CHECK-LABEL: llvm.func @si64(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i64{{$}}
func.func @si64(%x: tensor<?x3xsi64>) -> (tensor<?x2xsi64>, tensor<?x1xsi64>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xsi64> -> tensor<?x2xsi64>, tensor<?x1xsi64>
  return %0#0, %0#1 : tensor<?x2xsi64>, tensor<?x1xsi64>
}
// CHECK-LABEL: llvm.func @ui4(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i4{{$}}
func.func @ui4(%x: tensor<?x3xui4>) -> (tensor<?x2xui4>, tensor<?x1xui4>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xui4> -> tensor<?x2xui4>, tensor<?x1xui4>
  return %0#0, %0#1 : tensor<?x2xui4>, tensor<?x1xui4>
}
// CHECK-LABEL: llvm.func @ui8(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @ui8(%x: tensor<?x3xui8>) -> (tensor<?x2xui8>, tensor<?x1xui8>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xui8> -> tensor<?x2xui8>, tensor<?x1xui8>
  return %0#0, %0#1 : tensor<?x2xui8>, tensor<?x1xui8>
}
// CHECK-LABEL: llvm.func @ui16(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i16{{$}}
func.func @ui16(%x: tensor<?x3xui16>) -> (tensor<?x2xui16>, tensor<?x1xui16>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xui16> -> tensor<?x2xui16>, tensor<?x1xui16>
  return %0#0, %0#1 : tensor<?x2xui16>, tensor<?x1xui16>
}
// CHECK-LABEL: llvm.func @ui32(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i32{{$}}
func.func @ui32(%x: tensor<?x3xui32>) -> (tensor<?x2xui32>, tensor<?x1xui32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xui32> -> tensor<?x2xui32>, tensor<?x1xui32>
  return %0#0, %0#1 : tensor<?x2xui32>, tensor<?x1xui32>
}
// CHECK-LABEL: llvm.func @ui64(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i64{{$}}
func.func @ui64(%x: tensor<?x3xui64>) -> (tensor<?x2xui64>, tensor<?x1xui64>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xui64> -> tensor<?x2xui64>, tensor<?x1xui64>
  return %0#0, %0#1 : tensor<?x2xui64>, tensor<?x1xui64>
}
// CHECK-LABEL: llvm.func @index(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i64{{$}}
func.func @index(%x: tensor<?x3xindex>) -> (tensor<?x2xindex>, tensor<?x1xindex>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xindex> -> tensor<?x2xindex>, tensor<?x1xindex>
  return %0#0, %0#1 : tensor<?x2xindex>, tensor<?x1xindex>
}
// CHECK-LABEL: llvm.func @f4E2M1FN(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i4{{$}}
func.func @f4E2M1FN(%x: tensor<?x3xf4E2M1FN>) -> (tensor<?x2xf4E2M1FN>, tensor<?x1xf4E2M1FN>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf4E2M1FN> -> tensor<?x2xf4E2M1FN>, tensor<?x1xf4E2M1FN>
  return %0#0, %0#1 : tensor<?x2xf4E2M1FN>, tensor<?x1xf4E2M1FN>
}
// CHECK-LABEL: llvm.func @f6E2M3FN(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i6{{$}}
func.func @f6E2M3FN(%x: tensor<?x3xf6E2M3FN>) -> (tensor<?x2xf6E2M3FN>, tensor<?x1xf6E2M3FN>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf6E2M3FN> -> tensor<?x2xf6E2M3FN>, tensor<?x1xf6E2M3FN>
  return %0#0, %0#1 : tensor<?x2xf6E2M3FN>, tensor<?x1xf6E2M3FN>
}
// CHECK-LABEL: llvm.func @f6E3M2FN(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i6{{$}}
func.func @f6E3M2FN(%x: tensor<?x3xf6E3M2FN>) -> (tensor<?x2xf6E3M2FN>, tensor<?x1xf6E3M2FN>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf6E3M2FN> -> tensor<?x2xf6E3M2FN>, tensor<?x1xf6E3M2FN>
  return %0#0, %0#1 : tensor<?x2xf6E3M2FN>, tensor<?x1xf6E3M2FN>
}
// CHECK-LABEL: llvm.func @f8E3M4(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @f8E3M4(%x: tensor<?x3xf8E3M4>) -> (tensor<?x2xf8E3M4>, tensor<?x1xf8E3M4>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E3M4> -> tensor<?x2xf8E3M4>, tensor<?x1xf8E3M4>
  return %0#0, %0#1 : tensor<?x2xf8E3M4>, tensor<?x1xf8E3M4>
}
// CHECK-LABEL: llvm.func @f8E4M3(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @f8E4M3(%x: tensor<?x3xf8E4M3>) -> (tensor<?x2xf8E4M3>, tensor<?x1xf8E4M3>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E4M3> -> tensor<?x2xf8E4M3>, tensor<?x1xf8E4M3>
  return %0#0, %0#1 : tensor<?x2xf8E4M3>, tensor<?x1xf8E4M3>
}
// CHECK-LABEL: llvm.func @f8E4M3B11FNUZ(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @f8E4M3B11FNUZ(%x: tensor<?x3xf8E4M3B11FNUZ>) -> (tensor<?x2xf8E4M3B11FNUZ>, tensor<?x1xf8E4M3B11FNUZ>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E4M3B11FNUZ> -> tensor<?x2xf8E4M3B11FNUZ>, tensor<?x1xf8E4M3B11FNUZ>
  return %0#0, %0#1 : tensor<?x2xf8E4M3B11FNUZ>, tensor<?x1xf8E4M3B11FNUZ>
}
// CHECK-LABEL: llvm.func @f8E4M3FN(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @f8E4M3FN(%x: tensor<?x3xf8E4M3FN>) -> (tensor<?x2xf8E4M3FN>, tensor<?x1xf8E4M3FN>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E4M3FN> -> tensor<?x2xf8E4M3FN>, tensor<?x1xf8E4M3FN>
  return %0#0, %0#1 : tensor<?x2xf8E4M3FN>, tensor<?x1xf8E4M3FN>
}
// CHECK-LABEL: llvm.func @f8E4M3FNUZ(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @f8E4M3FNUZ(%x: tensor<?x3xf8E4M3FNUZ>) -> (tensor<?x2xf8E4M3FNUZ>, tensor<?x1xf8E4M3FNUZ>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E4M3FNUZ> -> tensor<?x2xf8E4M3FNUZ>, tensor<?x1xf8E4M3FNUZ>
  return %0#0, %0#1 : tensor<?x2xf8E4M3FNUZ>, tensor<?x1xf8E4M3FNUZ>
}
// CHECK-LABEL: llvm.func @f8E5M2(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @f8E5M2(%x: tensor<?x3xf8E5M2>) -> (tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E5M2> -> tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>
  return %0#0, %0#1 : tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>
}
// CHECK-LABEL: llvm.func @f8E5M2FNUZ(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @f8E5M2FNUZ(%x: tensor<?x3xf8E5M2FNUZ>) -> (tensor<?x2xf8E5M2FNUZ>, tensor<?x1xf8E5M2FNUZ>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E5M2FNUZ> -> tensor<?x2xf8E5M2FNUZ>, tensor<?x1xf8E5M2FNUZ>
  return %0#0, %0#1 : tensor<?x2xf8E5M2FNUZ>, tensor<?x1xf8E5M2FNUZ>
}
// CHECK-LABEL: llvm.func @f8E8M0FNU(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @f8E8M0FNU(%x: tensor<?x3xf8E8M0FNU>) -> (tensor<?x2xf8E8M0FNU>, tensor<?x1xf8E8M0FNU>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf8E8M0FNU> -> tensor<?x2xf8E8M0FNU>, tensor<?x1xf8E8M0FNU>
  return %0#0, %0#1 : tensor<?x2xf8E8M0FNU>, tensor<?x1xf8E8M0FNU>
}
// CHECK-LABEL: llvm.func @f16(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, f16{{$}}
func.func @f16(%x: tensor<?x3xf16>) -> (tensor<?x2xf16>, tensor<?x1xf16>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf16> -> tensor<?x2xf16>, tensor<?x1xf16>
  return %0#0, %0#1 : tensor<?x2xf16>, tensor<?x1xf16>
}
// CHECK-LABEL: llvm.func @bf16(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, bf16{{$}}
func.func @bf16(%x: tensor<?x3xbf16>) -> (tensor<?x2xbf16>, tensor<?x1xbf16>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xbf16> -> tensor<?x2xbf16>, tensor<?x1xbf16>
  return %0#0, %0#1 : tensor<?x2xbf16>, tensor<?x1xbf16>
}
// CHECK-LABEL: llvm.func @f32(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, f32{{$}}
func.func @f32(%x: tensor<?x3xf32>) -> (tensor<?x2xf32>, tensor<?x1xf32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf32> -> tensor<?x2xf32>, tensor<?x1xf32>
  return %0#0, %0#1 : tensor<?x2xf32>, tensor<?x1xf32>
}
// CHECK-LABEL: llvm.func @f64(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, f64{{$}}
func.func @f64(%x: tensor<?x3xf64>) -> (tensor<?x2xf64>, tensor<?x1xf64>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf64> -> tensor<?x2xf64>, tensor<?x1xf64>
  return %0#0, %0#1 : tensor<?x2xf64>, tensor<?x1xf64>
}
// CHECK-LABEL: llvm.func @f80(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, f80{{$}}
func.func @f80(%x: tensor<?x3xf80>) -> (tensor<?x2xf80>, tensor<?x1xf80>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf80> -> tensor<?x2xf80>, tensor<?x1xf80>
  return %0#0, %0#1 : tensor<?x2xf80>, tensor<?x1xf80>
}
// CHECK-LABEL: llvm.func @f128(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, f128{{$}}
func.func @f128(%x: tensor<?x3xf128>) -> (tensor<?x2xf128>, tensor<?x1xf128>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xf128> -> tensor<?x2xf128>, tensor<?x1xf128>
  return %0#0, %0#1 : tensor<?x2xf128>, tensor<?x1xf128>
}
// CHECK-LABEL: llvm.func @complex_bf16(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, !llvm.struct<(bf16, bf16)>{{$}}
func.func @complex_bf16(%x: tensor<?x3xcomplex<bf16>>) -> (tensor<?x2xcomplex<bf16>>, tensor<?x1xcomplex<bf16>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<bf16>> -> tensor<?x2xcomplex<bf16>>, tensor<?x1xcomplex<bf16>>
  return %0#0, %0#1 : tensor<?x2xcomplex<bf16>>, tensor<?x1xcomplex<bf16>>
}
// CHECK-LABEL: llvm.func @complex_f32(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, !llvm.struct<(f32, f32)>{{$}}
func.func @complex_f32(%x: tensor<?x3xcomplex<f32>>) -> (tensor<?x2xcomplex<f32>>, tensor<?x1xcomplex<f32>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<f32>> -> tensor<?x2xcomplex<f32>>, tensor<?x1xcomplex<f32>>
  return %0#0, %0#1 : tensor<?x2xcomplex<f32>>, tensor<?x1xcomplex<f32>>
}
// CHECK-LABEL: llvm.func @complex_f64(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, !llvm.struct<(f64, f64)>{{$}}
func.func @complex_f64(%x: tensor<?x3xcomplex<f64>>) -> (tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<f64>> -> tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>
  return %0#0, %0#1 : tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>
}
// CHECK-LABEL: llvm.func @complex_i8(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, !llvm.struct<(i8, i8)>{{$}}
func.func @complex_i8(%x: tensor<?x3xcomplex<i8>>) -> (tensor<?x2xcomplex<i8>>, tensor<?x1xcomplex<i8>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<i8>> -> tensor<?x2xcomplex<i8>>, tensor<?x1xcomplex<i8>>
  return %0#0, %0#1 : tensor<?x2xcomplex<i8>>, tensor<?x1xcomplex<i8>>
}
// CHECK-LABEL: llvm.func @complex_ui8(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, !llvm.struct<(i8, i8)>{{$}}
func.func @complex_ui8(%x: tensor<?x3xcomplex<ui8>>) -> (tensor<?x2xcomplex<ui8>>, tensor<?x1xcomplex<ui8>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xcomplex<ui8>> -> tensor<?x2xcomplex<ui8>>, tensor<?x1xcomplex<ui8>>
  return %0#0, %0#1 : tensor<?x2xcomplex<ui8>>, tensor<?x1xcomplex<ui8>>
}
// CHECK-LABEL: llvm.func @vector_2xf32(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, vector<2xf32>{{$}}
func.func @vector_2xf32(%x: tensor<?x3xvector<2xf32>>) -> (tensor<?x2xvector<2xf32>>, tensor<?x1xvector<2xf32>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xvector<2xf32>> -> tensor<?x2xvector<2xf32>>, tensor<?x1xvector<2xf32>>
  return %0#0, %0#1 : tensor<?x2xvector<2xf32>>, tensor<?x1xvector<2xf32>>
}
// CHECK-LABEL: llvm.func @vector_2x2xi8(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, !llvm.array<2 x vector<2xi8>>{{$}}
func.func @vector_2x2xi8(%x: tensor<?x3xvector<2x2xi8>>) -> (tensor<?x2xvector<2x2xi8>>, tensor<?x1xvector<2x2xi8>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xvector<2x2xi8>> -> tensor<?x2xvector<2x2xi8>>, tensor<?x1xvector<2x2xi8>>
  return %0#0, %0#1 : tensor<?x2xvector<2x2xi8>>, tensor<?x1xvector<2x2xi8>>
}
// CHECK-LABEL: llvm.func @vector_2xindex(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, vector<2xi64>{{$}}
func.func @vector_2xindex(%x: tensor<?x3xvector<2xindex>>) -> (tensor<?x2xvector<2xindex>>, tensor<?x1xvector<2xindex>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3xvector<2xindex>> -> tensor<?x2xvector<2xindex>>, tensor<?x1xvector<2xindex>>
  return %0#0, %0#1 : tensor<?x2xvector<2xindex>>, tensor<?x1xvector<2xindex>>
}
// CHECK-LABEL: llvm.func @uniform(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @uniform(%x: tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> (tensor<?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x1x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01:3>> -> tensor<?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return %0#0, %0#1 : tensor<?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
}
// CHECK-LABEL: llvm.func @uniform_u4(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i4{{$}}
func.func @uniform_u4(%x: tensor<?x3x!quant.uniform<u4:f32, 5.000000e-01>>) -> (tensor<?x2x!quant.uniform<u4:f32, 5.000000e-01>>, tensor<?x1x!quant.uniform<u4:f32, 5.000000e-01>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<u4:f32, 5.000000e-01>> -> tensor<?x2x!quant.uniform<u4:f32, 5.000000e-01>>, tensor<?x1x!quant.uniform<u4:f32, 5.000000e-01>>
  return %0#0, %0#1 : tensor<?x2x!quant.uniform<u4:f32, 5.000000e-01>>, tensor<?x1x!quant.uniform<u4:f32, 5.000000e-01>>
}
// CHECK-LABEL: llvm.func @uniform_bounds(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @uniform_bounds(%x: tensor<?x3x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>) -> (tensor<?x2x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>, tensor<?x1x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>> -> tensor<?x2x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>, tensor<?x1x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>
  return %0#0, %0#1 : tensor<?x2x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>, tensor<?x1x!quant.uniform<i8<-8:7>:f32, 5.000000e-01>>
}
// CHECK-LABEL: llvm.func @uniform_i32(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i32{{$}}
func.func @uniform_i32(%x: tensor<?x3x!quant.uniform<i32:f64, 5.000000e-01>>) -> (tensor<?x2x!quant.uniform<i32:f64, 5.000000e-01>>, tensor<?x1x!quant.uniform<i32:f64, 5.000000e-01>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i32:f64, 5.000000e-01>> -> tensor<?x2x!quant.uniform<i32:f64, 5.000000e-01>>, tensor<?x1x!quant.uniform<i32:f64, 5.000000e-01>>
  return %0#0, %0#1 : tensor<?x2x!quant.uniform<i32:f64, 5.000000e-01>>, tensor<?x1x!quant.uniform<i32:f64, 5.000000e-01>>
}
// CHECK-LABEL: llvm.func @per_axis(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @per_axis(%x: tensor<?x3x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>) -> (tensor<?x2x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>, tensor<?x1x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>> -> tensor<?x2x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>, tensor<?x1x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>
  return %0#0, %0#1 : tensor<?x2x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>, tensor<?x1x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00:1}>>
}
// CHECK-LABEL: llvm.func @sub_channel(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i8{{$}}
func.func @sub_channel(%x: tensor<?x3x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>>) -> (tensor<?x2x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>>, tensor<?x1x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>> -> tensor<?x2x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>>, tensor<?x1x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>>
  return %0#0, %0#1 : tensor<?x2x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>>, tensor<?x1x!quant.uniform<u8:f32:{0:2}, {{2.000000e+00}, {3.000000e+00:1}}>>
}
// CHECK-LABEL: llvm.func @any(
// CHECK: llvm.getelementptr {{.+}} -> !llvm.ptr, i16{{$}}
func.func @any(%x: tensor<?x3x!quant.any<u16>>) -> (tensor<?x2x!quant.any<u16>>, tensor<?x1x!quant.any<u16>>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 1] : tensor<?x3x!quant.any<u16>> -> tensor<?x2x!quant.any<u16>>, tensor<?x1x!quant.any<u16>>
  return %0#0, %0#1 : tensor<?x2x!quant.any<u16>>, tensor<?x1x!quant.any<u16>>
}
