// RUN: split-opt %s --split-hoist-checks | FileCheck %s
// RUN: split-opt %s --split-generate-runtime-checks --split-hoist-checks -cse \
// RUN:   | FileCheck %s --check-prefix=SPLIT

// The length is the same for all rows. An empty loop checks nothing.
// SPLIT-LABEL: func @rows
// SPLIT-SAME: %[[X:.+]]: tensor<?x12xf32>, %[[N:.+]]: index)
// SPLIT: %[[ROWS:.+]] = tensor.dim
// SPLIT: %[[EMPTY:.+]] = arith.cmpi sle, %[[ROWS]], %{{.+}} : index
// SPLIT: %[[OK:.+]] = arith.ori %{{.+}}, %[[EMPTY]] : i1
// SPLIT: split.assert %[[OK]], "{{.*}}"({{.*}}%[[N]]
// SPLIT: scf.forall
// SPLIT-NOT: split.assert
// SPLIT: return
func.func @rows(%x: tensor<?x12xf32>, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x12xf32>
  %e = tensor.empty(%rows) : tensor<?x4xf32>
  %r = scf.forall (%i) in (%rows) shared_outs(%o = %e) -> tensor<?x4xf32> {
    %row = tensor.extract_slice %x[%i, 0] [1, 12] [1, 1] : tensor<?x12xf32> to tensor<1x12xf32>
    %p:3 = split.variadic_split %row axis(1) lengths [%n, 4, -1]
        : tensor<1x12xf32> -> tensor<1x?xf32>, tensor<1x4xf32>, tensor<1x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p#1 into %o[%i, 0] [1, 4] [1, 1]
          : tensor<1x4xf32> into tensor<?x4xf32>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<?x4xf32>
}

// Two loops with iterations: no condition is added.
// CHECK-LABEL: func @nested
// CHECK-SAME: %[[OK:[^:]+]]: i1
// CHECK: split.assert %[[OK]], "outer"
// CHECK: split.assert %[[OK]], "inner"
// CHECK: scf.forall
func.func @nested(%ok: i1) {
  scf.forall (%i) in (2) {
    split.assert %ok, "outer"
    scf.forall (%j) in (3) {
      split.assert %ok, "inner"
    }
  }
  return
}

// CHECK-LABEL: func @stays
// CHECK: scf.forall
// CHECK: arith.cmpi
// CHECK-NEXT: split.assert {{.*}} "depends on the iteration"
// CHECK: scf.if
// CHECK-NEXT: split.assert {{.*}} "under a condition"
// CHECK: func.call @effect
// CHECK-NEXT: split.assert {{.*}} "after an effect"
func.func private @effect()
func.func @stays(%ok: i1, %n: index) {
  scf.forall (%i) in (%n) {
    %less = arith.cmpi slt, %i, %n : index
    split.assert %less, "depends on the iteration"
    scf.if %less {
      split.assert %ok, "under a condition"
    }
    func.call @effect() : () -> ()
    split.assert %ok, "after an effect"
  }
  return
}
