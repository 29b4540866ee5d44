// Divisions of integers without a result: a single one fails the call, and one of an
// element gives some number. Neither ends the process.

// RUN: %run-each %s --function=signed --input=i32=-7 --input=i32=2 \
// RUN:   --expected_output=i32=-3 --expected_output=i32=-1 --expected_output=i32=-3 \
// RUN:   --expected_output=i32=-4
// RUN: %run-each %s --function=signed --input=i32=-2147483648 --input=i32=1 \
// RUN:   --expected_output=i32=-2147483648 --expected_output=i32=0 \
// RUN:   --expected_output=i32=-2147483648 --expected_output=i32=-2147483648
// RUN: %run-each %s --function=signed --input=i32=2147483647 --input=i32=-1 \
// RUN:   --expected_output=i32=-2147483647 --expected_output=i32=0 \
// RUN:   --expected_output=i32=-2147483647 --expected_output=i32=-2147483647
// RUN: not split-run %s --function=signed --input=i32=1 --input=i32=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZERO
// RUN: not split-run %s --function=signed --input=i32=-2147483648 --input=i32=-1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LEAST
// RUN: %run-each %s --function=indices --input=index=-9223372036854775808 \
// RUN:   --input=index=2 --expected_output=index=-4611686018427387904 \
// RUN:   --expected_output=index=-4611686018427387904 \
// RUN:   --expected_output=index=4611686018427387904 --expected_output=index=0
// RUN: %run-each %s --function=indices --input=index=9223372036854775807 \
// RUN:   --input=index=-1 --expected_output=index=-9223372036854775807 \
// RUN:   --expected_output=index=-9223372036854775807 --expected_output=index=1 \
// RUN:   --expected_output=index=9223372036854775807
// RUN: %run-each %s --function=indices --input=index=-9223372036854775808 \
// RUN:   --input=index=3 --expected_output=index=-3074457345618258602 \
// RUN:   --expected_output=index=-3074457345618258603 \
// RUN:   --expected_output=index=3074457345618258603 --expected_output=index=2
// RUN: not split-run %s --function=indices --input=index=7 --input=index=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZERO
// RUN: %run-each %s --function=constants --input=i8=-128 --expected_output=i8=-42 \
// RUN:   --expected_output=i8=1
// RUN: not split-run %s --function=in_loop --input=index=2 --input=3xi64=1,2,0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZERO

// The quotients of elements with a result are right.
// RUN: split-run %s --function=elements --input=4xi32=6,7,-2147483648,9 \
// RUN:   --input=4xi32=3,0,-1,2 | FileCheck %s --check-prefix=ELEMENTS
// RUN: split-run %s --function=elements --input=4xi32=6,7,-2147483648,9 \
// RUN:   --input=4xi32=3,0,-1,2 --cpu=portable | FileCheck %s --check-prefix=ELEMENTS
// RUN: %run-each %s --function=elements --input=16xi32=iota --input=16xi32=3 \
// RUN:   --expected_output=16xi32=0,0,0,1,1,1,2,2,2,3,3,3,4,4,4,5 \
// RUN:   --expected_output=16xi32=0,1,2,0,1,2,0,1,2,0,1,2,0,1,2,0

// ZERO: integer-divisions.mlir:{{[0-9]+}}:{{[0-9]+}}: error: divisor is 0
// LEAST: integer-divisions.mlir:{{[0-9]+}}:{{[0-9]+}}: error: quotient of the least number by -1 overflows
// ELEMENTS: result[0]: 4xi32=[2,{{-?[0-9]+}},{{-?[0-9]+}},4]
// ELEMENTS: result[1]: 4xi32=[0,{{-?[0-9]+}},{{-?[0-9]+}},1]

func.func @signed(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %0 = arith.divsi %a, %b : i32
  %1 = arith.remsi %a, %b : i32
  %2 = arith.ceildivsi %a, %b : i32
  %3 = arith.floordivsi %a, %b : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

func.func @indices(%a: index, %b: index) -> (index, index, index, index) {
  %0 = index.ceildivs %a, %b
  %1 = index.floordivs %a, %b
  %2 = index.ceildivu %a, %b
  %3 = index.remu %a, %b
  return %0, %1, %2, %3 : index, index, index, index
}

func.func @constants(%a: i8) -> (i8, i8) {
  %c3 = arith.constant 3 : i8
  %c127 = arith.constant 127 : i8
  %0 = arith.divsi %a, %c3 : i8
  %1 = arith.divui %a, %c127 : i8
  return %0, %1 : i8, i8
}

func.func @in_loop(%n: index, %x: tensor<3xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %end = arith.addi %n, %c1 : index
  %r = scf.for %i = %c0 to %end step %c1 iter_args(%a = %one) -> i64 {
    %v = tensor.extract %x[%i] : tensor<3xi64>
    %q = arith.divui %a, %v : i64
    scf.yield %q : i64
  }
  return %r : i64
}

func.func @elements(%a: tensor<?xi32>, %b: tensor<?xi32>)
    -> (tensor<?xi32>, tensor<?xi32>) {
  %0 = arith.divsi %a, %b : tensor<?xi32>
  %1 = arith.remui %a, %b : tensor<?xi32>
  return %0, %1 : tensor<?xi32>, tensor<?xi32>
}
