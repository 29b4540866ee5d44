// Columns of uneven width
// split-bench: input=1048576x8xf32 axis=1 lengths=1,2,5
func.func @split(%x: tensor<1048576x8xf32>)
    -> (tensor<1048576x1xf32>, tensor<1048576x2xf32>, tensor<1048576x5xf32>) {
  %p:3 = split.variadic_split %x axis(1) lengths [1, 2, 5]
      : tensor<1048576x8xf32> -> tensor<1048576x1xf32>, tensor<1048576x2xf32>, tensor<1048576x5xf32>
  return %p#0, %p#1, %p#2
      : tensor<1048576x1xf32>, tensor<1048576x2xf32>, tensor<1048576x5xf32>
}
