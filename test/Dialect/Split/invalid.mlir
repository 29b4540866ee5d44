// One negative for each message, named after the rule that is broken.
// RUN: split-opt %s -split-input-file -verify-diagnostics

func.func @split_c2_rank_0(%x: tensor<f32>) {
  // expected-error @below {{'split.split' op data has rank 0, so there is no axis to split along}}
  %0 = split.split %x axis(0) into 1 : tensor<f32> -> tensor<f32>
  return
}
// -----

func.func @split_c2_rank_0_run_time_axis(%x: tensor<f32>, %a: i32) {
  // expected-error @below {{data has rank 0, so there is no axis to split along}}
  %0 = split.split %x axis(%a : i32) into 1 : tensor<f32> -> tensor<f32>
  return
}
// -----

func.func @variadic_c2_rank_0(%x: tensor<f32>) {
  // expected-error @below {{'split.variadic_split' op data has rank 0, so there is no axis to split along}}
  %0 = split.variadic_split %x axis(-1) lengths [1] : tensor<f32> -> tensor<f32>
  return
}
// -----

func.func @split_c2_rank_0_known_from_a_result(%x: tensor<*xf32>) {
  // expected-error @below {{result 1 has rank 0, so there is no axis to split along}}
  %0:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<f32>
  return
}
// -----

func.func @split_c3_axis_i1(%x: tensor<4xf32>, %a: i1) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.split %x axis(%a : i1) into 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_i4(%x: tensor<4xf32>, %a: i4) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.split %x axis(%a : i4) into 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_i128(%x: tensor<4xf32>, %a: i128) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.split %x axis(%a : i128) into 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_f32(%x: tensor<4xf32>, %a: f32) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.split %x axis(%a : f32) into 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_dynamic_tensor(%x: tensor<4xf32>, %a: tensor<?xi32>) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.split %x axis(%a : tensor<?xi32>) into 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_two_elements(%x: tensor<4xf32>, %a: tensor<2xi32>) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.split %x axis(%a : tensor<2xi32>) into 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_no_elements(%x: tensor<4xf32>, %a: tensor<0xi32>) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.split %x axis(%a : tensor<0xi32>) into 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_rank_2(%x: tensor<4xf32>, %a: tensor<1x1xi32>) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.split %x axis(%a : tensor<1x1xi32>) into 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_unranked(%x: tensor<4xf32>, %a: tensor<*xi32>) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.split %x axis(%a : tensor<*xi32>) into 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_float_tensor(%x: tensor<4xf32>, %a: tensor<f32>) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.split %x axis(%a : tensor<f32>) into 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_i1_tensor(%x: tensor<4xf32>, %a: tensor<i1>) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.split %x axis(%a : tensor<i1>) into 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @variadic_c3_axis_i7(%x: tensor<4xf32>, %a: i7) {
  // expected-error @below {{operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one}}
  %0 = split.variadic_split %x axis(%a : i7) lengths [4] : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_neither(%x: tensor<4xf32>) {
  // expected-error @below {{'split.split' op expects axis as an operand or as the attribute 'static_axis', got neither}}
  %0 = "split.split"(%x) <{num_splits = 1 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @split_c3_axis_both(%x: tensor<4xf32>, %a: i32) {
  // expected-error @below {{'split.split' op expects axis as an operand or as the attribute 'static_axis', got both}}
  %0 = "split.split"(%x, %a) <{num_splits = 1 : i64, static_axis = 0 : i64}> : (tensor<4xf32>, i32) -> tensor<4xf32>
  return
}
// -----

func.func @variadic_c3_axis_neither(%x: tensor<4xf32>) {
  // expected-error @below {{'split.variadic_split' op expects axis as an operand or as the attribute 'static_axis', got neither}}
  %0 = "split.variadic_split"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_lengths = array<i64: 4>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @variadic_c3_axis_both(%x: tensor<4xf32>, %a: i32) {
  // expected-error @below {{'split.variadic_split' op expects axis as an operand or as the attribute 'static_axis', got both}}
  %0 = "split.variadic_split"(%x, %a) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_axis = 0 : i64, static_lengths = array<i64: 4>}> : (tensor<4xf32>, i32) -> tensor<4xf32>
  return
}
// -----

func.func @split_c4_axis_too_large(%x: tensor<4x6xf32>) {
  // expected-error @below {{axis 2 is out of range [-2, 1] for data of rank 2}}
  %0:2 = split.split %x axis(2) into 2 : tensor<4x6xf32> -> tensor<4x6xf32>, tensor<4x6xf32>
  return
}
// -----

func.func @split_c4_axis_too_small(%x: tensor<4x6xf32>) {
  // expected-error @below {{axis -3 is out of range [-2, 1] for data of rank 2}}
  %0:2 = split.split %x axis(-3) into 2 : tensor<4x6xf32> -> tensor<4x6xf32>, tensor<4x6xf32>
  return
}
// -----

func.func @variadic_c4_axis_largest(%x: tensor<?xf32>) {
  // expected-error @below {{axis 9223372036854775807 is out of range [-1, 0] for data of rank 1}}
  %0 = split.variadic_split %x axis(9223372036854775807) lengths [-1] : tensor<?xf32> -> tensor<?xf32>
  return
}
// -----

func.func @variadic_c4_axis_smallest(%x: tensor<?xf32>) {
  // expected-error @below {{axis -9223372036854775808 is out of range [-1, 0] for data of rank 1}}
  %0 = split.variadic_split %x axis(-9223372036854775808) lengths [-1] : tensor<?xf32> -> tensor<?xf32>
  return
}
// -----

func.func @split_c4_rank_known_from_a_result(%x: tensor<*xf32>) {
  // expected-error @below {{axis 2 is out of range [-2, 1] for result 1 of rank 2}}
  %0:2 = split.split %x axis(2) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<?x?xf32>
  return
}
// -----

func.func @split_c5_no_results(%x: tensor<4xf32>) {
  // expected-error @below {{'split.split' op expects at least one result}}
  "split.split"(%x) <{num_splits = 1 : i64, static_axis = 0 : i64}> : (tensor<4xf32>) -> ()
  return
}
// -----

func.func @variadic_c5_no_results(%x: tensor<4xf32>) {
  // expected-error @below {{'split.variadic_split' op expects at least one result}}
  "split.variadic_split"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_axis = 0 : i64, static_lengths = array<i64: 4>}> : (tensor<4xf32>) -> ()
  return
}
// -----

func.func @split_c5_element_type(%x: tensor<4xf32>) {
  // expected-error @below {{result 1 has element type 'f64', expected 'f32' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf64>
  return
}
// -----

func.func @split_c5_element_signedness(%x: tensor<4xui8>) {
  // expected-error @below {{result 0 has element type 'i8', expected 'ui8' as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xui8> -> tensor<2xi8>, tensor<2xui8>
  return
}
// -----

func.func @variadic_c5_element_type_unranked(%x: tensor<*xf32>) {
  // expected-error @below {{result 0 has element type 'i32', expected 'f32' as data has}}
  %0 = split.variadic_split %x axis(0) lengths [1] : tensor<*xf32> -> tensor<*xi32>
  return
}
// -----

func.func @split_c5_encoding_lost(%x: tensor<4xf32, "e">) {
  // expected-error @below {{result 1 has no encoding, expected encoding "e" as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32, "e"> -> tensor<2xf32, "e">, tensor<2xf32>
  return
}
// -----

func.func @split_c5_encoding_invented(%x: tensor<4xf32>) {
  // expected-error @below {{result 0 has encoding "e", expected no encoding as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32, "e">, tensor<2xf32>
  return
}
// -----

func.func @variadic_c5_encoding_other(%x: tensor<4xf32, "e">) {
  // expected-error @below {{result 0 has encoding "g", expected encoding "e" as data has}}
  %0 = split.variadic_split %x axis(0) lengths [4] : tensor<4xf32, "e"> -> tensor<4xf32, "g">
  return
}
// -----

func.func @split_c5_rank(%x: tensor<4x6xf32>) {
  // expected-error @below {{result 1 has rank 1, expected 2 as data has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4x6xf32> -> tensor<2x6xf32>, tensor<2xf32>
  return
}
// -----

func.func @variadic_c5_rank_among_results(%x: tensor<*xf32>, %a: i32) {
  // expected-error @below {{result 1 has rank 2, expected 1 as result 0 has}}
  %0:2 = split.variadic_split %x axis(%a : i32) lengths [1, 2] : tensor<*xf32> -> tensor<?xf32>, tensor<?x?xf32>
  return
}
// -----

func.func @split_c5_other_dimension(%x: tensor<4x6xf32>) {
  // expected-error @below {{result 1 has size 5 along dimension 1, expected 6}}
  %0:2 = split.split %x axis(0) into 2 : tensor<4x6xf32> -> tensor<2x6xf32>, tensor<2x5xf32>
  return
}
// -----

func.func @split_c5_axis_dimension(%x: tensor<4x6xf32>) {
  // expected-error @below {{result 1 has size 2 along dimension 1, expected 3}}
  %0:2 = split.split %x axis(-1) into 2 : tensor<4x6xf32> -> tensor<4x3xf32>, tensor<4x2xf32>
  return
}
// -----

func.func @variadic_c5_axis_dimension(%x: tensor<4xf32>) {
  // expected-error @below {{result 1 has size 2 along dimension 0, expected 3}}
  %0:2 = split.variadic_split %x axis(0) lengths [1, -1] : tensor<4xf32> -> tensor<1xf32>, tensor<2xf32>
  return
}
// -----

func.func @variadic_c5_v4_length_of_unknown_dimension(%x: tensor<?xf32>) {
  // expected-error @below {{result 0 has size 2 along dimension 0, expected 1}}
  %0:2 = split.variadic_split %x axis(0) lengths [1, -1] : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>
  return
}
// -----

func.func @split_c5_results_disagree_on_axis(%x: tensor<?x?xf32>) {
  // expected-error @below {{result 1 has size 3 along dimension 0, expected 2 as result 0 has}}
  %0:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<2x?xf32>, tensor<3x?xf32>
  return
}
// -----

func.func @split_c5_results_disagree_off_axis(%x: tensor<?x?xf32>) {
  // expected-error @below {{result 2 has size 8 along dimension 1, expected 7 as result 1 has}}
  %0:3 = split.split %x axis(0) into 3 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x7xf32>, tensor<?x8xf32>
  return
}
// -----

func.func @variadic_c5_results_disagree_unranked(%x: tensor<*xf32>) {
  // expected-error @below {{result 1 has size 8 along dimension 1, expected 7 as result 0 has}}
  %0:2 = split.variadic_split %x axis(0) lengths [1, 2] : tensor<*xf32> -> tensor<?x7xf32>, tensor<?x8xf32>
  return
}
// -----

func.func @split_c5_quantized_along_axis(%x: tensor<4x2x!quant.uniform<i8:f32:1, {2.0, 3.0}>>) {
  // expected-error @below {{dimension 1 is the axis, but data of element type '!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>' is quantized along it}}
  %0:2 = split.split %x axis(-1) into 2 : tensor<4x2x!quant.uniform<i8:f32:1, {2.0, 3.0}>> -> tensor<4x1x!quant.uniform<i8:f32:1, {2.0, 3.0}>>, tensor<4x1x!quant.uniform<i8:f32:1, {2.0, 3.0}>>
  return
}
// -----

func.func @variadic_c5_quantized_along_axis(%x: tensor<2x!quant.uniform<i8:f32:0, {2.0, 3.0}>>) {
  // expected-error @below {{dimension 0 is the axis, but data of element type '!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00}>' is quantized along it}}
  %0:2 = split.variadic_split %x axis(0) lengths [1, 1] : tensor<2x!quant.uniform<i8:f32:0, {2.0, 3.0}>> -> tensor<1x!quant.uniform<i8:f32:0, {2.0, 3.0}>>, tensor<1x!quant.uniform<i8:f32:0, {2.0, 3.0}>>
  return
}
// -----

func.func @split_c5_sub_channel_quantized_along_axis(%x: tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}, {4.0, 5.0}}>>) {
  // expected-error @below {{is quantized along it}}
  %0:2 = split.split %x axis(1) into 2 : tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}, {4.0, 5.0}}>> -> tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}, {4.0, 5.0}}>>, tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}, {4.0, 5.0}}>>
  return
}
// -----

func.func @split_s1_zero(%x: tensor<4xf32>) {
  // expected-error @below {{num_splits is 0, expected at least 1}}
  %0 = split.split %x axis(0) into 0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @split_s1_negative(%x: tensor<?xf32>) {
  // expected-error @below {{num_splits is -2, expected at least 1}}
  %0 = split.split %x axis(0) into -2 : tensor<?xf32> -> tensor<?xf32>
  return
}
// -----

func.func @split_s1_count(%x: tensor<6xf32>) {
  // expected-error @below {{num_splits is 3, expected 2, the number of results}}
  %0:2 = split.split %x axis(0) into 3 : tensor<6xf32> -> tensor<2xf32>, tensor<2xf32>
  return
}
// -----

func.func @split_s1_huge(%x: tensor<?xf32>) {
  // expected-error @below {{num_splits is 9223372036854775807, expected 1, the number of results}}
  %0 = split.split %x axis(0) into 9223372036854775807 : tensor<?xf32> -> tensor<?xf32>
  return
}
// -----

func.func @split_s1_before_division(%x: tensor<0xf32>) {
  // expected-error @below {{num_splits is 0, expected at least 1}}
  %0 = split.split %x axis(0) into 0 : tensor<0xf32> -> tensor<0xf32>
  return
}
// -----

func.func @split_s2_not_divisible(%x: tensor<2x7xf32>) {
  // expected-error @below {{dimension 1 of size 7 is not divisible by num_splits 2}}
  %0:2 = split.split %x axis(1) into 2 : tensor<2x7xf32> -> tensor<2x?xf32>, tensor<2x?xf32>
  return
}
// -----

func.func @split_s2_fewer_than_pieces(%x: tensor<2x1xf32>) {
  // expected-error @below {{dimension 1 of size 1 is not divisible by num_splits 2}}
  %0:2 = split.split %x axis(-1) into 2 : tensor<2x1xf32> -> tensor<2x?xf32>, tensor<2x?xf32>
  return
}
// -----

func.func @variadic_v1_count(%x: tensor<4xf32>) {
  // expected-error @below {{number of lengths is 3, expected 2, the number of results}}
  %0:2 = split.variadic_split %x axis(0) lengths [1, 2, 1] : tensor<4xf32> -> tensor<1xf32>, tensor<2xf32>
  return
}
// -----

func.func @variadic_v1_count_operand(%x: tensor<4xf32>, %l: tensor<3xi64>) {
  // expected-error @below {{number of lengths is 3, expected 2, the number of results}}
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<3xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
// -----

func.func @variadic_v1_empty(%x: tensor<4xf32>) {
  // expected-error @below {{lengths are empty, expected at least one}}
  %0 = split.variadic_split %x axis(0) lengths [] : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v1_empty_operand(%x: tensor<4xf32>, %l: tensor<0xi64>) {
  // expected-error @below {{lengths are empty, expected at least one}}
  %0 = split.variadic_split %x axis(0) lengths(%l : tensor<0xi64>) : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v1_lengths_dynamic(%x: tensor<4xf32>, %l: tensor<?xi64>) {
  // expected-error @below {{operand #1 must be variadic of statically shaped 1-D tensor of index or integer of 8 to 64 bits or index}}
  %0 = split.variadic_split %x axis(0) lengths(%l : tensor<?xi64>) : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v1_lengths_rank_0(%x: tensor<4xf32>, %l: tensor<i64>) {
  // expected-error @below {{operand #1 must be variadic of statically shaped 1-D tensor of index or integer of 8 to 64 bits or index}}
  %0 = split.variadic_split %x axis(0) lengths(%l : tensor<i64>) : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v1_lengths_rank_2(%x: tensor<4xf32>, %l: tensor<1x1xi64>) {
  // expected-error @below {{operand #1 must be variadic of statically shaped 1-D tensor of index or integer of 8 to 64 bits or index}}
  %0 = split.variadic_split %x axis(0) lengths(%l : tensor<1x1xi64>) : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v1_lengths_unranked(%x: tensor<4xf32>, %l: tensor<*xi64>) {
  // expected-error @below {{operand #1 must be variadic of statically shaped 1-D tensor of index or integer of 8 to 64 bits or index}}
  %0 = split.variadic_split %x axis(0) lengths(%l : tensor<*xi64>) : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v1_lengths_scalar(%x: tensor<4xf32>, %l: i64) {
  // expected-error @below {{operand #1 must be variadic of statically shaped 1-D tensor of index or integer of 8 to 64 bits or index}}
  %0 = split.variadic_split %x axis(0) lengths(%l : i64) : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v1_lengths_float(%x: tensor<4xf32>, %l: tensor<1xf32>) {
  // expected-error @below {{operand #1 must be variadic of statically shaped 1-D tensor of index or integer of 8 to 64 bits or index}}
  %0 = split.variadic_split %x axis(0) lengths(%l : tensor<1xf32>) : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v1_lengths_i1(%x: tensor<4xf32>, %l: tensor<1xi1>) {
  // expected-error @below {{operand #1 must be variadic of statically shaped 1-D tensor of index or integer of 8 to 64 bits or index}}
  %0 = split.variadic_split %x axis(0) lengths(%l : tensor<1xi1>) : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v1_lengths_i128(%x: tensor<4xf32>, %l: tensor<1xi128>) {
  // expected-error @below {{operand #1 must be variadic of statically shaped 1-D tensor of index or integer of 8 to 64 bits or index}}
  %0 = split.variadic_split %x axis(0) lengths(%l : tensor<1xi128>) : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v1_neither(%x: tensor<4xf32>) {
  // expected-error @below {{'split.variadic_split' op expects lengths as an operand or as the attribute 'static_lengths', got neither}}
  %0 = "split.variadic_split"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_axis = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v1_both(%x: tensor<4xf32>, %l: tensor<1xi64>) {
  // expected-error @below {{'split.variadic_split' op expects lengths as an operand or as the attribute 'static_lengths', got both}}
  %0 = "split.variadic_split"(%x, %l) <{operandSegmentSizes = array<i32: 1, 0, 1>, static_axis = 0 : i64, static_lengths = array<i64: 4>}> : (tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>
  return
}
// -----

func.func @variadic_v2_negative(%x: tensor<?xf32>) {
  // expected-error @below {{length 1 is -2, expected a size or -1}}
  %0:2 = split.variadic_split %x axis(0) lengths [6, -2] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
// -----

func.func @variadic_v2_smallest(%x: tensor<?xf32>) {
  // expected-error @below {{number of index values for 'lengths' is 0, expected 1, the number of run-time lengths in 'static_lengths'}}
  %0:2 = split.variadic_split %x axis(0) lengths [-9223372036854775808, 1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
// -----

func.func @variadic_v2_two_rests(%x: tensor<*xf32>, %a: i32) {
  // expected-error @below {{lengths 0 and 2 are both -1, expected at most one}}
  %0:3 = split.variadic_split %x axis(%a : i32) lengths [-1, 2, -1] : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  return
}
// -----

func.func @variadic_v3_too_little(%x: tensor<2x4xf32>) {
  // expected-error @below {{lengths [1, 2] sum to 3, expected 4, the size of dimension 1}}
  %0:2 = split.variadic_split %x axis(1) lengths [1, 2] : tensor<2x4xf32> -> tensor<2x1xf32>, tensor<2x2xf32>
  return
}
// -----

func.func @variadic_v3_too_much(%x: tensor<2x4xf32>) {
  // expected-error @below {{lengths [3, 2] sum to more than 4, the size of dimension 1}}
  %0:2 = split.variadic_split %x axis(-1) lengths [3, 2] : tensor<2x4xf32> -> tensor<2x3xf32>, tensor<2x2xf32>
  return
}
// -----

func.func @variadic_v3_too_much_with_rest(%x: tensor<4xf32>) {
  // expected-error @below {{lengths [3, -1, 2] sum to more than 4, the size of dimension 0}}
  %0:3 = split.variadic_split %x axis(0) lengths [3, -1, 2] : tensor<4xf32> -> tensor<3xf32>, tensor<?xf32>, tensor<2xf32>
  return
}
// -----

func.func @variadic_v3_zero_dimension(%x: tensor<0xf32>) {
  // expected-error @below {{lengths [0, 1] sum to more than 0, the size of dimension 0}}
  %0:2 = split.variadic_split %x axis(0) lengths [0, 1] : tensor<0xf32> -> tensor<0xf32>, tensor<?xf32>
  return
}
// -----

func.func @variadic_v3_sum_wraps_to_the_size(%x: tensor<4xf32>) {
  // expected-error @below {{lengths [9223372036854775807, 9223372036854775807, 6] sum to more than 4, the size of dimension 0}}
  %0:3 = split.variadic_split %x axis(0) lengths [9223372036854775807, 9223372036854775807, 6] : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return
}
// -----

func.func @variadic_v3_sum_overflows(%x: tensor<?xf32>) {
  // expected-error @below {{lengths [9223372036854775807, 1] sum to more than 9223372036854775807, the largest size there is}}
  %0:2 = split.variadic_split %x axis(0) lengths [9223372036854775807, 1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
// -----

func.func @variadic_v3_sum_overflows_run_time_axis(%x: tensor<4x4xf32>, %a: i64) {
  // expected-error @below {{lengths [4611686018427387904, -1, 4611686018427387904] sum to more than 9223372036854775807, the largest size there is}}
  %0:3 = split.variadic_split %x axis(%a : i64) lengths [4611686018427387904, -1, 4611686018427387904] : tensor<4x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  return
}
// -----

func.func @variadic_v3_result_sizes_too_much(%x: tensor<4xf32>, %l: tensor<2xi64>) {
  // expected-error @below {{sizes of the results [3, 2] sum to more than 4, the size of dimension 0}}
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<3xf32>, tensor<2xf32>
  return
}
// -----

func.func @variadic_v3_result_sizes_too_little(%x: tensor<4xf32>, %l: tensor<2xi64>) {
  // expected-error @below {{sizes of the results [1, 2] sum to 3, expected 4, the size of dimension 0}}
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<1xf32>, tensor<2xf32>
  return
}
// -----

func.func @variadic_v3_result_sizes_overflow(%x: tensor<?xf32>, %l: tensor<2xi64>) {
  // expected-error @below {{sizes of the results [9223372036854775807, 1] sum to more than 9223372036854775807, the largest size there is}}
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<9223372036854775807xf32>, tensor<1xf32>
  return
}
// -----

func.func @assert_too_few_values(%c: i1, %v: index) {
  // expected-error @below {{number of placeholders in the format is 2, expected 1, the number of values}}
  split.assert %c, "{} of {u}"(%v)
  return
}
// -----

func.func @assert_too_many_values(%c: i1, %v: index) {
  // expected-error @below {{number of placeholders in the format is 0, expected 1, the number of values}}
  split.assert %c, "no placeholder { }"(%v)
  return
}
// -----

func.func @assert_value_type(%c: i1, %v: i32) {
  // expected-error @below {{operand #1 must be variadic of index}}
  "split.assert"(%c, %v) <{format = "{}"}> : (i1, i32) -> ()
  return
}
// -----

func.func @assert_condition_type(%c: i8) {
  // expected-error @below {{operand #0 must be 1-bit signless integer}}
  "split.assert"(%c) <{format = ""}> : (i8) -> ()
  return
}
// -----

func.func @split_num_splits_missing(%x: tensor<4xf32>) {
  // expected-error @below {{requires attribute 'num_splits'}}
  %0 = "split.split"(%x) <{static_axis = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @split_num_splits_type(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'num_splits' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = "split.split"(%x) <{num_splits = 1 : i32, static_axis = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @split_static_axis_type(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'static_axis' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = "split.split"(%x) <{num_splits = 1 : i64, static_axis = 0 : index}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @variadic_static_lengths_type(%x: tensor<4xf32>) {
  // expected-error @below {{Invalid attribute `static_lengths` in property conversion}}
  %0 = "split.variadic_split"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_axis = 0 : i64, static_lengths = array<i32: 4>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @split_c1_memref(%x: memref<4xf32>) {
  // expected-error @below {{operand #0 must be tensor of any type values}}
  %0 = "split.split"(%x) <{num_splits = 1 : i64, static_axis = 0 : i64}> : (memref<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @split_c5_memref_result(%x: tensor<4xf32>) {
  // expected-error @below {{result #0 must be variadic of tensor of any type values}}
  %0 = "split.split"(%x) <{num_splits = 1 : i64, static_axis = 0 : i64}> : (tensor<4xf32>) -> memref<4xf32>
  return
}
// -----

func.func @split_no_operands() {
  // expected-error @below {{expected 1 or more operands}}
  %0 = "split.split"() <{num_splits = 1 : i64, static_axis = 0 : i64}> : () -> tensor<4xf32>
  return
}
// -----

func.func @split_three_operands(%x: tensor<4xf32>, %a: i32) {
  // expected-error @below {{operand group starting at #1 requires 0 or 1 element, but found 2}}
  %0 = "split.split"(%x, %a, %a) <{num_splits = 1 : i64}> : (tensor<4xf32>, i32, i32) -> tensor<4xf32>
  return
}
// -----

func.func @variadic_segments_do_not_add_up(%x: tensor<4xf32>) {
  // expected-error @below {{operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  %0 = "split.variadic_split"(%x) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_lengths = array<i64: 4>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @variadic_two_axes(%x: tensor<4xf32>, %a: i32) {
  // expected-error @below {{operand group starting at #1 requires 0 or 1 element, but found 2}}
  %0 = "split.variadic_split"(%x, %a, %a) <{operandSegmentSizes = array<i32: 1, 2, 0>, static_lengths = array<i64: 4>}> : (tensor<4xf32>, i32, i32) -> tensor<4xf32>
  return
}
// -----

func.func @lengths_without_operand(%x: tensor<4xf32>) {
  // expected-error @below {{expected SSA operand}}
  %0 = split.variadic_split %x axis(0) lengths(4) : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @lengths_without_type(%x: tensor<4xf32>, %l: tensor<1xi64>) {
  // expected-error @below {{expected ':'}}
  %0 = split.variadic_split %x axis(0) lengths(%l) : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @lengths_without_end(%x: tensor<4xf32>, %l: tensor<1xi64>) {
  // expected-error @below {{expected ')'}}
  %0 = split.variadic_split %x axis(0) lengths(%l : tensor<1xi64> : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----

func.func @results_without_type(%x: tensor<4xf32>) {
  // expected-error @below {{expected non-function type}}
  %0 = split.split %x axis(0) into 1 : tensor<4xf32> -> (4)
  return
}
