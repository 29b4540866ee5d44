// A failed check branches to code that does not come back.
// RUN: split-opt %s -convert-split-assert-to-llvm | FileCheck %s

// Equal messages are kept once.
// CHECK-DAG: llvm.mlir.global internal constant @[[MSG:.+]]("m.mlir:7:3: error: got ?\0A\00")
// CHECK-DAG: llvm.func @write(i32, !llvm.ptr, i64) -> i64
// CHECK-DAG: llvm.func @abort()

// CHECK-LABEL: func @assert(
// CHECK-SAME: %[[OK:.+]]: i1, %[[V:.+]]: index
func.func @assert(%ok: i1, %v: index) -> index {
  // CHECK: cf.cond_br %[[OK]], ^[[REST:.+]], ^[[FAILED:.+]]
  // CHECK: ^[[FAILED]]:
  // "m.mlir:7:3: error: got ?" and a line feed are 25 characters.
  // CHECK-DAG: %[[STDERR:.+]] = llvm.mlir.constant(2 : i32)
  // CHECK-DAG: %[[TEXT:.+]] = llvm.mlir.addressof @[[MSG]]
  // CHECK-DAG: %[[LENGTH:.+]] = llvm.mlir.constant(25 : i64)
  // CHECK: llvm.call @write(%[[STDERR]], %[[TEXT]], %[[LENGTH]])
  // CHECK: llvm.call @abort()
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
