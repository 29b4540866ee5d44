// Loops run as often as their bounds state, even if the difference of these overflows.

// RUN: %run-each %s --function=i8 --expected_output=i32=2
// RUN: %run-each %s --function=index --expected_output=i32=4
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
