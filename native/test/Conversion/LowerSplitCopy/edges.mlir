// RUN: split-opt %s --lower-split-copy --allow-unregistered-dialect | FileCheck %s
// RUN: split-opt %s --lower-split-copy="threads=4 machine={parallel-threshold=1}" --allow-unregistered-dialect | FileCheck %s --check-prefix=THREADS

// The source has gaps between rows, with likely lengths too.
// CHECK-LABEL: func @gaps(
// CHECK: scf.if
// CHECK: %[[STRIDE:.+]] = arith.constant 24 : i64
// CHECK: call @split_copy_kernel({{.+}}, %[[STRIDE]], {{.+}}) : (!llvm.ptr, i64, i64, i64, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: } else {
func.func @gaps(%x: memref<200x2xf32, strided<[6, 1]>>, %a: memref<200x?xf32>, %b: memref<200x?xf32>) {
  split.copy ins(%x : memref<200x2xf32, strided<[6, 1]>>) outs(%a, %b : memref<200x?xf32>, memref<200x?xf32>) axis(1)
  return
}

// Loops do not pile tables up on the stack; parallel iterations have their own.
// CHECK-LABEL: func @loops(
// CHECK: llvm.alloca
// CHECK: scf.for
// CHECK-NOT: llvm.alloca
// CHECK: scf.parallel
// CHECK: llvm.alloca
func.func @loops(%x: memref<?x?xi16>, %a: memref<?x?xi16>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    split.copy ins(%x : memref<?x?xi16>) outs(%a : memref<?x?xi16>) axis(1)
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    split.copy ins(%x : memref<?x?xi16>) outs(%a : memref<?x?xi16>) axis(1)
  }
  return
}

// One row that no thread shares, and sizes whose bytes overflow.
// CHECK-LABEL: func @sizes(
// CHECK: call @split_copy_kernel
// CHECK: split.copy
func.func @sizes(%x: memref<1048576xf32>, %a: memref<524288xf32>, %b: memref<524288xf32>,
                 %y: memref<4x2305843009213693952xf32>, %c: memref<4x2305843009213693951xf32>, %d: memref<4x1xf32>) {
  split.copy ins(%x : memref<1048576xf32>) outs(%a, %b : memref<524288xf32>, memref<524288xf32>) axis(0)
  split.copy ins(%y : memref<4x2305843009213693952xf32>) outs(%c, %d : memref<4x2305843009213693951xf32>, memref<4x1xf32>) axis(1)
  return
}

// Copies of single rows share the kernel of the parts of rows.
// THREADS-LABEL: func @single_rows(
// THREADS: call @[[PART:split_copy_kernel[_0-9]*]](%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
// THREADS: call @[[PART]](
func.func @single_rows(%x: memref<65536xf32>, %a: memref<32768xf32>, %y: memref<1x98304xf32>, %b: memref<1x49152xf32>) {
  split.copy ins(%x : memref<65536xf32>) outs(%a, %a : memref<32768xf32>, memref<32768xf32>) axis(0)
  split.copy ins(%y : memref<1x98304xf32>) outs(%b, %b : memref<1x49152xf32>, memref<1x49152xf32>) axis(1)
  return
}

// A row of unknown size has no parts for threads.
// THREADS-LABEL: func @unknown_row(
// THREADS: call @split_copy_kernel{{.*}} : (!llvm.ptr, i64, i64, i64, !llvm.ptr) -> ()
func.func @unknown_row(%x: memref<?xi16>, %a: memref<?xi16>) {
  split.copy ins(%x : memref<?xi16>) outs(%a : memref<?xi16>) axis(0)
  return
}

// Without rows, nothing is copied, even if lengths are unknown.
// CHECK-LABEL: func @no_rows(
// CHECK-NEXT: return
func.func @no_rows(%x: memref<0x?xf32>, %a: memref<0x?xf32>) {
  split.copy ins(%x : memref<0x?xf32>) outs(%a, %a : memref<0x?xf32>, memref<0x?xf32>) axis(1)
  return
}

// The body of an op that is not func.func stays.
// CHECK-LABEL: "test.kernel"
// CHECK: split.copy
"test.kernel"() ({
^bb0(%x: memref<4xf32>, %a: memref<2xf32>):
  split.copy ins(%x : memref<4xf32>) outs(%a, %a : memref<2xf32>, memref<2xf32>) axis(0)
}) : () -> ()
