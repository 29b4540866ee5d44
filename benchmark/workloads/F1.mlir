// LayerNorm of the sum of two halves
// split-bench: input=4096x4096xf32 axis=1 into=2 parameters=2048xf32,2048xf32 computes=layernorm
#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @split(%x: tensor<4096x4096xf32>, %scale: tensor<2048xf32>, %shift: tensor<2048xf32>)
    -> tensor<4096x2048xf32> {
  %p:2 = split.split %x axis(1) into 2
      : tensor<4096x4096xf32> -> tensor<4096x2048xf32>, tensor<4096x2048xf32>
  %zero = arith.constant 0.0 : f32
  %length = arith.constant dense<2048.0> : tensor<4096xf32>
  %epsilon = arith.constant dense<1.0e-5> : tensor<4096xf32>
  %matrix = tensor.empty() : tensor<4096x2048xf32>
  %column = tensor.empty() : tensor<4096xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%column : tensor<4096xf32>) -> tensor<4096xf32>
  %merged = arith.addf %p#0, %p#1 : tensor<4096x2048xf32>
  %sum = linalg.reduce { arith.addf } ins(%merged : tensor<4096x2048xf32>)
      outs(%zeros : tensor<4096xf32>) dimensions = [1]
  %mean = arith.divf %sum, %length : tensor<4096xf32>
  %centered = linalg.generic {indexing_maps = [#all, #row, #all],
                              iterator_types = ["parallel", "parallel"]}
      ins(%merged, %mean : tensor<4096x2048xf32>, tensor<4096xf32>) outs(%matrix : tensor<4096x2048xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    linalg.yield %0 : f32
  } -> tensor<4096x2048xf32>
  %squares = arith.mulf %centered, %centered : tensor<4096x2048xf32>
  %squared = linalg.reduce { arith.addf } ins(%squares : tensor<4096x2048xf32>)
      outs(%zeros : tensor<4096xf32>) dimensions = [1]
  %variance = arith.divf %squared, %length : tensor<4096xf32>
  %shifted = arith.addf %variance, %epsilon : tensor<4096xf32>
  %inverse = math.rsqrt %shifted : tensor<4096xf32>
  %result = linalg.generic {indexing_maps = [#all, #row, #column, #column, #all],
                            iterator_types = ["parallel", "parallel"]}
      ins(%centered, %inverse, %scale, %shift : tensor<4096x2048xf32>, tensor<4096xf32>, tensor<2048xf32>, tensor<2048xf32>)
      outs(%matrix : tensor<4096x2048xf32>) {
  ^bb0(%c: f32, %i: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %c, %i : f32
    %1 = arith.mulf %0, %s : f32
    %2 = arith.addf %1, %t : f32
    linalg.yield %2 : f32
  } -> tensor<4096x2048xf32>
  return %result : tensor<4096x2048xf32>
}

// The same of inputs that were split beforehand.
func.func @presplit(%a: tensor<4096x2048xf32>, %b: tensor<4096x2048xf32>, %scale: tensor<2048xf32>, %shift: tensor<2048xf32>)
    -> tensor<4096x2048xf32> {
  %zero = arith.constant 0.0 : f32
  %length = arith.constant dense<2048.0> : tensor<4096xf32>
  %epsilon = arith.constant dense<1.0e-5> : tensor<4096xf32>
  %matrix = tensor.empty() : tensor<4096x2048xf32>
  %column = tensor.empty() : tensor<4096xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%column : tensor<4096xf32>) -> tensor<4096xf32>
  %merged = arith.addf %a, %b : tensor<4096x2048xf32>
  %sum = linalg.reduce { arith.addf } ins(%merged : tensor<4096x2048xf32>)
      outs(%zeros : tensor<4096xf32>) dimensions = [1]
  %mean = arith.divf %sum, %length : tensor<4096xf32>
  %centered = linalg.generic {indexing_maps = [#all, #row, #all],
                              iterator_types = ["parallel", "parallel"]}
      ins(%merged, %mean : tensor<4096x2048xf32>, tensor<4096xf32>) outs(%matrix : tensor<4096x2048xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    linalg.yield %0 : f32
  } -> tensor<4096x2048xf32>
  %squares = arith.mulf %centered, %centered : tensor<4096x2048xf32>
  %squared = linalg.reduce { arith.addf } ins(%squares : tensor<4096x2048xf32>)
      outs(%zeros : tensor<4096xf32>) dimensions = [1]
  %variance = arith.divf %squared, %length : tensor<4096xf32>
  %shifted = arith.addf %variance, %epsilon : tensor<4096xf32>
  %inverse = math.rsqrt %shifted : tensor<4096xf32>
  %result = linalg.generic {indexing_maps = [#all, #row, #column, #column, #all],
                            iterator_types = ["parallel", "parallel"]}
      ins(%centered, %inverse, %scale, %shift : tensor<4096x2048xf32>, tensor<4096xf32>, tensor<2048xf32>, tensor<2048xf32>)
      outs(%matrix : tensor<4096x2048xf32>) {
  ^bb0(%c: f32, %i: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %c, %i : f32
    %1 = arith.mulf %0, %s : f32
    %2 = arith.addf %1, %t : f32
    linalg.yield %2 : f32
  } -> tensor<4096x2048xf32>
  return %result : tensor<4096x2048xf32>
}
