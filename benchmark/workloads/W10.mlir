// A small split: the time of a call
// split-bench: input=1x12x64xf32 axis=1 into=3
func.func @split(%x: tensor<1x12x64xf32>)
    -> (tensor<1x4x64xf32>, tensor<1x4x64xf32>, tensor<1x4x64xf32>) {
  %p:3 = split.split %x axis(1) into 3
      : tensor<1x12x64xf32> -> tensor<1x4x64xf32>, tensor<1x4x64xf32>, tensor<1x4x64xf32>
  return %p#0, %p#1, %p#2
      : tensor<1x4x64xf32>, tensor<1x4x64xf32>, tensor<1x4x64xf32>
}
