// Rotary embedding of halves
// split-bench: input=2048x32x128xf32 axis=2 into=2 parameters=2048x64xf32,2048x64xf32 result=whole computes=rotary
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#table = affine_map<(d0, d1, d2) -> (d0, d2)>
func.func @split(%x: tensor<2048x32x128xf32>, %cos: tensor<2048x64xf32>, %sin: tensor<2048x64xf32>)
    -> tensor<2048x32x128xf32> {
  %p:2 = split.split %x axis(2) into 2
      : tensor<2048x32x128xf32> -> tensor<2048x32x64xf32>, tensor<2048x32x64xf32>
  %half = tensor.empty() : tensor<2048x32x64xf32>
  %turned:2 = linalg.generic
      {indexing_maps = [#all, #all, #table, #table, #all, #all],
       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p#0, %p#1, %cos, %sin : tensor<2048x32x64xf32>, tensor<2048x32x64xf32>, tensor<2048x64xf32>, tensor<2048x64xf32>)
      outs(%half, %half : tensor<2048x32x64xf32>, tensor<2048x32x64xf32>) {
  ^bb0(%first: f32, %second: f32, %c: f32, %s: f32, %out: f32, %out2: f32):
    %0 = arith.mulf %first, %c : f32
    %1 = arith.mulf %second, %s : f32
    %2 = arith.subf %0, %1 : f32
    %3 = arith.mulf %second, %c : f32
    %4 = arith.mulf %first, %s : f32
    %5 = arith.addf %3, %4 : f32
    linalg.yield %2, %5 : f32, f32
  } -> (tensor<2048x32x64xf32>, tensor<2048x32x64xf32>)
  %result = tensor.concat dim(2) %turned#0, %turned#1
      : (tensor<2048x32x64xf32>, tensor<2048x32x64xf32>) -> tensor<2048x32x128xf32>
  return %result : tensor<2048x32x128xf32>
}

// The same of inputs that were split beforehand.
func.func @presplit(%a: tensor<2048x32x64xf32>, %b: tensor<2048x32x64xf32>, %cos: tensor<2048x64xf32>, %sin: tensor<2048x64xf32>)
    -> tensor<2048x32x128xf32> {
  %half = tensor.empty() : tensor<2048x32x64xf32>
  %turned:2 = linalg.generic
      {indexing_maps = [#all, #all, #table, #table, #all, #all],
       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b, %cos, %sin : tensor<2048x32x64xf32>, tensor<2048x32x64xf32>, tensor<2048x64xf32>, tensor<2048x64xf32>)
      outs(%half, %half : tensor<2048x32x64xf32>, tensor<2048x32x64xf32>) {
  ^bb0(%first: f32, %second: f32, %c: f32, %s: f32, %out: f32, %out2: f32):
    %0 = arith.mulf %first, %c : f32
    %1 = arith.mulf %second, %s : f32
    %2 = arith.subf %0, %1 : f32
    %3 = arith.mulf %second, %c : f32
    %4 = arith.mulf %first, %s : f32
    %5 = arith.addf %3, %4 : f32
    linalg.yield %2, %5 : f32, f32
  } -> (tensor<2048x32x64xf32>, tensor<2048x32x64xf32>)
  %result = tensor.concat dim(2) %turned#0, %turned#1
      : (tensor<2048x32x64xf32>, tensor<2048x32x64xf32>) -> tensor<2048x32x128xf32>
  return %result : tensor<2048x32x128xf32>
}
