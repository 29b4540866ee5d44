// A node that takes most of the time.
#node = loc("model.onnx:node 'activate' (Tanh)")
module {
  func.func @model(%x: tensor<1000x1000xf32>) -> tensor<1000x1000xf32> {
    %0 = math.tanh %x : tensor<1000x1000xf32> loc(#node)
    return %0 : tensor<1000x1000xf32>
  } loc("model.onnx:graph 'model'")
} loc("model.onnx")
