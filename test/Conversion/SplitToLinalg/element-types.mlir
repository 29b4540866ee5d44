// C1, C8: slices, copies and empty pieces have data's elements and encoding, whatever they are.
// RUN: split-opt %s -convert-split-to-linalg --allow-unregistered-dialect | FileCheck %s --check-prefixes=CHECK,VIEW
// RUN: split-opt %s -convert-split-to-linalg=materialize=all --allow-unregistered-dialect | FileCheck %s --check-prefixes=CHECK,COPY

// CHECK-LABEL: func @i1(
func.func @i1(%x: tensor<?x3xi1>) -> (tensor<?x2xi1>, tensor<?x1xi1>, tensor<?x0xi1>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xi1> to tensor<?x2xi1>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xi1> to tensor<?x1xi1>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0xi1>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2xi1>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1xi1>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3xi1>) outs(%[[TWO]], %[[ONE]] : tensor<?x2xi1>, tensor<?x1xi1>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0xi1>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3xi1> -> tensor<?x2xi1>, tensor<?x1xi1>, tensor<?x0xi1>
  return %0#0, %0#1, %0#2 : tensor<?x2xi1>, tensor<?x1xi1>, tensor<?x0xi1>
}
// CHECK-LABEL: func @i4(
func.func @i4(%x: tensor<?x3xi4>) -> (tensor<?x2xi4>, tensor<?x1xi4>, tensor<?x0xi4>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xi4> to tensor<?x2xi4>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xi4> to tensor<?x1xi4>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0xi4>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2xi4>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1xi4>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3xi4>) outs(%[[TWO]], %[[ONE]] : tensor<?x2xi4>, tensor<?x1xi4>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0xi4>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3xi4> -> tensor<?x2xi4>, tensor<?x1xi4>, tensor<?x0xi4>
  return %0#0, %0#1, %0#2 : tensor<?x2xi4>, tensor<?x1xi4>, tensor<?x0xi4>
}
// CHECK-LABEL: func @ui8(
func.func @ui8(%x: tensor<?x3xui8>) -> (tensor<?x2xui8>, tensor<?x1xui8>, tensor<?x0xui8>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xui8> to tensor<?x2xui8>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xui8> to tensor<?x1xui8>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0xui8>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2xui8>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1xui8>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3xui8>) outs(%[[TWO]], %[[ONE]] : tensor<?x2xui8>, tensor<?x1xui8>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0xui8>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3xui8> -> tensor<?x2xui8>, tensor<?x1xui8>, tensor<?x0xui8>
  return %0#0, %0#1, %0#2 : tensor<?x2xui8>, tensor<?x1xui8>, tensor<?x0xui8>
}
// CHECK-LABEL: func @si16(
func.func @si16(%x: tensor<?x3xsi16>) -> (tensor<?x2xsi16>, tensor<?x1xsi16>, tensor<?x0xsi16>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xsi16> to tensor<?x2xsi16>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xsi16> to tensor<?x1xsi16>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0xsi16>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2xsi16>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1xsi16>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3xsi16>) outs(%[[TWO]], %[[ONE]] : tensor<?x2xsi16>, tensor<?x1xsi16>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0xsi16>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3xsi16> -> tensor<?x2xsi16>, tensor<?x1xsi16>, tensor<?x0xsi16>
  return %0#0, %0#1, %0#2 : tensor<?x2xsi16>, tensor<?x1xsi16>, tensor<?x0xsi16>
}
// CHECK-LABEL: func @index(
func.func @index(%x: tensor<?x3xindex>) -> (tensor<?x2xindex>, tensor<?x1xindex>, tensor<?x0xindex>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xindex> to tensor<?x2xindex>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xindex> to tensor<?x1xindex>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0xindex>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2xindex>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1xindex>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3xindex>) outs(%[[TWO]], %[[ONE]] : tensor<?x2xindex>, tensor<?x1xindex>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0xindex>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3xindex> -> tensor<?x2xindex>, tensor<?x1xindex>, tensor<?x0xindex>
  return %0#0, %0#1, %0#2 : tensor<?x2xindex>, tensor<?x1xindex>, tensor<?x0xindex>
}
// CHECK-LABEL: func @f8E5M2(
func.func @f8E5M2(%x: tensor<?x3xf8E5M2>) -> (tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>, tensor<?x0xf8E5M2>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xf8E5M2> to tensor<?x2xf8E5M2>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xf8E5M2> to tensor<?x1xf8E5M2>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0xf8E5M2>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2xf8E5M2>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1xf8E5M2>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3xf8E5M2>) outs(%[[TWO]], %[[ONE]] : tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0xf8E5M2>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3xf8E5M2> -> tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>, tensor<?x0xf8E5M2>
  return %0#0, %0#1, %0#2 : tensor<?x2xf8E5M2>, tensor<?x1xf8E5M2>, tensor<?x0xf8E5M2>
}
// CHECK-LABEL: func @bf16(
func.func @bf16(%x: tensor<?x3xbf16>) -> (tensor<?x2xbf16>, tensor<?x1xbf16>, tensor<?x0xbf16>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xbf16> to tensor<?x2xbf16>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xbf16> to tensor<?x1xbf16>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0xbf16>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2xbf16>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1xbf16>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3xbf16>) outs(%[[TWO]], %[[ONE]] : tensor<?x2xbf16>, tensor<?x1xbf16>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0xbf16>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3xbf16> -> tensor<?x2xbf16>, tensor<?x1xbf16>, tensor<?x0xbf16>
  return %0#0, %0#1, %0#2 : tensor<?x2xbf16>, tensor<?x1xbf16>, tensor<?x0xbf16>
}
// CHECK-LABEL: func @complex_f64(
func.func @complex_f64(%x: tensor<?x3xcomplex<f64>>) -> (tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>, tensor<?x0xcomplex<f64>>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xcomplex<f64>> to tensor<?x2xcomplex<f64>>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xcomplex<f64>> to tensor<?x1xcomplex<f64>>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0xcomplex<f64>>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2xcomplex<f64>>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1xcomplex<f64>>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3xcomplex<f64>>) outs(%[[TWO]], %[[ONE]] : tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0xcomplex<f64>>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3xcomplex<f64>> -> tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>, tensor<?x0xcomplex<f64>>
  return %0#0, %0#1, %0#2 : tensor<?x2xcomplex<f64>>, tensor<?x1xcomplex<f64>>, tensor<?x0xcomplex<f64>>
}
// CHECK-LABEL: func @vector_2xf32(
func.func @vector_2xf32(%x: tensor<?x3xvector<2xf32>>) -> (tensor<?x2xvector<2xf32>>, tensor<?x1xvector<2xf32>>, tensor<?x0xvector<2xf32>>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xvector<2xf32>> to tensor<?x2xvector<2xf32>>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xvector<2xf32>> to tensor<?x1xvector<2xf32>>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0xvector<2xf32>>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2xvector<2xf32>>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1xvector<2xf32>>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3xvector<2xf32>>) outs(%[[TWO]], %[[ONE]] : tensor<?x2xvector<2xf32>>, tensor<?x1xvector<2xf32>>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0xvector<2xf32>>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3xvector<2xf32>> -> tensor<?x2xvector<2xf32>>, tensor<?x1xvector<2xf32>>, tensor<?x0xvector<2xf32>>
  return %0#0, %0#1, %0#2 : tensor<?x2xvector<2xf32>>, tensor<?x1xvector<2xf32>>, tensor<?x0xvector<2xf32>>
}
// CHECK-LABEL: func @quantized(
func.func @quantized(%x: tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> (tensor<?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x1x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x0x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01:3>> to tensor<?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01:3>> to tensor<?x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0x!quant.uniform<i8:f32, 5.000000e-01:3>>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) outs(%[[TWO]], %[[ONE]] : tensor<?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x1x!quant.uniform<i8:f32, 5.000000e-01:3>>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3x!quant.uniform<i8:f32, 5.000000e-01:3>> -> tensor<?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x1x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x0x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return %0#0, %0#1, %0#2 : tensor<?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x1x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<?x0x!quant.uniform<i8:f32, 5.000000e-01:3>>
}
// CHECK-LABEL: func @calibrated(
func.func @calibrated(%x: tensor<?x3x!quant.calibrated<f32<-0.998:1.232100e+00>>>) -> (tensor<?x2x!quant.calibrated<f32<-0.998:1.232100e+00>>>, tensor<?x1x!quant.calibrated<f32<-0.998:1.232100e+00>>>, tensor<?x0x!quant.calibrated<f32<-0.998:1.232100e+00>>>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3x!quant.calibrated<f32<-0.998:1.232100e+00>>> to tensor<?x2x!quant.calibrated<f32<-0.998:1.232100e+00>>>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3x!quant.calibrated<f32<-0.998:1.232100e+00>>> to tensor<?x1x!quant.calibrated<f32<-0.998:1.232100e+00>>>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0x!quant.calibrated<f32<-0.998:1.232100e+00>>>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2x!quant.calibrated<f32<-0.998:1.232100e+00>>>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1x!quant.calibrated<f32<-0.998:1.232100e+00>>>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3x!quant.calibrated<f32<-0.998:1.232100e+00>>>) outs(%[[TWO]], %[[ONE]] : tensor<?x2x!quant.calibrated<f32<-0.998:1.232100e+00>>>, tensor<?x1x!quant.calibrated<f32<-0.998:1.232100e+00>>>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0x!quant.calibrated<f32<-0.998:1.232100e+00>>>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3x!quant.calibrated<f32<-0.998:1.232100e+00>>> -> tensor<?x2x!quant.calibrated<f32<-0.998:1.232100e+00>>>, tensor<?x1x!quant.calibrated<f32<-0.998:1.232100e+00>>>, tensor<?x0x!quant.calibrated<f32<-0.998:1.232100e+00>>>
  return %0#0, %0#1, %0#2 : tensor<?x2x!quant.calibrated<f32<-0.998:1.232100e+00>>>, tensor<?x1x!quant.calibrated<f32<-0.998:1.232100e+00>>>, tensor<?x0x!quant.calibrated<f32<-0.998:1.232100e+00>>>
}
// CHECK-LABEL: func @unregistered(
func.func @unregistered(%x: tensor<?x3x!foo.bar<1>>) -> (tensor<?x2x!foo.bar<1>>, tensor<?x1x!foo.bar<1>>, tensor<?x0x!foo.bar<1>>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3x!foo.bar<1>> to tensor<?x2x!foo.bar<1>>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3x!foo.bar<1>> to tensor<?x1x!foo.bar<1>>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0x!foo.bar<1>>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2x!foo.bar<1>>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1x!foo.bar<1>>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3x!foo.bar<1>>) outs(%[[TWO]], %[[ONE]] : tensor<?x2x!foo.bar<1>>, tensor<?x1x!foo.bar<1>>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0x!foo.bar<1>>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3x!foo.bar<1>> -> tensor<?x2x!foo.bar<1>>, tensor<?x1x!foo.bar<1>>, tensor<?x0x!foo.bar<1>>
  return %0#0, %0#1, %0#2 : tensor<?x2x!foo.bar<1>>, tensor<?x1x!foo.bar<1>>, tensor<?x0x!foo.bar<1>>
}
// CHECK-LABEL: func @pointer(
func.func @pointer(%x: tensor<?x3x!llvm.ptr>) -> (tensor<?x2x!llvm.ptr>, tensor<?x1x!llvm.ptr>, tensor<?x0x!llvm.ptr>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3x!llvm.ptr> to tensor<?x2x!llvm.ptr>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3x!llvm.ptr> to tensor<?x1x!llvm.ptr>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0x!llvm.ptr>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2x!llvm.ptr>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1x!llvm.ptr>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3x!llvm.ptr>) outs(%[[TWO]], %[[ONE]] : tensor<?x2x!llvm.ptr>, tensor<?x1x!llvm.ptr>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0x!llvm.ptr>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3x!llvm.ptr> -> tensor<?x2x!llvm.ptr>, tensor<?x1x!llvm.ptr>, tensor<?x0x!llvm.ptr>
  return %0#0, %0#1, %0#2 : tensor<?x2x!llvm.ptr>, tensor<?x1x!llvm.ptr>, tensor<?x0x!llvm.ptr>
}
// CHECK-LABEL: func @encoding_string(
func.func @encoding_string(%x: tensor<?x3xf32, "blocked">) -> (tensor<?x2xf32, "blocked">, tensor<?x1xf32, "blocked">, tensor<?x0xf32, "blocked">) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xf32, "blocked"> to tensor<?x2xf32, "blocked">
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xf32, "blocked"> to tensor<?x1xf32, "blocked">
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0xf32, "blocked">
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2xf32, "blocked">
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1xf32, "blocked">
  // COPY: split.copy ins(%{{.+}} : tensor<?x3xf32, "blocked">) outs(%[[TWO]], %[[ONE]] : tensor<?x2xf32, "blocked">, tensor<?x1xf32, "blocked">) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0xf32, "blocked">
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3xf32, "blocked"> -> tensor<?x2xf32, "blocked">, tensor<?x1xf32, "blocked">, tensor<?x0xf32, "blocked">
  return %0#0, %0#1, %0#2 : tensor<?x2xf32, "blocked">, tensor<?x1xf32, "blocked">, tensor<?x0xf32, "blocked">
}
// CHECK-LABEL: func @encoding_dictionary(
func.func @encoding_dictionary(%x: tensor<?x3xf32, {tile = 4 : i64}>) -> (tensor<?x2xf32, {tile = 4 : i64}>, tensor<?x1xf32, {tile = 4 : i64}>, tensor<?x0xf32, {tile = 4 : i64}>) {
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xf32, {tile = 4 : i64}> to tensor<?x2xf32, {tile = 4 : i64}>
  // VIEW: tensor.extract_slice %{{.+}} : tensor<?x3xf32, {tile = 4 : i64}> to tensor<?x1xf32, {tile = 4 : i64}>
  // COPY: tensor.empty(%{{.+}}) : tensor<?x0xf32, {tile = 4 : i64}>
  // COPY: %[[TWO:.+]] = tensor.empty(%{{.+}}) : tensor<?x2xf32, {tile = 4 : i64}>
  // COPY: %[[ONE:.+]] = tensor.empty(%{{.+}}) : tensor<?x1xf32, {tile = 4 : i64}>
  // COPY: split.copy ins(%{{.+}} : tensor<?x3xf32, {tile = 4 : i64}>) outs(%[[TWO]], %[[ONE]] : tensor<?x2xf32, {tile = 4 : i64}>, tensor<?x1xf32, {tile = 4 : i64}>) axis(1)
  // VIEW: tensor.empty(%{{.+}}) : tensor<?x0xf32, {tile = 4 : i64}>
  %0:3 = split.variadic_split %x axis(1) lengths [2, 1, 0] : tensor<?x3xf32, {tile = 4 : i64}> -> tensor<?x2xf32, {tile = 4 : i64}>, tensor<?x1xf32, {tile = 4 : i64}>, tensor<?x0xf32, {tile = 4 : i64}>
  return %0#0, %0#1, %0#2 : tensor<?x2xf32, {tile = 4 : i64}>, tensor<?x1xf32, {tile = 4 : i64}>, tensor<?x0xf32, {tile = 4 : i64}>
}
