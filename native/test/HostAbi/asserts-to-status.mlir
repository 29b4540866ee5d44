// The status of a failed check goes through every caller: 2, if the check has none.
// RUN: split-opt %s -split-asserts-to-status -split-input-file | FileCheck %s

// Equal strings are kept once.
// CHECK-DAG: llvm.mlir.global internal constant @[[LOC:.+]]("m.mlir:7:3\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[FORMAT:.+]]("got {}\00")
// CHECK-DAG: llvm.func @split_mlir_record_failure(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64)
// CHECK-NOT: "got {}\00"

// CHECK-LABEL: func.func @assert(
// CHECK-SAME: %[[OK:.+]]: i1, %[[V:.+]]: index) -> (i32, index)
func.func @assert(%ok: i1, %v: index) -> index {
  // CHECK: %[[ARRAY:.+]] = llvm.alloca %{{.+}} x i64
  // CHECK: cf.cond_br %[[OK]], ^[[REST:.+]], ^[[FAILED:.+]]
  // CHECK: ^[[REST]]:
  // CHECK: %[[ZERO:.+]] = arith.constant 0 : i32
  // CHECK: return %[[ZERO]], %[[V]] : i32, index
  // CHECK: ^[[FAILED]]:
  // CHECK: %[[NUMBER:.+]] = arith.index_cast %[[V]] : index to i64
  // CHECK: llvm.store %[[NUMBER]]
  // CHECK: %[[L:.+]] = llvm.mlir.addressof @[[LOC]]
  // CHECK: %[[F:.+]] = llvm.mlir.addressof @[[FORMAT]]
  // CHECK: %[[N:.+]] = llvm.mlir.constant(1 : i64)
  // CHECK: llvm.call @split_mlir_record_failure(%[[L]], %[[F]], %[[ARRAY]], %[[N]])
  // CHECK: %[[TWO:.+]] = arith.constant 2 : i32
  // CHECK: cf.br ^[[EXIT:[a-z0-9]+]](%[[TWO]] : i32)
  // CHECK: ^[[EXIT]](%[[STATUS:.+]]: i32):
  // CHECK: %[[NOTHING:.+]] = ub.poison : index
  // CHECK: return %[[STATUS]], %[[NOTHING]] : i32, index
  split.assert %ok, "got {}"(%v) loc("m.mlir":7:3)
  return %v : index
}

// One block returns, whatever failed.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: -> i32
func.func @two(%a: i1, %b: i1, %v: index) {
  // CHECK: cf.cond_br
  // CHECK: cf.cond_br
  // CHECK: return %{{.+}} : i32
  // CHECK-DAG: llvm.mlir.addressof @[[LOC]]
  // CHECK-DAG: llvm.mlir.addressof @[[FORMAT]]
  // CHECK: %[[TWO:.+]] = arith.constant 2 : i32
  // CHECK: cf.br ^[[EXIT:[a-z0-9]+]](%[[TWO]] : i32)
  // Without values the array is null. A check may have a status of its own.
  // CHECK: llvm.mlir.zero
  // CHECK: %[[SEVEN:.+]] = arith.constant 7 : i32
  // CHECK: cf.br ^[[EXIT]](%[[SEVEN]] : i32)
  // CHECK: ^[[EXIT]](%[[STATUS:.+]]: i32):
  // CHECK: return %[[STATUS]] : i32
  // CHECK-NOT: return
  split.assert %a, "got {}"(%v) loc("m.mlir":7:3)
  split.assert %b, "no values" {split.status = 7 : i32}
  return
}

// One array has the values of any check.
// CHECK-LABEL: func.func @one_array(
// CHECK-NEXT: %[[SIZE:.+]] = llvm.mlir.constant(3 : i64)
// CHECK-NEXT: llvm.alloca %[[SIZE]] x i64
// CHECK-NOT: llvm.alloca
// CHECK: return
func.func @one_array(%a: i1, %b: i1, %v: index) {
  split.assert %a, "got {}"(%v) loc("m.mlir":7:3)
  split.assert %b, "got {}, {} and {}"(%v, %v, %v)
  return
}

// CHECK-LABEL: func.func @several_returns(
func.func @several_returns(%ok: i1, %v: index) -> index {
  // CHECK: %[[ZERO_A:.+]] = arith.constant 0 : i32
  // CHECK-NEXT: return %[[ZERO_A]], %{{.+}} : i32, index
  // CHECK: %[[ZERO_B:.+]] = arith.constant 0 : i32
  // CHECK-NEXT: return %[[ZERO_B]], %{{.+}} : i32, index
  // CHECK: ^{{.+}}(%[[STATUS:.+]]: i32):
  // CHECK: return %[[STATUS]], %{{.+}} : i32, index
  cf.cond_br %ok, ^a, ^b
^a:
  split.assert %ok, "a"
  return %v : index
^b:
  return %v : index
}

// -----

// The callers of what may fail may fail, however far up.
func.func private @leaf(%ok: i1) -> index {
  split.assert %ok, "leaf"
  %c = arith.constant 3 : index
  return %c : index
}
// CHECK-LABEL: func.func private @middle(
// CHECK-SAME: -> (i32, index)
func.func private @middle(%ok: i1) -> index {
  // CHECK: %[[CALL:.+]]:2 = call @leaf(%{{.+}}) {marked} : (i1) -> (i32, index)
  // CHECK: %[[ZERO:.+]] = arith.constant 0 : i32
  // CHECK: %[[GOOD:.+]] = arith.cmpi eq, %[[CALL]]#0, %[[ZERO]] : i32
  // CHECK: cf.cond_br %[[GOOD]], ^[[REST:[a-z0-9]+]], ^[[EXIT:[a-z0-9]+]](%[[CALL]]#0 : i32)
  // CHECK: ^[[REST]]:
  // CHECK: return %{{.+}}, %[[CALL]]#1 : i32, index
  // CHECK: ^[[EXIT]](%[[STATUS:.+]]: i32):
  // CHECK: return %[[STATUS]], %{{.+}} : i32, index
  %0 = call @leaf(%ok) {marked} : (i1) -> index
  return %0 : index
}
// CHECK-LABEL: func.func @top(
// CHECK-SAME: -> i32
func.func @top(%ok: i1) {
  // CHECK: call @middle(%{{.+}}) : (i1) -> (i32, index)
  %0 = call @middle(%ok) : (i1) -> index
  return
}

// Calls in a loop of blocks.
// CHECK-LABEL: func.func @in_a_loop(
func.func @in_a_loop(%ok: i1) {
  // CHECK: cf.br ^[[LOOP:[a-z0-9]+]]
  // CHECK: ^[[LOOP]]:
  // CHECK: call @top(
  // CHECK: cf.cond_br %{{.+}}, ^[[REST:[a-z0-9]+]], ^[[EXIT:[a-z0-9]+]](
  // CHECK: ^[[REST]]:
  // CHECK: cf.cond_br %{{.+}}, ^[[LOOP]], ^[[END:[a-z0-9]+]]
  // CHECK: ^[[END]]:
  // CHECK: ^[[EXIT]](
  cf.br ^loop
^loop:
  call @top(%ok) : (i1) -> ()
  cf.cond_br %ok, ^loop, ^end
^end:
  return
}

// CHECK-LABEL: func.func private @even(
// CHECK-SAME: -> i32
func.func private @even(%ok: i1) {
  // CHECK: call @odd(%{{.+}}) : (i1) -> i32
  call @odd(%ok) : (i1) -> ()
  return
}
// CHECK-LABEL: func.func private @odd(
// CHECK-SAME: -> i32
func.func private @odd(%ok: i1) {
  // CHECK: call @even(%{{.+}}) : (i1) -> i32
  call @even(%ok) : (i1) -> ()
  split.assert %ok, "odd"
  return
}

// What cannot fail stays, and so do functions without a body.
func.func private @external(index) -> index
// CHECK-LABEL: func.func @no_status(
// CHECK-SAME: -> index {
func.func @no_status(%v: index) -> index {
  // CHECK: call @external(%{{.+}}) : (index) -> index
  // CHECK-NOT: cf.cond_br
  %0 = call @external(%v) : (index) -> index
  return %0 : index
}

// -----

// A status that is there already is returned as it is; what callers do with it is
// theirs.
// CHECK-LABEL: func.func @marked(
// CHECK-SAME: -> i32 {
func.func @marked(%ok: i1) -> i32 attributes {split.returns_status} {
  // CHECK: %[[ZERO:.+]] = arith.constant 0 : i32
  // CHECK: return %[[ZERO]] : i32
  // CHECK: %[[TWO:.+]] = arith.constant 2 : i32
  // CHECK: cf.br ^[[EXIT:[a-z0-9]+]](%[[TWO]] : i32)
  // CHECK: ^[[EXIT]](%[[STATUS:.+]]: i32):
  // CHECK: return %[[STATUS]] : i32
  split.assert %ok, "broken"
  %zero = arith.constant 0 : i32
  return %zero : i32
}
// CHECK-LABEL: func.func @caller_of_marked(
// CHECK-NEXT: %[[STATUS:.+]] = call @marked(%{{.+}}) : (i1) -> i32
// CHECK-NEXT: return %[[STATUS]] : i32
func.func @caller_of_marked(%ok: i1) -> i32 {
  %status = call @marked(%ok) : (i1) -> i32
  return %status : i32
}

// The lowering of returns reads the descriptor of an unranked memref.
// CHECK-LABEL: func.func @unranked(
// CHECK-SAME: -> (i32, memref<*xf32>)
func.func @unranked(%ok: i1, %m: memref<*xf32>) -> memref<*xf32> {
  // CHECK: %[[MEMORY:.+]] = memref.alloca() : memref<f32>
  // CHECK: %[[NOTHING:.+]] = memref.cast %[[MEMORY]] : memref<f32> to memref<*xf32>
  // CHECK: return %{{.+}}, %[[NOTHING]]
  split.assert %ok, "broken"
  return %m : memref<*xf32>
}
