// Padding of pieces without elements: the result consists of the padding.

// RUN: %run-each %s --function=pad --input=4x2xf32=iota \
// RUN:   --expected_output=3x4xf32=2,2,2,2,2,2,2,2,2,2,2,2
// RUN: %run-each %s --function=pad_index --input=2x3xf32=iota --expected_output=2x3xf32=0,1,2,3,4,5
// RUN: %run-each %s --function=pad_below --input=2x3xf32=iota --input=index=1 \
// RUN:   --expected_output=2x3xf32=0,1,2,3,4,5
// RUN: %run-each %s --function=pad_to_empty --input=1x3x0x5xf32 --expected_output=1x4x0x6xf32
// RUN: %run-each %s --function=pad_dynamic --input=2x3xf32=iota --input=index=0 \
// RUN:   --expected_output=2x0xf32
// RUN: %run-each %s --function=pad_dynamic --input=2x3xf32=iota --input=index=1 \
// RUN:   --expected_output=3x1xf32=2,2,2
// RUN: %run-each %s --function=pad_to_stated --input=0xi8 --expected_output=2xi8=7,7
// RUN: not split-run %s --function=pad_to_stated --input=1xi8=1 2>&1 | FileCheck %s
// CHECK: error: result 0 has size 3 along dimension 0, but its type states 2

func.func @pad(%x: tensor<4x2xf32>) -> tensor<3x4xf32> {
  %z = arith.constant 2.0 : f32
  %p:2 = split.variadic_split %x axis(0) lengths [4, 0] : tensor<4x2xf32> -> tensor<4x2xf32>, tensor<0x2xf32>
  %r = tensor.pad %p#1 low[1, 1] high[2, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<0x2xf32> to tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

func.func @pad_index(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %p:2 = split.variadic_split %x axis(1) lengths [3, 0] : tensor<2x3xf32> -> tensor<2x3xf32>, tensor<2x0xf32>
  %r = tensor.pad %p#1 low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %x[%i, %j] : tensor<2x3xf32>
    tensor.yield %v : f32
  } : tensor<2x0xf32> to tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

func.func @pad_dynamic(%x: tensor<2x3xf32>, %n: index) -> tensor<?x?xf32> {
  %z = arith.constant 2.0 : f32
  %l = arith.subi %n, %n : index
  %p:2 = split.variadic_split %x axis(1) lengths [-1, %l] : tensor<2x3xf32> -> tensor<2x?xf32>, tensor<2x?xf32>
  %q = tensor.cast %p#1 : tensor<2x?xf32> to tensor<?x?xf32>
  %r = tensor.pad %q low[0, %n] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The slice that bufferization inserts begins where the result ends.
func.func @pad_below(%x: tensor<2x3xf32>, %n: index) -> tensor<?x3xf32> {
  %p:2 = split.variadic_split %x axis(0) lengths [2, 0] : tensor<2x3xf32> -> tensor<2x3xf32>, tensor<0x3xf32>
  %r = tensor.pad %p#1 low[%n, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %x[%i, %j] : tensor<2x3xf32>
    tensor.yield %v : f32
  } : tensor<0x3xf32> to tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}

func.func @pad_to_empty(%x: tensor<1x3x0x5xf32>) -> tensor<1x4x0x6xf32> {
  %z = arith.constant 2.0 : f32
  %r = tensor.pad %x low[0, 1, 0, 1] high[0, 0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %z : f32
  } : tensor<1x3x0x5xf32> to tensor<1x4x0x6xf32>
  return %r : tensor<1x4x0x6xf32>
}

// The padding alone has the size that the type states: the source is empty.
func.func @pad_to_stated(%x: tensor<?xi8>) -> tensor<2xi8> {
  %c7 = arith.constant 7 : i8
  %0 = tensor.pad %x low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %c7 : i8
  } : tensor<?xi8> to tensor<2xi8>
  return %0 : tensor<2xi8>
}

