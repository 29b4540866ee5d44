// Upstream's passes compile the kernels of all three forms for AMD's GPUs.

// RUN: split-opt %s --pass-pipeline="builtin.module(convert-split-copy-to-gpu, \
// RUN:   gpu-kernel-outlining,rocdl-attach-target{chip=gfx90a},convert-scf-to-cf, \
// RUN:   gpu.module(expand-strided-metadata,lower-affine,convert-gpu-to-rocdl, \
// RUN:   reconcile-unrealized-casts),gpu-module-to-binary{format=isa})" | FileCheck %s

// CHECK-LABEL: gpu.binary @registers_kernel
// CHECK-SAME: amdhsa--gfx90a
// CHECK-SAME: global_load_dwordx4
// CHECK-SAME: global_store_dwordx4
func.func @registers(%x: memref<?x3xf32>, %a: memref<?x1xf32>, %b: memref<?x2xf32>) {
  split.copy ins(%x : memref<?x3xf32>) outs(%a, %b : memref<?x1xf32>, memref<?x2xf32>) axis(1)
  return
}

// CHECK-LABEL: gpu.binary @runs_kernel
// CHECK-SAME: global_load_dwordx4
// CHECK-SAME: global_store_dwordx4
func.func @runs(%x: memref<?x?xi8>, %a: memref<?x?xi8>, %b: memref<?x?xi8>) {
  split.copy ins(%x : memref<?x?xi8>) outs(%a, %b : memref<?x?xi8>, memref<?x?xi8>) axis(1)
  return
}

// CHECK-LABEL: gpu.binary @tile_kernel
// CHECK-SAME: global_load_dwordx4
// CHECK-SAME: s_barrier
func.func @tile(%x: memref<1000x8xf32>, %a: memref<1000x3xf32>, %b: memref<1000x5xf32>) {
  split.copy ins(%x : memref<1000x8xf32>) outs(%a, %b : memref<1000x3xf32>, memref<1000x5xf32>)
      axis(1)
  return
}
