// Splits by lengths that are known only at run time; one of them may be -1.
func.func @main(%data: tensor<?xf32>, %lengths: tensor<3xi64>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %pieces:3 = split.variadic_split %data axis(0) lengths(%lengths : tensor<3xi64>)
      : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %pieces#0, %pieces#1, %pieces#2
      : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
