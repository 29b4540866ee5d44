// What TensorFlow prints for Split and SplitV.
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split | FileCheck %s --implicit-check-not='"tf.'
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split -o /dev/null 2>&1 | count 0

//===----------------------------------------------------------------------===//
// Split
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @split_constant(
// CHECK-SAME: %[[X:.+]]: tensor<13x21x3xf32>
func.func @split_constant(%x: tensor<13x21x3xf32>) -> (tensor<13x7x3xf32>, tensor<13x7x3xf32>, tensor<13x7x3xf32>) {
  %axis = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  // CHECK-NEXT: %[[P:.+]]:3 = split.split %[[X]] axis(1) into 3 : tensor<13x21x3xf32> -> tensor<13x7x3xf32>, tensor<13x7x3xf32>, tensor<13x7x3xf32>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1, %[[P]]#2
  %0:3 = "tf.Split"(%axis, %x) {device = ""} : (tensor<i32>, tensor<13x21x3xf32>) -> (tensor<13x7x3xf32>, tensor<13x7x3xf32>, tensor<13x7x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<13x7x3xf32>, tensor<13x7x3xf32>, tensor<13x7x3xf32>
}

// Attributes that types tell, as older versions print them, and others without
// a meaning here.
// CHECK-LABEL: func @split_attributes(
func.func @split_attributes(%x: tensor<1x8x2xi32>) -> (tensor<1x8x1xi32>, tensor<1x8x1xi32>) {
  %axis = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> {device = "/device:CPU:0", dtype = "tfdtype$DT_INT32"} : () -> tensor<1xi32>
  // CHECK-NEXT: split.split %{{.+}} axis(-1) into 2 : tensor<1x8x2xi32>
  %0:2 = "tf.Split"(%axis, %x) {T = i32, _class = ["loc:@x"], _output_shapes = ["tfshape$dim { size: 1 }"], device = "/device:CPU:0", name = "split", num_split = 2 : i64} : (tensor<1xi32>, tensor<1x8x2xi32>) -> (tensor<1x8x1xi32>, tensor<1x8x1xi32>)
  return %0#0, %0#1 : tensor<1x8x1xi32>, tensor<1x8x1xi32>
}

// CHECK-LABEL: func @split_run_time(
// CHECK-SAME: %[[A:.+]]: tensor<i32>, %[[X:.+]]: tensor<4x4xf32>
func.func @split_run_time(%axis: tensor<i32>, %x: tensor<4x4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  // CHECK-NEXT: split.split %[[X]] axis(%[[A]] : tensor<i32>) into 2 : tensor<4x4xf32> -> tensor<*xf32>, tensor<*xf32>
  %0:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<4x4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return %0#0, %0#1 : tensor<*xf32>, tensor<*xf32>
}

// CHECK-LABEL: func @split_unknown_axis_types(
// CHECK-SAME: %[[A:.+]]: tensor<*xi32>, %[[B:.+]]: tensor<?xi32>, %[[X:.+]]: tensor<*xf32>
func.func @split_unknown_axis_types(%a: tensor<*xi32>, %b: tensor<?xi32>, %x: tensor<*xf32>) -> (tensor<?x2xf32>, tensor<*xf32>) {
  // CHECK: %[[RANK:.+]] = tensor.rank %[[A]]
  // CHECK: split.assert %{{.+}}, "rank of split_dim is {}, expected 0 as tf.Split needs"(%[[RANK]])
  // CHECK: %[[SCALAR:.+]] = tensor.cast %[[A]] : tensor<*xi32> to tensor<i32>
  // CHECK: split.split %[[X]] axis(%[[SCALAR]] : tensor<i32>) into 2
  %0:2 = "tf.Split"(%a, %x) : (tensor<*xi32>, tensor<*xf32>) -> (tensor<?x2xf32>, tensor<*xf32>)
  // CHECK: %[[D:.+]] = tensor.dim %[[B]]
  // CHECK: split.assert %{{.+}}, "dimension 0 of split_dim is {}, expected 1 as tf.Split needs"(%[[D]])
  // CHECK: %[[ONE:.+]] = tensor.cast %[[B]] : tensor<?xi32> to tensor<1xi32>
  // CHECK: split.split %[[X]] axis(%[[ONE]] : tensor<1xi32>) into 2
  %1:2 = "tf.Split"(%b, %x) : (tensor<?xi32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return %0#0, %1#1 : tensor<?x2xf32>, tensor<*xf32>
}

// CHECK-LABEL: func @c1_element_types(
func.func @c1_element_types(%x: tensor<?x!tf_type.string>, %y: tensor<2x!tf_type.resource<tensor<4xf32>>>, %z: tensor<2x!tf.quint8>, %b: tensor<2xcomplex<f64>>) -> tensor<*x!tf_type.string> {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %{{.+}} axis(0) into 2 : tensor<?x!tf_type.string> -> tensor<*x!tf_type.string>, tensor<1x!tf_type.string>
  %0:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<?x!tf_type.string>) -> (tensor<*x!tf_type.string>, tensor<1x!tf_type.string>)
  // CHECK-NEXT: split.split %{{.+}} axis(0) into 1 : tensor<2x!tf_type.resource<tensor<4xf32>>>
  %1 = "tf.Split"(%axis, %y) : (tensor<i32>, tensor<2x!tf_type.resource<tensor<4xf32>>>) -> tensor<2x!tf_type.resource<tensor<4xf32>>>
  // CHECK-NEXT: split.split %{{.+}} axis(0) into 2 : tensor<2x!tf.quint8>
  %2:2 = "tf.Split"(%axis, %z) : (tensor<i32>, tensor<2x!tf.quint8>) -> (tensor<1x!tf.quint8>, tensor<1x!tf.quint8>)
  // CHECK-NEXT: split.split %{{.+}} axis(0) into 2 : tensor<2xcomplex<f64>>
  %3:2 = "tf.Split"(%axis, %b) : (tensor<i32>, tensor<2xcomplex<f64>>) -> (tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>)
  return %0#0 : tensor<*x!tf_type.string>
}

//===----------------------------------------------------------------------===//
// SplitV
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @split_v_constant(
func.func @split_v_constant(%x: tensor<4x6xf32>) -> (tensor<4x1xf32>, tensor<4x2xf32>, tensor<4x3xf32>) {
  %lengths = "tf.Const"() {value = dense<[1, -1, 3]> : tensor<3xi64>} : () -> tensor<3xi64>
  %axis = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(1) lengths [1, -1, 3] : tensor<4x6xf32> -> tensor<4x1xf32>, tensor<4x2xf32>, tensor<4x3xf32>
  %0:3 = "tf.SplitV"(%x, %lengths, %axis) : (tensor<4x6xf32>, tensor<3xi64>, tensor<i32>) -> (tensor<4x1xf32>, tensor<4x2xf32>, tensor<4x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x1xf32>, tensor<4x2xf32>, tensor<4x3xf32>
}

// Lengths may be i8 too.
// CHECK-LABEL: func @split_v_run_time(
// CHECK-SAME: %[[X:.+]]: tensor<?x6xf32>, %[[L:.+]]: tensor<2xi8>, %[[A:.+]]: tensor<i32>
func.func @split_v_run_time(%x: tensor<?x6xf32>, %lengths: tensor<2xi8>, %axis: tensor<i32>) -> (tensor<?x?xf32>, tensor<*xf32>) {
  // CHECK-NEXT: split.variadic_split %[[X]] axis(%[[A]] : tensor<i32>) lengths(%[[L]] : tensor<2xi8>) : tensor<?x6xf32> -> tensor<?x?xf32>, tensor<*xf32>
  %0:2 = "tf.SplitV"(%x, %lengths, %axis) {T = f32, Tlen = i8, device = "", num_split = 2 : i64} : (tensor<?x6xf32>, tensor<2xi8>, tensor<i32>) -> (tensor<?x?xf32>, tensor<*xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<*xf32>
}

// CHECK-LABEL: func @split_v_mixed(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>, %[[L:.+]]: tensor<*xi32>, %[[A:.+]]: tensor<i32>
func.func @split_v_mixed(%x: tensor<*xf32>, %lengths: tensor<*xi32>, %axis: tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>) {
  // CHECK: split.assert %{{.+}}, "rank of size_splits is {}, expected 1 as tf.SplitV needs"
  // CHECK: split.assert %{{.+}}, "dimension 0 of size_splits is {}, expected 1 as tf.SplitV needs"
  // CHECK: %[[CAST:.+]] = tensor.cast %[[L]] : tensor<*xi32> to tensor<1xi32>
  // CHECK: split.variadic_split %[[X]] axis(0) lengths(%[[CAST]] : tensor<1xi32>) : tensor<*xf32> -> tensor<*xf32>
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.SplitV"(%x, %lengths, %zero) : (tensor<*xf32>, tensor<*xi32>, tensor<i32>) -> tensor<*xf32>
  // CHECK-NEXT: split.variadic_split %[[X]] axis(%[[A]] : tensor<i32>) lengths [0, -1] : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %constant = "tf.Const"() {value = dense<[0, -1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %1:2 = "tf.SplitV"(%x, %constant, %axis) : (tensor<*xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  return %0, %1#1 : tensor<*xf32>, tensor<*xf32>
}
