// A scalar of each row is updated in place by an op of its own: later ops read
// the new one. The means are 2.5 and 6.5.
// RUN: split-run %s --input=2x4xf32=1,2,3,4,5,6,7,8 | FileCheck %s
// CHECK: 2x4xf32=[-1.5,-0.5,0.5,1.5][-1.5,-0.5,0.5,1.5]
#id = affine_map<(d0, d1) -> (d0, d1)>
#keep = affine_map<(d0, d1) -> (d0, 0)>
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %c0 = arith.constant 0.0 : f32
  %n = arith.constant 4.0 : f32
  %e = tensor.empty() : tensor<2x1xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e : tensor<2x1xf32>) -> tensor<2x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<2x4xf32>) outs(%z : tensor<2x1xf32>) {
    ^bb0(%a: f32, %s: f32):
      %t = arith.addf %s, %a : f32
      linalg.yield %t : f32
  } -> tensor<2x1xf32>
  %m = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
    outs(%s : tensor<2x1xf32>) {
    ^bb0(%s0: f32):
      %t = arith.divf %s0, %n : f32
      linalg.yield %t : f32
  } -> tensor<2x1xf32>
  %e2 = tensor.empty() : tensor<2x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %m : tensor<2x4xf32>, tensor<2x1xf32>) outs(%e2 : tensor<2x4xf32>) {
    ^bb0(%a: f32, %s1: f32, %o: f32):
      %t = arith.subf %a, %s1 : f32
      linalg.yield %t : f32
  } -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}
