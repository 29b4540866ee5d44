// Each foreign op by name, converted and run. Expected values are NumPy's.
// REQUIRES: !sanitizer || thorough
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split --mlir-print-debuginfo -o %t
// RUN: split-run %t --function=onnx_split --input=2x8xf32=iota --expected_output=2x3xf32=0,1,2,8,9,10 --expected_output=2x3xf32=3,4,5,11,12,13 --expected_output=2x2xf32=6,7,14,15 | FileCheck %s --check-prefix=THREE
// RUN: split-run %t --function=onnx_split --input=2x4xf32=iota --expected_output=2x2xf32=0,1,4,5 --expected_output=2x2xf32=2,3,6,7 --expected_output=2x0xf32= | FileCheck %s --check-prefix=THREE
// RUN: split-run %t --function=onnx_split_lengths --input=5xf32=iota --expected_output=2xf32=0,1 --expected_output=3xf32=2,3,4 | FileCheck %s --check-prefix=TWO
// RUN: split-run %t --function=onnx_split_v13 --input=4x2xf32=iota --input=2xi64=1,3 --expected_output=1x2xf32=0,1 --expected_output=3x2xf32=2,3,4,5,6,7 | FileCheck %s --check-prefix=TWO
// RUN: split-run %t --function=onnx_split_v11 --input=2x2x2xi8=iota --expected_output=2x1x2xi8=0,1,4,5 --expected_output=2x1x2xi8=2,3,6,7 | FileCheck %s --check-prefix=TWO
// RUN: split-run %t --function=tf_split --input=i32=-1 --input=2x4xf32=iota --expected_output=2x2xf32=0,1,4,5 --expected_output=2x2xf32=2,3,6,7 | FileCheck %s --check-prefix=TWO
// RUN: split-run %t --function=tf_split --input=i32=0 --input=4x1xf32=iota --expected_output=2x1xf32=0,1 --expected_output=2x1xf32=2,3 | FileCheck %s --check-prefix=TWO
// RUN: split-run %t --function=tf_split_v --input=2x6xf32=iota --input=3xi64=1,-1,2 --input=1xi32=1 --expected_output=2x1xf32=0,6 --expected_output=2x3xf32=1,2,3,7,8,9 --expected_output=2x2xf32=4,5,10,11 | FileCheck %s --check-prefix=THREE
// RUN: split-run %t --function=tfl_split --input=4x2xi8=iota --expected_output=2x2xi8=0,1,2,3 --expected_output=2x2xi8=4,5,6,7 | FileCheck %s --check-prefix=TWO
// RUN: split-run %t --function=tfl_split_v --input=1x5xf32=iota --expected_output=1x3xf32=0,1,2 --expected_output=1x2xf32=3,4 | FileCheck %s --check-prefix=TWO
// TWO: 2 results match
// THREE: 3 results match

// What a foreign type leaves open is checked, and said at the foreign op.
// RUN: not split-run %t --function=onnx_split_v13 --input=4x2xf32=iota --input=2xi64=5,-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not split-run %t --function=onnx_split_v13 --input=4x2xf32=iota --input=3xi64=1,1,2 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not split-run %t --function=tf_split --input=2xi32=0,0 --input=4x4xf32=iota 2>&1 | FileCheck %s --check-prefix=SCALAR
// RUN: not split-run %t --function=tf_split --input=i32=2 --input=4x4xf32=iota 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not split-run %t --function=tf_split_v --input=2x6xf32=iota --input=2xi64=1,5 --input=1xi32=1 2>&1 | FileCheck %s --check-prefix=LENGTHS
// RUN: not split-run %t --function=tf_split_v --input=2x6xf32=iota --input=3xi64=1,1,1 --input=1xi32=1 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not split-run %t --function=tf_split_v --input=2x6xf32=iota --input=3xi64=1,1,4 --input=2xi32=1,1 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not split-run %t --function=tfl_split_v --input=1x6xf32=iota 2>&1 | FileCheck %s --check-prefix=CLAIM

module attributes {tf.versions = {producer = 888 : i32}} {
  func.func @onnx_split(%x: tensor<2x?xf32>) -> (tensor<2x?xf32>, tensor<*xf32>, tensor<?x?xf32>) {
    %none = "onnx.NoValue"() {value} : () -> none
    %0:3 = "onnx.Split"(%x, %none) {axis = -1 : si64, num_outputs = 3 : si64, onnx_node_name = "Split_0"} : (tensor<2x?xf32>, none) -> (tensor<2x?xf32>, tensor<*xf32>, tensor<?x?xf32>)
    return %0#0, %0#1, %0#2 : tensor<2x?xf32>, tensor<*xf32>, tensor<?x?xf32>
  }

  func.func @onnx_split_lengths(%x: tensor<5xf32>) -> (tensor<2xf32>, tensor<3xf32>) {
    %lengths = "onnx.Constant"() <{value = dense<[2, 3]> : tensor<2xi64>}> : () -> tensor<2xi64>
    %0:2 = "onnx.Split"(%x, %lengths) <{axis = 0 : si64}> : (tensor<5xf32>, tensor<2xi64>) -> (tensor<2xf32>, tensor<3xf32>)
    return %0#0, %0#1 : tensor<2xf32>, tensor<3xf32>
  }

  func.func @onnx_split_v13(%x: tensor<*xf32>, %lengths: tensor<?xi64>) -> (tensor<?x2xf32>, tensor<*xf32>) {
    // NEGATIVE: native.mlir:[[# @LINE + 2]]:12: error: length #1 is -1: lengths in ONNX are >= 0
    // COUNT: native.mlir:[[# @LINE + 1]]:12: error: dimension 0 of lengths is 3, expected 2 as the outputs need
    %0:2 = "onnx.SplitV13"(%x, %lengths) {axis = 0 : si64} : (tensor<*xf32>, tensor<?xi64>) -> (tensor<?x2xf32>, tensor<*xf32>)
    return %0#0, %0#1 : tensor<?x2xf32>, tensor<*xf32>
  }

  func.func @onnx_split_v11(%x: tensor<2x2x2xi8>) -> (tensor<2x1x2xi8>, tensor<2x1x2xi8>) {
    %0:2 = "onnx.SplitV11"(%x) {axis = 1 : si64, split = [1, 1]} : (tensor<2x2x2xi8>) -> (tensor<2x1x2xi8>, tensor<2x1x2xi8>)
    return %0#0, %0#1 : tensor<2x1x2xi8>, tensor<2x1x2xi8>
  }

  func.func @tf_split(%axis: tensor<*xi32>, %x: tensor<?x?xf32>) -> (tensor<*xf32>, tensor<?x?xf32>) {
    // SCALAR: native.mlir:[[# @LINE + 2]]:12: error: rank of split_dim is 1, expected 0 as tf.Split needs
    // AXIS: native.mlir:[[# @LINE + 1]]:12: error: axis 2 is out of range for data of rank 2
    %0:2 = "tf.Split"(%axis, %x) {device = ""} : (tensor<*xi32>, tensor<?x?xf32>) -> (tensor<*xf32>, tensor<?x?xf32>)
    return %0#0, %0#1 : tensor<*xf32>, tensor<?x?xf32>
  }

  func.func @tf_split_v(%x: tensor<2x6xf32>, %lengths: tensor<?xi64>, %axis: tensor<?xi32>) -> (tensor<2x?xf32>, tensor<*xf32>, tensor<?x?xf32>) {
    // LENGTHS: native.mlir:[[# @LINE + 3]]:12: error: dimension 0 of size_splits is 2, expected 3 as tf.SplitV needs
    // SUM: native.mlir:[[# @LINE + 2]]:12: error: lengths [1, 1, 1] sum to 3, expected 6, the size of dimension 1
    // ONE: native.mlir:[[# @LINE + 1]]:12: error: dimension 0 of split_dim is 2, expected 1 as tf.SplitV needs
    %0:3 = "tf.SplitV"(%x, %lengths, %axis) : (tensor<2x6xf32>, tensor<?xi64>, tensor<?xi32>) -> (tensor<2x?xf32>, tensor<*xf32>, tensor<?x?xf32>)
    return %0#0, %0#1, %0#2 : tensor<2x?xf32>, tensor<*xf32>, tensor<?x?xf32>
  }

  func.func @tfl_split(%x: tensor<4x2x!quant.uniform<i8:f32, 0.5>>) -> (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) {
    %axis = "tfl.pseudo_const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %0:2 = "tfl.split"(%axis, %x) <{num_splits = 2 : i32}> : (tensor<i32>, tensor<4x2x!quant.uniform<i8:f32, 0.5>>) -> (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>)
    return %0#0, %0#1 : tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  }

  // A claim of the foreign types that the lengths do not bear out.
  func.func @tfl_split_v(%x: tensor<1x?xf32>) -> (tensor<1x3xf32>, tensor<1x2xf32>) {
    %lengths = "tfl.pseudo_const"() {value = dense<[3, -1]> : tensor<2xi32>} : () -> tensor<2xi32>
    %axis = arith.constant dense<-1> : tensor<i32>
    // CLAIM: native.mlir:[[# @LINE + 1]]:12: error: result 1 has size 3 along dimension 1, but its type states 2
    %0:2 = "tfl.split_v"(%x, %lengths, %axis) {num_splits = 2 : i32} : (tensor<1x?xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<1x3xf32>, tensor<1x2xf32>)
    return %0#0, %0#1 : tensor<1x3xf32>, tensor<1x2xf32>
  }
}
