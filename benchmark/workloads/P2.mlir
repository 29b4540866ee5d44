// QKV projection and its split
// split-bench: input=128x768xf32 parameters=768x2304xf32,2304xf32 results=128x768xf32,128x768xf32,128x768xf32 computes=qkv
func.func @split(%x: tensor<128x768xf32>, %w: tensor<768x2304xf32>, %b: tensor<2304xf32>)
    -> (tensor<128x768xf32>, tensor<128x768xf32>, tensor<128x768xf32>) {
  %empty = tensor.empty() : tensor<128x2304xf32>
  %bias = linalg.broadcast ins(%b : tensor<2304xf32>) outs(%empty : tensor<128x2304xf32>) dimensions = [0]
  %y = linalg.matmul ins(%x, %w : tensor<128x768xf32>, tensor<768x2304xf32>)
      outs(%bias : tensor<128x2304xf32>) -> tensor<128x2304xf32>
  %p:3 = split.split %y axis(1) into 3
      : tensor<128x2304xf32> -> tensor<128x768xf32>, tensor<128x768xf32>, tensor<128x768xf32>
  return %p#0, %p#1, %p#2 : tensor<128x768xf32>, tensor<128x768xf32>, tensor<128x768xf32>
}
