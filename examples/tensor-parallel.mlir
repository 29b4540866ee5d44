// A transformer block whose heads are independent: query, key and value of a
// head are next to each other in the columns of %qkv_weights.
#q = affine_map<(h, s, t, d) -> (s, h, d)>
#k = affine_map<(h, s, t, d) -> (t, h, d)>
#p = affine_map<(h, s, t, d) -> (h, s, t)>
#c = affine_map<(h, s, t, d) -> (s, h, d)>
#v = affine_map<(h, s, t, d) -> (t, h, d)>
#all = affine_map<(h, s, t) -> (h, s, t)>
#row = affine_map<(h, s, t) -> (h, s)>
#two = affine_map<(i, j) -> (i, j)>
func.func @block(%x: tensor<128x768xf32>, %qkv_weights: tensor<768x2304xf32>,
                 %out_weights: tensor<768x768xf32>,
                 %up_weights: tensor<768x3072xf32>, %down_weights: tensor<3072x768xf32>)
    -> tensor<128x768xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.125 : f32
  %qkv_e = tensor.empty() : tensor<128x2304xf32>
  %qkv_z = linalg.fill ins(%zero : f32) outs(%qkv_e : tensor<128x2304xf32>) -> tensor<128x2304xf32>
  %qkv = linalg.matmul ins(%x, %qkv_weights : tensor<128x768xf32>, tensor<768x2304xf32>)
      outs(%qkv_z : tensor<128x2304xf32>) -> tensor<128x2304xf32>
  %heads = tensor.expand_shape %qkv [[0], [1, 2]] output_shape [128, 12, 192]
      : tensor<128x2304xf32> into tensor<128x12x192xf32>
  %q, %k, %v = split.split %heads axis(2) into 3 : tensor<128x12x192xf32>
      -> tensor<128x12x64xf32>, tensor<128x12x64xf32>, tensor<128x12x64xf32>
  %score_e = tensor.empty() : tensor<12x128x128xf32>
  %score_z = linalg.fill ins(%zero : f32) outs(%score_e : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
  %scores = linalg.generic {indexing_maps = [#q, #k, #p],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<128x12x64xf32>, tensor<128x12x64xf32>)
      outs(%score_z : tensor<12x128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<12x128x128xf32>
  %max_e = tensor.empty() : tensor<12x128xf32>
  %max_z = linalg.fill ins(%low : f32) outs(%max_e : tensor<12x128xf32>) -> tensor<12x128xf32>
  %max = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%scores : tensor<12x128x128xf32>) outs(%max_z : tensor<12x128xf32>) {
  ^bb0(%a: f32, %c: f32):
    %m = arith.maximumf %c, %a : f32
    linalg.yield %m : f32
  } -> tensor<12x128xf32>
  %exp = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores, %max : tensor<12x128x128xf32>, tensor<12x128xf32>) outs(%score_e : tensor<12x128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.subf %a, %b : f32
    %n = arith.mulf %m, %scale : f32
    %e = math.exp %n : f32
    linalg.yield %e : f32
  } -> tensor<12x128x128xf32>
  %sum_z = linalg.fill ins(%zero : f32) outs(%max_e : tensor<12x128xf32>) -> tensor<12x128xf32>
  %sum = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%exp : tensor<12x128x128xf32>) outs(%sum_z : tensor<12x128xf32>) {
  ^bb0(%a: f32, %c: f32):
    %m = arith.addf %c, %a : f32
    linalg.yield %m : f32
  } -> tensor<12x128xf32>
  %soft = linalg.generic {indexing_maps = [#all, #row, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%exp, %sum : tensor<12x128x128xf32>, tensor<12x128xf32>) outs(%score_e : tensor<12x128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.divf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<12x128x128xf32>
  %ctx_e = tensor.empty() : tensor<128x12x64xf32>
  %ctx_z = linalg.fill ins(%zero : f32) outs(%ctx_e : tensor<128x12x64xf32>) -> tensor<128x12x64xf32>
  %ctx = linalg.generic {indexing_maps = [#p, #v, #c],
      iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%soft, %v : tensor<12x128x128xf32>, tensor<128x12x64xf32>)
      outs(%ctx_z : tensor<128x12x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<128x12x64xf32>
  %flat = tensor.collapse_shape %ctx [[0], [1, 2]] : tensor<128x12x64xf32> into tensor<128x768xf32>
  %out_e = tensor.empty() : tensor<128x768xf32>
  %out_z = linalg.fill ins(%zero : f32) outs(%out_e : tensor<128x768xf32>) -> tensor<128x768xf32>
  %out = linalg.matmul ins(%flat, %out_weights : tensor<128x768xf32>, tensor<768x768xf32>)
      outs(%out_z : tensor<128x768xf32>) -> tensor<128x768xf32>
  %first = arith.addf %x, %out : tensor<128x768xf32>
  %up_e = tensor.empty() : tensor<128x3072xf32>
  %up_z = linalg.fill ins(%zero : f32) outs(%up_e : tensor<128x3072xf32>) -> tensor<128x3072xf32>
  %up = linalg.matmul ins(%first, %up_weights : tensor<128x768xf32>, tensor<768x3072xf32>)
      outs(%up_z : tensor<128x3072xf32>) -> tensor<128x3072xf32>
  %up_i = tensor.empty() : tensor<128x3072xf32>
  %act = linalg.generic {indexing_maps = [#two, #two], iterator_types = ["parallel", "parallel"]}
      ins(%up : tensor<128x3072xf32>) outs(%up_i : tensor<128x3072xf32>) {
  ^bb0(%a: f32, %c: f32):
    %n = arith.negf %a : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %one : f32
    %s = arith.divf %a, %d : f32
    linalg.yield %s : f32
  } -> tensor<128x3072xf32>
  %down_e = tensor.empty() : tensor<128x768xf32>
  %down_z = linalg.fill ins(%zero : f32) outs(%down_e : tensor<128x768xf32>) -> tensor<128x768xf32>
  %down = linalg.matmul ins(%act, %down_weights : tensor<128x3072xf32>, tensor<3072x768xf32>)
      outs(%down_z : tensor<128x768xf32>) -> tensor<128x768xf32>
  %result = arith.addf %first, %down : tensor<128x768xf32>
  return %result : tensor<128x768xf32>
}
