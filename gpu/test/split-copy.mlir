// One launch copies all pieces of a split.copy.
// RUN: split-opt %s --convert-split-copy-to-gpu | FileCheck %s

// Kernels for AMD's GPUs.
// RUN: split-opt %s --pass-pipeline="builtin.module(convert-split-copy-to-gpu, \
// RUN:   gpu-launch-sink-index-computations,gpu-kernel-outlining,rocdl-attach-target{chip=gfx90a}, \
// RUN:   convert-scf-to-cf,gpu.module(expand-strided-metadata,lower-affine,convert-gpu-to-rocdl, \
// RUN:   reconcile-unrealized-casts),gpu-module-to-binary{format=isa})" | FileCheck %s -check-prefix=AMD

// Rows of 12 bytes: a thread loads four rows, and stores one access to the first piece
// and two to the second. A thread with fewer rows copies them one by one.
// CHECK-LABEL: func @registers
// CHECK: gpu.launch
// CHECK-NOT: workgroup
// CHECK-COUNT-3: vector.load {{.*}} {alignment = 16 : i64} : {{.*}}, vector<4xf32>
// CHECK-COUNT-3: vector.store {{.*}} {alignment = 16 : i64} : {{.*}}, vector<4xf32>
// CHECK: scf.for
// CHECK-NOT: gpu.launch
// AMD: gpu.binary @registers_kernel
// AMD-SAME: amdhsa--gfx90a
// AMD-SAME: global_load_dwordx4
// AMD-SAME: global_store_dwordx4
func.func @registers(%x: memref<?x3xf32>, %a: memref<?x1xf32>, %b: memref<?x2xf32>) {
  split.copy ins(%x : memref<?x3xf32>) outs(%a, %b : memref<?x1xf32>, memref<?x2xf32>) axis(1)
  return
}

// Rows of 32 bytes: a tile in workgroup memory.
// CHECK-LABEL: func @tile
// CHECK: gpu.launch {{.*}} workgroup(%{{.*}} : memref<9216xf32, #gpu.address_space<workgroup>>)
// CHECK-COUNT-8: vector.load {{.*}} {alignment = 16 : i64} : {{.*}}, vector<4xf32>
// CHECK: gpu.barrier
// CHECK-NOT: gpu.launch
// AMD: gpu.binary @tile_kernel
// AMD-SAME: global_load_dwordx4
// AMD-SAME: s_barrier
func.func @tile(%x: memref<1000x8xf32>, %a: memref<1000x1xf32>, %b: memref<1000x2xf32>,
                %c: memref<1000x5xf32>) {
  split.copy ins(%x : memref<1000x8xf32>)
      outs(%a, %b, %c : memref<1000x1xf32>, memref<1000x2xf32>, memref<1000x5xf32>) axis(1)
  return
}

// Lengths at run time: accesses of 16 bytes that are aligned in the piece.
// CHECK-LABEL: func @runs
// CHECK: scf.if
// CHECK: gpu.launch
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : {{.*}}, vector<16xi8>
// CHECK: vector.store {{.*}} {alignment = 16 : i64} : {{.*}}, vector<16xi8>
// CHECK-NOT: gpu.launch
// AMD: gpu.binary @runs_kernel
// AMD-SAME: global_load_dwordx4
// AMD-SAME: global_store_dwordx4
func.func @runs(%x: memref<?x?xi8>, %a: memref<?x?xi8>, %b: memref<?x?xi8>) {
  split.copy ins(%x : memref<?x?xi8>) outs(%a, %b : memref<?x?xi8>, memref<?x?xi8>) axis(1)
  return
}

// Elements that have no vectors with the layout of memory.
// CHECK-LABEL: func @elements
// CHECK: gpu.launch
// CHECK-NOT: vector
// CHECK: memref.load
// CHECK: memref.store
// CHECK-NOT: vector
func.func @elements(%x: memref<8x4xi1>, %a: memref<8x2xi1>, %b: memref<8x2xi1>) {
  split.copy ins(%x : memref<8x4xi1>) outs(%a, %b : memref<8x2xi1>, memref<8x2xi1>) axis(1)
  return
}

// Empty pieces need no code.
// CHECK-LABEL: func @empty
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @empty(%x: memref<8x0xf32>, %a: memref<8x0xf32>) {
  split.copy ins(%x : memref<8x0xf32>) outs(%a : memref<8x0xf32>) axis(1)
  return
}
