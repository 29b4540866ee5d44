// The ops of the transform dialect for splits.
// RUN: split-opt %s -split-input-file -transform-interpreter -canonicalize -cse -mlir-print-local-scope | FileCheck %s
// RUN: split-opt %s -split-input-file -mlir-print-op-generic | split-opt -split-input-file | FileCheck %s --check-prefix=SYNTAX

// Each piece has loops of its own, with the tile sizes along the axis too; handles
// list copies and loops in the order of pieces.
// CHECK-LABEL: func.func @split(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<8x10xf32>
// CHECK:         %[[A:[a-z0-9_]+]] = tensor.extract_slice %[[X]][0, 0] [8, 4] [1, 1]
// CHECK:         scf.for %[[I:[a-z0-9_]+]] = %c0 to %c8 step %c2
// CHECK:           scf.for %[[J:[a-z0-9_]+]] = %c0 to %c4 step %c3
// CHECK:             %[[T:[a-z0-9_]+]] = tensor.extract_slice %[[A]][%[[I]], %[[J]]]
// CHECK:             split.copy ins(%[[T]] : {{.*}}) outs({{.*}}) axis(0) {copied}
// CHECK:           } {column}
// CHECK:         } {row}
// CHECK:         %[[B:[a-z0-9_]+]] = tensor.extract_slice %[[X]][0, 4] [8, 6] [1, 1]
// CHECK:         scf.for %[[I:[a-z0-9_]+]] = %c0 to %c8 step %c2
// CHECK:           scf.for %[[J:[a-z0-9_]+]] = %c0 to %c6 step %c3
// CHECK:             %[[T:[a-z0-9_]+]] = tensor.extract_slice %[[B]][%[[I]], %[[J]]]
// CHECK:             split.copy ins(%[[T]] : {{.*}}) outs({{.*}}) axis(0) {copied}
// CHECK:           } {column}
// CHECK:         } {row}
// CHECK-NOT:     split.variadic_split

// No loops for what nothing uses, nor for what is empty.
// CHECK-LABEL: func.func @unused_and_empty(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK-NOT:     scf.for
// CHECK:         return

// CHECK-LABEL: func.func @copy(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: memref<?x9xf32>, %[[A:[a-z0-9_]+]]: memref<?x5xf32>, %[[B:[a-z0-9_]+]]: memref<?x4xf32>
// CHECK:         memref.subview %[[X]][0, 0] [%{{.*}}, 5] [1, 1]
// CHECK:         scf.for
// CHECK:           scf.for %{{.*}} = %c0 to %c5 step %c3
// CHECK:             split.copy {{.*}} {copied, kept}
// CHECK:         memref.subview %[[X]][0, 5] [%{{.*}}, 4] [1, 1]
// CHECK:         scf.for
// CHECK:           scf.for %{{.*}} = %c0 to %c4 step %c3
// CHECK:             split.copy {{.*}} {copied, kept}
// CHECK-NOT:     split.copy
// CHECK:         return
module attributes {transform.with_named_sequence} {
  func.func @split(%x: tensor<8x10xf32>) -> (tensor<8x4xf32>, tensor<8x6xf32>) {
    %a, %b = split.variadic_split %x axis(1) lengths [4, 6] : tensor<8x10xf32> -> tensor<8x4xf32>, tensor<8x6xf32>
    return %a, %b : tensor<8x4xf32>, tensor<8x6xf32>
  }
  func.func @unused_and_empty(%x: tensor<8x10xf32>) -> (tensor<8x0xf32>, tensor<8x6xf32>) {
    %a, %b, %c = split.variadic_split %x axis(1) lengths [0, 4, 6] : tensor<8x10xf32> -> tensor<8x0xf32>, tensor<8x4xf32>, tensor<8x6xf32>
    return %a, %c : tensor<8x0xf32>, tensor<8x6xf32>
  }
  func.func @copy(%x: memref<?x9xf32>, %a: memref<?x5xf32>, %b: memref<?x4xf32>) {
    split.copy ins(%x : memref<?x9xf32>) outs(%a, %b : memref<?x5xf32>, memref<?x4xf32>) axis(-1) {kept}
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["split.variadic_split", "split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    // SYNTAX: transform.split.tile_pieces %{{.*}} tile_sizes [2, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %c, %l:2 = transform.split.tile_pieces %s tile_sizes [2, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %c "copied" : !transform.any_op
    transform.annotate %l#0 "row" : !transform.any_op
    transform.annotate %l#1 "column" : !transform.any_op
    transform.yield
  }
}

// -----

// A tile size of 0, or none, makes no loop.
// CHECK-LABEL: func.func @columns(
// CHECK:         scf.for %{{.*}} = %c0 to %c3 step %c2
// CHECK-NOT:       scf.for
// CHECK:           split.copy ins(%{{.*}} : tensor<7x?x2xf32>)
// CHECK:         scf.for %{{.*}} = %c0 to %c3 step %c2
// CHECK-NOT:       scf.for
// CHECK:           split.copy ins(%{{.*}} : tensor<7x?x2xf32>)
module attributes {transform.with_named_sequence} {
  func.func @columns(%x: tensor<7x6x2xf32>) -> (tensor<7x3x2xf32>, tensor<7x3x2xf32>) {
    %a, %b = split.split %x axis(1) into 2 : tensor<7x6x2xf32> -> tensor<7x3x2xf32>, tensor<7x3x2xf32>
    return %a, %b : tensor<7x3x2xf32>, tensor<7x3x2xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["split.split"]} in %m : (!transform.any_op) -> !transform.any_op
    %c, %l = transform.split.tile_pieces %s tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Without tile sizes, pieces become copies.
// CHECK-LABEL: func.func @copies(
// CHECK-COUNT-2: split.copy ins(%{{.*}} : tensor<3xf32>)
// CHECK-NOT:     split.copy
// CHECK:         return
module attributes {transform.with_named_sequence} {
  func.func @copies(%x: tensor<6xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
    %a, %b = split.split %x axis(0) into 2 : tensor<6xf32> -> tensor<3xf32>, tensor<3xf32>
    return %a, %b : tensor<3xf32>, tensor<3xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["split.split"]} in %m : (!transform.any_op) -> !transform.any_op
    %c = transform.split.tile_pieces %s tile_sizes [] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @conversion(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<6xf32>
// CHECK:         linalg.copy ins(%[[X0:[a-z0-9_]+]] : tensor<2xf32>)
// CHECK:         linalg.copy ins(%[[X1:[a-z0-9_]+]] : tensor<4xf32>)
// CHECK-NOT:     = split.
// CHECK:         return
module attributes {transform.with_named_sequence} {
  func.func @conversion(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
    %a, %b = split.variadic_split %x axis(0) lengths [2, 4] : tensor<6xf32> -> tensor<2xf32>, tensor<4xf32>
    return %a, %b : tensor<2xf32>, tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // SYNTAX: transform.apply_conversion_patterns.split.split_to_linalg {materialize = "results"}
    transform.apply_conversion_patterns to %f {
      transform.apply_conversion_patterns.split.split_to_linalg {materialize = "results"}
    } {illegal_ops = ["split.split", "split.variadic_split"],
       legal_dialects = ["affine", "arith", "tensor"], legal_ops = ["split.copy"], partial_conversion, preserve_handles} : !transform.any_op
    // SYNTAX: transform.apply_conversion_patterns.split.copy_to_linalg
    transform.apply_conversion_patterns to %f {
      transform.apply_conversion_patterns.split.copy_to_linalg
    } {illegal_ops = ["split.copy"], legal_dialects = ["affine", "arith", "linalg", "tensor"], partial_conversion} : !transform.any_op
    transform.yield
  }
}

// -----

// By default pieces are views.
// CHECK-LABEL: func.func @views(
// CHECK-COUNT-2: tensor.extract_slice
// CHECK-NOT:     = split.
// CHECK:         return
module attributes {transform.with_named_sequence} {
  func.func @views(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
    %a, %b = split.variadic_split %x axis(0) lengths [2, 4] : tensor<6xf32> -> tensor<2xf32>, tensor<4xf32>
    return %a, %b : tensor<2xf32>, tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %f {
      transform.apply_conversion_patterns.split.split_to_linalg
    } {illegal_dialects = ["split"], legal_dialects = ["affine", "arith", "tensor"], partial_conversion} : !transform.any_op
    transform.yield
  }
}
