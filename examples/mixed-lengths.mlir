// A computed number of rows, 4 rows, and the remaining ones.
func.func @main(%data: tensor<?x2xf32>, %n: index)
    -> (tensor<?x2xf32>, tensor<4x2xf32>, tensor<?x2xf32>) {
  %pieces:3 = split.variadic_split %data axis(0) lengths [%n, 4, -1]
      : tensor<?x2xf32> -> (tensor<?x2xf32>, tensor<4x2xf32>, tensor<?x2xf32>)
  return %pieces#0, %pieces#1, %pieces#2
      : tensor<?x2xf32>, tensor<4x2xf32>, tensor<?x2xf32>
}
