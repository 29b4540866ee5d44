// What onnx-mlir prints for Split, in its three versions.
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split | FileCheck %s --implicit-check-not='"onnx.'
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split -o /dev/null 2>&1 | count 0

//===----------------------------------------------------------------------===//
// Split-18
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @split18_num_outputs(
// CHECK-SAME: %[[X:.+]]: tensor<2x8xf32>
func.func @split18_num_outputs(%x: tensor<2x8xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x2xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // CHECK-NEXT: %[[P:.+]]:3 = split.variadic_split %[[X]] axis(1) lengths [3, 3, 2]
  // CHECK-SAME: -> tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x2xf32>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1, %[[P]]#2
  %0:3 = "onnx.Split"(%x, %none) {axis = 1 : si64, num_outputs = 3 : si64, onnx_node_name = "/chunk/Split"} : (tensor<2x8xf32>, none) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x2xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x2xf32>
}

// Inherent attributes are properties today.
// CHECK-LABEL: func @split18_properties(
func.func @split18_properties(%x: tensor<4x6xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
  %none = "onnx.NoValue"() <{value}> : () -> none
  // CHECK-NEXT: split.split %{{.+}} axis(-2) into 2 : tensor<4x6xf32> -> tensor<2x6xf32>, tensor<2x6xf32>
  %0:2 = "onnx.Split"(%x, %none) <{axis = -2 : si64, num_outputs = 2 : si64}> {onnx_node_name = "Split_0"} : (tensor<4x6xf32>, none) -> (tensor<2x6xf32>, tensor<2x6xf32>)
  return %0#0, %0#1 : tensor<2x6xf32>, tensor<2x6xf32>
}

// CHECK-LABEL: func @split18_one_operand(
func.func @split18_one_operand(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: split.split %{{.+}} axis(0) into 1
  %0 = "onnx.Split"(%x) {num_outputs = 1 : si64} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// O7, computed at run time.
// CHECK-LABEL: func @split18_dynamic(
// CHECK-SAME: %[[X:.+]]: tensor<?x4xf32>
func.func @split18_dynamic(%x: tensor<?x4xf32>) -> (tensor<2x4xf32>, tensor<*xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // CHECK: %[[D:.+]] = tensor.dim %[[X]]
  // CHECK: arith.ceildivui %[[D]]
  // CHECK: split.variadic_split %[[X]] axis(0) lengths [%{{.+}}, %{{.+}}] : tensor<?x4xf32> -> tensor<2x4xf32>, tensor<*xf32>
  %0:2 = "onnx.Split"(%x, %none) {axis = 0 : si64, num_outputs = 2 : si64} : (tensor<?x4xf32>, none) -> (tensor<2x4xf32>, tensor<*xf32>)
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<*xf32>
}

// CHECK-LABEL: func @o8_fewer_outputs(
func.func @o8_fewer_outputs(%x: tensor<7xf32>) -> tensor<2xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  // CHECK-NEXT: %[[P:.+]]:2 = split.variadic_split %{{.+}} axis(0) lengths [2, 5]
  // CHECK-NEXT: return %[[P]]#0
  %0 = "onnx.Split"(%x, %none) {axis = 0 : si64, num_outputs = 4 : si64} : (tensor<7xf32>, none) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// An output that the model does not name is of type none.
// CHECK-LABEL: func @o9_absent_output(
func.func @o9_absent_output(%x: tensor<2x?xf32>) -> tensor<2x4xf32> {
  %lengths = "onnx.Constant"() {value = dense<[3, 4]> : tensor<2xi64>} : () -> tensor<2xi64>
  // CHECK-NEXT: %[[P:.+]]:2 = split.variadic_split %{{.+}} axis(1) lengths [3, 4] : tensor<2x?xf32> -> tensor<2x3xf32>, tensor<2x4xf32>
  // CHECK-NEXT: return %[[P]]#1
  %0:2 = "onnx.Split"(%x, %lengths) {axis = 1 : si64} : (tensor<2x?xf32>, tensor<2xi64>) -> (none, tensor<2x4xf32>)
  return %0#1 : tensor<2x4xf32>
}

// CHECK-LABEL: func @split18_unused(
func.func @split18_unused(%x: tensor<2x4xf32>) {
  %lengths = "onnx.Constant"() {value = dense<2> : tensor<2xi64>} : () -> tensor<2xi64>
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(-1) lengths [2, 2]
  // CHECK-NEXT: return
  %0:2 = "onnx.Split"(%x, %lengths) <{axis = -1 : si64}> : (tensor<2x4xf32>, tensor<2xi64>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @constant_forms(
func.func @constant_forms(%x: tensor<6xf32>, %y: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %a = "onnx.Constant"() <{value_ints = [6]}> : () -> tensor<?xi64>
  // CHECK-NEXT: %[[A:.+]] = split.variadic_split %{{.+}} axis(0) lengths [6]
  %0 = "onnx.Split"(%x, %a) {axis = 0 : si64} : (tensor<6xf32>, tensor<?xi64>) -> tensor<*xf32>
  %b = arith.constant dense<[2, 4]> : tensor<2xi64>
  // CHECK: %[[B:.+]]:2 = split.variadic_split %{{.+}} axis(0) lengths [2, 4]
  %1:2 = "onnx.Split"(%x, %b) {axis = 0 : si64} : (tensor<6xf32>, tensor<2xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  %c = "onnx.Constant"() {value = dense<[0, 0]> : tensor<2xi64>} : () -> tensor<*xi64>
  // CHECK-NEXT: %[[C:.+]]:2 = split.variadic_split %{{.+}} axis(3) lengths [0, 0] : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %2:2 = "onnx.Split"(%y, %c) {axis = 3 : si64} : (tensor<*xf32>, tensor<*xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  // CHECK-NEXT: return %[[A]], %[[B]]#0, %[[C]]#1
  return %0, %1#0, %2#1 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

//===----------------------------------------------------------------------===//
// Split-13
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @split13_equal(
func.func @split13_equal(%x: tensor<?x6xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // CHECK-NEXT: split.split %{{.+}} axis(1) into 2 : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
  %0:2 = "onnx.SplitV13"(%x, %none) {axis = 1 : si64} : (tensor<?x6xf32>, none) -> (tensor<?x3xf32>, tensor<?x3xf32>)
  return %0#0, %0#1 : tensor<?x3xf32>, tensor<?x3xf32>
}

// CHECK-LABEL: func @split13_lengths(
func.func @split13_lengths(%x: tensor<*xf32>) -> tensor<*xf32> {
  %lengths = "onnx.Constant"() <{value = dense<1> : tensor<1xi64>}> : () -> tensor<1xi64>
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(1) lengths [1] : tensor<*xf32> -> tensor<*xf32>
  %0 = "onnx.SplitV13"(%x, %lengths) <{axis = 1 : si64}> : (tensor<*xf32>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// CHECK-LABEL: func @o10_run_time_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<5x?xbf16>, %[[L:.+]]: tensor<?xi64>
func.func @o10_run_time_lengths(%x: tensor<5x?xbf16>, %lengths: tensor<?xi64>) -> (tensor<*xbf16>, tensor<*xbf16>) {
  // CHECK: %[[D:.+]] = tensor.dim %[[L]]
  // CHECK: split.assert %{{.+}}, "dimension 0 of lengths is {}, expected 2 as the outputs need"(%[[D]])
  // CHECK: %[[CAST:.+]] = tensor.cast %[[L]] : tensor<?xi64> to tensor<2xi64>
  // CHECK: tensor.extract %[[CAST]]
  // CHECK: split.assert %{{.+}}, "length #0 is {}: lengths in ONNX are >= 0
  // CHECK: split.assert %{{.+}}, "length #1 is {}: lengths in ONNX are >= 0
  // CHECK: split.variadic_split %[[X]] axis(1) lengths [%{{.+}}, %{{.+}}] : tensor<5x?xbf16> -> tensor<*xbf16>, tensor<*xbf16>
  %0:2 = "onnx.SplitV13"(%x, %lengths) {axis = 1 : si64} : (tensor<5x?xbf16>, tensor<?xi64>) -> (tensor<*xbf16>, tensor<*xbf16>)
  return %0#0, %0#1 : tensor<*xbf16>, tensor<*xbf16>
}

//===----------------------------------------------------------------------===//
// Split-11
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @split11_equal(
func.func @split11_equal(%x: tensor<16x32x64xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  // CHECK-NEXT: split.split %{{.+}} axis(0) into 2 : tensor<16x32x64xf32> -> tensor<*xf32>, tensor<*xf32>
  %0, %1 = "onnx.SplitV11"(%x) {axis = 0 : si64} : (tensor<16x32x64xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return %0, %1 : tensor<*xf32>, tensor<*xf32>
}

// CHECK-LABEL: func @split11_lengths(
func.func @split11_lengths(%x: tensor<16x32x64xf32>) -> (tensor<16x2x64xf32>, tensor<16x30x64xf32>) {
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(1) lengths [2, 30]
  %0, %1 = "onnx.SplitV11"(%x) <{axis = 1 : si64, split = [2, 30]}> : (tensor<16x32x64xf32>) -> (tensor<16x2x64xf32>, tensor<16x30x64xf32>)
  return %0, %1 : tensor<16x2x64xf32>, tensor<16x30x64xf32>
}

// CHECK-LABEL: func @o2_empty_lengths(
func.func @o2_empty_lengths(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: split.split %{{.+}} axis(0) into 2
  %0, %1 = "onnx.SplitV11"(%x) {split = []} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// Before opset 13 onnx-mlir called it Split.
// CHECK-LABEL: func @split11_old_name(
func.func @split11_old_name(%x: tensor<?x?x64xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  // CHECK-NEXT: %[[A:.+]]:2 = split.variadic_split %{{.+}} axis(1) lengths [2, 30] : tensor<?x?x64xf32> -> tensor<*xf32>, tensor<*xf32>
  %0, %1 = "onnx.Split"(%x) {axis = 1 : si64, split = [2, 30]} : (tensor<?x?x64xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  // CHECK-NEXT: %[[B:.+]]:2 = split.split %{{.+}} axis(1) into 2 : tensor<?x?x64xf32> -> tensor<*xf32>, tensor<*xf32>
  %2, %3 = "onnx.Split"(%x) {axis = 1 : si64} : (tensor<?x?x64xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  // CHECK-NEXT: return %[[A]]#0, %[[A]]#1, %[[B]]#0, %[[B]]#1
  return %0, %1, %2, %3 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @c1_strings(
func.func @c1_strings(%x: tensor<4x!onnx.String>) -> (tensor<?x!onnx.String>, tensor<2x!onnx.String>) {
  // CHECK-NEXT: split.split %{{.+}} axis(0) into 2 : tensor<4x!onnx.String> -> tensor<?x!onnx.String>, tensor<2x!onnx.String>
  %0, %1 = "onnx.SplitV11"(%x) {axis = 0 : si64} : (tensor<4x!onnx.String>) -> (tensor<?x!onnx.String>, tensor<2x!onnx.String>)
  return %0, %1 : tensor<?x!onnx.String>, tensor<2x!onnx.String>
}

// CHECK-LABEL: func @c5_layouts(
func.func @c5_layouts(%x: tensor<1x8x4x4xf32, #onnx.layout<{dataLayout = "NCHW4C"}>>) -> (tensor<1x4x4x4xf32, #onnx.layout<{dataLayout = "NCHW4C"}>>, tensor<*xf32>) {
  // CHECK-NEXT: split.split %{{.+}} axis(1) into 2 : tensor<1x8x4x4xf32, #onnx.layout<{{.+}}>> -> tensor<1x4x4x4xf32, #onnx.layout<{{.+}}>>, tensor<*xf32>
  %0, %1 = "onnx.SplitV11"(%x) {axis = 1 : si64} : (tensor<1x8x4x4xf32, #onnx.layout<{dataLayout = "NCHW4C"}>>) -> (tensor<1x4x4x4xf32, #onnx.layout<{dataLayout = "NCHW4C"}>>, tensor<*xf32>)
  return %0, %1 : tensor<1x4x4x4xf32, #onnx.layout<{dataLayout = "NCHW4C"}>>, tensor<*xf32>
}
