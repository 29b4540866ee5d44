// What is not tiled: upstream's drivers say so, and none crashes.
// RUN: split-opt %s -split-input-file -transform-interpreter -verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @unranked(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    %a, %b = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
    return %a, %b : tensor<*xf32>, tensor<*xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split"]} in %m : (!transform.any_op) -> !transform.any_op
    %t:2 = transform.structured.tile_using_for %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
