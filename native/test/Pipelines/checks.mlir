// A failed check writes its message to standard error and aborts, before anything
// out of bounds is read; without checks there are none.
// RUN: split-opt %s -split-to-llvm -o %t
// RUN: not --crash mlir-runner %t -e negative -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not --crash mlir-runner %t -e too_much -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=TOO_MUCH
// RUN: not --crash mlir-runner %t -e too_little -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=TOO_LITTLE
// RUN: not --crash mlir-runner %t -e two_rests -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=TWO_RESTS
// RUN: not --crash mlir-runner %t -e wraps -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=WRAPS
// RUN: not --crash mlir-runner %t -e not_divisible -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=NOT_DIVISIBLE
// RUN: not --crash mlir-runner %t -e static_sum -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=STATIC_SUM
// RUN: not --crash mlir-runner %t -e static_rest -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=STATIC_REST
// RUN: not --crash mlir-runner %t -e claim -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=CLAIM
// RUN: not --crash mlir-runner %t -e claim_static -entry-point-result=void 2>&1 | FileCheck %s --check-prefix=CLAIM_STATIC
// RUN: mlir-runner %t -e right -entry-point-result=void 2>&1 | count 0
// RUN: split-opt %s -split-to-llvm=runtime-checks=false | FileCheck %s --check-prefix=OFF --implicit-check-not=@abort --implicit-check-not=llvm.unreachable
// OFF: llvm.func @negative

func.func @run_time(%x: tensor<4xf32>, %l: tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  // NEGATIVE: checks.mlir:[[#@LINE+5]]:{{[0-9]+}}: error: lengths [6, -2] hold a negative length other than -1
  // TOO_MUCH: checks.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: lengths [3, 2] sum to more than 4, the size of dimension 0
  // TOO_LITTLE: checks.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: lengths [1, 2] sum to 3, expected 4, the size of dimension 0
  // TWO_RESTS: checks.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: lengths [-1, -1] hold -1 more than once
  // WRAPS: checks.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: lengths [9223372036854775807, 9223372036854775807] sum to more than 4, the size of dimension 0
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
func.func @halves(%x: tensor<?xf32>) -> tensor<?xf32> {
  // NOT_DIVISIBLE: checks.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: dimension 0 of size 3 is not divisible by num_splits 2
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}
func.func @static_lengths(%x: tensor<?xf32>) -> tensor<2xf32> {
  // STATIC_SUM: error: lengths [1, 2] sum to 3, expected 4, the size of dimension 0
  %0:2 = split.variadic_split %x axis(0) lengths [1, 2] : tensor<?xf32> -> tensor<1xf32>, tensor<2xf32>
  return %0#1 : tensor<2xf32>
}
func.func @static_lengths_rest(%x: tensor<?xf32>) -> tensor<5xf32> {
  // STATIC_REST: error: lengths [5, -1] but for -1 sum to 5, expected at most 4, the size of dimension 0
  %0:2 = split.variadic_split %x axis(0) lengths [5, -1] : tensor<?xf32> -> tensor<5xf32>, tensor<?xf32>
  return %0#0 : tensor<5xf32>
}
func.func @claims(%x: tensor<?x2xf32>) -> tensor<3x2xf32> {
  // CLAIM: error: result 1 has size 2 along dimension 0, but its type states 3
  %0:2 = split.split %x axis(0) into 2 : tensor<?x2xf32> -> tensor<?x2xf32>, tensor<3x2xf32>
  return %0#1 : tensor<3x2xf32>
}
func.func @claims_static(%x: tensor<2x?xf32>) -> tensor<1x7xf32> {
  // CLAIM_STATIC: error: result 0 has size 2 along dimension 1, but its type states 7
  %0:2 = split.split %x axis(0) into 2 : tensor<2x?xf32> -> tensor<1x7xf32>, tensor<1x?xf32>
  return %0#0 : tensor<1x7xf32>
}

func.func @negative() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %l = arith.constant dense<[6, -2]> : tensor<2xi64>
  %0:2 = call @run_time(%x, %l) : (tensor<4xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
func.func @too_much() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %l = arith.constant dense<[3, 2]> : tensor<2xi64>
  %0:2 = call @run_time(%x, %l) : (tensor<4xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
func.func @too_little() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %l = arith.constant dense<[1, 2]> : tensor<2xi64>
  %0:2 = call @run_time(%x, %l) : (tensor<4xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
func.func @two_rests() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %l = arith.constant dense<[-1, -1]> : tensor<2xi64>
  %0:2 = call @run_time(%x, %l) : (tensor<4xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
func.func @wraps() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %l = arith.constant dense<[9223372036854775807, 9223372036854775807]> : tensor<2xi64>
  %0:2 = call @run_time(%x, %l) : (tensor<4xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
func.func @right() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %l = arith.constant dense<[1, 3]> : tensor<2xi64>
  %0:2 = call @run_time(%x, %l) : (tensor<4xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
func.func @not_divisible() {
  %x = arith.constant dense<1.0> : tensor<3xf32>
  %d = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %0 = call @halves(%d) : (tensor<?xf32>) -> tensor<?xf32>
  return
}
func.func @static_sum() {
  %x = arith.constant dense<1.0> : tensor<4xf32>
  %d = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %0 = call @static_lengths(%d) : (tensor<?xf32>) -> tensor<2xf32>
  return
}
func.func @static_rest() {
  %x = arith.constant dense<1.0> : tensor<4xf32>
  %d = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %0 = call @static_lengths_rest(%d) : (tensor<?xf32>) -> tensor<5xf32>
  return
}
func.func @claim() {
  %x = arith.constant dense<1.0> : tensor<4x2xf32>
  %d = tensor.cast %x : tensor<4x2xf32> to tensor<?x2xf32>
  %0 = call @claims(%d) : (tensor<?x2xf32>) -> tensor<3x2xf32>
  return
}
func.func @claim_static() {
  %x = arith.constant dense<1.0> : tensor<2x2xf32>
  %d = tensor.cast %x : tensor<2x2xf32> to tensor<2x?xf32>
  %0 = call @claims_static(%d) : (tensor<2x?xf32>) -> tensor<1x7xf32>
  return
}
