// Query, key and value of attention
// split-bench: input=2048x2304xf32 axis=1 into=3
func.func @split(%x: tensor<2048x2304xf32>)
    -> (tensor<2048x768xf32>, tensor<2048x768xf32>, tensor<2048x768xf32>) {
  %p:3 = split.split %x axis(1) into 3
      : tensor<2048x2304xf32> -> tensor<2048x768xf32>, tensor<2048x768xf32>, tensor<2048x768xf32>
  return %p#0, %p#1, %p#2
      : tensor<2048x768xf32>, tensor<2048x768xf32>, tensor<2048x768xf32>
}
