// Query, key and value as views of the input
// split-bench: input=2048x2304xf32 axis=1 into=3 views
func.func @split(%x: tensor<2048x2304xf32>)
    -> (tensor<2048x768xf32>, tensor<2048x768xf32>, tensor<2048x768xf32>) {
  %p:3 = split.split %x axis(1) into 3
      : tensor<2048x2304xf32> -> tensor<2048x768xf32>, tensor<2048x768xf32>, tensor<2048x768xf32>
  return %p#0, %p#1, %p#2
      : tensor<2048x768xf32>, tensor<2048x768xf32>, tensor<2048x768xf32>
}
