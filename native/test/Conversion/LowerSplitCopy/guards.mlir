// What is known only at run time is compared there.
// RUN: split-opt %s --lower-split-copy="machine={nontemporal-threshold=5000 store-fence=x86-sfence}" --canonicalize | FileCheck %s --implicit-check-not=split.copy
// RUN: split-opt %s --lower-split-copy="threads=2 machine={parallel-threshold=5000}" --canonicalize | FileCheck %s --check-prefix=PARALLEL

// Bytes read and written.
// CHECK-LABEL: func @rows(
// CHECK-DAG: %[[BYTES:.+]] = arith.constant 256 : i64
// CHECK-DAG: %[[THRESHOLD:.+]] = arith.constant 5000 : i64
// CHECK: %[[DIM:.+]] = memref.dim
// CHECK: %[[ROWS:.+]] = arith.index_cast %[[DIM]]
// CHECK: %[[SIZE:.+]] = arith.muli %[[ROWS]], %[[BYTES]]
// CHECK: %[[IS_LARGE:.+]] = arith.cmpi sge, %[[SIZE]], %[[THRESHOLD]]
// CHECK: scf.if %[[IS_LARGE]] {
// CHECK: call @[[NT:[a-z_0-9]+]](
// CHECK: } else {
// CHECK: call @[[ORDINARY:[a-z_0-9]+]](
// PARALLEL-LABEL: func @rows(
// PARALLEL: arith.cmpi sge
// PARALLEL: scf.if
// PARALLEL: scf.parallel
// PARALLEL: call @[[KERNEL:[a-z_0-9]+]](
// PARALLEL: } else {
// PARALLEL: call @[[KERNEL]](
func.func @rows(%x: memref<?x32xf32>, %a: memref<?x16xf32>, %b: memref<?x16xf32>) {
  split.copy ins(%x : memref<?x32xf32>) outs(%a, %b : memref<?x16xf32>, memref<?x16xf32>) axis(1)
  return
}

// CHECK-LABEL: func @below_the_threshold(
// CHECK-NOT: scf.if
// CHECK: call @[[ORDINARY]](
// PARALLEL-LABEL: func @below_the_threshold(
// PARALLEL-NOT: scf.parallel
// PARALLEL: call @[[KERNEL]](
func.func @below_the_threshold(%x: memref<19x32xf32>, %a: memref<19x16xf32>, %b: memref<19x16xf32>) {
  split.copy ins(%x : memref<19x32xf32>) outs(%a, %b : memref<19x16xf32>, memref<19x16xf32>) axis(1)
  return
}

// CHECK-LABEL: func @above_the_threshold(
// CHECK-NOT: scf.if
// CHECK: call @[[NT]](
// PARALLEL-LABEL: func @above_the_threshold(
// PARALLEL-NOT: scf.if
// PARALLEL: scf.parallel
// PARALLEL: call @[[KERNEL]](
func.func @above_the_threshold(%x: memref<20x32xf32>, %a: memref<20x16xf32>, %b: memref<20x16xf32>) {
  split.copy ins(%x : memref<20x32xf32>) outs(%a, %b : memref<20x16xf32>, memref<20x16xf32>) axis(1)
  return
}

// Each thread has a part of each run.
// PARALLEL-LABEL: func @one_row(
// PARALLEL: scf.parallel
// PARALLEL-COUNT-2: call @{{.+}} : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
func.func @one_row(%x: memref<2048xf32>, %a: memref<1024xf32>, %b: memref<1024xf32>) {
  split.copy ins(%x : memref<2048xf32>) outs(%a, %b : memref<1024xf32>, memref<1024xf32>) axis(0)
  return
}

// Columns are tried first, where all could be.
// CHECK-LABEL: func @columns(
// CHECK-SAME: %{{[^:]+}}: memref<20x?xf32>, %{{[^:]+}}: memref<20x1xf32>, %[[B:[^:]+]]: memref<20x?xf32>, %[[C:[^:]+]]: memref<20x?xf32>)
// CHECK: memref.dim %[[B]], %c1
// CHECK: %[[IS_B:.+]] = arith.cmpi eq
// CHECK: memref.dim %[[C]], %c1
// CHECK: %[[IS_C:.+]] = arith.cmpi eq
// CHECK: %[[ARE_LIKELY:.+]] = arith.andi %[[IS_B]], %[[IS_C]]
// CHECK: scf.if %[[ARE_LIKELY]] {
// CHECK: call @{{.+}} : (!llvm.ptr, i64, i64, i64, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: } else {
// CHECK: call @{{.+}} : (!llvm.ptr, i64, i64, i64, !llvm.ptr, i64) -> ()
func.func @columns(%x: memref<20x?xf32>, %a: memref<20x1xf32>, %b: memref<20x?xf32>, %c: memref<20x?xf32>) {
  split.copy ins(%x : memref<20x?xf32>) outs(%a, %b, %c : memref<20x1xf32>, memref<20x?xf32>, memref<20x?xf32>) axis(1)
  return
}

// CHECK-LABEL: func @not_only_columns(
// CHECK-NOT: arith.cmpi eq
// CHECK: call @{{.+}} : (!llvm.ptr, i64, i64, i64, !llvm.ptr, i64) -> ()
func.func @not_only_columns(%x: memref<20x?xf32>, %a: memref<20x2xf32>, %b: memref<20x?xf32>) {
  split.copy ins(%x : memref<20x?xf32>) outs(%a, %b : memref<20x2xf32>, memref<20x?xf32>) axis(1)
  return
}

// Whole lines of runs need no alignment: they begin where lines do.
// CHECK: func private @[[NT]](
// CHECK-NOT: llvm.store {{.+}} {alignment = 64 : i64} :
// CHECK: {{nontemporal.*alignment = 64|alignment = 64.*nontemporal}}
// CHECK: llvm.call_intrinsic "llvm.x86.sse.sfence"
// CHECK-NEXT: return
// CHECK: func private @[[ORDINARY]](
// CHECK-NOT: nontemporal
// CHECK: return
