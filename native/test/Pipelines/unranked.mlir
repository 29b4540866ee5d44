// Values of unknown rank through native code. Expected values are by hand.
// RUN: split-run %s --function=slice_of_unknown_rank --input=4x4xi32=iota | FileCheck %s --check-prefix=SLICE
// RUN: split-run %s --function=pieces_of_pieces --input=4x8xi32=iota | FileCheck %s --check-prefix=PIECES
// RUN: split-run %s --function=rank_from_a_result --input=2x3xi32=iota | FileCheck %s --check-prefix=RANK
// RUN: not split-run %s --function=rank_from_a_result --input=6xi32=iota 2>&1 | FileCheck %s --check-prefix=OTHER-RANK
// RUN: split-run %s --function=in_a_loop --input=8xi32=iota | FileCheck %s --check-prefix=LOOP
// RUN: split-run %s --function=empty --input=3x0x2xi32= | FileCheck %s --check-prefix=EMPTY
// RUN: not split-run %s --function=empty --input=i32=1 2>&1 | FileCheck %s --check-prefix=SCALAR

// The strides of a slice must not be lost with its rank.
// SLICE: result[0]: 4x1xi32=[2][6][10][14]
// SLICE: result[1]: 4x1xi32=[3][7][11][15]
func.func @slice_of_unknown_rank(%x: tensor<4x4xi32>) -> (tensor<*xi32>, tensor<*xi32>) {
  %s = tensor.extract_slice %x[0, 2] [4, 2] [1, 1] : tensor<4x4xi32> to tensor<4x2xi32>
  %u = tensor.cast %s : tensor<4x2xi32> to tensor<*xi32>
  %0:2 = split.split %u axis(-1) into 2 : tensor<*xi32> -> tensor<*xi32>, tensor<*xi32>
  return %0#0, %0#1 : tensor<*xi32>, tensor<*xi32>
}

func.func private @lower_right(%x: tensor<*xi32>) -> tensor<*xi32> {
  %0:2 = split.split %x axis(-1) into 2 : tensor<*xi32> -> tensor<?x?xi32>, tensor<?x?xi32>
  %u = tensor.cast %0#1 : tensor<?x?xi32> to tensor<*xi32>
  %1:2 = split.split %u axis(0) into 2 : tensor<*xi32> -> tensor<*xi32>, tensor<*xi32>
  return %1#1 : tensor<*xi32>
}

// PIECES: result[0]: 2x2xi32=[22,23][30,31]
func.func @pieces_of_pieces(%x: tensor<*xi32>) -> tensor<*xi32> {
  %0:2 = split.split %x axis(-1) into 2 : tensor<*xi32> -> tensor<*xi32>, tensor<*xi32>
  %r = call @lower_right(%0#1) : (tensor<*xi32>) -> tensor<*xi32>
  return %r : tensor<*xi32>
}

// RANK: result[0]: 2x1xi32=[0][3]
// RANK: result[1]: 2x2xi32=[1,2][4,5]
// OTHER-RANK: unranked.mlir:[[@LINE+2]]:10: error: result type has rank 2, but data has rank 1
func.func @rank_from_a_result(%x: tensor<*xi32>) -> (tensor<?x?xi32>, tensor<*xi32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [1, -1] : tensor<*xi32> -> tensor<?x?xi32>, tensor<*xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<*xi32>
}

// The last half of the last half of the last half.
// LOOP: result[0]: 1xi32=[7]
func.func @in_a_loop(%x: tensor<*xi32>) -> tensor<*xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h:2 = split.split %x axis(0) into 2 : tensor<*xi32> -> tensor<*xi32>, tensor<*xi32>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%y = %h#1) -> tensor<*xi32> {
    %0:2 = split.split %y axis(0) into 2 : tensor<*xi32> -> tensor<*xi32>, tensor<*xi32>
    scf.yield %0#1 : tensor<*xi32>
  }
  return %r : tensor<*xi32>
}

// EMPTY: result[0]: 3x0x1xi32=[]
// SCALAR: unranked.mlir:[[@LINE+2]]:10: error: data has rank 0, so there is no axis to split along
func.func @empty(%x: tensor<*xi32>) -> tensor<*xi32> {
  %0:2 = split.split %x axis(-1) into 2 : tensor<*xi32> -> tensor<*xi32>, tensor<*xi32>
  return %0#0 : tensor<*xi32>
}
