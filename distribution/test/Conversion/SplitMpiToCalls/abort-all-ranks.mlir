// A check that fails on one rank of a grid aborts all ranks.
// RUN: split-opt %s -split-abort-all-ranks -split-input-file -verify-diagnostics | FileCheck %s
// RUN: split-opt %s -split-abort-all-ranks -convert-split-assert-to-llvm -split-input-file -verify-diagnostics | FileCheck %s --check-prefix=ABORT

// CHECK-LABEL: module attributes {split.abort_function = @split_mlir_abort, split_mpi.grid = array<i64: 2>}
// CHECK-DAG: llvm.mlir.global internal constant @[[FORMAT:.+]]("%s: error: %s\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[PLACE:.+]]("m.mlir:7:3\00")
// CHECK: llvm.func internal @split_mlir_abort() {
// CHECK-NEXT: %[[ONE:.+]] = llvm.mlir.constant(1 : i32)
// CHECK-NEXT: llvm.call @split_mpi_abort(%[[ONE]])
// CHECK-NEXT: llvm.call @abort()
// CHECK-NEXT: llvm.unreachable
// CHECK-LABEL: func.func @status(
// CHECK-SAME: %[[OK:.+]]: i1,
// CHECK: cf.cond_br %[[OK]], ^[[REST:.+]], ^[[FAILED:.+]]
// CHECK: ^[[FAILED]]:
// CHECK-DAG: %[[STDERR:.+]] = llvm.mlir.constant(2 : i32)
// CHECK-DAG: %[[TEXT:.+]] = llvm.mlir.addressof @[[FORMAT]]
// CHECK-DAG: %[[LOCATION:.+]] = llvm.mlir.addressof @[[PLACE]]
// CHECK-DAG: %[[MESSAGE:.+]] = llvm.call @split_mpi_last_error()
// CHECK: llvm.call @dprintf(%[[STDERR]], %[[TEXT]], %[[LOCATION]], %[[MESSAGE]])
// CHECK-NEXT: llvm.call @split_mlir_abort()
// CHECK-NEXT: llvm.unreachable
// CHECK: ^[[REST]]:
// CHECK-NEXT: split.assert %[[OK]], "broken"

// ABORT-LABEL: module attributes
// ABORT: llvm.func internal @split_mlir_fail
// ABORT: llvm.call @write(
// ABORT-NEXT: llvm.call @split_mlir_abort()
// ABORT-LABEL: func.func @status
// ABORT: llvm.call @split_mlir_fail(
module attributes {split_mpi.grid = array<i64: 2>} {
  func.func @status(%ok: i1, %status: index) {
    split.assert %ok, "returned {}"(%status) {split_mpi.status} loc("m.mlir":7:3)
    split.assert %ok, "broken"
    return
  }
}

// -----

// One rank alone needs no other abort, and neither does a grid without checks.
// CHECK-LABEL: module @alone {
// CHECK-NOT: split_mlir_abort
module @alone {
  func.func @f(%c: i1) {
    split.assert %c, "broken"
    return
  }
}

// -----

// The grid is that of the innermost module around a check.
// CHECK-LABEL: module @inner attributes {split.abort_function = @split_mlir_abort
// CHECK: llvm.func internal @split_mlir_abort()
module {
  module @inner attributes {split_mpi.grid = array<i64: 2>} {
    func.func @f(%c: i1) {
      split.assert %c, "broken"
      return
    }
  }
}

// -----

// CHECK-LABEL: module @no_check attributes
// CHECK-NOT: split_mlir_abort
module @no_check attributes {split_mpi.grid = array<i64: 2>} {
  func.func @f() {
    return
  }
}

// -----

// Ranks of a grid print their failures together.
module attributes {split_mpi.grid = array<i64: 2>} {
  // expected-error @below {{'dprintf' is also the name}}
  llvm.func @dprintf()
  func.func @f(%c: i1) {
    split.assert %c, "broken"
    return
  }
}

// -----

module attributes {split_mpi.grid = array<i64: 2>} {
  func.func @nested(%ok: i1, %c: i1, %status: index) {
    scf.if %c {
      // expected-error @below {{'split.assert' op stands in a region of 'scf.if', expected structured control flow to be lowered first}}
      split.assert %ok, "returned {}"(%status) {split_mpi.status}
    }
    return
  }
}
