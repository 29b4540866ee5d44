// What the runtime library knows of the machine decides how large copies are done.
// RUN: split-opt %s --lower-split-copy=machine=runtime --canonicalize | FileCheck %s
// RUN: split-opt %s --lower-split-copy="threads=2 machine={runtime parallel-threshold=1}" --canonicalize | FileCheck %s --check-prefix=ROW

// CHECK: llvm.func @split_mlir_machine() -> !llvm.ptr

// One byte less than 256 KiB, read and written, asks nothing.
// CHECK-LABEL: func @below(
// CHECK-NOT: split_mlir_machine
// CHECK-NOT: scf.if
// CHECK: call @[[ORDINARY:[a-z_0-9]+]](
// CHECK: return
func.func @below(%x: memref<131071xi8>, %a: memref<65535xi8>, %b: memref<65536xi8>) {
  split.copy ins(%x : memref<131071xi8>) outs(%a, %b : memref<65535xi8>, memref<65536xi8>) axis(0)
  return
}
// 256 KiB do; a threshold of 0, less 1, is above all unsigned numbers. Stores
// that gain by prefetches bypass no caches.
// CHECK-LABEL: func @above(
// CHECK-DAG: %[[BYTES:.+]] = arith.constant 262144 : i64
// CHECK-DAG: %[[ONE:.+]] = arith.constant 1 : i64
// CHECK: %[[MACHINE:.+]] = llvm.call @split_mlir_machine() : () -> !llvm.ptr
// CHECK: %[[FIELD:.+]] = llvm.getelementptr %[[MACHINE]][1]
// CHECK: %[[THRESHOLD:.+]] = llvm.load %[[FIELD]] : !llvm.ptr -> i64
// CHECK: %[[LAST:.+]] = arith.subi %[[THRESHOLD]], %[[ONE]]
// CHECK: %[[PAST_CACHES:.+]] = arith.cmpi ult, %[[LAST]], %[[BYTES]] : i64
// CHECK: %[[STORE_FIELD:.+]] = llvm.getelementptr %[[MACHINE]][5]
// CHECK: %[[STORE_AHEAD:.+]] = llvm.load %[[STORE_FIELD]] : !llvm.ptr -> i64
// CHECK: %[[GAINS_NOT:.+]] = arith.cmpi eq, %[[STORE_AHEAD]], %{{.+}} : i64
// CHECK: %[[IS:.+]] = arith.andi %[[PAST_CACHES]], %[[GAINS_NOT]] : i1
// CHECK: scf.if %[[IS]] {
// CHECK: call @[[PAST:[a-z_0-9]+]](
// CHECK: } else {
// CHECK: call @{{[a-z_0-9]+}}(
// CHECK: return
func.func @above(%x: memref<131072xi8>, %a: memref<65536xi8>, %b: memref<65536xi8>) {
  split.copy ins(%x : memref<131072xi8>) outs(%a, %b : memref<65536xi8>, memref<65536xi8>) axis(0)
  return
}
// Of a size known at run time, small ones do not ask.
// CHECK-LABEL: func @dynamic(
// CHECK: %[[MAY:.+]] = arith.cmpi sge, %{{.+}}, %{{.+}} : i64
// CHECK-NEXT: %[[IS:.+]] = scf.if %[[MAY]] -> (i1) {
// CHECK-NEXT: llvm.call @split_mlir_machine()
// CHECK: } else {
// CHECK-NEXT: scf.yield %false
// CHECK: scf.if %[[IS]] {
func.func @dynamic(%x: memref<?x8xi64>, %a: memref<?x5xi64>, %b: memref<?x3xi64>) {
  split.copy ins(%x : memref<?x8xi64>) outs(%a, %b : memref<?x5xi64>, memref<?x3xi64>) axis(1)
  return
}

// Kernels past the caches read the streams and the prefetch distance; the others
// do not ask.
// CHECK: func.func private @[[ORDINARY]](
// CHECK-SAME: attributes {llvm.linkage = #llvm.linkage<internal>}
// CHECK-NOT: split_mlir_machine
// CHECK: func.func private @[[PAST]](
// CHECK: %[[M:.+]] = llvm.call @split_mlir_machine() : () -> !llvm.ptr
// CHECK: %[[SF:.+]] = llvm.getelementptr %[[M]][2]
// CHECK: %[[STREAMS:.+]] = llvm.load %[[SF]]
// CHECK: %[[PF:.+]] = llvm.getelementptr %[[M]][3]
// CHECK: %[[AHEAD:.+]] = llvm.load %[[PF]]
// CHECK: %[[TURNS:.+]] = arith.cmpi ne, %[[STREAMS]], %{{.+}}
// CHECK: arith.select %[[TURNS]]
// CHECK: llvm.getelementptr %{{.+}}[%[[AHEAD]]]
// CHECK: llvm.intr.prefetch

// Threads that share one row decide alike.
// ROW-LABEL: func @above(
// ROW: llvm.call @split_mlir_machine()
// ROW: scf.if
// ROW: scf.parallel
// ROW: } else {
// ROW: scf.parallel
