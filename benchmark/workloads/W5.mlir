// Coordinates: runs of one element
// split-bench: input=4194304x3xf32 axis=1 into=3
func.func @split(%x: tensor<4194304x3xf32>)
    -> (tensor<4194304x1xf32>, tensor<4194304x1xf32>, tensor<4194304x1xf32>) {
  %p:3 = split.split %x axis(1) into 3
      : tensor<4194304x3xf32> -> tensor<4194304x1xf32>, tensor<4194304x1xf32>, tensor<4194304x1xf32>
  return %p#0, %p#1, %p#2
      : tensor<4194304x1xf32>, tensor<4194304x1xf32>, tensor<4194304x1xf32>
}
