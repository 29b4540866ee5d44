// Prints the last two of six numbers with upstream's runner utilities.
func.func private @printMemrefF32(tensor<*xf32>)
    attributes {llvm.emit_c_interface}

func.func @main() {
  %data = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf32>
  %pieces:2 = split.variadic_split %data axis(0) lengths [-1, 2]
      : tensor<6xf32> -> tensor<4xf32>, tensor<2xf32>
  %last = tensor.cast %pieces#1 : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%last) : (tensor<*xf32>) -> ()
  return
}
