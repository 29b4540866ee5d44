// What is not tiled: upstream's drivers say so (in these words), and nothing crashes.
// RUN: split-opt %s -split-input-file -transform-interpreter -verify-diagnostics

// A value of unknown rank has no slices.
module attributes {transform.with_named_sequence} {
  func.func @unranked(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    %a, %b = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
    return %a, %b : tensor<*xf32>, tensor<*xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split", "split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    %t:2 = transform.structured.tile_using_for %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Upstream crashes on an op without loops here.
module attributes {transform.with_named_sequence} {
  func.func @unranked(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    // expected-note @below {{when applied to this op}}
    %a, %b = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
    return %a, %b : tensor<*xf32>, tensor<*xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split", "split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to apply}}
    %t:2 = transform.structured.tile_using_forall %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The same.
module attributes {transform.with_named_sequence} {
  func.func @unranked(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    // expected-note @below {{when applied to this op}}
    %a, %b = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
    return %a, %b : tensor<*xf32>, tensor<*xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split", "split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to apply}}
    %t:2 = transform.structured.tile_using_forall %g num_threads [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What is cut has a rank, but not the pieces.
module attributes {transform.with_named_sequence} {
  func.func @unranked_pieces(%x: tensor<8xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    %a, %b = split.split %x axis(0) into 2 : tensor<8xf32> -> tensor<*xf32>, tensor<*xf32>
    return %a, %b : tensor<*xf32>, tensor<*xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split", "split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    %t:2 = transform.structured.tile_using_for %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Upstream makes destinations without an encoding.
module attributes {transform.with_named_sequence} {
  func.func @encoding(%x: tensor<8xf32, "e">) -> (tensor<4xf32, "e">, tensor<4xf32, "e">) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    %a, %b = split.split %x axis(0) into 2 : tensor<8xf32, "e"> -> tensor<4xf32, "e">, tensor<4xf32, "e">
    return %a, %b : tensor<4xf32, "e">, tensor<4xf32, "e">
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split", "split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    %t:2 = transform.structured.tile_using_for %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Upstream's verifiers refuse slices without elements.
module attributes {transform.with_named_sequence} {
  func.func @empty_piece(%x: tensor<8x3xf32>) -> (tensor<8x0xf32>, tensor<8x3xf32>) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    // expected-note @below {{when applied to this op}}
    %a, %b = split.variadic_split %x axis(1) lengths [0, 3] : tensor<8x3xf32> -> tensor<8x0xf32>, tensor<8x3xf32>
    return %a, %b : tensor<8x0xf32>, tensor<8x3xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split", "split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to apply}}
    %t:2 = transform.structured.tile_using_forall %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The same where only the length tells.
module attributes {transform.with_named_sequence} {
  func.func @empty_by_length(%x: tensor<6x3xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    // expected-note @below {{when applied to this op}}
    %a, %b = split.variadic_split %x axis(0) lengths [0, -1] : tensor<6x3xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
    return %a, %b : tensor<?x?xf32>, tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split", "split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to apply}}
    %t:2 = transform.structured.tile_using_forall %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The same of all pieces.
module attributes {transform.with_named_sequence} {
  func.func @empty_data(%x: tensor<0x4xf32>) -> (tensor<0x2xf32>, tensor<0x2xf32>) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    %a, %b = split.split %x axis(1) into 2 : tensor<0x4xf32> -> tensor<0x2xf32>, tensor<0x2xf32>
    return %a, %b : tensor<0x2xf32>, tensor<0x2xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split", "split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    %t:2 = transform.structured.tile_using_for %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A copy that fails at run time would have slices that are out of bounds.
module attributes {transform.with_named_sequence} {
  func.func @copy_fails(%x: memref<8xf32>, %a: memref<4xf32>, %b: memref<5xf32>) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    split.copy ins(%x : memref<8xf32>) outs(%a, %b : memref<4xf32>, memref<5xf32>) axis(0)
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split", "split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    %t:2 = transform.structured.tile_using_for %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// One of these two destinations does not fit, whatever the data has.
module attributes {transform.with_named_sequence} {
  func.func @copy_contradicts(%x: memref<?x8xf32>, %a: memref<4x3xf32>, %b: memref<6x5xf32>) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    split.copy ins(%x : memref<?x8xf32>) outs(%a, %b : memref<4x3xf32>, memref<6x5xf32>) axis(1)
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split", "split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    %t:2 = transform.structured.tile_using_for %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A destination without elements.
module attributes {transform.with_named_sequence} {
  func.func @copy_empty(%x: memref<?x8xf32>, %a: memref<?x0xf32>, %b: memref<?x8xf32>) {
    // expected-error @below {{faild to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    // expected-note @below {{when applied to this op}}
    split.copy ins(%x : memref<?x8xf32>) outs(%a, %b : memref<?x0xf32>, memref<?x8xf32>) axis(1)
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split", "split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to apply}}
    %t:2 = transform.structured.tile_using_forall %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
