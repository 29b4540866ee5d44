// Programs of slices that were raised to splits run natively; values are worked out
// by hand.
// RUN: split-opt %s -split-raise-slices -o %t.mlir
// RUN: not grep "tensor.extract_slice %arg" %t.mlir

// RUN: split-run %t.mlir --function=columns --input=2x4xf32=iota | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: result[0]: 2x1xf32=[0][4]
// COLUMNS: result[1]: 2x2xf32=[1,2][5,6]
// COLUMNS: result[2]: 2x1xf32=[3][7]
func.func @columns(%x: tensor<2x4xf32>) -> (tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x1xf32>) {
  %c = tensor.extract_slice %x[0, 3] [2, 1] [1, 1] : tensor<2x4xf32> to tensor<2x1xf32>
  %a = tensor.extract_slice %x[0, 0] [2, 1] [1, 1] : tensor<2x4xf32> to tensor<2x1xf32>
  %b = tensor.extract_slice %x[0, 1] [2, 2] [1, 1] : tensor<2x4xf32> to tensor<2x2xf32>
  return %a, %b, %c : tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x1xf32>
}

// Rows lose a dimension, and are changed in place of what they are cut from.
// RUN: split-run %t.mlir --function=rows --input=2x3xi32=1,2,3,4,5,6 | FileCheck %s --check-prefix=ROWS
// ROWS: result[0]: 3xi32=[5,7,9]
// ROWS: result[1]: 2x3xi32=[4,5,6][4,5,6]
func.func @rows(%x: tensor<2x3xi32>) -> (tensor<3xi32>, tensor<2x3xi32>) {
  %a = tensor.extract_slice %x[0, 0] [1, 3] [1, 1] : tensor<2x3xi32> to tensor<3xi32>
  %b = tensor.extract_slice %x[1, 0] [1, 3] [1, 1] : tensor<2x3xi32> to tensor<3xi32>
  %y = tensor.insert_slice %b into %x[0, 0] [1, 3] [1, 1] : tensor<3xi32> into tensor<2x3xi32>
  %s = arith.addi %a, %b : tensor<3xi32>
  return %s, %y : tensor<3xi32>, tensor<2x3xi32>
}

// A length of 0 at run time is a piece without elements.
// RUN: split-run %t.mlir --function=run_time --input=5xf32=iota --input=index=2 --input=index=1 | FileCheck %s --check-prefix=SOME
// RUN: split-run %t.mlir --function=run_time --input=5xf32=iota --input=index=0 --input=index=5 | FileCheck %s --check-prefix=NONE
// SOME: result[0]: 2xf32=[0,1]
// SOME: result[1]: 1xf32=[2]
// SOME: result[2]: 2xf32=[3,4]
// NONE: result[0]: 0xf32=[]
// NONE: result[1]: 5xf32=[0,1,2,3,4]
// NONE: result[2]: 0xf32=[]
// Slices out of bounds, which are undefined, have become a check that fails.
// RUN: not split-run %t.mlir --function=run_time --input=5xf32=iota --input=index=2 --input=index=4 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not split-run %t.mlir --function=run_time --input=5xf32=iota --input=index=-2 --input=index=4 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// BEYOND: error: lengths [2, 4, -1] hold a negative index value
// NEGATIVE: error: lengths [-2, 4, 3] hold a negative index value
func.func @run_time(%x: tensor<?xf32>, %n: index, %m: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %o = arith.addi %n, %m : index
  %r = arith.subi %d, %o : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%n] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  %c = tensor.extract_slice %x[%o] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b, %c : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// RUN: split-run %t.mlir --function=rest --input=3x2xf32=iota | FileCheck %s --check-prefix=REST
// REST: result[0]: 2x2xf32=[0,1][2,3]
// REST: result[1]: 1x2xf32=[4,5]
func.func @rest(%x: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<1x2xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x2xf32>
  %o = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%d]
  %a = tensor.extract_slice %x[0, 0] [%o, 2] [1, 1] : tensor<?x2xf32> to tensor<?x2xf32>
  %b = tensor.extract_slice %x[%o, 0] [1, 2] [1, 1] : tensor<?x2xf32> to tensor<1x2xf32>
  return %a, %b : tensor<?x2xf32>, tensor<1x2xf32>
}
