// A call that takes a piece and returns a number, which the caller returns: 3 rows of the
// second half of 6, in each of 4 calls.
//
// RUN: split-run %s --input=6x2xf32=iota --input=index=4 | FileCheck %s
// RUN: split-run %s --function=returns --input=6x2xf32=iota | FileCheck %s --check-prefix=ROWS
// CHECK: result[0]: index=12
// ROWS: result[0]: index=6

func.func @main(%x: tensor<?x2xf32>, %n: index) -> index {
  %r = func.call @count(%x, %n) : (tensor<?x2xf32>, index) -> index
  return %r : index
}

func.func private @count(%x: tensor<?x2xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = split.split %x axis(0) into 2
      : tensor<?x2xf32> -> tensor<?x2xf32>, tensor<?x2xf32>
  %is_last = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %is_last -> index {
    scf.yield %c0 : index
  } else {
    %d = func.call @rows(%0#1) : (tensor<?x2xf32>) -> index
    %m = arith.subi %n, %c1 : index
    %rest = func.call @count(%x, %m) : (tensor<?x2xf32>, index) -> index
    %sum = arith.addi %rest, %d : index
    scf.yield %sum : index
  }
  return %r : index
}

func.func private @rows(%x: tensor<?x2xf32>) -> index attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %e = arith.addf %x, %x : tensor<?x2xf32>
  %d = tensor.dim %e, %c0 : tensor<?x2xf32>
  return %d : index
}

func.func @returns(%x: tensor<?x2xf32>) -> index {
  %e = arith.addf %x, %x : tensor<?x2xf32>
  %d = func.call @rows(%e) : (tensor<?x2xf32>) -> index
  return %d : index
}
