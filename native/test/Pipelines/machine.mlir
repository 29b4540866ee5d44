// What is asked for at run time takes the runtime library, which the host ABI needs.
// RUN: split-opt %s --split-to-llvm="host-abi machine=runtime" | FileCheck %s
// CHECK: llvm.call @split_mlir_machine()
// RUN: split-opt %s --split-to-llvm="host-abi multiversion-cpus=x86-64-v2,x86-64-v4" | FileCheck %s --check-prefix=VERSIONS
// VERSIONS-DAG: llvm.call @f.fast.x86_64_v4(
// VERSIONS-DAG: llvm.call @f.fast.x86_64_v2(
// VERSIONS-DAG: llvm.call @f.fast(
// RUN: not split-opt %s --split-to-llvm=machine=runtime 2>&1 | FileCheck %s --check-prefix=MACHINE
// MACHINE: option 'machine=runtime' of split-to-llvm needs 'host-abi', as it calls the runtime library
// RUN: not split-opt %s --split-to-llvm=multiversion-cpus=x86-64-v3 2>&1 | FileCheck %s --check-prefix=CPUS
// CPUS: option 'multiversion-cpus' of split-to-llvm needs 'host-abi', as it calls the runtime library
// RUN: split-opt %s --split-to-llvm | FileCheck %s --check-prefix=ALONE
// ALONE-NOT: split_mlir_

// The operands of the product have 3 MiB.
// RUN: split-opt %s --split-to-llvm="threads=2 parallel-loop-threshold=3145728 nontemporal-threshold=1" | FileCheck %s --check-prefix=SHARED
// SHARED: omp.parallel
// SHARED: llvm.intr.prefetch
// RUN: split-opt %s --split-to-llvm="threads=2 parallel-loop-threshold=3145729 nontemporal-threshold=1 prefetch-distance=0" | FileCheck %s --check-prefix=SINGLE
// SINGLE-NOT: omp.parallel
// SINGLE-NOT: llvm.intr.prefetch
// SINGLE: nontemporal

// Products past the caches ask, too.
func.func @f(%x: tensor<512x1024xf32>) -> tensor<512x512xf32> {
  %p:2 = split.split %x axis(1) into 2 : tensor<512x1024xf32> -> tensor<512x512xf32>, tensor<512x512xf32>
  %0 = arith.mulf %p#0, %p#1 : tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
