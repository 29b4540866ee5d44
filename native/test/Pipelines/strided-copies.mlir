// A view that has to be contiguous is copied by loops: upstream's own lowering of
// such a copy would call a function of a library that has to be linked.
// RUN: split-opt %s -split-to-llvm | FileCheck %s --implicit-check-not=memrefCopy
// RUN: split-run %s --function=pick --input=2x4xf32=iota --input=i1=1 --expected_output=4xf32=0,1,4,5
// RUN: split-run %s --function=pick --input=2x4xf32=iota --input=i1=0 --expected_output=4xf32=2,3,6,7

// CHECK: llvm.func @pick
func.func @pick(%data: tensor<2x4xf32>, %first: i1) -> tensor<4xf32> {
  %halves:2 = split.split %data axis(1) into 2 : tensor<2x4xf32> -> tensor<2x2xf32>, tensor<2x2xf32>
  %half = scf.if %first -> tensor<2x2xf32> {
    scf.yield %halves#0 : tensor<2x2xf32>
  } else {
    scf.yield %halves#1 : tensor<2x2xf32>
  }
  // Private functions take contiguous buffers.
  %flat = func.call @flatten(%half) : (tensor<2x2xf32>) -> tensor<4xf32>
  return %flat : tensor<4xf32>
}

func.func private @flatten(%data: tensor<2x2xf32>) -> tensor<4xf32> {
  %flat = tensor.collapse_shape %data [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  return %flat : tensor<4xf32>
}
