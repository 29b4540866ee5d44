// A failed check branches to a call that does not return.
// RUN: split-opt %s -convert-split-assert-to-llvm | FileCheck %s

// Equal messages are kept once. The program may have a symbol with the name of the
// function that the pass adds. \01 stands for a signed value, \02 for an unsigned
// one; these characters in a message are not values.
// CHECK-DAG: llvm.mlir.global internal constant @[[MSG:.+]]("m.mlir:7:3: error: got \01 and \02\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.+}}("m?.mlir:7:3: error: no values?\0A\00")
// CHECK-DAG: llvm.func @write(i32, !llvm.ptr, i64) -> i64
// CHECK-DAG: llvm.func @abort()
// CHECK: llvm.func internal @[[FAIL:split_mlir_fail_[0-9]+]](%{{.+}}: !llvm.ptr, %{{.+}}: i64, %{{.+}}: !llvm.ptr, %{{.+}}: i64) attributes {passthrough = ["cold", "noinline", "noreturn"]}
// CHECK: %[[BUFFER:.+]] = llvm.alloca
// CHECK: ^{{[a-z0-9]+}}(%[[USED:[a-z0-9]+]]: i64):
// CHECK-NEXT: %[[STDERR:.+]] = llvm.mlir.constant(2 : i32)
// CHECK-NEXT: llvm.call @write(%[[STDERR]], %[[BUFFER]], %[[USED]])
// CHECK-NEXT: llvm.call @abort()
// CHECK-NEXT: llvm.unreachable

// CHECK-LABEL: func @assert(
// CHECK-SAME: %[[OK:.+]]: i1, %[[V:.+]]: index
func.func @assert(%ok: i1, %v: index) -> index {
  // CHECK: %[[VALUES:.+]] = llvm.alloca
  // CHECK: cf.cond_br %[[OK]], ^[[REST:.+]], ^[[FAILED:.+]]
  // CHECK: ^[[FAILED]]:
  // CHECK: %[[TEXT:.+]] = llvm.mlir.addressof @[[MSG]]
  // "m.mlir:7:3: error: got 1 and 2" and a line feed are 31 characters.
  // CHECK-NEXT: %[[LENGTH:.+]] = llvm.mlir.constant(31 : i64)
  // CHECK-NEXT: %[[COUNT:.+]] = llvm.mlir.constant(2 : i64)
  // CHECK-NEXT: llvm.call @[[FAIL]](%[[TEXT]], %[[LENGTH]], %[[VALUES]], %[[COUNT]])
  // CHECK-NEXT: llvm.unreachable
  // CHECK: ^[[REST]]:
  split.assert %ok, "got {} and {u}"(%v, %v) loc("m.mlir":7:3)
  // CHECK: return %[[V]]
  return %v : index
}

// CHECK-LABEL: func @two(
func.func @two(%a: i1, %b: i1, %v: index) {
  // CHECK: cf.cond_br
  // CHECK: llvm.call @[[FAIL]](
  // CHECK: cf.cond_br
  // CHECK: %[[NONE:.+]] = llvm.mlir.zero
  // CHECK: llvm.call @[[FAIL]](%{{.+}}, %{{.+}}, %[[NONE]], %{{.+}})
  // CHECK-NOT: split.assert
  // CHECK: return
  split.assert %a, "got {} and {u}"(%v, %v) loc("m.mlir":7:3)
  split.assert %b, "no values\01" loc("m\02.mlir":7:3)
  return
}

llvm.func @split_mlir_fail()

// Without a check nothing is added.
// CHECK-LABEL: module @empty
// CHECK-NEXT: }
module @empty {}
