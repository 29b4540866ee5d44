// Where foreign splits stand, and what stays around them.
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split | FileCheck %s
// RUN: split-opt %s --allow-unregistered-dialect --mlir-print-op-generic | split-opt --allow-unregistered-dialect --convert-foreign-split | FileCheck %s
// RUN: split-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(convert-foreign-split))' | FileCheck %s --check-prefix=NESTED

// CHECK: module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu", tf.versions = {producer = 888 : i32}}
module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu", tf.versions = {producer = 888 : i32}} {

// A pass on functions does the same within them.
// NESTED-LABEL: func @other_ops(
// NESTED: split.split
// CHECK-LABEL: func @other_ops(
// CHECK-SAME: attributes {tf.entry_function = {inputs = "x"}}
func.func @other_ops(%x: tensor<6xf32>) -> tensor<3xf32> attributes {tf.entry_function = {inputs = "x"}} {
  // CHECK-NEXT: %[[Y:.+]] = "tf.Relu"(%{{.+}}) {device = ""}
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[Y]] axis(0) into 2
  // CHECK-NEXT: %[[SUM:.+]] = "tf.AddV2"(%[[P]]#0, %[[P]]#1)
  // CHECK-NEXT: return %[[SUM]]
  %y = "tf.Relu"(%x) {device = ""} : (tensor<6xf32>) -> tensor<6xf32>
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %0:2 = "tf.Split"(%axis, %y) : (tensor<i32>, tensor<6xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %sum = "tf.AddV2"(%0#0, %0#1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %sum : tensor<3xf32>
}

// A constant goes with its last use, and only if that was a split.
// CHECK-LABEL: func @constants(
func.func @constants(%x: tensor<6xf32>) -> tensor<i32> {
  // CHECK-NEXT: %[[USED:.+]] = "tf.Const"() {value = dense<0> : tensor<i32>}
  %used = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  // CHECK-NEXT: "tf.Const"() {value = dense<2> : tensor<i32>}
  %unused = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %shared = "tf.Const"() {value = dense<-1> : tensor<1xi32>} : () -> tensor<1xi32>
  // CHECK-NEXT: split.split %{{.+}} axis(0) into 2
  %0:2 = "tf.Split"(%used, %x) : (tensor<i32>, tensor<6xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  // CHECK-NEXT: split.split %{{.+}} axis(-1) into 3
  %1:3 = "tf.Split"(%shared, %x) : (tensor<1xi32>, tensor<6xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  // Axis and lengths in one.
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(-1) lengths [-1]
  %2 = "tf.SplitV"(%x, %shared, %shared) : (tensor<6xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<6xf32>
  // CHECK-NEXT: return %[[USED]]
  return %used : tensor<i32>
}

// Data is a constant like any other op.
// CHECK-LABEL: func @constant_data(
func.func @constant_data() -> tensor<1xf32> {
  // CHECK-NEXT: %[[X:.+]] = "onnx.Constant"()
  %x = "onnx.Constant"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  // CHECK-NEXT: split.split %[[X]] axis(0) into 2
  %0:2 = "onnx.SplitV11"(%x) : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  return %0#1 : tensor<1xf32>
}

// What cannot be read is a value known at run time.
// CHECK-LABEL: func @unreadable_constants(
func.func @unreadable_constants(%x: tensor<4xf32>) {
  // CHECK-NEXT: %[[A:.+]] = "tf.Const"() {value = #tf_type<tensor_proto
  %axis = "tf.Const"() {value = #tf_type<tensor_proto : "0x01"> : tensor<i32>} : () -> tensor<i32>
  // CHECK-NEXT: split.split %{{.+}} axis(%[[A]] : tensor<i32>) into 2
  %0:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  // CHECK-NEXT: %[[L:.+]] = "onnx.Constant"() {value = dense_resource<lengths>
  %lengths = "onnx.Constant"() {value = dense_resource<lengths> : tensor<2xi64>} : () -> tensor<2xi64>
  // CHECK: tensor.extract %[[L]]
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [%{{.+}}, %{{.+}}]
  %1:2 = "onnx.Split"(%x, %lengths) : (tensor<4xf32>, tensor<2xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// CHECK-LABEL: func @regions(
func.func @regions(%c: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: scf.if
  %0 = scf.if %c -> tensor<?xf32> {
    // CHECK-NEXT: %[[P:.+]]:2 = split.split
    // CHECK-NEXT: scf.yield %[[P]]#1
    %1:2 = "onnx.SplitV11"(%x) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
    scf.yield %1#1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  // CHECK: "tf_executor.island"() ({
  %1:2 = "tf_executor.island"() ({
    // CHECK-NEXT: %[[Q:.+]]:2 = split.split
    // CHECK-NEXT: "tf_executor.yield"(%[[Q]]#0)
    %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %2:2 = "tf.Split"(%axis, %0) : (tensor<i32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
    "tf_executor.yield"(%2#0) : (tensor<?xf32>) -> ()
  }) : () -> (tensor<?xf32>, !tf_executor.control)
  return %1#0 : tensor<?xf32>
}

// In a region without an order an op may use what it defines.
// CHECK-LABEL: func @cycle(
func.func @cycle() {
  // CHECK-NEXT: "test.graph"() ({
  "test.graph"() ({
    // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[P]]#1 axis(0) into 2
    %0:2 = "onnx.SplitV11"(%0#1) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  }) : () -> ()
  return
}

// CHECK-LABEL: module @inner
module @inner {
  // CHECK: func.func private @nested(
  func.func private @nested(%x: tensor<2x4xi8>) {
    // CHECK-NEXT: split.split
    %axis = "tfl.pseudo_const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %0:2 = "tfl.split"(%axis, %x) {num_splits = 2 : i32} : (tensor<i32>, tensor<2x4xi8>) -> (tensor<1x4xi8>, tensor<1x4xi8>)
    return
  }
}

// CHECK-LABEL: func @onnx_function(
func.func @onnx_function(%x: tensor<2xf32> {onnx.name = "x"}) -> (tensor<1xf32> {onnx.name = "y"}) {
  // CHECK: "onnx.Return"
  %0:2 = "onnx.SplitV11"(%x) : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  "onnx.Return"(%0#0) : (tensor<1xf32>) -> ()
}
// CHECK: "onnx.EntryPoint"() {func = @onnx_function} : () -> ()
"onnx.EntryPoint"() {func = @onnx_function} : () -> ()
}

{-#
  dialect_resources: { builtin: { lengths: "0x0800000001000000000000000300000000000000" } }
#-}
