// A failed cf.assert of the program returns to the caller with its message.
// RUN: %run-each %s --function=top --input=2xf32=1,2 --input=i1=1 --expected_output=2xf32=1,2
// RUN: not %run-each %s --function=top --input=2xf32=1,2 --input=i1=0 2>&1 | FileCheck %s --check-prefix=TOP
// RUN: %run-each %s --function=nested --input=2xf32=1,2 --input=index=3 --expected_output=2xf32=8,16
// RUN: not %run-each %s --function=nested --input=2xf32=1,2 --input=index=4 2>&1 | FileCheck %s --check-prefix=NESTED

// TOP: asserts.mlir:[[#@LINE+2]]:3: error: length { } of { u is odd
func.func @top(%x: tensor<2xf32>, %c: i1) -> tensor<2xf32> {
  cf.assert %c, "length {} of {u is odd"
  return %x : tensor<2xf32>
}

// NESTED: error: too many steps
func.func @nested(%x: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<2xf32>) {
    %ok = arith.cmpi ult, %i, %c3 : index
    cf.assert %ok, "too many steps"
    %s = arith.addf %a, %a : tensor<2xf32>
    scf.yield %s : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
