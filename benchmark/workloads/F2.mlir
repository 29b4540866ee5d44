// Softmax of the sum of two halves
// split-bench: input=4096x4096xf32 axis=1 into=2 computes=softmax
#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @split(%x: tensor<4096x4096xf32>)
    -> tensor<4096x2048xf32> {
  %p:2 = split.split %x axis(1) into 2
      : tensor<4096x4096xf32> -> tensor<4096x2048xf32>, tensor<4096x2048xf32>
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %matrix = tensor.empty() : tensor<4096x2048xf32>
  %column = tensor.empty() : tensor<4096xf32>
  %scores = arith.addf %p#0, %p#1 : tensor<4096x2048xf32>
  %lows = linalg.fill ins(%least : f32) outs(%column : tensor<4096xf32>) -> tensor<4096xf32>
  %max = linalg.reduce { arith.maximumf } ins(%scores : tensor<4096x2048xf32>)
      outs(%lows : tensor<4096xf32>) dimensions = [1]
  %powers = linalg.generic {indexing_maps = [#all, #row, #all],
                            iterator_types = ["parallel", "parallel"]}
      ins(%scores, %max : tensor<4096x2048xf32>, tensor<4096xf32>) outs(%matrix : tensor<4096x2048xf32>) {
  ^bb0(%score: f32, %most: f32, %out: f32):
    %0 = arith.subf %score, %most : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4096x2048xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%column : tensor<4096xf32>) -> tensor<4096xf32>
  %sum = linalg.reduce { arith.addf } ins(%powers : tensor<4096x2048xf32>)
      outs(%zeros : tensor<4096xf32>) dimensions = [1]
  %result = linalg.generic {indexing_maps = [#all, #row, #all],
                            iterator_types = ["parallel", "parallel"]}
      ins(%powers, %sum : tensor<4096x2048xf32>, tensor<4096xf32>) outs(%matrix : tensor<4096x2048xf32>) {
  ^bb0(%power: f32, %total: f32, %out: f32):
    %0 = arith.divf %power, %total : f32
    linalg.yield %0 : f32
  } -> tensor<4096x2048xf32>
  return %result : tensor<4096x2048xf32>
}

// The same of inputs that were split beforehand.
func.func @presplit(%a: tensor<4096x2048xf32>, %b: tensor<4096x2048xf32>)
    -> tensor<4096x2048xf32> {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %matrix = tensor.empty() : tensor<4096x2048xf32>
  %column = tensor.empty() : tensor<4096xf32>
  %scores = arith.addf %a, %b : tensor<4096x2048xf32>
  %lows = linalg.fill ins(%least : f32) outs(%column : tensor<4096xf32>) -> tensor<4096xf32>
  %max = linalg.reduce { arith.maximumf } ins(%scores : tensor<4096x2048xf32>)
      outs(%lows : tensor<4096xf32>) dimensions = [1]
  %powers = linalg.generic {indexing_maps = [#all, #row, #all],
                            iterator_types = ["parallel", "parallel"]}
      ins(%scores, %max : tensor<4096x2048xf32>, tensor<4096xf32>) outs(%matrix : tensor<4096x2048xf32>) {
  ^bb0(%score: f32, %most: f32, %out: f32):
    %0 = arith.subf %score, %most : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4096x2048xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%column : tensor<4096xf32>) -> tensor<4096xf32>
  %sum = linalg.reduce { arith.addf } ins(%powers : tensor<4096x2048xf32>)
      outs(%zeros : tensor<4096xf32>) dimensions = [1]
  %result = linalg.generic {indexing_maps = [#all, #row, #all],
                            iterator_types = ["parallel", "parallel"]}
      ins(%powers, %sum : tensor<4096x2048xf32>, tensor<4096xf32>) outs(%matrix : tensor<4096x2048xf32>) {
  ^bb0(%power: f32, %total: f32, %out: f32):
    %0 = arith.divf %power, %total : f32
    linalg.yield %0 : f32
  } -> tensor<4096x2048xf32>
  return %result : tensor<4096x2048xf32>
}
