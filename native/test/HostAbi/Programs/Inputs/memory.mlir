#outer = affine_map<(d0, d1, d2) -> (d1, d0)>
#all3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#first = affine_map<(d0, d1, d2) -> (d1, d2)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#all2 = affine_map<(d0, d1) -> (d0, d1)>

// The temporaries are %a of 64x32, %b of 32x64x4 and %c of 64x4 elements of 4 bytes:
// 8192, 32768 and 1024 bytes. %a and %c are never alive at once. The result is in
// memory of the caller.
func.func @fixed(%x: tensor<32x64xf32>) -> tensor<4x64xf32> {
  %weights = arith.constant dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  %zero = arith.constant 0.0 : f32
  %ea = tensor.empty() : tensor<64x32xf32>
  %a = linalg.generic {indexing_maps = [#swap, #all2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<32x64xf32>) outs(%ea : tensor<64x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x32xf32>
  %eb = tensor.empty() : tensor<32x64x4xf32>
  %b = linalg.generic {indexing_maps = [#outer, affine_map<(d0, d1, d2) -> (0, d2)>, #all3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %weights : tensor<64x32xf32>, tensor<1x4xf32>) outs(%eb : tensor<32x64x4xf32>) {
  ^bb0(%in: f32, %weight: f32, %out: f32):
    %0 = arith.mulf %in, %weight : f32
    linalg.yield %0 : f32
  } -> tensor<32x64x4xf32>
  %ec = tensor.empty() : tensor<64x4xf32>
  %fc = linalg.fill ins(%zero : f32) outs(%ec : tensor<64x4xf32>) -> tensor<64x4xf32>
  %c = linalg.generic {indexing_maps = [#all3, #first], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%b : tensor<32x64x4xf32>) outs(%fc : tensor<64x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<64x4xf32>
  %ed = tensor.empty() : tensor<4x64xf32>
  %d = linalg.generic {indexing_maps = [#swap, #all2], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<64x4xf32>) outs(%ed : tensor<4x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x64xf32>
  return %d : tensor<4x64xf32>
}

// For m x n elements, the buffers are %a of n x m, %b of m x n x 3 and the result of
// m/2 x n x 3 elements of 4 bytes. %a and the result are never alive at once.
func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<?x?x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %ea = tensor.empty(%n, %m) : tensor<?x?xf32>
  %a = linalg.generic {indexing_maps = [#swap, #all2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%ea : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  %eb = tensor.empty(%m, %n) : tensor<?x?x3xf32>
  %b = linalg.generic {indexing_maps = [#outer, #all3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<?x?xf32>) outs(%eb : tensor<?x?x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x?x3xf32>
  // An odd number of rows is an error of the call.
  %top, %bottom = split.split %b axis(0) into 2 : tensor<?x?x3xf32> -> tensor<?x?x3xf32>, tensor<?x?x3xf32>
  %r = arith.subf %bottom, %top : tensor<?x?x3xf32>
  return %r : tensor<?x?x3xf32>
}
