// The examples of the OpenVINO specifications Split-1 and VariadicSplit-1.

func.func @split(%data: tensor<6x12x10x24xf32>)
    -> (tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>) {
  %a, %b, %c = split.split %data axis(1) into 3
      : tensor<6x12x10x24xf32>
     -> tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>
  return %a, %b, %c
      : tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>
}

func.func @variadic_split(%data: tensor<6x12x10x24xf32>)
    -> (tensor<1x12x10x24xf32>, tensor<2x12x10x24xf32>,
        tensor<3x12x10x24xf32>) {
  %a, %b, %c = split.variadic_split %data axis(0) lengths [1, 2, 3]
      : tensor<6x12x10x24xf32>
     -> tensor<1x12x10x24xf32>, tensor<2x12x10x24xf32>, tensor<3x12x10x24xf32>
  return %a, %b, %c
      : tensor<1x12x10x24xf32>, tensor<2x12x10x24xf32>, tensor<3x12x10x24xf32>
}

func.func @variadic_split_rest(%data: tensor<6x12x10x24xf32>)
    -> (tensor<4x12x10x24xf32>, tensor<2x12x10x24xf32>) {
  %a, %b = split.variadic_split %data axis(0) lengths [-1, 2]
      : tensor<6x12x10x24xf32>
     -> tensor<4x12x10x24xf32>, tensor<2x12x10x24xf32>
  return %a, %b : tensor<4x12x10x24xf32>, tensor<2x12x10x24xf32>
}
