// Upstream's tiling of split ops, and its fusion of splits with what reads pieces and
// what makes the data.
// RUN: split-opt %s -split-input-file -transform-interpreter -resolve-ranked-shaped-type-result-dims -canonicalize -cse -mlir-print-local-scope | FileCheck %s --implicit-check-not="= split.split" --implicit-check-not="= split.variadic_split"

// Two pieces of one split, tiled along the axis: the body reads the argument twice.
// CHECK-LABEL: func.func @glu(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<6x16xf32>
// CHECK:         scf.for %[[I:[a-z0-9_]+]] = %{{.*}} to %c6 step %c4
// CHECK:           scf.for %[[J:[a-z0-9_]+]] = %{{.*}} to %c8 step %c3
// CHECK:             %[[ROWS:[a-z0-9_]+]] = affine.min affine_map<(d0) -> (-d0 + 6, 4)>(%[[I]])
// CHECK:             %[[COLUMNS:[a-z0-9_]+]] = affine.min affine_map<(d0) -> (-d0 + 8, 3)>(%[[J]])
// CHECK:             %[[A:[a-z0-9_]+]] = tensor.extract_slice %[[X]][%[[I]], %[[J]]] [%[[ROWS]], %[[COLUMNS]]] [1, 1] : tensor<6x16xf32> to tensor<?x?xf32>
// CHECK:             %[[AT:[a-z0-9_]+]] = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%[[J]]]
// CHECK:             %[[B:[a-z0-9_]+]] = tensor.extract_slice %[[X]][%[[I]], %[[AT]]] [%[[ROWS]], %[[COLUMNS]]] [1, 1] : tensor<6x16xf32> to tensor<?x?xf32>
// CHECK:             linalg.mul ins(%[[A]], %[[B]] :
module attributes {transform.with_named_sequence} {
  func.func @glu(%x: tensor<6x16xf32>) -> tensor<6x8xf32> {
    %a, %b = split.split %x axis(1) into 2 : tensor<6x16xf32> -> tensor<6x8xf32>, tensor<6x8xf32>
    %e = tensor.empty() : tensor<6x8xf32>
    %r = linalg.mul ins(%a, %b : tensor<6x8xf32>, tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
    return %r : tensor<6x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["linalg.mul"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse %g tile_sizes [4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The same with sizes that are known at run time, along the axis and across it, by
// parallel loops.
// CHECK-LABEL: func.func @glu_dynamic(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<?x?xf32>
// CHECK:         %[[D:[a-z0-9_]+]] = tensor.dim %[[X]], %c0
// CHECK:         scf.forall
// CHECK:           %[[I:[a-z0-9_]+]] = affine.apply affine_map<(d0) -> (d0 * 4)>
// CHECK:           %[[J:[a-z0-9_]+]] = affine.apply affine_map<(d0) -> (d0 * 3)>
// CHECK:           tensor.extract_slice %[[X]][%[[I]], %[[J]]]
// CHECK:           %[[AT:[a-z0-9_]+]] = affine.apply affine_map<(d0)[s0] -> (d0 * 4 + s0 floordiv 2)>({{.*}})[%[[D]]]
// CHECK:           tensor.extract_slice %[[X]][%[[AT]], %[[J]]]
// CHECK:           linalg.mul
module attributes {transform.with_named_sequence} {
  func.func @glu_dynamic(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %a, %b = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
    %r = linalg.mul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["linalg.mul"]} in %m : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match ops{["split.split"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %g tile_sizes [4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f:2 = transform.structured.fuse_into_containing_op %s into %l : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What makes the data is fused too, through the split.
// CHECK-LABEL: func.func @through(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<6x4xf32>
// CHECK-NOT:     linalg
// CHECK:         scf.for %[[I:[a-z0-9_]+]] =
// CHECK:           %[[AT:[a-z0-9_]+]] = affine.apply affine_map<()[s0] -> (s0 + 2)>()[%[[I]]]
// CHECK:           %[[T:[a-z0-9_]+]] = tensor.extract_slice %[[X]][%[[AT]], 0]
// CHECK:           %[[EXP:[a-z0-9_]+]] = linalg.exp ins(%[[T]] :
// CHECK:           linalg.abs ins(%[[EXP]] :
// CHECK:           scf.yield
// CHECK-NOT:     linalg
// CHECK:         return
module attributes {transform.with_named_sequence} {
  func.func @through(%x: tensor<6x4xf32>) -> tensor<4x4xf32> {
    %e = tensor.empty() : tensor<6x4xf32>
    %y = linalg.exp ins(%x : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
    %a, %b = split.variadic_split %y axis(0) lengths [2, 4] : tensor<6x4xf32> -> tensor<2x4xf32>, tensor<4x4xf32>
    %o = tensor.empty() : tensor<4x4xf32>
    %r = linalg.abs ins(%b : tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
    return %r : tensor<4x4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["linalg.abs"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A split that is tiled itself takes the producer of its data into its loop.
// CHECK-LABEL: func.func @root(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<6x4xf32>
// CHECK:         scf.for %[[I:[a-z0-9_]+]] = {{.*}} iter_args(%[[A:[a-z0-9_]+]] = {{.*}}, %[[B:[a-z0-9_]+]] = {{.*}})
// CHECK:           %[[S0:[a-z0-9_]+]] = tensor.extract_slice %[[X]][%[[I]], 0] [1, 4]
// CHECK:           %[[T0:[a-z0-9_]+]] = linalg.exp ins(%[[S0]] :
// CHECK:           %[[AT:[a-z0-9_]+]] = affine.apply affine_map<()[s0] -> (s0 + 3)>()[%[[I]]]
// CHECK:           %[[S1:[a-z0-9_]+]] = tensor.extract_slice %[[X]][%[[AT]], 0] [1, 4]
// CHECK:           %[[T1:[a-z0-9_]+]] = linalg.exp ins(%[[S1]] :
// CHECK:           tensor.insert_slice %[[T0]] into %[[A]][%[[I]], 0] [1, 4]
// CHECK:           tensor.insert_slice %[[T1]] into %[[B]][%[[I]], 0] [1, 4]
module attributes {transform.with_named_sequence} {
  func.func @root(%x: tensor<6x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
    %e = tensor.empty() : tensor<6x4xf32>
    %y = linalg.exp ins(%x : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
    %a, %b = split.split %y axis(0) into 2 : tensor<6x4xf32> -> tensor<3x4xf32>, tensor<3x4xf32>
    return %a, %b : tensor<3x4xf32>, tensor<3x4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.split"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse %g tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Pieces of unequal length share no loop along the axis, which the tile size of 2 does
// not change.
// CHECK-LABEL: func.func @variadic(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<?x9xf32>
// CHECK:         scf.for %[[I:[a-z0-9_]+]] = %{{.*}} to %{{.*}} step %c4 iter_args(%[[A:[a-z0-9_]+]] = {{.*}}, %[[B:[a-z0-9_]+]] = {{.*}})
// CHECK-NOT:     scf.for
// CHECK:           %[[A0:[a-z0-9_]+]] = tensor.extract_slice %[[X]][%[[I]], 0] [%[[N:[a-z0-9_]+]], 3] [1, 1]
// CHECK:           %[[B0:[a-z0-9_]+]] = tensor.extract_slice %[[X]][%[[I]], 3] [%[[N]], 6] [1, 1]
// CHECK:           tensor.insert_slice %[[A0]] into %[[A]][%[[I]], 0] [%[[N]], 3] [1, 1]
// CHECK:           tensor.insert_slice %[[B0]] into %[[B]][%[[I]], 0] [%[[N]], 6] [1, 1]
// The types of results tell less than the op does; loops have those types too.
// CHECK-LABEL: func.func @less_precise(
// CHECK:         return %{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>
module attributes {transform.with_named_sequence} {
  func.func @variadic(%x: tensor<?x9xf32>) -> (tensor<?x3xf32>, tensor<?x6xf32>) {
    %a, %b = split.variadic_split %x axis(-1) lengths [3, -1] : tensor<?x9xf32> -> tensor<?x3xf32>, tensor<?x6xf32>
    return %a, %b : tensor<?x3xf32>, tensor<?x6xf32>
  }
  func.func @less_precise(%x: tensor<8x9xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    %a, %b = split.variadic_split %x axis(-1) lengths [3, -1] : tensor<8x9xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
    return %a, %b : tensor<?x?xf32>, tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.variadic_split"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %g tile_sizes [4, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A copy of unequal pieces is one copy in each tile, with its attributes.
// CHECK-LABEL: func.func @copy(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<8x7xf32>
// CHECK:         scf.for %[[I:[a-z0-9_]+]] = {{.*}} iter_args(%[[A:[a-z0-9_]+]] = %{{.*}}, %[[B:[a-z0-9_]+]] = %{{.*}})
// CHECK:           %[[T:[a-z0-9_]+]] = tensor.extract_slice %[[X]][%[[I]], 0] [2, 7] [1, 1]
// CHECK:           %[[TA:[a-z0-9_]+]] = tensor.extract_slice %[[A]][%[[I]], 0] [2, 3] [1, 1]
// CHECK:           %[[TB:[a-z0-9_]+]] = tensor.extract_slice %[[B]][%[[I]], 0] [2, 4] [1, 1]
// CHECK:           %[[C:[a-z0-9_]+]]:2 = split.copy ins(%[[T]] : tensor<2x7xf32>) outs(%[[TA]], %[[TB]] : tensor<2x3xf32>, tensor<2x4xf32>) axis(1) {kept}
// CHECK:           tensor.insert_slice %[[C]]#0 into %[[A]][%[[I]], 0] [2, 3] [1, 1]
// CHECK:           tensor.insert_slice %[[C]]#1 into %[[B]][%[[I]], 0] [2, 4] [1, 1]

// Equal pieces are tiled along the axis, by a copy for each.
// CHECK-LABEL: func.func @copy_equal(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<8x6xf32>
// CHECK:         scf.for %[[I:[a-z0-9_]+]] =
// CHECK:           scf.for %[[J:[a-z0-9_]+]] = %{{.*}} to %c3 step %c2
// CHECK:             %[[N:[a-z0-9_]+]] = affine.min affine_map<(d0) -> (-d0 + 3, 2)>(%[[J]])
// CHECK:             %[[T0:[a-z0-9_]+]] = tensor.extract_slice %[[X]][%[[I]], %[[J]]] [2, %[[N]]] [1, 1]
// CHECK:             split.copy ins(%[[T0]] : tensor<2x?xf32>) outs(%{{.*}} : tensor<2x?xf32>) axis(1)
// CHECK:             %[[AT:[a-z0-9_]+]] = affine.apply affine_map<()[s0] -> (s0 + 3)>()[%[[J]]]
// CHECK:             %[[T1:[a-z0-9_]+]] = tensor.extract_slice %[[X]][%[[I]], %[[AT]]] [2, %[[N]]] [1, 1]
// CHECK:             split.copy ins(%[[T1]] : tensor<2x?xf32>) outs(%{{.*}} : tensor<2x?xf32>) axis(1)

// CHECK-LABEL: func.func @copy_buffers(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: memref<8x?xf32>, %[[A:[a-z0-9_]+]]: memref<8x3xf32>, %[[B:[a-z0-9_]+]]: memref<8x?xf32>
// CHECK:         scf.for %[[I:[a-z0-9_]+]] =
// CHECK-DAG:       %[[T:[a-z0-9_]+]] = memref.subview %[[X]][%[[I]], 0] [2, %{{.*}}] [1, 1]
// CHECK-DAG:       memref.subview %[[A]][%[[I]], 0] [2, 3] [1, 1]
// CHECK-DAG:       memref.subview %[[B]][%[[I]], 0] [2, %{{.*}}] [1, 1]
// CHECK:           split.copy ins(%[[T]] :
// CHECK:         return
module attributes {transform.with_named_sequence} {
  func.func @copy(%x: tensor<8x7xf32>, %a: tensor<8x3xf32>, %b: tensor<8x4xf32>) -> (tensor<8x3xf32>, tensor<8x4xf32>) {
    %r:2 = split.copy ins(%x : tensor<8x7xf32>) outs(%a, %b : tensor<8x3xf32>, tensor<8x4xf32>) axis(1) {kept} -> tensor<8x3xf32>, tensor<8x4xf32>
    return %r#0, %r#1 : tensor<8x3xf32>, tensor<8x4xf32>
  }
  func.func @copy_equal(%x: tensor<8x6xf32>, %a: tensor<8x3xf32>, %b: tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>) {
    %r:2 = split.copy ins(%x : tensor<8x6xf32>) outs(%a, %b : tensor<8x3xf32>, tensor<8x3xf32>) axis(1) -> tensor<8x3xf32>, tensor<8x3xf32>
    return %r#0, %r#1 : tensor<8x3xf32>, tensor<8x3xf32>
  }
  func.func @copy_buffers(%x: memref<8x?xf32>, %a: memref<8x3xf32>, %b: memref<8x?xf32>) {
    split.copy ins(%x : memref<8x?xf32>) outs(%a, %b : memref<8x3xf32>, memref<8x?xf32>) axis(1)
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["split.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %g tile_sizes [2, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A consumer of one destination copies only what it needs of that.
// CHECK-LABEL: func.func @copied(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<8x7xf32>, %{{.*}}: tensor<8x3xf32>, %[[B:[a-z0-9_]+]]: tensor<8x4xf32>
// CHECK-NOT:     split.copy
// CHECK:         scf.for %[[I:[a-z0-9_]+]] =
// CHECK:           %[[T:[a-z0-9_]+]] = tensor.extract_slice %[[X]][%[[I]], 3] [2, 4] [1, 1]
// CHECK:           %[[O:[a-z0-9_]+]] = tensor.extract_slice %[[B]][%[[I]], 0] [2, 4] [1, 1]
// CHECK:           %[[C:[a-z0-9_]+]] = split.copy ins(%[[T]] : tensor<2x4xf32>) outs(%[[O]] : tensor<2x4xf32>) axis(1)
// CHECK:           linalg.abs ins(%[[C]] :
// CHECK-NOT:     split.copy
// CHECK:         return
module attributes {transform.with_named_sequence} {
  func.func @copied(%x: tensor<8x7xf32>, %a: tensor<8x3xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %r:2 = split.copy ins(%x : tensor<8x7xf32>) outs(%a, %b : tensor<8x3xf32>, tensor<8x4xf32>) axis(1) -> tensor<8x3xf32>, tensor<8x4xf32>
    %e = tensor.empty() : tensor<8x4xf32>
    %y = linalg.abs ins(%r#1 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %y : tensor<8x4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["linalg.abs"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse %g tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// C7: a piece that starts at the end of the data has no elements.
// CHECK-LABEL: func.func @at_the_end(
// CHECK-SAME:    %[[X:[a-z0-9_]+]]: tensor<1x8xf32>, %[[N:[a-z0-9_]+]]: index
// CHECK:         scf.for %[[I:[a-z0-9_]+]] =
// CHECK:           tensor.extract_slice %[[X]][0, %[[I]]] [1, 4] [1, 1]
// CHECK:           tensor.empty(%[[N]]) : tensor<?x4xf32>
module attributes {transform.with_named_sequence} {
  func.func @at_the_end(%x: tensor<1x8xf32>, %n: index) -> (tensor<1x8xf32>, tensor<?x8xf32>) {
    %p:2 = split.variadic_split %x axis(0) lengths [1, %n] : tensor<1x8xf32> -> tensor<1x8xf32>, tensor<?x8xf32>
    return %p#0, %p#1 : tensor<1x8xf32>, tensor<?x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["split.variadic_split"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %s tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
