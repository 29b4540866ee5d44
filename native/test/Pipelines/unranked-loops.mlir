// A loop halves a tensor of unknown rank; what it starts from stays as it is.
// RUN: split-run %s --input=8x2xi32=iota --input=index=0 --input=index=2 --expected_output=2x2xi32=12,13,14,15 --expected_output=4x2xi32=0,1,2,3,4,5,6,7
// RUN: split-run %s --input=2x8xi32=iota --input=index=1 --input=index=3 --expected_output=2x1xi32=7,15 --expected_output=2x4xi32=0,1,2,3,8,9,10,11
// RUN: split-run %s --input=8xi32=iota --input=index=0 --input=index=0 --expected_output=8xi32=iota --expected_output=4xi32=0,1,2,3

func.func @main(%x: tensor<*xi32>, %axis: index, %n: index) -> (tensor<*xi32>, tensor<*xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<*xi32> {
    %a, %b = split.split %y axis(%axis : index) into 2 : tensor<*xi32> -> tensor<*xi32>, tensor<*xi32>
    scf.yield %b : tensor<*xi32>
  }
  %c, %d = split.split %x axis(%axis : index) into 2 : tensor<*xi32> -> tensor<*xi32>, tensor<*xi32>
  return %r, %c : tensor<*xi32>, tensor<*xi32>
}
