// Loops run as often as their bounds state, even if the difference of these overflows, or
// the sum of the counter and the step.

// RUN: %run-each %s --function=i8 --expected_output=i32=2
// RUN: %run-each %s --function=index --expected_output=i32=4
// RUN: %run-each %s --function=signed --input=i8=120 --input=i8=127 --input=i8=5 --expected_output=i32=2 --expected_output=i32=245
// RUN: %run-each %s --function=signed --input=i8=-128 --input=i8=127 --input=i8=2 --expected_output=i32=128 --expected_output=i32=-128
// RUN: %run-each %s --function=signed --input=i8=5 --input=i8=-5 --input=i8=100 --expected_output=i32=0 --expected_output=i32=0
// RUN: %run-each %s --function=unsigned --input=i8=0 --input=i8=-1 --input=i8=-56 --expected_output=i32=2 --expected_output=i32=200
// RUN: %run-each %s --function=wide --input=i128=0 --input=i128=73786976294838206464 --input=i128=18446744073709551616 --expected_output=i32=4
// RUN: not split-run %s --function=wide --input=i128=0 --input=i128=9 --input=i128=-18446744073709551616 2>&1 | FileCheck %s
// CHECK: error: step of the loop is 0, expected at least 1
// RUN: %run-each %s --function=large_step --input=index=0 --input=index=-1 --input=index=-2 --expected_output=i32=2
// RUN: %run-each %s --function=constant --expected_output=i32=64 --expected_output=i32=4032
// RUN: %run-each %s --function=parallel --input=index=9223372036854775800 --input=index=9223372036854775807 --input=index=5 --expected_output=index=2
// RUN: %run-each %s --function=threads --input=index=9223372036854775800 --input=index=9223372036854775807 --input=index=5 --expected_output=4xindex=1,0,1,0
func.func @i8() -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lower = arith.constant -128 : i8
  %upper = arith.constant 27 : i8
  %step = arith.constant 100 : i8
  %r = scf.for %i = %lower to %upper step %step iter_args(%n = %zero) -> i32 : i8 {
    %m = arith.addi %n, %one : i32
    scf.yield %m : i32
  }
  return %r : i32
}
func.func @index() -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lower = arith.constant -9000000000000000000 : index
  %upper = arith.constant 5500000000000000000 : index
  %step = arith.constant 4000000000000000000 : index
  %r = scf.for %i = %lower to %upper step %step iter_args(%n = %zero) -> i32 {
    %m = arith.addi %n, %one : i32
    scf.yield %m : i32
  }
  return %r : i32
}
func.func @signed(%lower: i8, %upper: i8, %step: i8) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %lower to %upper step %step
      iter_args(%n = %zero, %sum = %zero) -> (i32, i32) : i8 {
    %m = arith.addi %n, %one : i32
    %x = arith.extsi %i : i8 to i32
    %s = arith.addi %sum, %x : i32
    scf.yield %m, %s : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
func.func @unsigned(%lower: i8, %upper: i8, %step: i8) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for unsigned %i = %lower to %upper step %step
      iter_args(%n = %zero, %sum = %zero) -> (i32, i32) : i8 {
    %m = arith.addi %n, %one : i32
    %x = arith.extui %i : i8 to i32
    %s = arith.addi %sum, %x : i32
    scf.yield %m, %s : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
func.func @constant() -> (i32, i32) {
  %c0 = arith.constant 0 : i8
  %c127 = arith.constant 127 : i8
  %c2 = arith.constant 2 : i8
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %c127 step %c2
      iter_args(%n = %zero, %sum = %zero) -> (i32, i32) : i8 {
    %m = arith.addi %n, %one : i32
    %x = arith.extsi %i : i8 to i32
    %s = arith.addi %sum, %x : i32
    scf.yield %m, %s : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
func.func @parallel(%lower: index, %upper: index, %step: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.parallel (%i) = (%lower) to (%upper) step (%step) init (%zero) -> index {
    scf.reduce(%one : index) {
    ^bb0(%a: index, %b: index):
      %s = arith.addi %a, %b : index
      scf.reduce.return %s : index
    }
  }
  return %r : index
}
func.func @threads(%lower: index, %upper: index, %step: index) -> tensor<4xindex> {
  %zero = arith.constant dense<0> : tensor<4xindex>
  %three = arith.constant 3 : index
  %one = arith.constant dense<1> : tensor<1xindex>
  %r = scf.forall (%i) = (%lower) to (%upper) step (%step) shared_outs(%out = %zero)
      -> tensor<4xindex> {
    %k = arith.remui %i, %three : index
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one into %out[%k] [1] [1] : tensor<1xindex> into tensor<4xindex>
    }
  }
  return %r : tensor<4xindex>
}
// The steps are multiples of 2^64, and not smaller than 2^63.
func.func @wide(%lower: i128, %upper: i128, %step: i128) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %lower to %upper step %step iter_args(%n = %zero) -> i32 : i128 {
    %m = arith.addi %n, %one : i32
    scf.yield %m : i32
  }
  return %r : i32
}
func.func @large_step(%lower: index, %upper: index, %step: index) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for unsigned %i = %lower to %upper step %step iter_args(%n = %zero) -> i32 {
    %m = arith.addi %n, %one : i32
    scf.yield %m : i32
  }
  return %r : i32
}
