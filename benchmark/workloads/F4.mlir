// Bias and GELU of one half, times the other
// split-bench: input=2048x5460xf32 axis=1 into=2 parameters=2730xf32 computes=geglu
#all = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @split(%x: tensor<2048x5460xf32>, %bias: tensor<2730xf32>)
    -> tensor<2048x2730xf32> {
  %p:2 = split.split %x axis(1) into 2
      : tensor<2048x5460xf32> -> tensor<2048x2730xf32>, tensor<2048x2730xf32>
  %matrix = tensor.empty() : tensor<2048x2730xf32>
  %result = linalg.generic {indexing_maps = [#all, #all, #column, #all],
                            iterator_types = ["parallel", "parallel"]}
      ins(%p#0, %p#1, %bias : tensor<2048x2730xf32>, tensor<2048x2730xf32>, tensor<2730xf32>) outs(%matrix : tensor<2048x2730xf32>) {
  ^bb0(%gate: f32, %value: f32, %shift: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 0.70710678 : f32
    %0 = arith.addf %gate, %shift : f32
    %1 = arith.mulf %0, %root : f32
    %2 = math.erf %1 : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.mulf %0, %half : f32
    %5 = arith.mulf %4, %3 : f32
    %6 = arith.mulf %5, %value : f32
    linalg.yield %6 : f32
  } -> tensor<2048x2730xf32>
  return %result : tensor<2048x2730xf32>
}

// The same of inputs that were split beforehand.
func.func @presplit(%a: tensor<2048x2730xf32>, %b: tensor<2048x2730xf32>, %bias: tensor<2730xf32>)
    -> tensor<2048x2730xf32> {
  %matrix = tensor.empty() : tensor<2048x2730xf32>
  %result = linalg.generic {indexing_maps = [#all, #all, #column, #all],
                            iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %bias : tensor<2048x2730xf32>, tensor<2048x2730xf32>, tensor<2730xf32>) outs(%matrix : tensor<2048x2730xf32>) {
  ^bb0(%gate: f32, %value: f32, %shift: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 0.70710678 : f32
    %0 = arith.addf %gate, %shift : f32
    %1 = arith.mulf %0, %root : f32
    %2 = math.erf %1 : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.mulf %0, %half : f32
    %5 = arith.mulf %4, %3 : f32
    %6 = arith.mulf %5, %value : f32
    linalg.yield %6 : f32
  } -> tensor<2048x2730xf32>
  return %result : tensor<2048x2730xf32>
}
