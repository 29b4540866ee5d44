// An operand that alone determines the size of a reduced loop stays, although
// all its elements are equal. The sums are 8 * 2 + x, 8 * 1 + x and 8 * x.
// RUN: split-run %s --input=5xf32=0,1,2,3,4 | FileCheck %s
// CHECK: result[0]: 5xf32=[16,17,18,19,20]
// CHECK: result[1]: 5xf32=[8,9,10,11,12]
// CHECK: result[2]: 5xf32=[0,8,16,24,32]
func.func @main(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %twos = arith.constant dense<2.0> : tensor<5x8xf32>
  %empty = tensor.empty() : tensor<5x8xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<5x8xf32>) -> tensor<5x8xf32>
  %copies = linalg.broadcast ins(%x : tensor<5xf32>) outs(%empty : tensor<5x8xf32>) dimensions = [1]
  %sums = tensor.empty() : tensor<5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%sums : tensor<5xf32>) -> tensor<5xf32>
  %0 = linalg.reduce {arith.addf} ins(%twos : tensor<5x8xf32>) outs(%x : tensor<5xf32>) dimensions = [1]
  %1 = linalg.reduce {arith.addf} ins(%ones : tensor<5x8xf32>) outs(%x : tensor<5xf32>) dimensions = [1]
  %2 = linalg.reduce {arith.addf} ins(%copies : tensor<5x8xf32>) outs(%zeros : tensor<5xf32>) dimensions = [1]
  return %0, %1, %2 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}
