// split.copy: assembly, inference, effects, reification, folding of casts.
// RUN: split-opt %s | split-opt | FileCheck %s
// RUN: split-opt %s -mlir-print-op-generic | split-opt | FileCheck %s
// RUN: split-opt %s -emit-bytecode | split-opt | FileCheck %s
// RUN: split-opt %s -cse -canonicalize | FileCheck %s --check-prefix=CANON
// RUN: split-opt %s -resolve-ranked-shaped-type-result-dims -canonicalize | FileCheck %s --check-prefix=REIFY
// RUN: split-opt %s -loop-invariant-code-motion | FileCheck %s --check-prefix=HOIST

// CHECK-LABEL: func @copy_c1_tensors(
// CHECK: split.copy ins(%{{.+}} : tensor<?x8xf32>) outs(%{{.+}}, %{{.+}}, %{{.+}} : tensor<?x1xf32>, tensor<?x2xf32>, tensor<?x5xf32>) axis(1) -> tensor<?x1xf32>, tensor<?x2xf32>, tensor<?x5xf32>
func.func @copy_c1_tensors(%x: tensor<?x8xf32>, %a: tensor<?x1xf32>, %b: tensor<?x2xf32>, %c: tensor<?x5xf32>) -> tensor<?x2xf32> {
  %0:3 = split.copy ins(%x : tensor<?x8xf32>) outs(%a, %b, %c : tensor<?x1xf32>, tensor<?x2xf32>, tensor<?x5xf32>) axis(1)
    -> tensor<?x1xf32>, tensor<?x2xf32>, tensor<?x5xf32>
  return %0#1 : tensor<?x2xf32>
}

// Attributes stay, and an effect on memory keeps the op.
// CHECK-LABEL: func @copy_c1_memrefs(
// CHECK: split.copy ins(%{{.+}} : memref<?x8xi4, strided<[?, 2]>>) outs(%{{.+}}, %{{.+}} : memref<?x3xi4>, memref<?x5xi4, 1>) axis(-1) {note = 1 : i64}
// CANON-LABEL: func @copy_c1_memrefs(
// CANON: split.copy
func.func @copy_c1_memrefs(%x: memref<?x8xi4, strided<[?, 2]>>, %a: memref<?x3xi4>, %b: memref<?x5xi4, 1>) {
  split.copy ins(%x : memref<?x8xi4, strided<[?, 2]>>) outs(%a, %b : memref<?x3xi4>, memref<?x5xi4, 1>) axis(-1) {note = 1 : i64}
  return
}

// CHECK-LABEL: func @copy_c7_empty(
// CHECK: split.copy ins(%{{.+}} : memref<4x8xf32>) outs(%{{.+}}, %{{.+}} : memref<0x8xf32>, memref<4x8xf32>) axis(0)
func.func @copy_c7_empty(%x: memref<4x8xf32>, %a: memref<0x8xf32>, %b: memref<4x8xf32>) {
  split.copy ins(%x : memref<4x8xf32>) outs(%a, %b : memref<0x8xf32>, memref<4x8xf32>) axis(0)
  return
}

// Sizes that do not fit are found at run time (R7), not by the verifier.
// CHECK-LABEL: func @copy_r7_sizes_that_do_not_fit(
// CHECK: split.copy
func.func @copy_r7_sizes_that_do_not_fit(%x: memref<4x8xf32>, %a: memref<4x7xf32>) {
  split.copy ins(%x : memref<4x8xf32>) outs(%a : memref<4x7xf32>) axis(1)
  return
}

// C8: an encoding is kept.
// CHECK-LABEL: func @copy_c8_encoding(
// CHECK: split.copy {{.*}} axis(0) -> tensor<4xf32, "e">
func.func @copy_c8_encoding(%x: tensor<4xf32, "e">, %a: tensor<4xf32, "e">) -> tensor<4xf32, "e"> {
  %0 = split.copy ins(%x : tensor<4xf32, "e">) outs(%a : tensor<4xf32, "e">) axis(0) -> tensor<4xf32, "e">
  return %0 : tensor<4xf32, "e">
}

// C9: dead on tensors.
// CANON-LABEL: func @copy_c9_dead(
// CANON-NEXT: return
func.func @copy_c9_dead(%x: tensor<4xf32>, %a: tensor<4xf32>) {
  %0 = split.copy ins(%x : tensor<4xf32>) outs(%a : tensor<4xf32>) axis(0) -> tensor<4xf32>
  return
}

func.func private @use(tensor<4xf32>, tensor<4xf32>, tensor<3xf32>)

// C9: what cannot fail is hoisted, what may fail stays.
// HOIST-LABEL: func @copy_c9_speculation(
// HOIST: split.copy {{.*}} {certain}
// HOIST: scf.for
// HOIST: split.copy {{.*}} {unknown}
// HOIST: split.copy {{.*}} {wrong}
func.func @copy_c9_speculation(%x: tensor<4xf32>, %y: tensor<?xf32>, %a: tensor<4xf32>, %b: tensor<3xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = split.copy ins(%x : tensor<4xf32>) outs(%a : tensor<4xf32>) axis(0) {certain} -> tensor<4xf32>
    %1 = split.copy ins(%y : tensor<?xf32>) outs(%a : tensor<4xf32>) axis(0) {unknown} -> tensor<4xf32>
    %2 = split.copy ins(%x : tensor<4xf32>) outs(%b : tensor<3xf32>) axis(0) {wrong} -> tensor<3xf32>
    func.call @use(%0, %1, %2) : (tensor<4xf32>, tensor<4xf32>, tensor<3xf32>) -> ()
  }
  return
}

// Results have the sizes of their destinations.
// REIFY-LABEL: func @copy_reify(
// REIFY-SAME: %{{.+}}: tensor<?x?xf32>, %{{.+}}: tensor<?x?xf32>, %[[B:.+]]: tensor<?x?xf32>)
// REIFY: %[[C1:.+]] = arith.constant 1 : index
// REIFY: %[[D:.+]] = tensor.dim %[[B]], %[[C1]]
// REIFY: return %[[D]]
func.func @copy_reify(%x: tensor<?x?xf32>, %a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %0:2 = split.copy ins(%x : tensor<?x?xf32>) outs(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) axis(1) -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %0#1, %c1 : tensor<?x?xf32>
  return %d : index
}

// Upstream folds casts into destinations, also ones that do not fit.
// CANON-LABEL: func @copy_r7_folded_cast(
// CANON-SAME: %[[X:.+]]: tensor<4xf32>, %[[A:.+]]: tensor<3xf32>
// CANON: split.copy ins(%[[X]] : tensor<4xf32>) outs(%[[A]] : tensor<3xf32>) axis(0) -> tensor<3xf32>
func.func @copy_r7_folded_cast(%x: tensor<4xf32>, %a: tensor<3xf32>) -> tensor<?xf32> {
  %c = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
  %0 = split.copy ins(%x : tensor<4xf32>) outs(%c : tensor<?xf32>) axis(0) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
