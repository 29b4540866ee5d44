// One negative for each message, and for each way to break a definition.
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split -split-input-file -verify-diagnostics

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

func.func @onnx_no_operand() {
  // expected-error @below {{'onnx.Split' op operand 'input' is missing}}
  %0 = "onnx.Split"() {num_outputs = 1 : si64} : () -> tensor<4xf32>
  return
}
// -----

func.func @onnx_absent_data() {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error @below {{'onnx.SplitV13' op operand 'input' is missing}}
  %0 = "onnx.SplitV13"(%none, %none) : (none, none) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_data_is_memref(%x: memref<12x3xf32>) {
  // expected-error @below {{'onnx.Split' op operand 'input' is of type 'memref<12x3xf32>', expected a tensor}}
  %0 = "onnx.Split"(%x) {axis = 0 : si64} : (memref<12x3xf32>) -> tensor<12x3xf32>
  return
}
// -----

func.func @onnx_data_is_sequence(%x: !onnx.Seq<tensor<2xf32>>) {
  // expected-error @below {{'onnx.SplitV11' op operand 'input' is of type '!onnx.Seq<tensor<2xf32>>', expected a tensor}}
  %0 = "onnx.SplitV11"(%x) : (!onnx.Seq<tensor<2xf32>>) -> tensor<2xf32>
  return
}
// -----

func.func @onnx_lengths_are_scalar(%x: tensor<4xf32>, %l: i64) {
  // expected-error @below {{'onnx.Split' op operand 'split' is of type 'i64', expected a tensor}}
  %0 = "onnx.Split"(%x, %l) : (tensor<4xf32>, i64) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_three_operands(%x: tensor<4xf32>, %l: tensor<1xi64>) {
  // expected-error @below {{'onnx.Split' op number of operands is 3, expected at most 2}}
  %0 = "onnx.Split"(%x, %l, %l) : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_split11_two_operands(%x: tensor<4xf32>, %l: tensor<1xi64>) {
  // expected-error @below {{'onnx.SplitV11' op number of operands is 2, expected at most 1}}
  %0 = "onnx.SplitV11"(%x, %l) : (tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_old_name_two_operands(%x: tensor<4xf32>, %l: tensor<1xi64>) {
  // expected-error @below {{'onnx.Split' op number of operands is 2, expected at most 1}}
  %0 = "onnx.Split"(%x, %l) {split = [4]} : (tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>
  return
}
// -----

func.func @tf_one_operand(%axis: tensor<i32>) {
  // expected-error @below {{'tf.Split' op operand 'value' is missing}}
  %0 = "tf.Split"(%axis) : (tensor<i32>) -> tensor<4xf32>
  return
}
// -----

func.func @tf_two_operands(%x: tensor<4xf32>, %l: tensor<1xi32>) {
  // expected-error @below {{'tf.SplitV' op operand 'split_dim' is missing}}
  %0 = "tf.SplitV"(%x, %l) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}
// -----

func.func @tfl_three_operands(%axis: tensor<i32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tfl.split' op number of operands is 3, expected at most 2}}
  %0 = "tfl.split"(%axis, %x, %x) {num_splits = 1 : i32} : (tensor<i32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tf_axis_is_float(%axis: tensor<f32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tf.Split' op operand 'split_dim' is of type 'tensor<f32>', expected a tensor of signless integers of 8 to 64 bits}}
  %0 = "tf.Split"(%axis, %x) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tf_axis_is_unsigned(%axis: tensor<ui32>, %x: tensor<4xf32>) {
  // expected-error @below {{operand 'split_dim' is of type 'tensor<ui32>', expected a tensor of signless integers of 8 to 64 bits}}
  %0 = "tf.Split"(%axis, %x) : (tensor<ui32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tf_axis_is_bool(%x: tensor<4xf32>) {
  %axis = "tf.Const"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
  // expected-error @below {{operand 'split_dim' is of type 'tensor<i1>', expected a tensor of signless integers of 8 to 64 bits}}
  %0 = "tf.Split"(%axis, %x) : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tf_axis_is_wide(%axis: tensor<i128>, %x: tensor<4xf32>) {
  // expected-error @below {{operand 'split_dim' is of type 'tensor<i128>', expected a tensor of signless integers of 8 to 64 bits}}
  %0 = "tf.Split"(%axis, %x) : (tensor<i128>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tf_axis_is_scalar(%axis: i32, %x: tensor<4xf32>) {
  // expected-error @below {{operand 'split_dim' is of type 'i32', expected a tensor}}
  %0 = "tf.Split"(%axis, %x) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tf_axis_has_two_elements(%axis: tensor<2xi32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tf.Split' op operand 'split_dim' is of type 'tensor<2xi32>', expected 'tensor<i32>'}}
  %0 = "tf.Split"(%axis, %x) : (tensor<2xi32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tfl_constant_axis_has_two_elements(%x: tensor<4xf32>) {
  %axis = "tfl.pseudo_const"() {value = dense<0> : tensor<2xi32>} : () -> tensor<2xi32>
  // expected-error @below {{'tfl.split' op operand 'split_dim' is of type 'tensor<2xi32>', expected 'tensor<i32>'}}
  %0 = "tfl.split"(%axis, %x) {num_splits = 1 : i32} : (tensor<2xi32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tf_too_many_lengths(%x: tensor<4xf32>, %l: tensor<3xi64>, %axis: tensor<i32>) {
  // expected-error @below {{'tf.SplitV' op operand 'size_splits' is of type 'tensor<3xi64>', expected 'tensor<2xi64>'}}
  %0:2 = "tf.SplitV"(%x, %l, %axis) : (tensor<4xf32>, tensor<3xi64>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

// As many elements as no machine holds.
func.func @tf_far_too_many_lengths(%x: tensor<4xf32>, %axis: tensor<i32>) {
  %l = "tf.Const"() {value = dense<1> : tensor<9223372036854775807xi64>} : () -> tensor<9223372036854775807xi64>
  // expected-error @below {{operand 'size_splits' is of type 'tensor<9223372036854775807xi64>', expected 'tensor<1xi64>'}}
  %0 = "tf.SplitV"(%x, %l, %axis) : (tensor<4xf32>, tensor<9223372036854775807xi64>, tensor<i32>) -> tensor<*xf32>
  return
}
// -----

func.func @tfl_lengths_are_scalar(%x: tensor<4xf32>, %l: tensor<i32>) {
  // expected-error @below {{'tfl.split_v' op operand 'size_splits' is of type 'tensor<i32>', expected 'tensor<1xi32>'}}
  %0 = "tfl.split_v"(%x, %l, %l) {num_splits = 1 : i32} : (tensor<4xf32>, tensor<i32>, tensor<i32>) -> tensor<*xf32>
  return
}
// -----

// A value of another type than the constant has is none.
func.func @tf_constant_of_another_type(%x: tensor<4xf32>) {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<f32>
  // expected-error @below {{operand 'split_dim' is of type 'tensor<f32>', expected a tensor of signless integers of 8 to 64 bits}}
  %0 = "tf.Split"(%axis, %x) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

func.func @onnx_axis_is_float(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.SplitV11' op attribute 'axis' is 1.000000e+00 : f32, expected an integer of 64 bits}}
  %0 = "onnx.SplitV11"(%x) {axis = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_axis_is_bool(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.SplitV11' op attribute 'axis' is true, expected an integer of 64 bits}}
  %0 = "onnx.SplitV11"(%x) {axis = true} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_axis_is_too_large(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.SplitV11' op attribute 'axis' is 18446744073709551615 : ui64, expected an integer of 64 bits}}
  %0 = "onnx.SplitV11"(%x) {axis = 18446744073709551615 : ui64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_num_outputs_is_string(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.Split' op attribute 'num_outputs' is "1", expected an integer of 64 bits}}
  %0 = "onnx.Split"(%x) <{num_outputs = "1"}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_lengths_are_no_array(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.SplitV11' op attribute 'split' is 4 : i64, expected an array of integers of 64 bits}}
  %0 = "onnx.SplitV11"(%x) {split = 4 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_lengths_are_floats(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.SplitV11' op attribute 'split' is [4.000000e+00], expected an array of integers of 64 bits}}
  %0 = "onnx.SplitV11"(%x) {split = [4.0]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_split13_num_outputs(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.SplitV13' op has an attribute 'num_outputs', expected only axis}}
  %0 = "onnx.SplitV13"(%x) {num_outputs = 1 : si64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_both_lengths_and_num_outputs(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.Split' op has an attribute 'num_outputs', expected only axis, split}}
  %0 = "onnx.Split"(%x) {num_outputs = 1 : si64, split = [4]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

// Discardable ones may have any name, inherent ones not.
func.func @onnx_unknown_inherent(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.Split' op has an attribute 'reverse', expected only axis, num_outputs}}
  %0 = "onnx.Split"(%x) <{num_outputs = 1 : si64, reverse = 1 : si64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @onnx_properties(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.Split' op has properties 1 : i64, expected a dictionary}}
  %0 = "onnx.Split"(%x) <1> {num_outputs = 1 : si64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tf_attribute_axis(%axis: tensor<i32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tf.Split' op has an attribute 'axis', expected only num_split}}
  %0 = "tf.Split"(%axis, %x) {axis = 0 : i64} : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tf_num_split(%axis: tensor<i32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tf.Split' op attribute 'num_split' is 2, expected 1, the number of results}}
  %0 = "tf.Split"(%axis, %x) {num_split = 2 : i64} : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tfl_no_num_splits(%axis: tensor<i32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tfl.split' op attribute 'num_splits' is missing}}
  %0 = "tfl.split"(%axis, %x) : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @tfl_num_splits(%x: tensor<4xf32>, %l: tensor<2xi32>, %axis: tensor<i32>) {
  // expected-error @below {{'tfl.split_v' op attribute 'num_splits' is 3, expected 2, the number of results}}
  %0:2 = "tfl.split_v"(%x, %l, %axis) <{num_splits = 3 : i32}> : (tensor<4xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

func.func @tfl_num_splits_is_array(%axis: tensor<i32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tfl.split' op attribute 'num_splits' is [1], expected an integer of 64 bits}}
  %0 = "tfl.split"(%axis, %x) {num_splits = [1]} : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

//===----------------------------------------------------------------------===//
// Results, regions and successors
//===----------------------------------------------------------------------===//

func.func @o9_no_result(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.Split' op expects at least one result}}
  "onnx.Split"(%x) {num_outputs = 2 : si64} : (tensor<4xf32>) -> ()
  return
}
// -----

func.func @tf_no_result(%axis: tensor<i32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tf.Split' op expects at least one result}}
  "tf.Split"(%axis, %x) : (tensor<i32>, tensor<4xf32>) -> ()
  return
}
// -----

func.func @tf_result_is_none(%axis: tensor<i32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tf.Split' op result 1 is of type 'none', expected a tensor}}
  %0:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<4xf32>) -> (tensor<2xf32>, none)
  return
}
// -----

func.func @o9_absent_output_is_used(%x: tensor<4xf32>) -> none {
  // expected-error @below {{'onnx.SplitV11' op result 0 is of type 'none', expected a tensor}}
  %0:2 = "onnx.SplitV11"(%x) : (tensor<4xf32>) -> (none, tensor<2xf32>)
  return %0#0 : none
}
// -----

func.func @result_is_memref(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.SplitV11' op result 1 is of type 'memref<2xf32>', expected a tensor}}
  %0:2 = "onnx.SplitV11"(%x) : (tensor<4xf32>) -> (tensor<2xf32>, memref<2xf32>)
  return
}
// -----

func.func @region(%axis: tensor<i32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tf.Split' op has regions or successors, expected none}}
  %0 = "tf.Split"(%axis, %x) ({}) : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @successor(%axis: tensor<i32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tf.Split' op has regions or successors, expected none}}
  %0 = "tf.Split"(%axis, %x) [^next] : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
^next:
  return
}
// -----

//===----------------------------------------------------------------------===//
// Rules of ONNX
//===----------------------------------------------------------------------===//

func.func @o4_both(%x: tensor<4xf32>, %l: tensor<1xi64>) {
  // expected-error @below {{has both the input 'split' and the attribute 'num_outputs'}}
  %0 = "onnx.Split"(%x, %l) {num_outputs = 1 : si64} : (tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>
  return
}
// -----

func.func @o6_split13_uneven(%x: tensor<5xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error @below {{dimension 0 of size 5 is not divisible by num_splits 2}}
  %0:2 = "onnx.SplitV13"(%x, %none) : (tensor<5xf32>, none) -> (tensor<3xf32>, tensor<2xf32>)
  return
}
// -----

func.func @o6_old_name_uneven(%x: tensor<5xf32>) {
  // expected-error @below {{dimension 0 of size 5 is not divisible by num_splits 2}}
  %0:2 = "onnx.Split"(%x) : (tensor<5xf32>) -> (tensor<3xf32>, tensor<2xf32>)
  return
}
// -----

// 5 into 4 is 2, 2, 1 and 0.
func.func @o7_other_sizes(%x: tensor<5xf32>) {
  // expected-warning @below {{piece #3 is empty: 5 in 4 pieces of 2}}
  // expected-error @below {{'onnx.Split' op result 1 has size 1 along dimension 0, expected 2}}
  %0:4 = "onnx.Split"(%x) {num_outputs = 4 : si64} : (tensor<5xf32>) -> (tensor<2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  return
}
// -----

func.func @o8_more_outputs(%x: tensor<4xf32>) {
  // expected-error @below {{has 2 outputs, but num_outputs is 1}}
  %0:2 = "onnx.Split"(%x) {num_outputs = 1 : si64} : (tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

func.func @o10_negative(%x: tensor<4xf32>) {
  %l = "onnx.Constant"() {value_ints = [1, -1]} : () -> tensor<2xi64>
  // expected-error @below {{length #1 is -1: lengths in ONNX are >= 0, -1 is only in OpenVINO's VariadicSplit}}
  %0:2 = "onnx.Split"(%x, %l) : (tensor<4xf32>, tensor<2xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

func.func @o10_count(%x: tensor<4xf32>) {
  %l = "onnx.Constant"() {value = dense<1> : tensor<9223372036854775807xi64>} : () -> tensor<?xi64>
  // expected-error @below {{number of lengths is 9223372036854775807, expected 2, the number of outputs}}
  %0:2 = "onnx.Split"(%x, %l) : (tensor<4xf32>, tensor<?xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

func.func @o10_one_length(%x: tensor<4xf32>) {
  %l = "onnx.Constant"() {value_int = 4 : si64} : () -> tensor<i64>
  // expected-error @below {{lengths must be a 1-D tensor, but are 'tensor<i64>'}}
  %0 = "onnx.Split"(%x, %l) : (tensor<4xf32>, tensor<i64>) -> tensor<*xf32>
  return
}
// -----

func.func @o10_float(%x: tensor<4xf32>, %l: tensor<1xf32>) {
  // expected-error @below {{lengths must be int64, but are 'f32'}}
  %0 = "onnx.Split"(%x, %l) : (tensor<4xf32>, tensor<1xf32>) -> tensor<*xf32>
  return
}
// -----

//===----------------------------------------------------------------------===//
// Rules of the split ops, constant operands included
//===----------------------------------------------------------------------===//

func.func @c2_onnx(%x: tensor<f32>) {
  // expected-error @below {{data has rank 0, so there is no axis to split along}}
  %0 = "onnx.SplitV11"(%x) : (tensor<f32>) -> tensor<f32>
  return
}
// -----

func.func @c2_tf(%x: tensor<f32>, %l: tensor<2xi32>, %axis: tensor<i32>) {
  // expected-error @below {{'tf.SplitV' op data has rank 0, so there is no axis to split along}}
  %0:2 = "tf.SplitV"(%x, %l, %axis) : (tensor<f32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

func.func @c4_onnx(%x: tensor<?x4xf32>) {
  // expected-error @below {{axis 2 is out of range [-2, 1] for data of rank 2}}
  %0 = "onnx.SplitV11"(%x) {axis = 2 : si64} : (tensor<?x4xf32>) -> tensor<*xf32>
  return
}
// -----

func.func @c4_tf(%x: tensor<4x4xf32>) {
  %axis = "tf.Const"() {value = dense<-3> : tensor<i32>} : () -> tensor<i32>
  // expected-error @below {{'tf.Split' op axis -3 is out of range [-2, 1] for data of rank 2}}
  %0:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<4x4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

func.func @c5_element_type(%x: tensor<4xf32>) {
  // expected-error @below {{'onnx.SplitV11' op result 0 has element type 'f16', expected 'f32' as data has}}
  %0 = "onnx.SplitV11"(%x) : (tensor<4xf32>) -> tensor<4xf16>
  return
}
// -----

func.func @c5_encoding(%axis: tensor<i32>, %x: tensor<4xf32>) {
  // expected-error @below {{'tf.Split' op result 0 has encoding "layout", expected no encoding as data has}}
  %0 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32, "layout">
  return
}
// -----

func.func @c5_rank(%axis: tensor<1xi32>, %x: tensor<1x4x3x3xf32>) {
  // expected-error @below {{'tfl.split' op result 0 has rank 3, expected 4 as data has}}
  %0:3 = "tfl.split"(%axis, %x) {num_splits = 3 : i32} : (tensor<1xi32>, tensor<1x4x3x3xf32>) -> (tensor<1x4x3xf32>, tensor<1x4x3xf32>, tensor<1x4x3xf32>)
  return
}
// -----

func.func @c5_size_onnx(%x: tensor<?xf32>) {
  %l = "onnx.Constant"() {value = dense<[3, 1]> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Split' op result 1 has size 3 along dimension 0, expected 1}}
  %0:2 = "onnx.Split"(%x, %l) : (tensor<?xf32>, tensor<2xi64>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}
// -----

func.func @c5_size_tfl(%x: tensor<6x2xf32>) {
  %axis = "tfl.pseudo_const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  // expected-error @below {{'tfl.split' op result 1 has size 2 along dimension 0, expected 3}}
  %0:2 = "tfl.split"(%axis, %x) {num_splits = 2 : i32} : (tensor<i32>, tensor<6x2xf32>) -> (tensor<3x2xf32>, tensor<2x2xf32>)
  return
}
// -----

// The parameters along the axis would have to be cut too.
func.func @c5_quantized(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>) {
  %axis = arith.constant dense<0> : tensor<i32>
  // expected-error @below {{'tfl.split' op dimension 0 is the axis, but data of element type '!quant.uniform<i8:f32:0, {5.000000e-01,2.000000e+00}>' is quantized along it}}
  %0 = "tfl.split"(%axis, %x) {num_splits = 1 : i32} : (tensor<i32>, tensor<2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>
  return
}
// -----

func.func @s2_tf(%x: tensor<?x5xf32>) {
  %axis = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  // expected-error @below {{'tf.Split' op dimension 1 of size 5 is not divisible by num_splits 2}}
  %0:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<?x5xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

func.func @variadic_v2_two_rests(%x: tensor<?xf32>, %axis: tensor<i32>) {
  %l = "tf.Const"() {value = dense<-1> : tensor<2xi32>} : () -> tensor<2xi32>
  // expected-error @below {{'tf.SplitV' op lengths 0 and 1 are both -1, expected at most one}}
  %0:2 = "tf.SplitV"(%x, %l, %axis) : (tensor<?xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

func.func @v2_negative(%x: tensor<?xf32>, %axis: tensor<i32>) {
  %l = "tfl.pseudo_const"() {value = dense<[4, -2]> : tensor<2xi32>} : () -> tensor<2xi32>
  // expected-error @below {{'tfl.split_v' op length 1 is -2, expected a size or -1}}
  %0:2 = "tfl.split_v"(%x, %l, %axis) {num_splits = 2 : i32} : (tensor<?xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

func.func @v3_onnx(%x: tensor<4xf32>) {
  // expected-error @below {{lengths [1, 2] sum to 3, expected 4, the size of dimension 0}}
  %0:2 = "onnx.SplitV11"(%x) {split = [1, 2]} : (tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

func.func @v3_tfl(%x: tensor<4xf32>) {
  %axis = "tfl.pseudo_const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %l = "tfl.pseudo_const"() {value = dense<[5, -1]> : tensor<2xi32>} : () -> tensor<2xi32>
  // expected-error @below {{'tfl.split_v' op lengths [5, -1] sum to more than 4, the size of dimension 0}}
  %0:2 = "tfl.split_v"(%x, %l, %axis) {num_splits = 2 : i32} : (tensor<4xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
// -----

// Every wrong op is reported.
func.func @two_errors(%x: tensor<4xf32>) {
  // expected-error @below {{'tf.Split' op operand 'split_dim' is missing}}
  %0 = "tf.Split"() : () -> tensor<4xf32>
  // expected-error @below {{'onnx.SplitV13' op operand 'input' is missing}}
  %1 = "onnx.SplitV13"() : () -> tensor<4xf32>
  return
}
