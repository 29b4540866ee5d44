// SwiGLU of two halves
// split-bench: input=2048x5460xf32 axis=1 into=2 computes=swiglu
func.func @split(%x: tensor<2048x5460xf32>) -> tensor<2048x2730xf32> {
  %p:2 = split.split %x axis(1) into 2
      : tensor<2048x5460xf32> -> tensor<2048x2730xf32>, tensor<2048x2730xf32>
  %one = arith.constant dense<1.0> : tensor<2048x2730xf32>
  %negated = arith.negf %p#0 : tensor<2048x2730xf32>
  %exp = math.exp %negated : tensor<2048x2730xf32>
  %sum = arith.addf %exp, %one : tensor<2048x2730xf32>
  %silu = arith.divf %p#0, %sum : tensor<2048x2730xf32>
  %gated = arith.mulf %silu, %p#1 : tensor<2048x2730xf32>
  return %gated : tensor<2048x2730xf32>
}

// The same of inputs that were split beforehand.
func.func @presplit(%a: tensor<2048x2730xf32>, %b: tensor<2048x2730xf32>)
    -> tensor<2048x2730xf32> {
  %one = arith.constant dense<1.0> : tensor<2048x2730xf32>
  %negated = arith.negf %a : tensor<2048x2730xf32>
  %exp = math.exp %negated : tensor<2048x2730xf32>
  %sum = arith.addf %exp, %one : tensor<2048x2730xf32>
  %silu = arith.divf %a, %sum : tensor<2048x2730xf32>
  %gated = arith.mulf %silu, %b : tensor<2048x2730xf32>
  return %gated : tensor<2048x2730xf32>
}
