// Each set of patterns is applied alone.
// RUN: split-opt %s -split-input-file -transform-interpreter | FileCheck %s
// RUN: split-opt %s -split-input-file -mlir-print-op-generic | split-opt -split-input-file | FileCheck %s --check-prefix=SYNTAX

// CHECK-LABEL: func.func @constant_axis(
// CHECK:         split.split %{{.*}} axis(1) into 2
module attributes {transform.with_named_sequence} {
  func.func @constant_axis(%x: tensor<4x6xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    %axis = arith.constant 1 : i64
    %a, %b = split.split %x axis(%axis : i64) into 2 : tensor<4x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
    return %a, %b : tensor<?x?xf32>, tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // SYNTAX: transform.apply_patterns.split.canonicalization
    transform.apply_patterns to %f {
      transform.apply_patterns.split.canonicalization
    } : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @dim(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<?x6xf32>
// CHECK:         tensor.dim %[[X]]
// CHECK-NOT:     split.split
module attributes {transform.with_named_sequence} {
  func.func @dim(%x: tensor<?x6xf32>) -> index {
    %c0 = arith.constant 0 : index
    %a, %b = split.split %x axis(1) into 2 : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
    %d = tensor.dim %a, %c0 : tensor<?x3xf32>
    return %d : index
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // SYNTAX: transform.apply_patterns.split.piece_uses
    transform.apply_patterns to %f {
      transform.apply_patterns.split.piece_uses
    } : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @whole(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<4x6xf32>
// CHECK:         return %[[X]]
module attributes {transform.with_named_sequence} {
  func.func @whole(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %a, %b = split.variadic_split %x axis(1) lengths [0, 6] : tensor<4x6xf32> -> tensor<4x0xf32>, tensor<4x6xf32>
    return %b : tensor<4x6xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // SYNTAX: transform.apply_patterns.split.piece_replacements
    transform.apply_patterns to %f {
      transform.apply_patterns.split.piece_replacements
    } : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @concat(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<4x6xf32>
// CHECK:         return %[[X]]
module attributes {transform.with_named_sequence} {
  func.func @concat(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %a, %b = split.variadic_split %x axis(1) lengths [2, 4] : tensor<4x6xf32> -> tensor<4x2xf32>, tensor<4x4xf32>
    %c = tensor.concat dim(1) %a, %b : (tensor<4x2xf32>, tensor<4x4xf32>) -> tensor<4x6xf32>
    return %c : tensor<4x6xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // SYNTAX: transform.apply_patterns.split.concat_of_splits
    transform.apply_patterns to %f {
      transform.apply_patterns.split.concat_of_splits
    } : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @split(
// CHECK-SAME:    %[[A:[a-z0-9_]+]]: tensor<4x2xf32>, %[[B:[a-z0-9_]+]]: tensor<4x4xf32>
// CHECK:         return %[[A]], %[[B]]
module attributes {transform.with_named_sequence} {
  func.func @split(%x: tensor<4x2xf32>, %y: tensor<4x4xf32>) -> (tensor<4x2xf32>, tensor<4x4xf32>) {
    %c = tensor.concat dim(1) %x, %y : (tensor<4x2xf32>, tensor<4x4xf32>) -> tensor<4x6xf32>
    %a, %b = split.variadic_split %c axis(1) lengths [2, 4] : tensor<4x6xf32> -> tensor<4x2xf32>, tensor<4x4xf32>
    return %a, %b : tensor<4x2xf32>, tensor<4x4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // SYNTAX: transform.apply_patterns.split.split_of_concat
    transform.apply_patterns to %f {
      transform.apply_patterns.split.split_of_concat
    } : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @nested(
// CHECK:         split.variadic_split %{{.*}} axis(1) lengths [2, 1, 3]
// CHECK-NOT:     = split.
module attributes {transform.with_named_sequence} {
  func.func @nested(%x: tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x1xf32>, tensor<4x3xf32>) {
    %a, %b = split.variadic_split %x axis(1) lengths [2, 4] : tensor<4x6xf32> -> tensor<4x2xf32>, tensor<4x4xf32>
    %c, %d = split.variadic_split %b axis(1) lengths [1, 3] : tensor<4x4xf32> -> tensor<4x1xf32>, tensor<4x3xf32>
    return %a, %c, %d : tensor<4x2xf32>, tensor<4x1xf32>, tensor<4x3xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // SYNTAX: transform.apply_patterns.split.nested_splits
    transform.apply_patterns to %f {
      transform.apply_patterns.split.nested_splits
    } : !transform.any_op
    transform.yield
  }
}
