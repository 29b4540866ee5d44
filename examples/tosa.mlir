// A gated unit in TOSA, the form in which TFLite's converter and torch-mlir write it.
func.func @main(%x: tensor<2x6xf32>) -> tensor<2x3xf32> {
  %first = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %second = tosa.const_shape {values = dense<[0, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %a = tosa.slice %x, %first, %size
      : (tensor<2x6xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>
  %b = tosa.slice %x, %second, %size
      : (tensor<2x6xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>
  %gate = tosa.clamp %b {min_val = 0.0 : f32, max_val = 1.0 : f32}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.mul %a, %gate, %shift
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1xi8>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
