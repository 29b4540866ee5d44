// RUN: split-opt %s --split-collapse-loops | FileCheck %s

// CHECK-LABEL: func @matrix
// CHECK-SAME: %[[FIRST:[a-z0-9]+]]: index, %[[ROWS:[a-z0-9]+]]: index, %[[COLUMNS:[a-z0-9]+]]: index
// Loops whose bounds are in the wrong order have no iterations.
// CHECK: arith.maxsi %[[FIRST]], %[[ROWS]] : index
// CHECK: arith.maxsi %[[FIRST]], %[[COLUMNS]] : index
// CHECK: scf.parallel (%[[I:[a-z0-9]+]]) =
// CHECK: %[[COLUMN:.+]] = arith.remsi %[[I]], %[[N:.+]] : index
// CHECK: %[[ROW:.+]] = arith.divsi %[[I]], %[[N]]
// CHECK: %[[J:.+]] = affine.apply {{.+}}(%[[COLUMN]])
// CHECK: %[[K:.+]] = affine.apply {{.+}}(%[[ROW]])
// CHECK: memref.store %{{.+}}, %{{.+}}[%[[K]], %[[J]]]
func.func @matrix(%m: memref<?x?xf32>, %first: index, %rows: index, %columns: index, %v: f32) {
  %c2 = arith.constant 2 : index
  scf.parallel (%i, %j) = (%first, %first) to (%rows, %columns) step (%c2, %c2) {
    memref.store %v, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// A reduction.
// CHECK-LABEL: func @sum
// CHECK: scf.parallel (%{{.+}}, %{{.+}}) =
func.func @sum(%n: index, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%v) -> f32 {
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
