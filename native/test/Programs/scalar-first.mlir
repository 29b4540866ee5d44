// A linalg.generic may have a number as its first operand.

// RUN: %run-each %s --function=scale --input=f32=3 --input=2x3xf32=1,2,3,4,5,6 --input=2x3xf32=1 \
// RUN:   --expected_output=2x3xf32=4,7,10,13,16,19
// RUN: %run-each %s --function=scale_rows --input=f32=2 --input=2x2x2xf32=iota \
// RUN:   --expected_output=2x2x2xf32=0,2,4,6,8,10,12,14
#all = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
func.func @scale(%c: f32, %x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = linalg.generic {indexing_maps = [#none, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %x : f32, tensor<2x3xf32>) outs(%y : tensor<2x3xf32>) {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %d : f32
    linalg.yield %s : f32
  } -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

func.func @scale_rows(%c: f32, %x: tensor<?x?x2xf32>) -> tensor<?x?x2xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> ()>, affine_map<(i, j, k) -> (i, j, k)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%c : f32) outs(%x : tensor<?x?x2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<?x?x2xf32>
  return %r : tensor<?x?x2xf32>
}
