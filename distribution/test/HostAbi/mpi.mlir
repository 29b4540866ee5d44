// A function with a communicator is called by all ranks together, which agree on
// its status.
// RUN: split-opt %s -split-emit-host-functions | FileCheck %s
// RUN: split-opt %s -split-asserts-to-status | FileCheck %s --check-prefix=FAILED
// RUN: split-opt %s -split-abort-all-ranks | FileCheck %s --check-prefix=ABORT

module attributes {split_mpi.grid = array<i64: 2, 3>} {
// CHECK: @[[GRID:.*]](dense<[2, 2, 3]> : tensor<3xi64>)
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[X:.*]]: !llvm.ptr, %[[COMM:.*]]: i32, %[[R:.*]]: !llvm.ptr) -> (i32 {llvm.signext})
// CHECK: %[[AGREED:.*]] = llvm.alloca
// CHECK: %[[WORDS:.*]] = llvm.mlir.addressof @[[GRID]]
// CHECK: %[[BEGUN:.*]] = llvm.call @split_mpi_begin(%[[COMM]], %[[WORDS]])
// CHECK: %[[REASON:.*]] = llvm.call @split_mpi_last_error()
// CHECK: cf.cond_br %{{.*}}, ^[[CALL:bb[0-9]+]], ^[[FINISH:bb[0-9]+]](%[[BEGUN]], %[[REASON]] : i32, !llvm.ptr)
// CHECK: ^[[CALL]]:
// CHECK: %[[RETURNED:.*]] = call @f.local(%[[X]], %[[COMM]], %[[R]])
// CHECK: %[[MESSAGE:.*]] = llvm.call @split_mlir_last_error()
// CHECK: cf.br ^[[FINISH]](%[[RETURNED]], %[[MESSAGE]] : i32, !llvm.ptr)
// CHECK: ^[[FINISH]](%[[OWN:.*]]: i32, %[[TEXT:.*]]: !llvm.ptr):
// CHECK: %[[FINAL:.*]] = llvm.call @split_mpi_finish(%[[COMM]], %[[OWN]], %[[TEXT]], %[[AGREED]], %{{.*}})
// CHECK: llvm.call @split_mlir_record_message(%[[AGREED]])
// CHECK: return %[[FINAL]] : i32
// CHECK: func.func private @f.local(
// CHECK: call @f.local.fast(

// Other functions do not change.
// CHECK-LABEL: func.func @g(
// CHECK-NOT: split_mpi
// CHECK: return

// The status is the library's, as is the message.
// FAILED-LABEL: func.func @f(
// FAILED-DAG: %[[TEXT:.*]] = llvm.call @split_mpi_last_error()
// FAILED-DAG: %[[CODE:.*]] = arith.index_cast %{{.*}} : index to i32
// FAILED: llvm.call @split_mlir_record_failure(%{{.*}}, %[[TEXT]], %{{.*}}, %{{.*}})
// FAILED: cf.br ^{{.*}}(%[[CODE]] : i32)

// Aborting ends all ranks.
// ABORT: llvm.func internal @split_mlir_abort()
// ABORT: llvm.call @split_mpi_abort
// ABORT: llvm.call @abort
// ABORT-LABEL: func.func @f(
// ABORT: %[[TEXT:.*]] = llvm.call @split_mpi_last_error()
// ABORT: llvm.call @dprintf(%{{.*}}, %{{.*}}, %{{.*}}, %[[TEXT]]) vararg(!llvm.func<i32 (i32, ptr, ...)>)
// ABORT: llvm.call @split_mlir_abort()
func.func @f(%x: memref<4xf32>, %comm: i32 {split_mpi.communicator}) -> index {
  %status = arith.index_cast %comm : i32 to index
  %zero = arith.constant 0 : i32
  %ok = arith.cmpi eq, %comm, %zero : i32
  split.assert %ok, "a function of libSplitMpi returned {}"(%status) {split_mpi.status}
  return %status : index
}
func.func @g(%x: memref<4xf32>, %comm: i32) -> i32 {
  return %comm : i32
}
}
