// Loops and switches of branches compile in functions without tensors, too. A loop whose
// step is not positive fails instead of running for ever.

// RUN: %run-each %s --function=loop --input=index=5 --expected_output=index=5
// RUN: %run-each %s --function=switch --input=i32=5 --expected_output=i32=9
// RUN: %run-each %s --function=switch --input=i32=3 --expected_output=i32=7
// RUN: %run-each %s --function=same_target --input=i32=1 --expected_output=i32=7
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
