// Reshapes whose result has sizes or a rank that are known only at run time.
// RUN: %run-each %s --function=expand_two --input=6xf32=iota \
// RUN:   --expected_output=2x3xf32=iota
// RUN: %run-each %s --function=expand_groups --input=2x12xf32=iota \
// RUN:   --input=index=3 --expected_output=2x3x2x2xf32=iota
// RUN: %run-each %s --function=expand_groups --input=0x12xf32 \
// RUN:   --input=index=3 --expected_output=0x3x2x2xf32
// RUN: %run-each %s --function=expand_column --input=6x2xf32=iota \
// RUN:   --expected_output=2x3xf32=1,3,5,7,9,11
// RUN: not split-run %s --function=expand_groups --input=2x12xf32 \
// RUN:   --input=index=5 2>&1 | FileCheck %s --check-prefix=EXPAND
// EXPAND: error: shape [5, 2, 2] does not have 12 elements, as source has along dimension 1
// RUN: %run-each %s --function=unranked_cast --input=6xf32=iota \
// RUN:   --input=2xindex=2,3 --expected_output=2x3xf32=iota
// RUN: %run-each %s --function=unranked --input=6xf32=iota \
// RUN:   --input=2xindex=3,2 --expected_output=3x2xf32=iota
// RUN: %run-each %s --function=from_unranked --input=2x3xf32=iota \
// RUN:   --input=1xindex=6 --expected_output=6xf32=iota
// RUN: %run-each %s --function=i32 --input=6xf32=iota --input=2xi32=2,3 \
// RUN:   --expected_output=2x3xf32=iota
// RUN: %run-each %s --function=i8 --input=6xf32=iota --input=2xi8=6,1 \
// RUN:   --expected_output=6x1xf32=iota
// RUN: %run-each %s --function=i64_unranked --input=6xf32=iota \
// RUN:   --input=3xi64=1,6,1 --expected_output=1x6x1xf32=iota
// RUN: not split-run %s --function=i32 --input=6xf32 --input=2xi32=-2,-3 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: shape [-2, -3] does not have 6 elements, as source has

// RUN: %run-each %s --function=of_unknown_rank --input=4xi32=1,2,3,4 --input=index=2 \
// RUN:   --expected_output=2x2xi32=1,2,3,4
// RUN: not split-run %s --function=of_unknown_rank --input=6xi32=iota --input=index=3 \
// RUN:   2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not split-run %s --function=of_unknown_rank --input=3xi32=1,2,3 --input=index=2 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COUNT
// COUNT: error: shape [2, 2] does not have 3 elements, as source has
// RUN: %run-each %s --function=to_unknown_rank --input=4xi32=1,2,3,4 --input=3xi64=1,4,1 \
// RUN:   --expected_output=1x4x1xi32=1,2,3,4
// RUN: not split-run %s --function=to_unknown_rank --input=4xi32=1,2,3,4 \
// RUN:   --input=2xi64=-2,-2 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not split-run %s --function=to_unknown_rank --input=4xi32=1,2,3,4 \
// RUN:   --input=2xi64=4294967296,4294967296 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not split-run %s --function=to_unknown_rank --input=4xi32=1,2,3,4 \
// RUN:   --input=2xi64=0,4 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: error: shape of 2 sizes does not have 4 elements, as source has
// RUN: %run-each %s --function=unknown_ranks --input=1x4xi32=1,2,3,4 --input=2xindex=2,2 \
// RUN:   --expected_output=2x2xi32=1,2,3,4
// RUN: %run-each %s --function=unknown_ranks --input=i32=7 --input=0xindex \
// RUN:   --expected_output=i32=7
// RUN: not split-run %s --function=unknown_ranks --input=3x0xi32 --input=0xindex 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// NONE: error: shape of 0 sizes does not have 0 elements, as source has
// UNKNOWN: error: result 0 has size 3 along dimension 1, but its type states 2

func.func @expand_two(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = tensor.expand_shape %x [[0, 1]] output_shape [%c2, %c3] : tensor<?xf32> into tensor<?x?xf32>
  return %e : tensor<?x?xf32>
}
func.func @expand_groups(%x: tensor<?x?xf32>, %n: index) -> tensor<?x?x2x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [%m, %n, 2, %c2] : tensor<?x?xf32> into tensor<?x?x2x?xf32>
  return %e : tensor<?x?x2x?xf32>
}
func.func @expand_column(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %s = tensor.extract_slice %x[0, 1] [%m, 1] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
  %e = tensor.expand_shape %s [[0, 1]] output_shape [%c2, %c3] : tensor<?xf32> into tensor<?x?xf32>
  return %e : tensor<?x?xf32>
}
func.func @unranked_cast(%x: tensor<6xf32>, %shape: tensor<2xindex>) -> tensor<2x3xf32> {
  %r = tensor.reshape %x(%shape) : (tensor<6xf32>, tensor<2xindex>) -> tensor<*xf32>
  %c = tensor.cast %r : tensor<*xf32> to tensor<2x3xf32>
  return %c : tensor<2x3xf32>
}
func.func @unranked(%x: tensor<6xf32>, %shape: tensor<2xindex>) -> tensor<*xf32> {
  %r = tensor.reshape %x(%shape) : (tensor<6xf32>, tensor<2xindex>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}
func.func @from_unranked(%x: tensor<*xf32>, %shape: tensor<1xindex>) -> tensor<?xf32> {
  %r = tensor.reshape %x(%shape) : (tensor<*xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @i32(%x: tensor<6xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %r = tensor.reshape %x(%s) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @i8(%x: tensor<6xf32>, %s: tensor<2xi8>) -> tensor<?x?xf32> {
  %r = tensor.reshape %x(%s) : (tensor<6xf32>, tensor<2xi8>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @i64_unranked(%x: tensor<6xf32>, %s: tensor<3xi64>) -> tensor<*xf32> {
  %r = tensor.reshape %x(%s) : (tensor<6xf32>, tensor<3xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

func.func @of_unknown_rank(%x: tensor<*xi32>, %n: index) -> tensor<?x2xi32> {
  %c2 = arith.constant 2 : index
  %s = tensor.from_elements %c2, %n : tensor<2xindex>
  %r = tensor.reshape %x(%s) : (tensor<*xi32>, tensor<2xindex>) -> tensor<?x2xi32>
  return %r : tensor<?x2xi32>
}

func.func @to_unknown_rank(%x: tensor<?xi32>, %s: tensor<?xi64>) -> tensor<*xi32> {
  %r = tensor.reshape %x(%s) : (tensor<?xi32>, tensor<?xi64>) -> tensor<*xi32>
  return %r : tensor<*xi32>
}

func.func @unknown_ranks(%x: tensor<*xi32>, %s: tensor<?xindex>) -> tensor<*xi32> {
  %r = tensor.reshape %x(%s) : (tensor<*xi32>, tensor<?xindex>) -> tensor<*xi32>
  return %r : tensor<*xi32>
}

// RUN: %run-each %s --function=to_scalar --input=1x1xf32=3 --expected_output=f32=3
// RUN: not split-run %s --function=to_scalar --input=1x0xf32 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: error: source has size 0 along dimension 1, expected 1 for a result of rank 0
func.func @to_scalar(%x: tensor<?x?xf32>) -> tensor<f32> {
  %0 = tensor.collapse_shape %x [] : tensor<?x?xf32> into tensor<f32>
  return %0 : tensor<f32>
}

// RUN: %run-each %s --function=from_scalar --input=f32=3 --input=index=1 --expected_output=1x1xf32=3
// RUN: not split-run %s --function=from_scalar --input=f32=3 --input=index=0 2>&1 | FileCheck %s --check-prefix=FROM
// FROM: error: shape [0, 1] does not have 1 elements, as source has
func.func @from_scalar(%x: tensor<f32>, %n: index) -> tensor<?x1xf32> {
  %0 = tensor.expand_shape %x [] output_shape [%n, 1] : tensor<f32> into tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}
