// A failed check branches to code that does not come back.
// RUN: split-opt %s -convert-split-assert-to-llvm | FileCheck %s --check-prefixes=CHECK,ABORT
// RUN: split-opt %s -convert-split-assert-to-llvm=failure=report | FileCheck %s --check-prefixes=CHECK,REPORT

// Equal messages are kept once.
// ABORT-DAG: llvm.mlir.global internal constant @[[MSG:.+]]("m.mlir:7:3: error: got ?\0A\00")
// ABORT-DAG: llvm.func @write(i32, !llvm.ptr, i64) -> i64
// ABORT-DAG: llvm.func @abort()
// REPORT-DAG: llvm.mlir.global internal constant @[[LOC:.+]]("m.mlir:7:3\00")
// REPORT-DAG: llvm.mlir.global internal constant @[[FORMAT:.+]]("got {}\00")
// REPORT-DAG: llvm.func @split_mlir_check_failed(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64)

// CHECK-LABEL: func @assert(
// CHECK-SAME: %[[OK:.+]]: i1, %[[V:.+]]: index
func.func @assert(%ok: i1, %v: index) -> index {
  // CHECK: cf.cond_br %[[OK]], ^[[REST:.+]], ^[[FAILED:.+]]
  // CHECK: ^[[FAILED]]:
  // "m.mlir:7:3: error: got ?" and a line feed are 25 characters.
  // ABORT-DAG: %[[STDERR:.+]] = llvm.mlir.constant(2 : i32)
  // ABORT-DAG: %[[TEXT:.+]] = llvm.mlir.addressof @[[MSG]]
  // ABORT-DAG: %[[LENGTH:.+]] = llvm.mlir.constant(25 : i64)
  // ABORT: llvm.call @write(%[[STDERR]], %[[TEXT]], %[[LENGTH]])
  // ABORT: llvm.call @abort()
  // REPORT: %[[ARRAY:.+]] = llvm.alloca %{{.+}} x i64
  // REPORT: %[[NUMBER:.+]] = arith.index_cast %[[V]] : index to i64
  // REPORT: llvm.store %[[NUMBER]]
  // REPORT-DAG: %[[L:.+]] = llvm.mlir.addressof @[[LOC]]
  // REPORT-DAG: %[[F:.+]] = llvm.mlir.addressof @[[FORMAT]]
  // REPORT: llvm.call @split_mlir_check_failed(%[[L]], %[[F]], %[[ARRAY]], %{{.+}})
  // CHECK: llvm.unreachable
  // CHECK: ^[[REST]]:
  split.assert %ok, "got {}"(%v) loc("m.mlir":7:3)
  // CHECK: return %[[V]]
  return %v : index
}

// CHECK-LABEL: func @two(
func.func @two(%a: i1, %b: i1, %v: index) {
  // CHECK: cf.cond_br
  // CHECK: cf.cond_br
  // CHECK-NOT: split.assert
  // CHECK: return
  split.assert %a, "got {}"(%v) loc("m.mlir":7:3)
  split.assert %b, "no values"
  return
}
