// What TFLite's converter prints for split and split_v.
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split | FileCheck %s --implicit-check-not='"tfl.'
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split -o /dev/null 2>&1 | count 0

// CHECK-LABEL: func @split_constant(
func.func @split_constant(%x: tensor<1x8x8x1024xf32>) -> tensor<1x8x8x256xf32> {
  %axis = arith.constant dense<3> : tensor<i32>
  // CHECK: %[[P:.+]]:4 = split.split %{{.+}} axis(3) into 4
  // CHECK-NEXT: return %[[P]]#2
  %0:4 = "tfl.split"(%axis, %x) <{num_splits = 4 : i32}> {tac.device = "GPU"} : (tensor<i32>, tensor<1x8x8x1024xf32>) -> (tensor<1x8x8x256xf32>, tensor<1x8x8x256xf32>, tensor<1x8x8x256xf32>, tensor<1x8x8x256xf32>)
  return %0#2 : tensor<1x8x8x256xf32>
}

// CHECK-LABEL: func @split_pseudo_const(
func.func @split_pseudo_const(%x: tensor<13x?x3xf32>) -> (tensor<13x?x3xf32>, tensor<13x?x3xf32>, tensor<13x?x3xf32>) {
  %axis = "tfl.pseudo_const"() {value = dense<-2> : tensor<1xi32>} : () -> tensor<1xi32>
  // CHECK-NEXT: split.split %{{.+}} axis(-2) into 3 : tensor<13x?x3xf32> -> tensor<13x?x3xf32>, tensor<13x?x3xf32>, tensor<13x?x3xf32>
  %0:3 = "tfl.split"(%axis, %x) {num_splits = 3 : i32} : (tensor<1xi32>, tensor<13x?x3xf32>) -> (tensor<13x?x3xf32>, tensor<13x?x3xf32>, tensor<13x?x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<13x?x3xf32>, tensor<13x?x3xf32>, tensor<13x?x3xf32>
}

// CHECK-LABEL: func @split_run_time(
// CHECK-SAME: %[[A:.+]]: tensor<i32>, %[[X:.+]]: tensor<10x!quant.uniform<u8:f32, 1.000000e+00>>
func.func @split_run_time(%axis: tensor<i32>, %x: tensor<10x!quant.uniform<u8:f32, 1.0>>) -> tensor<10x!quant.uniform<u8:f32, 1.0>> {
  // CHECK-NEXT: split.split %[[X]] axis(%[[A]] : tensor<i32>) into 1 : tensor<10x!quant.uniform<u8:f32, 1.000000e+00>>
  %0 = "tfl.split"(%axis, %x) {num_splits = 1 : i32} : (tensor<i32>, tensor<10x!quant.uniform<u8:f32, 1.0>>) -> tensor<10x!quant.uniform<u8:f32, 1.0>>
  return %0 : tensor<10x!quant.uniform<u8:f32, 1.0>>
}

// CHECK-LABEL: func @split_v_constant(
func.func @split_v_constant(%x: tensor<?x13x13x85xf32>) -> (tensor<?x13x13x2xf32>, tensor<?x13x13x2xf32>, tensor<?x13x13x81xf32>) {
  %lengths = "tfl.pseudo_const"() {value = dense<[2, 2, 81]> : tensor<3xi32>} : () -> tensor<3xi32>
  %axis = "tfl.pseudo_const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(-1) lengths [2, 2, 81] : tensor<?x13x13x85xf32> -> tensor<?x13x13x2xf32>, tensor<?x13x13x2xf32>, tensor<?x13x13x81xf32>
  %0:3 = "tfl.split_v"(%x, %lengths, %axis) {num_splits = 3 : i32} : (tensor<?x13x13x85xf32>, tensor<3xi32>, tensor<i32>) -> (tensor<?x13x13x2xf32>, tensor<?x13x13x2xf32>, tensor<?x13x13x81xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x13x13x2xf32>, tensor<?x13x13x2xf32>, tensor<?x13x13x81xf32>
}

// CHECK-LABEL: func @split_v_rest(
func.func @split_v_rest(%x: tensor<2x3x3x8xf32>) -> (tensor<2x3x3x3xf32>, tensor<2x3x3x5xf32>) {
  %lengths = arith.constant dense<[3, -1]> : tensor<2xi32>
  %axis = arith.constant dense<-1> : tensor<i32>
  // CHECK: split.variadic_split %{{.+}} axis(-1) lengths [3, -1]
  %0, %1 = "tfl.split_v"(%x, %lengths, %axis) <{num_splits = 2 : i32}> : (tensor<2x3x3x8xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<2x3x3x3xf32>, tensor<2x3x3x5xf32>)
  return %0, %1 : tensor<2x3x3x3xf32>, tensor<2x3x3x5xf32>
}

// CHECK-LABEL: func @split_v_run_time(
// CHECK-SAME: %[[X:.+]]: tensor<*xi8>, %[[L:.+]]: tensor<2xi32>, %[[A:.+]]: tensor<1xi32>
func.func @split_v_run_time(%x: tensor<*xi8>, %lengths: tensor<2xi32>, %axis: tensor<1xi32>) -> (tensor<4x2xi8>, tensor<*xi8>) {
  // CHECK-NEXT: split.variadic_split %[[X]] axis(%[[A]] : tensor<1xi32>) lengths(%[[L]] : tensor<2xi32>) : tensor<*xi8> -> tensor<4x2xi8>, tensor<*xi8>
  %0:2 = "tfl.split_v"(%x, %lengths, %axis) {num_splits = 2 : i32} : (tensor<*xi8>, tensor<2xi32>, tensor<1xi32>) -> (tensor<4x2xi8>, tensor<*xi8>)
  return %0#0, %0#1 : tensor<4x2xi8>, tensor<*xi8>
}
