// The sign of a sum of products that are zeros: only +0 makes it positive.

// RUN: %run-each %s --function=product --input=16x3xf32=-1 --input=3x32xf32 \
// RUN:   --input=16x32xf32=-0.0 --expected_output=16x32xf32=-0.0
// RUN: %run-each %s --function=product --input=16x3xf32=-1 --input=3x32xf32 \
// RUN:   --input=16x32xf32 --expected_output=16x32xf32
// RUN: %run-each %s --function=product --input=5x900xf32=-1 --input=900x33xf32 \
// RUN:   --input=5x33xf32=-0.0 --expected_output=5x33xf32=-0.0
// RUN: %run-each %s --function=product --input=2x0xf32 --input=0x3xf32 \
// RUN:   --input=2x3xf32=-0.0 --expected_output=2x3xf32=-0.0
func.func @product(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// RUN: %run-each %s --function=from_negative_zero --input=3x1xf64=-2,-3,-4 --input=1xf64 \
// RUN:   --expected_output=3xf64=-0.0 --expected_output=3xf64
// RUN: %run-each %s --function=from_negative_zero --input=3x0xf64 --input=0xf64 \
// RUN:   --expected_output=3xf64=-0.0 --expected_output=3xf64
// RUN: %run-each %s --function=from_negative_zero --input=3x900xf64=-1 --input=900xf64 \
// RUN:   --expected_output=3xf64=-0.0 --expected_output=3xf64
func.func @from_negative_zero(%a: tensor<3x?xf64>, %b: tensor<?xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %empty = tensor.empty() : tensor<3xf64>
  %minus = arith.constant -0.0 : f64
  %plus = arith.constant 0.0 : f64
  %m = linalg.fill ins(%minus : f64) outs(%empty : tensor<3xf64>) -> tensor<3xf64>
  %p = linalg.fill ins(%plus : f64) outs(%empty : tensor<3xf64>) -> tensor<3xf64>
  %r = linalg.matvec ins(%a, %b : tensor<3x?xf64>, tensor<?xf64>)
      outs(%m : tensor<3xf64>) -> tensor<3xf64>
  %s = linalg.matvec ins(%a, %b : tensor<3x?xf64>, tensor<?xf64>)
      outs(%p : tensor<3xf64>) -> tensor<3xf64>
  return %r, %s : tensor<3xf64>, tensor<3xf64>
}

// RUN: %run-each %s --function=dot --input=200xf16=-1 --input=200xf16 --expected_output=f32=-0.0
// RUN: %run-each %s --function=dot --input=0xf16 --input=0xf16 --expected_output=f32=-0.0
func.func @dot(%a: tensor<?xf16>, %b: tensor<?xf16>) -> tensor<f32> {
  %zero = arith.constant dense<-0.0> : tensor<f32>
  %r = linalg.dot ins(%a, %b : tensor<?xf16>, tensor<?xf16>)
      outs(%zero : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// RUN: %run-each %s --function=sum --input=4x7xf32=-0.0 --expected_output=4xf32=-0.0
// RUN: %run-each %s --function=sum --input=4x0xf32 --expected_output=4xf32=-0.0
// RUN: %run-each %s --function=sum --input=4x100xf32=-0.0 --expected_output=4xf32=-0.0
func.func @sum(%a: tensor<4x?xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<-0.0> : tensor<4xf32>
  %r = linalg.reduce { arith.addf } ins(%a : tensor<4x?xf32>)
      outs(%zero : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}
