// Channels of images
// split-bench: input=64x256x56x56xf32 axis=1 into=2
func.func @split(%x: tensor<64x256x56x56xf32>)
    -> (tensor<64x128x56x56xf32>, tensor<64x128x56x56xf32>) {
  %p:2 = split.split %x axis(1) into 2
      : tensor<64x256x56x56xf32> -> tensor<64x128x56x56xf32>, tensor<64x128x56x56xf32>
  return %p#0, %p#1
      : tensor<64x128x56x56xf32>, tensor<64x128x56x56xf32>
}
