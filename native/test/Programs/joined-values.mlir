// What folds of several ops leave computes what it did. Values are by hand.

// No op that moves elements is left but one that joins.
// RUN: split-opt %s -canonicalize -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// RUN: split-run %t.mlir --function=joined --input=5xi32=1,2,3,4,5 | FileCheck %s --check-prefix=JOINED
// RUN: split-run %t.mlir --function=turned --input=4xi32=1,2,3,4 | FileCheck %s --check-prefix=TURNED
// RUN: split-run %t.mlir --function=sections --input=1x2xi32=1,2 --input=2x2xi32=3,4,5,6 --input=3x2xi32=7,8,9,10,11,12 | FileCheck %s --check-prefix=SECTIONS
// RUN: split-run %t.mlir --function=nested --input=2x5xi32=1,2,3,4,5,6,7,8,9,10 | FileCheck %s --check-prefix=NESTED

// What fails still does: 3 elements are less than 1 and 3, and 4 no 1, 2 and 2.
// RUN: not split-run %t.mlir --function=nested --input=2x3xi32=1,2,3,4,5,6 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not split-run %t.mlir --function=rest --input=1xi32=1 --input=3xi32=1,2,3 2>&1 | FileCheck %s --check-prefix=REST
// RUN: split-run %t.mlir --function=rest --input=1xi32=1 --input=4xi32=1,2,3,4 | FileCheck %s --check-prefix=OBEYED

// JOINED: result[0]: 5xi32=[1,2,3,4,5]
// CHECK-LABEL: func @joined(
func.func @joined(%x: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK-NEXT: return
  %p:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xi32> -> tensor<2xi32>, tensor<?xi32>
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<2xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %c : tensor<?xi32>
}

// TURNED: result[0]: 2xi32=[3,4]
// TURNED: result[1]: 2xi32=[1,2]
// CHECK-LABEL: func @turned(
func.func @turned(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  // CHECK-NEXT: split.split
  // CHECK-NEXT: return
  %h:2 = split.split %x axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
  %c = tensor.concat dim(0) %h#1, %h#0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %p:2 = split.split %c axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
  return %p#0, %p#1 : tensor<?xi32>, tensor<?xi32>
}

// SECTIONS: result[0]: 3x2xi32=[1,2][3,4][5,6]
// SECTIONS: result[1]: 0x2xi32=[]
// SECTIONS: result[2]: 2x2xi32=[7,8][9,10]
// SECTIONS: result[3]: 1x2xi32=[11,12]
// CHECK-LABEL: func @sections(
func.func @sections(%a: tensor<1x?xi32>, %b: tensor<2x?xi32>, %c: tensor<3x?xi32>) -> (tensor<3x?xi32>, tensor<0x?xi32>, tensor<2x?xi32>, tensor<1x?xi32>) {
  // CHECK: tensor.concat {{.*}} -> tensor<3x?xi32>
  %x = tensor.concat dim(0) %a, %b, %c : (tensor<1x?xi32>, tensor<2x?xi32>, tensor<3x?xi32>) -> tensor<6x?xi32>
  %p:4 = split.variadic_split %x axis(0) lengths [3, 0, 2, 1] : tensor<6x?xi32> -> tensor<3x?xi32>, tensor<0x?xi32>, tensor<2x?xi32>, tensor<1x?xi32>
  return %p#0, %p#1, %p#2, %p#3 : tensor<3x?xi32>, tensor<0x?xi32>, tensor<2x?xi32>, tensor<1x?xi32>
}

// NESTED: result[0]: 2x1xi32=[1][6]
// NESTED: result[1]: 2x3xi32=[2,3,4][7,8,9]
// NESTED: result[2]: 2x1xi32=[5][10]
// SHORT: lengths [1, 3, -1] but for -1 sum to 4, expected at most 3, the size of dimension 1
// CHECK-LABEL: func @nested(
func.func @nested(%x: tensor<2x?xi32>) -> (tensor<2x1xi32>, tensor<2x3xi32>, tensor<2x?xi32>) {
  // CHECK-NEXT: split.variadic_split
  // CHECK-NEXT: return
  %p:2 = split.variadic_split %x axis(1) lengths [1, -1] : tensor<2x?xi32> -> tensor<2x1xi32>, tensor<2x?xi32>
  %q:2 = split.variadic_split %p#1 axis(1) lengths [3, -1] : tensor<2x?xi32> -> tensor<2x3xi32>, tensor<2x?xi32>
  return %p#0, %q#0, %q#1 : tensor<2x1xi32>, tensor<2x3xi32>, tensor<2x?xi32>
}

// REST: lengths [2, 2] sum to 4, expected 3, the size of dimension 0
// OBEYED: result[0]: 1xi32=[1]
// OBEYED: result[1]: 2xi32=[1,2]
// OBEYED: result[2]: 2xi32=[3,4]
// CHECK-LABEL: func @rest(
func.func @rest(%a: tensor<1xi32>, %b: tensor<?xi32>) -> (tensor<1xi32>, tensor<2xi32>, tensor<2xi32>) {
  // CHECK-NOT: tensor.concat
  %x = tensor.concat dim(0) %a, %b : (tensor<1xi32>, tensor<?xi32>) -> tensor<?xi32>
  %p:3 = split.variadic_split %x axis(0) lengths [1, 2, 2] : tensor<?xi32> -> tensor<1xi32>, tensor<2xi32>, tensor<2xi32>
  return %p#0, %p#1, %p#2 : tensor<1xi32>, tensor<2xi32>, tensor<2xi32>
}
