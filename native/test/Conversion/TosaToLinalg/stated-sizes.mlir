// Sizes that the type of a result states, but that do not follow from the operands, are checked.

// RUN: %run-each %s --function=transpose --input=3x4xf32=iota \
// RUN:   --expected_output=4x3xf32=0,4,8,1,5,9,2,6,10,3,7,11
// RUN: not split-run %s --function=transpose --input=2x4xf32=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRANSPOSE
// RUN: %run-each %s --function=conv --input=1x3x3x1xf32=iota \
// RUN:   --expected_output=1x2x2x1xf32=8,12,20,24
// RUN: not split-run %s --function=conv --input=1x4x3x1xf32=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONV
// RUN: %run-each %s --function=concat --input=1xf32=1 --input=3xf32=2,3,4 \
// RUN:   --expected_output=4xf32=1,2,3,4
// RUN: not split-run %s --function=concat --input=1xf32=1 --input=2xf32=2,3 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONCAT
// RUN: %run-each %s --function=sum --input=2x4xf32=iota --expected_output=1x4xf32=4,6,8,10
// RUN: not split-run %s --function=sum --input=2x3xf32=iota 2>&1 | FileCheck %s --check-prefix=SUM

// TRANSPOSE: error: result 0 has size 2 along dimension 1, but its type states 3
// CONV: error: result 0 has size 3 along dimension 1, but its type states 2
// CONCAT: error: result 0 has size 3 along dimension 0, but its type states 4
// SUM: error: result 0 has size 3 along dimension 1, but its type states 4

func.func @transpose(%x: tensor<?x?xf32>) -> tensor<4x3xf32> {
  %0 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<?x?xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

func.func @conv(%x: tensor<?x?x?x1xf32>) -> tensor<1x2x2x1xf32> {
  %w = "tosa.const"() {values = dense<1.0> : tensor<1x2x2x1xf32>} : () -> tensor<1x2x2x1xf32>
  %b = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %b, %b {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<?x?x?x1xf32>, tensor<1x2x2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}

func.func @concat(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<4xf32> {
  %0 = tosa.concat %x, %y {axis = 0 : i32} : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @sum(%x: tensor<?x?xf32>) -> tensor<1x4xf32> {
  %0 = tosa.reduce_sum %x {axis = 0 : i32} : (tensor<?x?xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}
