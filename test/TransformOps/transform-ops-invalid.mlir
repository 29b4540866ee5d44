// What cannot be tiled is refused before anything is changed.
// RUN: split-opt %s -split-input-file -transform-interpreter -verify-diagnostics

// Data of 6 columns has no pieces of 9, whatever the axis.
module attributes {transform.with_named_sequence} {
  func.func @certain_failure(%x: tensor<2x6xf32>, %axis: tensor<i64>) -> tensor<?x9xf32> {
    // expected-note @below {{target op}}
    %a, %b = split.split %x axis(%axis : tensor<i64>) into 2
        : tensor<2x6xf32> -> tensor<?x9xf32>, tensor<?x9xf32>
    return %a : tensor<?x9xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["split.split"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{target cannot be tiled, expected types with a rank, and sizes that fit}}
    %c, %l:2 = transform.split.tile_pieces %s tile_sizes [1, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @another_op(%x: tensor<6xf32>) {
    // expected-note @below {{target op}}
    %0 = math.exp %x : tensor<6xf32>
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["math.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{target is 'math.exp', expected a split op or split.copy}}
    %c, %l = transform.split.tile_pieces %s tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_rank(%x: tensor<6xf32>) {
    // expected-note @below {{target op}}
    %0 = split.split %x axis(0) into 1 : tensor<6xf32> -> tensor<6xf32>
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["split.split"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{number of tile sizes is 2, expected at most 1, the rank of the target}}
    %c, %l:2 = transform.split.tile_pieces %s tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
