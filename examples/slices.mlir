// A split as other compilers write it, as slices. The last slice is what the
// first two leave.
func.func @main(%x: tensor<?x6xf32>) -> (tensor<1x6xf32>, tensor<2x6xf32>, tensor<?x6xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %rows = tensor.dim %x, %c0 : tensor<?x6xf32>
  %rest = arith.subi %rows, %c3 : index
  %a = tensor.extract_slice %x[0, 0] [1, 6] [1, 1] : tensor<?x6xf32> to tensor<1x6xf32>
  %b = tensor.extract_slice %x[1, 0] [2, 6] [1, 1] : tensor<?x6xf32> to tensor<2x6xf32>
  %c = tensor.extract_slice %x[3, 0] [%rest, 6] [1, 1] : tensor<?x6xf32> to tensor<?x6xf32>
  return %a, %b, %c : tensor<1x6xf32>, tensor<2x6xf32>, tensor<?x6xf32>
}
