// Sizes of more than 63 bits, and other sizes than those of the result type, fail the call.

// RUN: %run-each %s --function=pad --input=2xi8=1,2 --input=index=1 --input=index=2 \
// RUN:   --expected_output=5xi8=7,1,2,7,7
// RUN: not split-run %s --function=pad --input=5xi8=0 --input=index=9223372036854775807 \
// RUN:   --input=index=9223372036854775807 2>&1 | FileCheck %s --check-prefix=PAD
// RUN: %run-each %s --function=pad_static --input=4xi8=0,1,2,3 --input=index=2 \
// RUN:   --expected_output=6xi8=7,7,0,1,2,3
// RUN: not split-run %s --function=pad_static --input=4xi8=0,1,2,3 --input=index=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHORT
// RUN: not split-run %s --function=pad_static --input=4xi8=0,1,2,3 --input=index=3 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LONG
// RUN: %run-each %s --function=pad_other --input=2x2xi8=0,1,2,3 \
// RUN:   --expected_output=2x3xi8=0,1,7,2,3,7
// RUN: not split-run %s --function=pad_other --input=3x2xi8=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OTHER
// RUN: %run-each %s --function=concat_other --input=2x2xi8=0,1,2,3 \
// RUN:   --expected_output=4x2xi8=0,1,2,3,0,1,2,3
// RUN: not split-run %s --function=concat_other --input=2x3xi8=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COLUMNS
// RUN: %run-each %s --function=concat --input=2x0xi8 --expected_output=index=8
// RUN: not split-run %s --function=concat --input=4611686018427387904x0xi8 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONCAT
// RUN: %run-each %s --function=collapse --input=index=3 --input=index=2 --expected_output=index=6
// RUN: %run-each %s --function=collapse --input=index=0 --input=index=9223372036854775807 \
// RUN:   --expected_output=index=0
// RUN: not split-run %s --function=collapse --input=index=4294967296 --input=index=4294967296 \
// RUN:   2>&1 | FileCheck %s --check-prefix=COLLAPSE

// RUN: %run-each %s --function=collapse_all --input=index=8589934592 --input=index=0 \
// RUN:   --expected_output=index=0
// RUN: not split-run %s --function=collapse_all --input=index=8589934592 --input=index=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALL

// ALL: error: product of the sizes [8589934592, 8589934592, 1] for dimension 0 is too large
// PAD: too-large-sizes.mlir:[[#@LINE+10]]:8: error: sum of the size 5 of dimension 0 and its padding 9223372036854775807 and 9223372036854775807 is too large
// SHORT: error: result 0 has size 5 along dimension 0, but its type states 6
// LONG: error: result 0 has size 7 along dimension 0, but its type states 6
// OTHER: error: result 0 has size 3 along dimension 0, but its type states 2
// COLUMNS: error: result 0 has size 3 along dimension 1, but its type states 2
// CONCAT: error: sum of the sizes [4611686018427387904, 4611686018427387904, 4611686018427387904, 4611686018427387904] along dimension 0 is too large
// COLLAPSE: error: product of the sizes [4294967296, 4294967296] for dimension 0 is too large

func.func @pad(%x: tensor<?xi8>, %low: index, %high: index) -> tensor<?xi8> {
  %c7 = arith.constant 7 : i8
  %0 = tensor.pad %x low[%low] high[%high] {
  ^bb0(%i: index):
    tensor.yield %c7 : i8
  } : tensor<?xi8> to tensor<?xi8>
  return %0 : tensor<?xi8>
}

func.func @pad_static(%x: tensor<4xi8>, %low: index) -> tensor<6xi8> {
  %c7 = arith.constant 7 : i8
  %0 = tensor.pad %x low[%low] high[0] {
  ^bb0(%i: index):
    tensor.yield %c7 : i8
  } : tensor<4xi8> to tensor<6xi8>
  return %0 : tensor<6xi8>
}

func.func @pad_other(%x: tensor<?x?xi8>) -> tensor<2x?xi8> {
  %c7 = arith.constant 7 : i8
  %0 = tensor.pad %x low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c7 : i8
  } : tensor<?x?xi8> to tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

func.func @concat_other(%x: tensor<?x?xi8>) -> tensor<?x2xi8> {
  %0 = tensor.concat dim(0) %x, %x : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x2xi8>
  return %0 : tensor<?x2xi8>
}

func.func @concat(%x: tensor<?x0xi8>) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.concat dim(0) %x, %x, %x, %x
      : (tensor<?x0xi8>, tensor<?x0xi8>, tensor<?x0xi8>, tensor<?x0xi8>) -> tensor<?x0xi8>
  %1 = tensor.dim %0, %c0 : tensor<?x0xi8>
  return %1 : index
}

func.func @collapse(%m: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %x = tensor.empty(%m, %n) : tensor<?x?x0xi8>
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x0xi8> into tensor<?x0xi8>
  %1 = tensor.dim %0, %c0 : tensor<?x0xi8>
  return %1 : index
}

// The sizes before the last one are too large, but the product is 0.
func.func @collapse_all(%m: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %x = tensor.empty(%m, %m, %n) : tensor<?x?x?x0xi8>
  %0 = tensor.collapse_shape %x [[0, 1, 2], [3]] : tensor<?x?x?x0xi8> into tensor<?x0xi8>
  %1 = tensor.dim %0, %c0 : tensor<?x0xi8>
  return %1 : index
}
