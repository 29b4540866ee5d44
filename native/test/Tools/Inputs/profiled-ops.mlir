// A product, and the two halves of its exponential function.
func.func @main(%a: tensor<1000x1000xf32>, %b: tensor<1000x1000xf32>)
    -> (tensor<500x1000xf32>, tensor<500x1000xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1000x1000xf32>
  %sum = linalg.fill ins(%zero : f32) outs(%empty : tensor<1000x1000xf32>)
      -> tensor<1000x1000xf32>
  %0 = linalg.matmul
      ins(%a, %b : tensor<1000x1000xf32>, tensor<1000x1000xf32>)
      outs(%sum : tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
  %1 = math.exp %0 : tensor<1000x1000xf32>
  %2:2 = split.split %1 axis(0) into 2
      : tensor<1000x1000xf32> -> tensor<500x1000xf32>, tensor<500x1000xf32>
  return %2#0, %2#1 : tensor<500x1000xf32>, tensor<500x1000xf32>
}
