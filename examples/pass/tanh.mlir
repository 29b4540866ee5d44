// The same function is applied to both halves of each row.
func.func @main(%x: tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %a, %b = split.split %x axis(1) into 2
      : tensor<2x4xf32> -> tensor<2x2xf32>, tensor<2x2xf32>
  %0 = math.tanh %a : tensor<2x2xf32>
  %1 = math.tanh %b : tensor<2x2xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x2xf32>
}
