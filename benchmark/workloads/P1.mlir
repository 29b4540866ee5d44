// Product of matrices
// split-bench: input=128x768xf32 parameters=768x3072xf32 results=128x3072xf32 computes=product
func.func @split(%x: tensor<128x768xf32>, %w: tensor<768x3072xf32>) -> tensor<128x3072xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<128x3072xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<128x3072xf32>) -> tensor<128x3072xf32>
  %y = linalg.matmul ins(%x, %w : tensor<128x768xf32>, tensor<768x3072xf32>)
      outs(%zeros : tensor<128x3072xf32>) -> tensor<128x3072xf32>
  return %y : tensor<128x3072xf32>
}
