// Pieces that are empty by their types go through slices, concatenations and reshapes.

// RUN: %run-each %s --function=both_empty --input=2x3x4x0xf32= --expected_output=2x3x8x0xf32=
// RUN: %run-each %s --function=collapse --input=2x0x1xi33= --expected_output=0xi33=
// RUN: %run-each %s --function=piece --input=index=1 --expected_output=0x1x1x1xi32=
// RUN: %run-each %s --function=insert --input=3x0xi8= --input=3x4xi8=iota --input=index=1 --expected_output=3x4xi8=iota
// RUN: %run-each %s --function=extract --input=3x4xf16=iota --input=index=4 --expected_output=3x0xf16= --expected_output=0x4xf16=
// RUN: %run-each %s --function=window --input=3xf32=1,2,3 --input=2xf32=4,5 \
// RUN:   --expected_output=0xf32
// RUN: %run-each %s --function=static_window --input=3xf32=1,2,3 --expected_output=0xf32
// RUN: %run-each %s --function=nothing_left --input=3xf32=1,2,3 --input=0xf32 \
// RUN:   --expected_output=4xf32=2,3,2,3
// RUN: not split-run %s --function=nothing_left --input=3xf32=1,2,3 --input=1xf32=4 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LEFT
// LEFT: error: result 0 has size 5 along dimension 0, but its type states 4

func.func @both_empty(%x: tensor<2x3x4x0xf32>) -> tensor<2x3x8x0xf32> {
  %0 = tensor.concat dim(2) %x, %x : (tensor<2x3x4x0xf32>, tensor<2x3x4x0xf32>) -> tensor<2x3x8x0xf32>
  return %0 : tensor<2x3x8x0xf32>
}

func.func @collapse(%x: tensor<?x0x?xi33>) -> tensor<0xi33> {
  %0 = tensor.collapse_shape %x [[0, 1, 2]] : tensor<?x0x?xi33> into tensor<?xi33>
  %1 = tensor.cast %0 : tensor<?xi33> to tensor<0xi33>
  return %1 : tensor<0xi33>
}

// The size of the first piece is that of a constant without elements.
func.func @piece(%n: index) -> tensor<0x?x?x1xi32> {
  %empty = arith.constant dense<> : tensor<0x3xi8>
  %c0 = arith.constant 0 : index
  %zero = tensor.dim %empty, %c0 : tensor<0x3xi8>
  %x = tensor.empty(%zero, %n) : tensor<?x?xi32>
  %axis = arith.constant -2 : index
  %p:2 = split.variadic_split %x axis(%axis : index) lengths [%zero, 0] : tensor<?x?xi32> -> tensor<0x1xi32>, tensor<?x?xi32>
  %r = tensor.expand_shape %p#1 [[0, 1], [2, 3]] output_shape [0, %n, %n, 1] : tensor<?x?xi32> into tensor<0x?x?x1xi32>
  return %r : tensor<0x?x?x1xi32>
}

func.func @insert(%x: tensor<3x?xi8>, %y: tensor<3x4xi8>, %i: index) -> tensor<3x4xi8> {
  %e = tensor.cast %x : tensor<3x?xi8> to tensor<3x0xi8>
  %r = tensor.insert_slice %e into %y[0, %i] [3, 0] [1, 1] : tensor<3x0xi8> into tensor<3x4xi8>
  return %r : tensor<3x4xi8>
}

func.func @extract(%x: tensor<3x4xf16>, %i: index) -> (tensor<3x0xf16>, tensor<0x4xf16>) {
  %a = tensor.extract_slice %x[0, %i] [3, 0] [1, 1] : tensor<3x4xf16> to tensor<3x0xf16>
  %b = tensor.extract_slice %x[%i, 0] [0, 4] [1, 1] : tensor<3x4xf16> to tensor<0x4xf16>
  return %a, %b : tensor<3x0xf16>, tensor<0x4xf16>
}

// A window that reads elements for a result without any.
func.func @window(%x: tensor<3xf32>, %k: tensor<?xf32>) -> tensor<?xf32> {
  %n = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.conv_1d ins(%x, %k : tensor<3xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @static_window(%x: tensor<3xf32>) -> tensor<?xf32> {
  %k = arith.constant dense<2.0> : tensor<1xf32>
  %c = tensor.cast %k : tensor<1xf32> to tensor<?xf32>
  %n = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.conv_1d ins(%x, %c : tensor<3xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The operands before the last one are as long as the type states.
func.func @nothing_left(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<4xf32> {
  %c2 = arith.constant 2 : index
  %s = tensor.extract_slice %x[1] [%c2] [1] : tensor<?xf32> to tensor<?xf32>
  %0 = tensor.concat dim(0) %s, %s, %y : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

