// New tensors whose sizes are known at run time only: a negative size fails the call, and a
// size of zero gives an empty tensor.

// RUN: %run-each %s --function=generate --input=index=2 --expected_output=2x2xi32=7,7,7,7
// RUN: %run-each %s --function=generate --input=index=0 --expected_output=2x0xi32
// RUN: not split-run %s --function=generate --input=index=-1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=GENERATE
// RUN: %run-each %s --function=splat --input=index=2 --expected_output=2xi32=7,7
// RUN: %run-each %s --function=splat --input=index=0 --expected_output=0xi32
// RUN: not split-run %s --function=splat --input=index=-1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SPLAT
// RUN: %run-each %s --function=empty --input=index=1 --expected_output=1x3xi32=7,7,7
// RUN: %run-each %s --function=empty --input=index=0 --expected_output=0x3xi32
// RUN: not split-run %s --function=empty --input=index=-9 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EMPTY
// RUN: %run-each %s --function=reshape --input=4xi32=1,2,3,4 --input=2xindex=2,2 \
// RUN:   --expected_output=2x2xi32=1,2,3,4
// RUN: not split-run %s --function=reshape --input=4xi32=1,2,3,4 --input=2xindex=-2,-2 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RESHAPE

// The size of another tensor needs no check.
// RUN: split-opt %s --split-check-operand-sizes | FileCheck %s

// GENERATE: negative-sizes.mlir:{{[0-9]+}}:{{[0-9]+}}: error: size of dimension 1 is -1, expected at least 0
// SPLAT: negative-sizes.mlir:{{[0-9]+}}:{{[0-9]+}}: error: size of dimension 0 is -1, expected at least 0
// RUN: not split-run %s --function=alloc --input=index=-9 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EMPTY

// EMPTY: negative-sizes.mlir:{{[0-9]+}}:{{[0-9]+}}: error: size of dimension 0 is -9, expected at least 0
// RESHAPE: negative-sizes.mlir:{{[0-9]+}}:{{[0-9]+}}: error: shape [-2, -2] does not have 4 elements, as source has

func.func @generate(%n: index) -> tensor<2x?xi32> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 7 : i32
    tensor.yield %c : i32
  } : tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}

func.func @splat(%n: index) -> tensor<?xi32> {
  %c = arith.constant 7 : i32
  %0 = tensor.splat %c[%n] : tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @empty(%n: index) -> tensor<?x3xi32> {
  %c = arith.constant 7 : i32
  %e = tensor.empty(%n) : tensor<?x3xi32>
  %0 = linalg.fill ins(%c : i32) outs(%e : tensor<?x3xi32>) -> tensor<?x3xi32>
  return %0 : tensor<?x3xi32>
}

func.func @reshape(%t: tensor<4xi32>, %s: tensor<2xindex>) -> tensor<?x?xi32> {
  %0 = tensor.reshape %t(%s) : (tensor<4xi32>, tensor<2xindex>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// CHECK-LABEL: func @like(
// CHECK-NOT:     split.assert
// CHECK:         return
func.func @like(%t: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c = arith.constant 7 : i32
  %n = tensor.dim %t, %c0 : tensor<?xi32>
  %0 = tensor.splat %c[%n] : tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @alloc(%n: index) -> tensor<?x3xi32> {
  %c = arith.constant 7 : i32
  %0 = bufferization.alloc_tensor(%n) : tensor<?x3xi32>
  %1 = linalg.fill ins(%c : i32) outs(%0 : tensor<?x3xi32>) -> tensor<?x3xi32>
  return %1 : tensor<?x3xi32>
}
