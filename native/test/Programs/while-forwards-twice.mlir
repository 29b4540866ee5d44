// An scf.while that forwards one value twice, or the result of an scf.if. Upstream's
// canonicalization moves the scf.if behind the condition, and gives the loop the values of
// the wrong branch.

// RUN: %run-each %s --function=twice --input=index=3 \
// RUN:   --expected_output=index=20 --expected_output=index=20 --expected_output=index=3
// RUN: %run-each %s --function=both --input=i32=7 --input=i32=3 --expected_output=i32=3
// RUN: %run-each %s --function=tensors --input=2xi32=iota --input=i32=3 \
// RUN:   --expected_output=2xi32=0,8 --expected_output=2xi32=0,4
// RUN: %run-each %s --function=branches --input=6xi32=iota \
// RUN:   --expected_output=6xi32=0,4,8,12,16,20

func.func @twice(%n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %r:3 = scf.while (%s = %c0) : (index) -> (index, index, index) {
    %go = arith.cmpi slt, %s, %n : index
    %v = scf.if %go -> index {
      %j = arith.addi %s, %c1 : index
      scf.yield %j : index
    } else {
      scf.yield %c20 : index
    }
    scf.condition(%go) %v, %v, %s : index, index, index
  } do {
  ^bb0(%i1: index, %i2: index, %o: index):
    scf.yield %i2 : index
  }
  return %r#0, %r#1, %r#2 : index, index, index
}

func.func @both(%x: i32, %n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %w:3 = scf.while (%i = %c1, %u = %x) : (i32, i32) -> (i32, i32, i32) {
    %c = arith.cmpi slt, %i, %n : i32
    %r:2 = scf.if %c -> (i32, i32) {
      %d = arith.addi %i, %c1 : i32
      scf.yield %d, %d : i32, i32
    } else {
      scf.yield %x, %x : i32, i32
    }
    scf.condition(%c) %r#0, %r#1, %u : i32, i32, i32
  } do {
  ^bb0(%i: i32, %u: i32, %o: i32):
    scf.yield %i, %u : i32, i32
  }
  return %w#2 : i32
}

// The tensor doubles with each iteration: 1, 2, 4, 8.
func.func @tensors(%x: tensor<2xi32>, %n: i32) -> (tensor<2xi32>, tensor<2xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %w:4 = scf.while (%i = %c0, %t = %x, %old = %x)
      : (i32, tensor<2xi32>, tensor<2xi32>)
      -> (i32, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
    %c = arith.cmpi slt, %i, %n : i32
    %j = arith.addi %i, %c1 : i32
    scf.condition(%c) %j, %t, %t, %old
        : i32, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
  } do {
  ^bb0(%i: i32, %t: tensor<2xi32>, %u: tensor<2xi32>, %o: tensor<2xi32>):
    %s = arith.addi %t, %u : tensor<2xi32>
    scf.yield %i, %s, %t : i32, tensor<2xi32>, tensor<2xi32>
  }
  return %w#1, %w#3 : tensor<2xi32>, tensor<2xi32>
}

// A loop of branches that carries the same value twice.
func.func @branches(%x: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  cf.br ^bb1(%c0, %x, %x : index, tensor<6xi32>, tensor<6xi32>)
^bb1(%i: index, %t: tensor<6xi32>, %u: tensor<6xi32>):
  %c = arith.cmpi slt, %i, %c3 : index
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  %n = arith.addi %t, %x : tensor<6xi32>
  %j = arith.addi %i, %c1 : index
  cf.br ^bb1(%j, %n, %n : index, tensor<6xi32>, tensor<6xi32>)
^bb3:
  return %u : tensor<6xi32>
}
