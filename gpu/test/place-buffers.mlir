// RUN: split-opt %s --split-place-buffers | FileCheck %s --check-prefixes=CHECK,HOST
// RUN: split-opt %s --split-place-buffers=allocate-on-device \
// RUN:   | FileCheck %s --check-prefixes=CHECK,DEVICE

// CHECK-LABEL: func @allocations
// HOST: %[[BUFFER:.+]] = memref.alloc(%{{.+}}) : memref<?xf32>
// DEVICE: %[[BUFFER:.+]] = gpu.alloc (%{{.+}}) : memref<?xf32>
// CHECK: memref.alloc() : memref<1xindex>
// HOST: memref.dealloc %[[BUFFER]]
// DEVICE: gpu.dealloc %[[BUFFER]]
func.func @allocations(%n: index) {
  %c0 = arith.constant 0 : index
  %buffer = memref.alloc(%n) : memref<?xf32>
  %shape = memref.alloc() : memref<1xindex>
  memref.store %n, %shape[%c0] : memref<1xindex>
  memref.dealloc %buffer : memref<?xf32>
  return
}

// Copies of buffers that the host does not use become copies of one piece; the others stay.
// CHECK-LABEL: func @copies
// CHECK: split.copy ins({{.+}} memref<8xf32>) outs({{.+}} memref<8xf32>) axis(0)
// CHECK: memref.copy {{.*}} memref<2xi64>
// CHECK: memref.copy {{.*}} memref<f32>
// CHECK: memref.copy {{.*}} memref<4xf32, #
func.func @copies(%x: memref<8xf32>, %a: memref<8xf32>, %l: memref<2xi64>, %s: memref<f32>,
                  %t: memref<f32>, %y: memref<4xf32, affine_map<(i) -> (i mod 3)>>,
                  %z: memref<4xf32>) -> i64 {
  %c0 = arith.constant 0 : index
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  %m = memref.alloc() : memref<2xi64>
  memref.copy %l, %m : memref<2xi64> to memref<2xi64>
  %r = memref.load %m[%c0] : memref<2xi64>
  memref.copy %s, %t : memref<f32> to memref<f32>
  memref.copy %y, %z : memref<4xf32, affine_map<(i) -> (i mod 3)>> to memref<4xf32>
  return %r : i64
}

// Device code stays as it is.
// CHECK-LABEL: gpu.func @kernel
// CHECK-NEXT: memref.alloc
// CHECK-NEXT: memref.copy
gpu.module @kernels {
  gpu.func @kernel(%x: memref<8xf32>) kernel {
    %a = memref.alloc() : memref<8xf32>
    memref.copy %x, %a : memref<8xf32> to memref<8xf32>
    gpu.return
  }
}
