// Messages of failed checks have the digits of all values, without the host ABI and
// any library. The expected values are those of the two's complement of 64 bits.
// RUN: split-opt %s -split-to-llvm -o %t.mlir
// RUN: not --crash mlir-runner %t.mlir -e extremes -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=EXTREMES
// RUN: not --crash mlir-runner %t.mlir -e numbers -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=NUMBERS
// RUN: not --crash mlir-runner %t.mlir -e none -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: mlir-runner %t.mlir -e holds -entry-point-result=i32 | FileCheck %s --check-prefix=HOLDS
// UNSUPPORTED: sanitizer

// EXTREMES: check-values.mlir:[[@LINE+6]]:3: error: -9223372036854775808 is 9223372036854775808, 9223372036854775807, 18446744073709551615 and -1{{$}}
func.func @extremes() {
  %min = arith.constant -9223372036854775808 : index
  %max = arith.constant 9223372036854775807 : index
  %all = arith.constant -1 : index
  %false = arith.cmpi eq, %min, %max : index
  split.assert %false, "{} is {u}, {}, {u} and {}"(%min, %min, %max, %all, %all)
  return
}

// NUMBERS: check-values.mlir:[[@LINE+7]]:3: error: 0 0 9 -10 100{{$}}
func.func @numbers() {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %n10 = arith.constant -10 : index
  %c100 = arith.constant 100 : index
  %false = arith.cmpi eq, %c0, %c9 : index
  split.assert %false, "{} {u} {} {} {}"(%c0, %c0, %c9, %n10, %c100)
  return
}

// NONE: check-values.mlir:[[@LINE+3]]:3: error: no values{{$}}
func.func @none() {
  %false = arith.constant false
  split.assert %false, "no values"
  return
}

// HOLDS: {{^}}7{{$}}
func.func @holds() -> i32 {
  %c7 = arith.constant 7 : index
  %true = arith.cmpi eq, %c7, %c7 : index
  split.assert %true, "{}"(%c7)
  %result = arith.index_cast %c7 : index to i32
  return %result : i32
}
