// Refined programs compute what they did before; values are worked out by hand.
// RUN: split-run %s --function=pieces --input=7x2xf32=iota | FileCheck %s --check-prefix=PIECES
// RUN: split-opt %s -split-generate-runtime-checks -split-infer-shapes -o %t
// RUN: split-run %t --function=pieces --input=7x2xf32=iota | FileCheck %s --check-prefix=PIECES
// RUN: split-run %s --function=calls --input=6xf32=iota | FileCheck %s --check-prefix=CALLS
// RUN: split-run %t --function=calls --input=6xf32=iota | FileCheck %s --check-prefix=CALLS
// RUN: split-run %s --function=branches --input=4xf32=iota --input=i1=1 | FileCheck %s --check-prefix=TAKEN
// RUN: split-run %t --function=branches --input=4xf32=iota --input=i1=1 | FileCheck %s --check-prefix=TAKEN
// RUN: split-run %s --function=branches --input=6xf32=iota --input=i1=0 | FileCheck %s --check-prefix=NOT_TAKEN
// RUN: split-run %t --function=branches --input=6xf32=iota --input=i1=0 | FileCheck %s --check-prefix=NOT_TAKEN
// RUN: split-run %s --function=empty --input=0x3xf32= | FileCheck %s --check-prefix=EMPTY
// RUN: split-run %t --function=empty --input=0x3xf32= | FileCheck %s --check-prefix=EMPTY

// What fails fails as before: at the first split that breaks a rule.
// RUN: not split-run %s --function=fails --input=5xf32=iota 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: not split-run %t --function=fails --input=5xf32=iota 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: not split-run %s --function=fails --input=6xf32=iota 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: not split-run %t --function=fails --input=6xf32=iota 2>&1 | FileCheck %s --check-prefix=FIRST

// A piece that is what the others leave, and one that another's size leaves.
// RUN: split-run %s --function=last_piece --input=7xf32=iota --input=2xi64=2,-1 | FileCheck %s --check-prefix=LAST_PIECE
// RUN: split-run %t --function=last_piece --input=7xf32=iota --input=2xi64=2,-1 | FileCheck %s --check-prefix=LAST_PIECE
// RUN: split-run %t --function=last_piece --input=7xf32=iota --input=2xi64=-1,5 | FileCheck %s --check-prefix=LAST_PIECE
// RUN: not split-run %t --function=last_piece --input=7xf32=iota --input=2xi64=3,4 2>&1 | FileCheck %s --check-prefix=CLAIM
// RUN: not split-run %t --function=last_piece --input=7xf32=iota --input=2xi64=2,4 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: FileCheck %s --input-file=%t --check-prefix=REFINED

// A rank that a cast had hidden.
// RUN: split-run %t --function=rank --input=4xf32=iota | FileCheck %s --check-prefix=RANK

func.func @pieces(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, index) {
  // PIECES: result[0]: 3x1xf32=[0][2][4]
  // PIECES: result[1]: 7x1xf32=[1][3][5][7][9][11][13]
  // PIECES: result[2]: index=7
  %c0 = arith.constant 0 : index
  %0:2 = split.variadic_split %x axis(0) lengths [3, 4] : tensor<?x?xf32> -> tensor<3x?xf32>, tensor<4x2xf32>
  %1:2 = split.split %0#0 axis(-1) into 2 : tensor<3x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %2:2 = split.split %x axis(1) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  return %1#0, %2#1, %d : tensor<?x?xf32>, tensor<?x?xf32>, index
}

func.func private @last_half(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#1 : tensor<?xf32>
}
func.func private @twice(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = call @last_half(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %x : tensor<?xf32>, tensor<?xf32>
}
func.func @calls(%x: tensor<6xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  // CALLS: result[0]: 3xf32=[3,4,5]
  // CALLS: result[1]: 6xf32=[0,1,2,3,4,5]
  // CALLS: result[2]: 1xf32=[4]
  %0 = tensor.cast %x : tensor<6xf32> to tensor<?xf32>
  %1:2 = call @twice(%0) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %2:3 = split.split %1#0 axis(0) into 3 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %1#0, %1#1, %2#1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

func.func @branches(%x: tensor<?xf32>, %c: i1) -> (tensor<?xf32>, tensor<?xf32>) {
  // TAKEN: result[0]: 3xf32=[1,2,3]
  // TAKEN: result[1]: 2xf32=[0,1]
  // NOT_TAKEN: result[0]: 6xf32=[0,1,2,3,4,5]
  // NOT_TAKEN: result[1]: 3xf32=[0,1,2]
  %0 = scf.if %c -> tensor<?xf32> {
    %1:2 = split.variadic_split %x axis(0) lengths [1, 3] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    %2 = split.split %1#1 axis(0) into 1 : tensor<?xf32> -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  %3:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0, %3#0 : tensor<?xf32>, tensor<?xf32>
}

func.func @empty(%x: tensor<?x3xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  // EMPTY: result[0]: 0x3xf32=[]
  // EMPTY: result[1]: 0x1xf32=[]
  %0:2 = split.split %x axis(0) into 2 : tensor<?x3xf32> -> tensor<0x3xf32>, tensor<?x?xf32>
  %1:3 = split.split %0#1 axis(1) into 3 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  return %0#1, %1#2 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @fails(%x: tensor<?xf32>) -> tensor<?xf32> {
  // FIRST: error: lengths [2, 3] sum to 5, expected 6, the size of dimension 0
  // SECOND: error: dimension 0 of size 5 is not divisible by num_splits 2
  %0:2 = split.variadic_split %x axis(0) lengths [2, 3] : tensor<?xf32> -> tensor<2xf32>, tensor<3xf32>
  %1:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %1#0 : tensor<?xf32>
}

func.func @rank(%x: tensor<?xf32>) -> tensor<?xf32> {
  // RANK: result[0]: 2xf32=[2,3]
  %0 = tensor.cast %x : tensor<?xf32> to tensor<*xf32>
  %1:2 = split.split %0 axis(-1) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<?xf32>
  return %1#1 : tensor<?xf32>
}

// REFINED-LABEL: func @last_piece(
// REFINED: split.variadic_split {{.+}} -> tensor<2xf32>, tensor<5xf32>
func.func @last_piece(%x: tensor<7xf32>, %l: tensor<2xi64>) -> tensor<?xf32> {
  // LAST_PIECE: result[0]: 5xf32=[2,3,4,5,6]
  // CLAIM: error: result 0 has size 3 along dimension 0, but its type states 2
  // SUM: error: lengths [2, 4] sum to 6, expected 7, the size of dimension 0
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<7xf32> -> tensor<2xf32>, tensor<?xf32>
  return %0#1 : tensor<?xf32>
}
