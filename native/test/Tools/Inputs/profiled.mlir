module {
  func.func @main(%x: tensor<4096x64xf32>) -> (tensor<4096x48xf32>, tensor<4096x16xf32>) {
    %0:2 = split.variadic_split %x axis(1) lengths [48, 16] : tensor<4096x64xf32> -> tensor<4096x48xf32>, tensor<4096x16xf32>
    return %0#0, %0#1 : tensor<4096x48xf32>, tensor<4096x16xf32>
  }
}
