// Queries, keys and values of attention: three matrices side by side in one.
func.func @qkv(%x: tensor<?x6xf32>)
    -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %0:3 = split.split %x axis(-1) into 3
      : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
  return %0#0, %0#1, %0#2 : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}
