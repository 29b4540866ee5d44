// A loop-carried tensor that a split makes smaller, to the point where it does not
// divide any more.
// RUN: split-run %s --input=12xf32=iota --input=index=0 --expected_output=12xf32=iota
// RUN: split-run %s --input=12xf32=iota --input=index=1 --expected_output=6xf32=6,7,8,9,10,11
// RUN: split-run %s --input=12xf32=iota --input=index=2 --expected_output=3xf32=9,10,11
// RUN: not split-run %s --input=12xf32=iota --input=index=3 2>&1 | FileCheck %s
// CHECK: loops.mlir:[[#@LINE+7]]:{{[0-9]+}}: error: dimension 0 of size 3 is not divisible by num_splits 2

func.func @main(%data: tensor<12xf32>, %times: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %whole = tensor.cast %data : tensor<12xf32> to tensor<?xf32>
  %rest = scf.for %i = %c0 to %times step %c1 iter_args(%left = %whole) -> tensor<?xf32> {
    %halves:2 = split.split %left axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    scf.yield %halves#1 : tensor<?xf32>
  }
  return %rest : tensor<?xf32>
}
