// Functions as values: an indirect call of a named function, and undefined tensors.

// RUN: %run-each %s --function=named --input=4xf32=1,2,3,4 --expected_output=4xf32=2,4,6,8
// RUN: %run-each %s --function=chosen --input=i32=5 --input=i1=1 --expected_output=i32=10
// RUN: %run-each %s --function=chosen --input=i32=5 --input=i1=0 --expected_output=i32=25
// RUN: %run-each %s --function=poison --input=4xf32=1,2,3,4 --input=i1=1 \
// RUN:   --expected_output=4xf32=1,2,3,4
// RUN: %run-each %s --function=sizes --input=i1=0 --expected_output=index=2
// RUN: split-run %s --function=returned | FileCheck %s --check-prefix=RETURNED

// RETURNED: result[0]: 4xf32=

func.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @named(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = func.constant @double : (tensor<4xf32>) -> tensor<4xf32>
  %0 = call_indirect %f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

func.func private @square(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}

func.func @chosen(%x: i32, %c: i1) -> i32 {
  %f = func.constant @twice : (i32) -> i32
  %g = func.constant @square : (i32) -> i32
  %h = arith.select %c, %f, %g : (i32) -> i32
  %0 = call_indirect %h(%x) : (i32) -> i32
  return %0 : i32
}

// The other branch is never taken.
func.func @poison(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %p = ub.poison : tensor<4xf32>
  %0 = scf.if %c -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %p : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

func.func @sizes(%c: i1) -> index {
  %p = ub.poison : tensor<*xf32>
  %q = ub.poison : tensor<2x?xf32>
  %r = tensor.cast %q : tensor<2x?xf32> to tensor<*xf32>
  %0 = arith.select %c, %p, %r : tensor<*xf32>
  %1 = tensor.rank %0 : tensor<*xf32>
  return %1 : index
}

func.func @returned() -> tensor<4xf32> {
  %p = ub.poison : tensor<4xf32>
  return %p : tensor<4xf32>
}
