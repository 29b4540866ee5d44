// A gated linear unit: one half of each row is multiplied by the other half.
func.func @main(%x: tensor<?x6xf32>) -> tensor<?x3xf32> {
  %value, %gate = split.split %x axis(-1) into 2
      : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x6xf32>
  %empty = tensor.empty(%rows) : tensor<?x3xf32>
  %result = linalg.mul ins(%value, %gate : tensor<?x3xf32>, tensor<?x3xf32>)
                       outs(%empty : tensor<?x3xf32>) -> tensor<?x3xf32>
  return %result : tensor<?x3xf32>
}
