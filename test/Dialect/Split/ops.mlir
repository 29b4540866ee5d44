// What every assembly form prints, in the three ways IR is written down.
// RUN: split-opt %s | split-opt | FileCheck %s
// RUN: split-opt %s --mlir-print-op-generic | split-opt | FileCheck %s
// RUN: split-opt %s --emit-bytecode | split-opt | FileCheck %s
// Printing is a fixed point.
// RUN: split-opt %s -o %t.1 && split-opt %t.1 -o %t.2 && diff %t.1 %t.2

// CHECK-LABEL: func @split_static(
// CHECK-SAME: %[[X:.+]]: tensor<2048x2304xf32>
func.func @split_static(%x: tensor<2048x2304xf32>) {
  // CHECK: %{{.+}}:3 = split.split %[[X]] axis(-1) into 3 : tensor<2048x2304xf32> -> tensor<2048x768xf32>, tensor<2048x768xf32>, tensor<2048x768xf32>
  %q, %k, %v = split.split %x axis(-1) into 3
      : tensor<2048x2304xf32> -> tensor<2048x768xf32>, tensor<2048x768xf32>, tensor<2048x768xf32>
  return
}

// CHECK-LABEL: func @split_run_time_axis(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>, %[[A:.+]]: tensor<i32>
func.func @split_run_time_axis(%x: tensor<?x?xf32>, %ax: tensor<i32>) {
  // CHECK: %{{.+}}:2 = split.split %[[X]] axis(%[[A]] : tensor<i32>) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %p:2 = split.split %x axis(%ax : tensor<i32>) into 2
      : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @variadic_static(
// CHECK-SAME: %[[X:.+]]: tensor<6x12xf32>
func.func @variadic_static(%x: tensor<6x12xf32>) {
  // CHECK: %{{.+}}:2 = split.variadic_split %[[X]] axis(0) lengths [2, -1] : tensor<6x12xf32> -> tensor<2x12xf32>, tensor<4x12xf32>
  %a, %b = split.variadic_split %x axis(0) lengths [2, -1]
      : tensor<6x12xf32> -> tensor<2x12xf32>, tensor<4x12xf32>
  return
}

// CHECK-LABEL: func @variadic_run_time(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>, %[[I:.+]]: index, %[[L:.+]]: tensor<2xi64>
func.func @variadic_run_time(%x: tensor<*xf32>, %i: index, %l: tensor<2xi64>) {
  // CHECK: %{{.+}}:2 = split.variadic_split %[[X]] axis(%[[I]] : index) lengths(%[[L]] : tensor<2xi64>) : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %c, %d = split.variadic_split %x axis(%i : index) lengths(%l : tensor<2xi64>)
      : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return
}

// CHECK-LABEL: func @variadic_static_axis_run_time_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>, %[[L:.+]]: tensor<2xi32>
func.func @variadic_static_axis_run_time_lengths(%x: tensor<4xf32>, %l: tensor<2xi32>) {
  // CHECK: split.variadic_split %[[X]] axis(0) lengths(%[[L]] : tensor<2xi32>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  %c, %d = split.variadic_split %x axis(0) lengths(%l : tensor<2xi32>)
      : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// CHECK-LABEL: func @variadic_run_time_axis_static_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<4x?xf32>, %[[A:.+]]: i64
func.func @variadic_run_time_axis_static_lengths(%x: tensor<4x?xf32>, %a: i64) {
  // CHECK: split.variadic_split %[[X]] axis(%[[A]] : i64) lengths [1, 3] : tensor<4x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %c, %d = split.variadic_split %x axis(%a : i64) lengths [1, 3]
      : tensor<4x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @one_result(
func.func @one_result(%x: tensor<4xf32>) {
  // CHECK: %{{.+}} = split.split %{{.+}} axis(0) into 1 : tensor<4xf32> -> tensor<4xf32>
  %0 = split.split %x axis(0) into 1 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{.+}} = split.variadic_split %{{.+}} axis(-1) lengths [4] : tensor<4xf32> -> tensor<4xf32>
  %1 = split.variadic_split %x axis(-1) lengths [4] : tensor<4xf32> -> tensor<4xf32>
  return
}

// Attributes of others are kept.
// CHECK-LABEL: func @discardable_attributes(
func.func @discardable_attributes(%x: tensor<4xf32>, %a: i8, %l: tensor<1xi8>) {
  // CHECK: split.split %{{.+}} axis(0) into 1 {note = "a"} : tensor<4xf32> -> tensor<4xf32>
  %0 = split.split %x axis(0) into 1 {note = "a"} : tensor<4xf32> -> tensor<4xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [4] {note = "b"} : tensor<4xf32> -> tensor<4xf32>
  %1 = split.variadic_split %x axis(0) lengths [4] {note = "b"} : tensor<4xf32> -> tensor<4xf32>
  // CHECK: split.variadic_split %{{.+}} axis(%{{.+}} : i8) lengths(%{{.+}} : tensor<1xi8>) {note = "c"} : tensor<4xf32> -> tensor<4xf32>
  %2 = split.variadic_split %x axis(%a : i8) lengths(%l : tensor<1xi8>) {note = "c"} : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func @generic_form(
func.func @generic_form(%x: tensor<4xf32>, %a: i32, %l: tensor<2xi64>) {
  // CHECK: split.split %{{.+}} axis(-1) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %0:2 = "split.split"(%x) <{static_axis = -1 : i64, num_splits = 2 : i64}>
      : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  // CHECK: split.split %{{.+}} axis(%{{.+}} : i32) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %1:2 = "split.split"(%x, %a) <{num_splits = 2 : i64}>
      : (tensor<4xf32>, i32) -> (tensor<2xf32>, tensor<2xf32>)
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [1, 3] : tensor<4xf32> -> tensor<1xf32>, tensor<3xf32>
  %2:2 = "split.variadic_split"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>,
      static_axis = 0 : i64, static_lengths = array<i64: 1, 3>}>
      : (tensor<4xf32>) -> (tensor<1xf32>, tensor<3xf32>)
  // CHECK: split.variadic_split %{{.+}} axis(%{{.+}} : i32) lengths [1, 3] : tensor<4xf32> -> tensor<1xf32>, tensor<3xf32>
  %3:2 = "split.variadic_split"(%x, %a) <{operandSegmentSizes = array<i32: 1, 1, 0>,
      static_lengths = array<i64: 1, 3>}>
      : (tensor<4xf32>, i32) -> (tensor<1xf32>, tensor<3xf32>)
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths(%{{.+}} : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  %4:2 = "split.variadic_split"(%x, %l) <{operandSegmentSizes = array<i32: 1, 0, 1>,
      static_axis = 0 : i64}>
      : (tensor<4xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  // CHECK: split.variadic_split %{{.+}} axis(%{{.+}} : i32) lengths(%{{.+}} : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  %5:2 = "split.variadic_split"(%x, %a, %l) <{operandSegmentSizes = array<i32: 1, 1, 1>}>
      : (tensor<4xf32>, i32, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}

//===----------------------------------------------------------------------===//
// C3: forms and types of a run-time axis.
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @split_c3_scalars(
func.func @split_c3_scalars(%x: tensor<?xf32>, %0: i8, %1: i16, %2: i24, %3: i32, %4: i64,
    %5: ui8, %6: ui16, %7: ui32, %8: ui64, %9: si8, %10: si16, %11: si64, %12: index) {
  // CHECK: axis(%{{.+}} : i8) into
  // CHECK: axis(%{{.+}} : i16) into
  // CHECK: axis(%{{.+}} : i24) into
  // CHECK: axis(%{{.+}} : i32) into
  // CHECK: axis(%{{.+}} : i64) into
  // CHECK: axis(%{{.+}} : ui8) into
  // CHECK: axis(%{{.+}} : ui16) into
  // CHECK: axis(%{{.+}} : ui32) into
  // CHECK: axis(%{{.+}} : ui64) into
  // CHECK: axis(%{{.+}} : si8) into
  // CHECK: axis(%{{.+}} : si16) into
  // CHECK: axis(%{{.+}} : si64) into
  // CHECK: axis(%{{.+}} : index) into
  %r0 = split.split %x axis(%0 : i8) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r1 = split.split %x axis(%1 : i16) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r2 = split.split %x axis(%2 : i24) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r3 = split.split %x axis(%3 : i32) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r4 = split.split %x axis(%4 : i64) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r5 = split.split %x axis(%5 : ui8) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r6 = split.split %x axis(%6 : ui16) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r7 = split.split %x axis(%7 : ui32) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r8 = split.split %x axis(%8 : ui64) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r9 = split.split %x axis(%9 : si8) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r10 = split.split %x axis(%10 : si16) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r11 = split.split %x axis(%11 : si64) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r12 = split.split %x axis(%12 : index) into 1 : tensor<?xf32> -> tensor<?xf32>
  return
}

// CHECK-LABEL: func @split_c3_tensors(
func.func @split_c3_tensors(%x: tensor<?xf32>, %0: tensor<i32>, %1: tensor<1xi64>,
    %2: tensor<ui8>, %3: tensor<1xsi16>, %4: tensor<index>, %5: tensor<1xindex>) {
  // CHECK: axis(%{{.+}} : tensor<i32>) into
  // CHECK: axis(%{{.+}} : tensor<1xi64>) into
  // CHECK: axis(%{{.+}} : tensor<ui8>) into
  // CHECK: axis(%{{.+}} : tensor<1xsi16>) lengths
  // CHECK: axis(%{{.+}} : tensor<index>) lengths
  // CHECK: axis(%{{.+}} : tensor<1xindex>) lengths
  %r0 = split.split %x axis(%0 : tensor<i32>) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r1 = split.split %x axis(%1 : tensor<1xi64>) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r2 = split.split %x axis(%2 : tensor<ui8>) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r3 = split.variadic_split %x axis(%3 : tensor<1xsi16>) lengths [-1] : tensor<?xf32> -> tensor<?xf32>
  %r4 = split.variadic_split %x axis(%4 : tensor<index>) lengths [-1] : tensor<?xf32> -> tensor<?xf32>
  %r5 = split.variadic_split %x axis(%5 : tensor<1xindex>) lengths [-1] : tensor<?xf32> -> tensor<?xf32>
  return
}

// V1: lengths have the types of C3.
// CHECK-LABEL: func @variadic_v1_operands(
func.func @variadic_v1_operands(%x: tensor<?xf32>, %0: tensor<2xi8>, %1: tensor<2xui8>, %2: tensor<2xsi16>,
    %3: tensor<2xi24>, %4: tensor<2xi32>, %5: tensor<2xui64>, %6: tensor<2xindex>) {
  // CHECK: lengths(%{{.+}} : tensor<2xi8>) :
  // CHECK: lengths(%{{.+}} : tensor<2xui8>) :
  // CHECK: lengths(%{{.+}} : tensor<2xsi16>) :
  // CHECK: lengths(%{{.+}} : tensor<2xi24>) :
  // CHECK: lengths(%{{.+}} : tensor<2xi32>) :
  // CHECK: lengths(%{{.+}} : tensor<2xui64>) :
  // CHECK: lengths(%{{.+}} : tensor<2xindex>) :
  %r0:2 = split.variadic_split %x axis(0) lengths(%0 : tensor<2xi8>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %r1:2 = split.variadic_split %x axis(0) lengths(%1 : tensor<2xui8>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %r2:2 = split.variadic_split %x axis(0) lengths(%2 : tensor<2xsi16>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %r3:2 = split.variadic_split %x axis(0) lengths(%3 : tensor<2xi24>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %r4:2 = split.variadic_split %x axis(0) lengths(%4 : tensor<2xi32>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %r5:2 = split.variadic_split %x axis(0) lengths(%5 : tensor<2xui64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %r6:2 = split.variadic_split %x axis(0) lengths(%6 : tensor<2xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

//===----------------------------------------------------------------------===//
// C1: element types. C5: encodings, quantization off the axis.
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @split_c1_elements(
func.func @split_c1_elements(%0: tensor<4xi1>, %1: tensor<4xi4>, %2: tensor<4xi8>, %3: tensor<4xui8>,
    %4: tensor<4xsi16>, %5: tensor<4xi128>, %6: tensor<4xf8E4M3FN>, %7: tensor<4xf8E5M2>,
    %8: tensor<4xf16>, %9: tensor<4xbf16>, %10: tensor<4xf64>, %11: tensor<4xcomplex<f32>>,
    %12: tensor<4xindex>, %13: tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>,
    %14: tensor<4xvector<2xf32>>) {
  // CHECK: : tensor<4xi1> -> tensor<2xi1>, tensor<2xi1>
  // CHECK: : tensor<4xi4> -> tensor<2xi4>, tensor<2xi4>
  // CHECK: : tensor<4xi8> -> tensor<2xi8>, tensor<2xi8>
  // CHECK: : tensor<4xui8> -> tensor<2xui8>, tensor<2xui8>
  // CHECK: : tensor<4xsi16> -> tensor<2xsi16>, tensor<2xsi16>
  // CHECK: : tensor<4xi128> -> tensor<2xi128>, tensor<2xi128>
  // CHECK: : tensor<4xf8E4M3FN> -> tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN>
  // CHECK: : tensor<4xf8E5M2> -> tensor<2xf8E5M2>, tensor<2xf8E5M2>
  // CHECK: : tensor<4xf16> -> tensor<2xf16>, tensor<2xf16>
  // CHECK: : tensor<4xbf16> -> tensor<2xbf16>, tensor<2xbf16>
  // CHECK: : tensor<4xf64> -> tensor<2xf64>, tensor<2xf64>
  // CHECK: : tensor<4xcomplex<f32>> -> tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  // CHECK: : tensor<4xindex> -> tensor<2xindex>, tensor<2xindex>
  // CHECK: : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>> -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  // CHECK: : tensor<4xvector<2xf32>> -> tensor<2xvector<2xf32>>, tensor<2xvector<2xf32>>
  %r0:2 = split.split %0 axis(0) into 2 : tensor<4xi1> -> tensor<2xi1>, tensor<2xi1>
  %r1:2 = split.split %1 axis(0) into 2 : tensor<4xi4> -> tensor<2xi4>, tensor<2xi4>
  %r2:2 = split.split %2 axis(0) into 2 : tensor<4xi8> -> tensor<2xi8>, tensor<2xi8>
  %r3:2 = split.split %3 axis(0) into 2 : tensor<4xui8> -> tensor<2xui8>, tensor<2xui8>
  %r4:2 = split.split %4 axis(0) into 2 : tensor<4xsi16> -> tensor<2xsi16>, tensor<2xsi16>
  %r5:2 = split.split %5 axis(0) into 2 : tensor<4xi128> -> tensor<2xi128>, tensor<2xi128>
  %r6:2 = split.split %6 axis(0) into 2 : tensor<4xf8E4M3FN> -> tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN>
  %r7:2 = split.split %7 axis(0) into 2 : tensor<4xf8E5M2> -> tensor<2xf8E5M2>, tensor<2xf8E5M2>
  %r8:2 = split.variadic_split %8 axis(0) lengths [2, 2] : tensor<4xf16> -> tensor<2xf16>, tensor<2xf16>
  %r9:2 = split.variadic_split %9 axis(0) lengths [2, 2] : tensor<4xbf16> -> tensor<2xbf16>, tensor<2xbf16>
  %r10:2 = split.variadic_split %10 axis(0) lengths [2, 2] : tensor<4xf64> -> tensor<2xf64>, tensor<2xf64>
  %r11:2 = split.variadic_split %11 axis(0) lengths [2, 2] : tensor<4xcomplex<f32>> -> tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  %r12:2 = split.variadic_split %12 axis(0) lengths [2, 2] : tensor<4xindex> -> tensor<2xindex>, tensor<2xindex>
  %r13:2 = split.variadic_split %13 axis(0) lengths [2, 2]
      : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
     -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %r14:2 = split.variadic_split %14 axis(0) lengths [2, 2] : tensor<4xvector<2xf32>> -> tensor<2xvector<2xf32>>, tensor<2xvector<2xf32>>
  return
}

!per_axis = !quant.uniform<i8:f32:1, {2.0, 3.0}>

// CHECK-LABEL: func @split_c5_quantization_off_the_axis(
func.func @split_c5_quantization_off_the_axis(%x: tensor<4x2x!per_axis>, %a: i32) {
  // CHECK: split.split %{{.+}} axis(0) into 2
  %0:2 = split.split %x axis(0) into 2
      : tensor<4x2x!per_axis> -> tensor<2x2x!per_axis>, tensor<2x2x!per_axis>
  // CHECK: split.split %{{.+}} axis(-2) into 2
  %1:2 = split.split %x axis(-2) into 2
      : tensor<4x2x!per_axis> -> tensor<2x2x!per_axis>, tensor<2x2x!per_axis>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [1, -1]
  %2:2 = split.variadic_split %x axis(0) lengths [1, -1]
      : tensor<4x2x!per_axis> -> tensor<1x2x!per_axis>, tensor<3x2x!per_axis>
  return
}

// CHECK-LABEL: func @split_c5_encoding(
func.func @split_c5_encoding(%x: tensor<4xf32, "blocked">) {
  // CHECK: : tensor<4xf32, "blocked"> -> tensor<2xf32, "blocked">, tensor<?xf32, "blocked">
  %0:2 = split.split %x axis(0) into 2
      : tensor<4xf32, "blocked"> -> tensor<2xf32, "blocked">, tensor<?xf32, "blocked">
  return
}

// CHECK-LABEL: func @split_c1_unranked(
func.func @split_c1_unranked(%x: tensor<*xf32>, %l: tensor<1xui16>) {
  // CHECK: split.split %{{.+}} axis(-3) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %0:2 = split.split %x axis(-3) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [3, -1] : tensor<*xf32> -> tensor<*xf32>, tensor<?xf32>
  %1:2 = split.variadic_split %x axis(0) lengths [3, -1] : tensor<*xf32> -> tensor<*xf32>, tensor<?xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths(%{{.+}} : tensor<1xui16>) : tensor<*xf32> -> tensor<*xf32>
  %2 = split.variadic_split %x axis(0) lengths(%l : tensor<1xui16>) : tensor<*xf32> -> tensor<*xf32>
  return
}

// C7, S2: zero sizes are legal.
// CHECK-LABEL: func @split_c7_s2_zero_sizes(
func.func @split_c7_s2_zero_sizes(%x: tensor<0x4xf32>, %y: tensor<3xf32>) {
  // CHECK: split.split %{{.+}} axis(0) into 2 : tensor<0x4xf32> -> tensor<0x4xf32>, tensor<0x4xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<0x4xf32> -> tensor<0x4xf32>, tensor<0x4xf32>
  // CHECK: split.split %{{.+}} axis(1) into 4 : tensor<0x4xf32>
  %1:4 = split.split %x axis(1) into 4
      : tensor<0x4xf32> -> tensor<0x1xf32>, tensor<0x1xf32>, tensor<0x1xf32>, tensor<0x1xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [0, 3, 0] : tensor<3xf32> -> tensor<0xf32>, tensor<3xf32>, tensor<0xf32>
  %2:3 = split.variadic_split %y axis(0) lengths [0, 3, 0] : tensor<3xf32> -> tensor<0xf32>, tensor<3xf32>, tensor<0xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [1, -1, 2] : tensor<3xf32> -> tensor<1xf32>, tensor<0xf32>, tensor<2xf32>
  %3:3 = split.variadic_split %y axis(0) lengths [1, -1, 2] : tensor<3xf32> -> tensor<1xf32>, tensor<0xf32>, tensor<2xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [0, -1] : tensor<0x4xf32> -> tensor<0x4xf32>, tensor<0x4xf32>
  %4:2 = split.variadic_split %x axis(0) lengths [0, -1] : tensor<0x4xf32> -> tensor<0x4xf32>, tensor<0x4xf32>
  return
}

//===----------------------------------------------------------------------===//
// split.assert
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @assert(
// CHECK-SAME: %[[OK:.+]]: i1, %[[V:.+]]: index, %[[W:.+]]: index
func.func @assert(%ok: i1, %v: index, %w: index) {
  // CHECK: split.assert %[[OK]], "no values"
  split.assert %ok, "no values"
  // CHECK: split.assert %[[OK]], "got {}, at most {u} {expected}"(%[[V]], %[[W]]) {note}
  split.assert %ok, "got {}, at most {u} {expected}"(%v, %w) {note}
  // CHECK: split.assert %[[OK]], "generic {}"(%[[V]])
  "split.assert"(%ok, %v) <{format = "generic {}"}> : (i1, index) -> ()
  return
}
