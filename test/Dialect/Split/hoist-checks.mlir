// RUN: split-opt %s --split-hoist-checks --allow-unregistered-dialect | FileCheck %s
// RUN: split-opt %s --split-generate-runtime-checks --split-hoist-checks -cse --allow-unregistered-dialect \
// RUN:   | FileCheck %s --check-prefix=SPLIT

// The length is the same for all rows. An empty loop checks nothing.
// SPLIT-LABEL: func @rows
// SPLIT-SAME: %[[X:.+]]: tensor<?x12xf32>, %[[N:.+]]: index)
// SPLIT: %[[ROWS:.+]] = tensor.dim
// SPLIT: %[[SOME:.+]] = arith.cmpi sgt, %[[ROWS]], %{{.+}} : index
// SPLIT: scf.if %[[SOME]] {
// SPLIT: %[[POSITIVE:.+]] = arith.cmpi sge, %[[N]],
// SPLIT: split.assert %[[POSITIVE]], "{{.*}} negative index value"(%[[N]])
// SPLIT: }
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

// Loops that certainly have iterations, or one: no condition. A check of the outer
// iteration stays in the outer loop.
// CHECK-LABEL: func @nested
// CHECK-SAME: %[[OK:[^:]+]]: i1
// CHECK-NOT: scf.if
// CHECK: split.assert %[[OK]], "outer"
// CHECK: split.assert %[[OK]], "inner"
// CHECK: scf.forall (%[[I:.+]]) in (2)
// CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[I]]
// CHECK-NEXT: split.assert %[[FIRST]], "outer iteration"
// CHECK: scf.forall
// CHECK-NOT: split.assert
// CHECK: split.assert %[[OK]], "no dimension"
// CHECK-NEXT: scf.forall () in ()
func.func @nested(%ok: i1) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (2) {
    split.assert %ok, "outer"
    scf.forall (%j) in (3) {
      split.assert %ok, "inner"
      %first = arith.cmpi eq, %i, %c0 : index
      split.assert %first, "outer iteration"
    }
  }
  scf.forall () in () {
    split.assert %ok, "no dimension"
  }
  return
}

// Two sizes. A division, which fails if the loop is empty, is checked only if it runs;
// what no check needs stays.
// CHECK-LABEL: func @parallel
// CHECK-SAME: %[[N:.+]]: index, %[[M:.+]]: index)
// CHECK: %[[N_SOME:.+]] = arith.cmpi sgt, %[[N]], %{{.+}} : index
// CHECK: %[[M_SOME:.+]] = arith.cmpi sgt, %[[M]], %{{.+}} : index
// CHECK: %[[SOME:.+]] = arith.andi %[[N_SOME]], %[[M_SOME]] : i1
// CHECK: scf.if %[[SOME]] {
// CHECK-NEXT: %[[Q:.+]] = arith.divsi %[[N]], %[[M]] : index
// CHECK-NEXT: %[[OK:.+]] = arith.cmpi slt, %[[Q]], %[[N]] : index
// CHECK-NEXT: split.assert %[[OK]], "quotient"
// CHECK-NEXT: }
// CHECK: scf.parallel
// CHECK-NEXT: arith.muli
// CHECK-NEXT: "use"
func.func @parallel(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    %product = arith.muli %n, %m : index
    %q = arith.divsi %n, %m : index
    %ok = arith.cmpi slt, %q, %n : index
    split.assert %ok, "quotient"
    "use"(%product) : (index) -> ()
  }
  return
}

// Behind a check that depends on the iteration.
// CHECK-LABEL: func @order
// CHECK: scf.forall
// CHECK: split.assert {{.*}} "first"
// CHECK-NEXT: split.assert {{.*}} "second"
func.func @order(%ok: i1, %n: index) {
  scf.forall (%i) in (%n) {
    %less = arith.cmpi slt, %i, %n : index
    split.assert %less, "first"
    split.assert %ok, "second"
  }
  return
}

// CHECK-LABEL: func @condition
// CHECK: scf.forall
// CHECK: scf.if
// CHECK-NEXT: split.assert
func.func @condition(%ok: i1, %n: index) {
  scf.forall (%i) in (%n) {
    scf.if %ok {
      split.assert %ok, "under a condition"
    }
  }
  return
}

// CHECK-LABEL: func @effects
// CHECK: scf.forall
// CHECK-NEXT: func.call @effect
// CHECK-NEXT: split.assert
func.func private @effect()
func.func @effects(%ok: i1, %n: index) {
  scf.forall (%i) in (%n) {
    func.call @effect() : () -> ()
    split.assert %ok, "after an effect"
  }
  return
}
