// The runtime library says from which size on results are written past the caches.
// RUN: split-opt %s --split-vectorize-elementwise=machine=runtime --canonicalize | FileCheck %s

// Operands of 255 KiB together ask nothing.
// CHECK-LABEL: func @below(
// CHECK-NOT: split_mlir_machine
// CHECK-NOT: nontemporal
// CHECK: return
func.func @below(%a: memref<170x128xf32>, %b: memref<170x128xf32>, %r: memref<170x128xf32>) {
  linalg.mul ins(%a, %b : memref<170x128xf32>, memref<170x128xf32>) outs(%r : memref<170x128xf32>)
  return
}
// CHECK-LABEL: func @above(
// CHECK-DAG: %[[BYTES:.+]] = arith.constant 262656 : i64
// CHECK-DAG: %[[ONE:.+]] = arith.constant 1 : i64
// CHECK: %[[MACHINE:.+]] = llvm.call @split_mlir_machine() : () -> !llvm.ptr
// CHECK: %[[FIELD:.+]] = llvm.getelementptr %[[MACHINE]][1]
// CHECK: %[[THRESHOLD:.+]] = llvm.load %[[FIELD]] : !llvm.ptr -> i64
// CHECK: %[[LAST:.+]] = arith.subi %[[THRESHOLD]], %[[ONE]]
// CHECK: %[[IS:.+]] = arith.cmpi ult, %[[LAST]], %[[BYTES]]
// CHECK: %[[BOTH:.+]] = arith.andi %[[IS]], %{{.+}} : i1
// CHECK: scf.if %[[BOTH]] {
// CHECK: nontemporal
// CHECK: } else {
// CHECK-NOT: nontemporal
// CHECK: return
func.func @above(%a: memref<171x128xf32>, %b: memref<171x128xf32>, %r: memref<171x128xf32>) {
  linalg.mul ins(%a, %b : memref<171x128xf32>, memref<171x128xf32>) outs(%r : memref<171x128xf32>)
  return
}
// CHECK-LABEL: func @dynamic(
// CHECK: %[[BYTES:.+]] = arith.index_cast %{{.+}} : index to i64
// CHECK: %[[MAY:.+]] = arith.cmpi sge, %[[BYTES]], %{{.+}} : i64
// CHECK: %[[IS:.+]] = scf.if %[[MAY]] -> (i1) {
// CHECK-NEXT: llvm.call @split_mlir_machine()
// CHECK: } else {
// CHECK-NEXT: scf.yield %false
// CHECK: %[[BOTH:.+]] = arith.andi %[[IS]], %{{.+}} : i1
// CHECK: scf.if %[[BOTH]] {
// CHECK: nontemporal
func.func @dynamic(%a: memref<?x128xf32>, %r: memref<?x128xf32>) {
  linalg.exp ins(%a : memref<?x128xf32>) outs(%r : memref<?x128xf32>)
  return
}
