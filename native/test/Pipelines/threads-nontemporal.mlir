// The fence in a thread's part of a loop keeps upstream from removing the scope
// round it, which must not have several blocks.
// RUN: split-opt %s --split-to-llvm="threads=2 nontemporal-threshold=1 store-fence=x86-sfence" | FileCheck %s

// CHECK-LABEL: llvm.func @glu(
// CHECK: omp.parallel num_threads(
// CHECK: omp.wsloop
// CHECK: llvm.intr.masked.store
// CHECK: nontemporal
// CHECK: llvm.call_intrinsic "llvm.x86.sse.sfence"
func.func @glu(%x: tensor<2048x5460xf32>) -> tensor<2048x2730xf32> {
  %p:2 = split.split %x axis(1) into 2
      : tensor<2048x5460xf32> -> tensor<2048x2730xf32>, tensor<2048x2730xf32>
  %0 = arith.mulf %p#0, %p#1 : tensor<2048x2730xf32>
  return %0 : tensor<2048x2730xf32>
}
