// Splits a matrix into two halves, and into its first column and the rest.
func.func @main(%x: tensor<6x4xf32>) -> (tensor<3x4xf32>, tensor<6x3xf32>) {
  %top, %bottom = split.split %x axis(0) into 2
      : tensor<6x4xf32> -> tensor<3x4xf32>, tensor<3x4xf32>
  %first, %rest = split.variadic_split %x axis(1) lengths [1, -1]
      : tensor<6x4xf32> -> tensor<6x1xf32>, tensor<6x3xf32>
  return %bottom, %rest : tensor<3x4xf32>, tensor<6x3xf32>
}
