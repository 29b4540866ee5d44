// A copy is fused into the loop that makes its data, where that makes all of the axis.
// RUN: %mlir-opt %s -split-input-file -verify-diagnostics -transform-interpreter -canonicalize -cse -mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @fused(
// CHECK-SAME:    %{{.*}}: tensor<8x7xf32>, %[[A:[a-z0-9_]+]]: tensor<8x3xf32>, %[[B:[a-z0-9_]+]]: tensor<8x4xf32>
// CHECK:         %[[R:[a-z0-9_]+]]:3 = scf.for %[[I:[a-z0-9_]+]] = {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[AT:[a-z0-9_]+]] = %[[A]], %[[BT:[a-z0-9_]+]] = %[[B]])
// CHECK:           %[[T:[a-z0-9_]+]] = linalg.exp
// CHECK-DAG:       %[[AS:[a-z0-9_]+]] = tensor.extract_slice %[[AT]][%[[I]], 0] [2, 3] [1, 1]
// CHECK-DAG:       %[[BS:[a-z0-9_]+]] = tensor.extract_slice %[[BT]][%[[I]], 0] [2, 4] [1, 1]
// CHECK:           %[[C:[a-z0-9_]+]]:2 = split.copy ins(%[[T]] : tensor<2x7xf32>) outs(%[[AS]], %[[BS]] : tensor<2x3xf32>, tensor<2x4xf32>) axis(1)
// CHECK-DAG:       tensor.insert_slice %[[C]]#0 into %[[AT]][%[[I]], 0] [2, 3] [1, 1]
// CHECK-DAG:       tensor.insert_slice %[[C]]#1 into %[[BT]][%[[I]], 0] [2, 4] [1, 1]
// CHECK:         return %[[R]]#1, %[[R]]#2
module attributes {transform.with_named_sequence} {
  func.func @fused(%x: tensor<8x7xf32>, %a: tensor<8x3xf32>, %b: tensor<8x4xf32>) -> (tensor<8x3xf32>, tensor<8x4xf32>) {
    %e = tensor.empty() : tensor<8x7xf32>
    %y = linalg.exp ins(%x : tensor<8x7xf32>) outs(%e : tensor<8x7xf32>) -> tensor<8x7xf32>
    %r:2 = split.copy ins(%y : tensor<8x7xf32>) outs(%a, %b : tensor<8x3xf32>, tensor<8x4xf32>) axis(1) -> tensor<8x3xf32>, tensor<8x4xf32>
    return %r#0, %r#1 : tensor<8x3xf32>, tensor<8x4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %y = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %loop = transform.structured.tile_using_for %y tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %c = transform.structured.match ops{["split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    %f, %new = transform.test.fuse_consumer %c into (%loop) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A tile that has a part of the axis makes no part of every piece.
module attributes {transform.with_named_sequence} {
  func.func @no_fuse_along_the_axis(%x: tensor<8x7xf32>, %a: tensor<8x3xf32>, %b: tensor<8x4xf32>) -> (tensor<8x3xf32>, tensor<8x4xf32>) {
    %e = tensor.empty() : tensor<8x7xf32>
    %y = linalg.exp ins(%x : tensor<8x7xf32>) outs(%e : tensor<8x7xf32>) -> tensor<8x7xf32>
    // expected-error @+1 {{failed to fuse consumer of slice}}
    %r:2 = split.copy ins(%y : tensor<8x7xf32>) outs(%a, %b : tensor<8x3xf32>, tensor<8x4xf32>) axis(1) -> tensor<8x3xf32>, tensor<8x4xf32>
    return %r#0, %r#1 : tensor<8x3xf32>, tensor<8x4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %y = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %loop = transform.structured.tile_using_for %y tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %c = transform.structured.match ops{["split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    %f, %new = transform.test.fuse_consumer %c into (%loop) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
