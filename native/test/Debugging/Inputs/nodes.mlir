// A model of nodes without lines, as importers create it.
#scale = loc("model.onnx:node 'scale' (Mul)")
#cut = loc("model.onnx:node 'cut' (Split)")
module {
  func.func @model(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
    %weight = arith.constant dense<3.0> : tensor<6xf32> loc(#scale)
    %scaled = arith.mulf %x, %weight : tensor<6xf32> loc(#scale)
    %0:2 = split.variadic_split %scaled axis(0) lengths [2, 4]
        : tensor<6xf32> -> tensor<2xf32>, tensor<4xf32> loc(#cut)
    return %0#0, %0#1 : tensor<2xf32>, tensor<4xf32> loc(#graph)
  } loc(#graph)
} loc(#file)
#graph = loc("model.onnx:graph 'model'")
#file = loc("model.onnx")
