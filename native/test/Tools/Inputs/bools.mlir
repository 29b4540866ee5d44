func.func @main(%data: tensor<3xi1>) -> (tensor<3xi1>, tensor<3xi8>) {
  %numbers = arith.extui %data : tensor<3xi1> to tensor<3xi8>
  return %data, %numbers : tensor<3xi1>, tensor<3xi8>
}
