// Rows, a quarter each
// split-bench: input=4096x4096xf32 axis=0 into=4
func.func @split(%x: tensor<4096x4096xf32>)
    -> (tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<1024x4096xf32>) {
  %p:4 = split.split %x axis(0) into 4
      : tensor<4096x4096xf32> -> tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<1024x4096xf32>
  return %p#0, %p#1, %p#2, %p#3
      : tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<1024x4096xf32>
}
