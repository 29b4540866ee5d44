func.func @main(%x: tensor<?x6xf32>) -> tensor<?x3xf32> {
  %0 = toy.gate %x : tensor<?x6xf32> -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
