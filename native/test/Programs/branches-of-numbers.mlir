// Loops and switches of branches compile in functions without tensors, too. A loop whose
// step is not positive fails instead of running for ever.

// RUN: %run-each %s --function=loop --input=index=5 --expected_output=index=5
// RUN: %run-each %s --function=switch --input=i32=5 --expected_output=i32=9
// RUN: %run-each %s --function=switch --input=i32=3 --expected_output=i32=7
// RUN: %run-each %s --function=same_target --input=i32=1 --expected_output=i32=7
// RUN: %run-each %s --function=results_in_blocks --input=i32=5 --expected_output=i32=5 --expected_output=i1=0
// RUN: %run-each %s --function=results_in_blocks --input=i32=9 --expected_output=i32=10 --expected_output=i1=1
// RUN: %run-each %s --function=step --input=index=2 --expected_output=index=6
// RUN: not %run-each %s --function=step --input=index=0 2>&1 | FileCheck %s
// RUN: not %run-each %s --function=step --input=index=-1 2>&1 | FileCheck %s --check-prefix=BACK

func.func @loop(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^body, ^done
^body:
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^done:
  return %i : index
}

func.func @switch(%x: i32) -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 9 : i32
  cf.switch %x : i32, [ default: ^d, 1: ^e, 5: ^e ]
^d:
  return %a : i32
^e:
  return %b : i32
}

func.func @same_target(%x: i32) -> i32 {
  %a = arith.constant 7 : i32
  cf.switch %x : i32, [ default: ^d, 1: ^d ]
^d:
  return %a : i32
}

func.func @results_in_blocks(%x: i32) -> (i32, i1) {
  %0:2 = call @counted(%x) : (i32) -> (i32, i1)
  return %0#0, %0#1 : i32, i1
}

func.func private @counted(%x: i32) -> (i32, i1) {
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %r:3 = scf.while (%i = %x) : (i32) -> (i32, i32, i32) {
    %odd = arith.trunci %i : i32 to i1
    %big = arith.cmpi sgt, %i, %c8 : i32
    %more = arith.andi %odd, %big : i1
    scf.condition(%more) %i, %i, %i : i32, i32, i32
  } do {
  ^bb0(%i: i32, %j: i32, %k: i32):
    %next = arith.addi %j, %c1 : i32
    scf.yield %next : i32
  }
  %big = arith.cmpi sgt, %r#1, %c8 : i32
  cf.cond_br %big, ^a, ^b
^a:
  return %r#2, %big : i32, i1
^b:
  return %r#0, %big : i32, i1
}

// CHECK: branches-of-numbers.mlir:[[#@LINE+5]]:8: error: step of the loop is 0, expected at least 1
// BACK: error: step of the loop is -1, expected at least 1
func.func @step(%s: index) -> index {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %s iter_args(%a = %c0) -> index {
    %b = arith.addi %a, %i : index
    scf.yield %b : index
  }
  return %r : index
}
