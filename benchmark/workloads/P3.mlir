// GPT-2 block
// split-bench: input=128x768xf32 parameters=768xf32,768xf32,768x2304xf32,2304xf32,768x768xf32,768xf32,768xf32,768xf32,768x3072xf32,3072xf32,3072x768xf32,768xf32 results=128x768xf32 computes=gpt2
#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
#each = affine_map<(h, i, j) -> (h, i, j)>
#of_row = affine_map<(h, i, j) -> (h, i)>

func.func private @normalize(%x: tensor<128x768xf32>, %scale: tensor<768xf32>, %shift: tensor<768xf32>) -> tensor<128x768xf32> {
  %zero = arith.constant 0.0 : f32
  %length = arith.constant dense<768.0> : tensor<128xf32>
  %epsilon = arith.constant dense<1.0e-5> : tensor<128xf32>
  %matrix = tensor.empty() : tensor<128x768xf32>
  %column = tensor.empty() : tensor<128xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%column : tensor<128xf32>) -> tensor<128xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<128x768xf32>) outs(%zeros : tensor<128xf32>) dimensions = [1]
  %mean = arith.divf %sum, %length : tensor<128xf32>
  %centered = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<128x768xf32>, tensor<128xf32>) outs(%matrix : tensor<128x768xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    linalg.yield %0 : f32
  } -> tensor<128x768xf32>
  %squares = arith.mulf %centered, %centered : tensor<128x768xf32>
  %squared = linalg.reduce { arith.addf } ins(%squares : tensor<128x768xf32>) outs(%zeros : tensor<128xf32>) dimensions = [1]
  %variance = arith.divf %squared, %length : tensor<128xf32>
  %shifted = arith.addf %variance, %epsilon : tensor<128xf32>
  %inverse = math.rsqrt %shifted : tensor<128xf32>
  %result = linalg.generic {indexing_maps = [#all, #row, #column, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%centered, %inverse, %scale, %shift : tensor<128x768xf32>, tensor<128xf32>, tensor<768xf32>, tensor<768xf32>)
      outs(%matrix : tensor<128x768xf32>) {
  ^bb0(%c: f32, %i: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %c, %i : f32
    %1 = arith.mulf %0, %s : f32
    %2 = arith.addf %1, %t : f32
    linalg.yield %2 : f32
  } -> tensor<128x768xf32>
  return %result : tensor<128x768xf32>
}

func.func @split(%x: tensor<128x768xf32>, %s0: tensor<768xf32>, %t0: tensor<768xf32>, %w0: tensor<768x2304xf32>, %b0: tensor<2304xf32>,
    %w1: tensor<768x768xf32>, %b1: tensor<768xf32>, %s1: tensor<768xf32>, %t1: tensor<768xf32>, %w2: tensor<768x3072xf32>,
    %b2: tensor<3072xf32>, %w3: tensor<3072x768xf32>, %b3: tensor<768xf32>) -> tensor<128x768xf32> {
  %zero = arith.constant 0.0 : f32
  %matrix = tensor.empty() : tensor<128x768xf32>
  // Attention.
  %n0 = call @normalize(%x, %s0, %t0) : (tensor<128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<128x768xf32>
  %matrix0 = tensor.empty() : tensor<128x2304xf32>
  %bias0 = linalg.broadcast ins(%b0 : tensor<2304xf32>) outs(%matrix0 : tensor<128x2304xf32>) dimensions = [0]
  %y0 = linalg.matmul ins(%n0, %w0 : tensor<128x768xf32>, tensor<768x2304xf32>) outs(%bias0 : tensor<128x2304xf32>) -> tensor<128x2304xf32>
  %p:3 = split.split %y0 axis(1) into 3 : tensor<128x2304xf32> -> tensor<128x768xf32>, tensor<128x768xf32>, tensor<128x768xf32>
  %q = tensor.expand_shape %p#0 [[0], [1, 2]] output_shape [128, 12, 64] : tensor<128x768xf32> into tensor<128x12x64xf32>
  %k = tensor.expand_shape %p#1 [[0], [1, 2]] output_shape [128, 12, 64] : tensor<128x768xf32> into tensor<128x12x64xf32>
  %v = tensor.expand_shape %p#2 [[0], [1, 2]] output_shape [128, 12, 64] : tensor<128x768xf32> into tensor<128x12x64xf32>
  %cube = tensor.empty() : tensor<12x128x128xf32>
  %cube_zeros = linalg.fill ins(%zero : f32) outs(%cube : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
  %scores = linalg.generic {indexing_maps = [affine_map<(h, i, j, d) -> (i, h, d)>, affine_map<(h, i, j, d) -> (j, h, d)>,
                                             affine_map<(h, i, j, d) -> (h, i, j)>],
                            iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<128x12x64xf32>, tensor<128x12x64xf32>) outs(%cube_zeros : tensor<12x128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<12x128x128xf32>
  %masked = linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores : tensor<12x128x128xf32>) outs(%cube : tensor<12x128x128xf32>) {
  ^bb0(%score: f32, %out: f32):
    %eighth = arith.constant 0.125 : f32
    %never = arith.constant 0xFF800000 : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %is_seen = arith.cmpi ule, %j, %i : index
    %0 = arith.mulf %score, %eighth : f32
    %1 = arith.select %is_seen, %0, %never : f32
    linalg.yield %1 : f32
  } -> tensor<12x128x128xf32>
  %rows = tensor.empty() : tensor<12x128xf32>
  %least = arith.constant 0xFF800000 : f32
  %leasts = linalg.fill ins(%least : f32) outs(%rows : tensor<12x128xf32>) -> tensor<12x128xf32>
  %row_zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<12x128xf32>) -> tensor<12x128xf32>
  %greatest = linalg.reduce { arith.maximumf } ins(%masked : tensor<12x128x128xf32>) outs(%leasts : tensor<12x128xf32>) dimensions = [2]
  %powers = linalg.generic {indexing_maps = [#each, #of_row, #each], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%masked, %greatest : tensor<12x128x128xf32>, tensor<12x128xf32>) outs(%cube : tensor<12x128x128xf32>) {
  ^bb0(%score: f32, %most: f32, %out: f32):
    %0 = arith.subf %score, %most : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<12x128x128xf32>
  %totals = linalg.reduce { arith.addf } ins(%powers : tensor<12x128x128xf32>) outs(%row_zeros : tensor<12x128xf32>) dimensions = [2]
  %weights = linalg.generic {indexing_maps = [#each, #of_row, #each], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%powers, %totals : tensor<12x128x128xf32>, tensor<12x128xf32>) outs(%cube : tensor<12x128x128xf32>) {
  ^bb0(%power: f32, %total: f32, %out: f32):
    %0 = arith.divf %power, %total : f32
    linalg.yield %0 : f32
  } -> tensor<12x128x128xf32>
  %head = tensor.empty() : tensor<128x12x64xf32>
  %head_zeros = linalg.fill ins(%zero : f32) outs(%head : tensor<128x12x64xf32>) -> tensor<128x12x64xf32>
  %o0 = linalg.generic {indexing_maps = [affine_map<(h, i, d, j) -> (h, i, j)>, affine_map<(h, i, d, j) -> (j, h, d)>,
                                         affine_map<(h, i, d, j) -> (i, h, d)>],
                        iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%weights, %v : tensor<12x128x128xf32>, tensor<128x12x64xf32>) outs(%head_zeros : tensor<128x12x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<128x12x64xf32>
  %o = tensor.collapse_shape %o0 [[0], [1, 2]] : tensor<128x12x64xf32> into tensor<128x768xf32>
  %bias1 = linalg.broadcast ins(%b1 : tensor<768xf32>) outs(%matrix : tensor<128x768xf32>) dimensions = [0]
  %y1 = linalg.matmul ins(%o, %w1 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%bias1 : tensor<128x768xf32>) -> tensor<128x768xf32>
  %x1 = arith.addf %x, %y1 : tensor<128x768xf32>
  // The network after it, with GELU.
  %n1 = call @normalize(%x1, %s1, %t1) : (tensor<128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<128x768xf32>
  %matrix2 = tensor.empty() : tensor<128x3072xf32>
  %bias2 = linalg.broadcast ins(%b2 : tensor<3072xf32>) outs(%matrix2 : tensor<128x3072xf32>) dimensions = [0]
  %y2 = linalg.matmul ins(%n1, %w2 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%bias2 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
  %g = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y2 : tensor<128x3072xf32>) outs(%matrix2 : tensor<128x3072xf32>) {
  ^bb0(%in: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %cubic = arith.constant 0.044715 : f32
    %root = arith.constant 0.7978845608 : f32
    %0 = arith.mulf %in, %in : f32
    %1 = arith.mulf %0, %in : f32
    %2 = arith.mulf %1, %cubic : f32
    %3 = arith.addf %in, %2 : f32
    %4 = arith.mulf %3, %root : f32
    %5 = math.tanh %4 : f32
    %6 = arith.addf %5, %one : f32
    %7 = arith.mulf %in, %half : f32
    %8 = arith.mulf %7, %6 : f32
    linalg.yield %8 : f32
  } -> tensor<128x3072xf32>
  %bias3 = linalg.broadcast ins(%b3 : tensor<768xf32>) outs(%matrix : tensor<128x768xf32>) dimensions = [0]
  %y3 = linalg.matmul ins(%g, %w3 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%bias3 : tensor<128x768xf32>) -> tensor<128x768xf32>
  %result = arith.addf %x1, %y3 : tensor<128x768xf32>
  return %result : tensor<128x768xf32>
}
