// jnp.split(x, [2], axis=1) in StableHLO, printed in generic form.
module @jit_f {
  func.func public @main(%x: tensor<2x6xf32>) -> (tensor<2x2xf32>, tensor<2x4xf32>) {
    %0 = "stablehlo.slice"(%x) <{limit_indices = array<i64: 2, 2>,
        start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}>
        : (tensor<2x6xf32>) -> tensor<2x2xf32>
    %1 = "stablehlo.slice"(%x) <{limit_indices = array<i64: 2, 6>,
        start_indices = array<i64: 0, 2>, strides = array<i64: 1, 1>}>
        : (tensor<2x6xf32>) -> tensor<2x4xf32>
    return %0, %1 : tensor<2x2xf32>, tensor<2x4xf32>
  }
}
