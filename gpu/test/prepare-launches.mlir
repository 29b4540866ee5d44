// RUN: split-opt %s --split-prepare-launches | FileCheck %s --check-prefixes=CHECK,HOST
// RUN: split-opt %s --split-prepare-launches=allocate-on-device \
// RUN:   | FileCheck %s --check-prefixes=CHECK,DEVICE

// CHECK-LABEL: func @sizes
// HOST: %[[BUFFER:.+]] = memref.alloc(%{{.+}}) : memref<?xf32>
// DEVICE: %[[BUFFER:.+]] = gpu.alloc (%{{.+}}) : memref<?xf32>
// CHECK: memref.alloc() : memref<1xindex>
// CHECK: arith.cmpi sgt, %[[BLOCKS:.+]], %{{.+}} : index
// CHECK: scf.if
// CHECK-NEXT: gpu.launch blocks({{.+}}) in (%{{.+}} = %[[BLOCKS]],
// HOST: memref.dealloc %[[BUFFER]]
// DEVICE: gpu.dealloc %[[BUFFER]]
func.func @sizes(%n: index, %v: f32) {
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %buffer = memref.alloc(%n) : memref<?xf32>
  %shape = memref.alloc() : memref<1xindex>
  memref.store %n, %shape[%c0] : memref<1xindex>
  gpu.launch blocks(%i, %j, %k) in (%x = %n, %y = %one, %z = %one)
      threads(%t, %u, %w) in (%a = %one, %b = %one, %c = %one) {
    memref.store %v, %buffer[%i] : memref<?xf32>
    gpu.terminator
  }
  memref.dealloc %buffer : memref<?xf32>
  return
}

// Constant grids, and launches with a token.
// CHECK-LABEL: func @others
// CHECK-NOT: scf.if
// CHECK: gpu.launch async
// CHECK-NOT: scf.if
func.func @others(%n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%i, %j, %k) in (%x = %one, %y = %one, %z = %one)
      threads(%t, %u, %w) in (%a = %one, %b = %one, %c = %one) {
    gpu.terminator
  }
  %token = gpu.launch async blocks(%i, %j, %k) in (%x = %n, %y = %one, %z = %one)
      threads(%t, %u, %w) in (%a = %one, %b = %one, %c = %one) {
    gpu.terminator
  }
  gpu.wait [%token]
  return
}

// Copies of buffers that the host does not use become copies of one piece; the others stay.
// CHECK-LABEL: func @copies
// CHECK: split.copy ins({{.+}} memref<8xf32>) outs({{.+}} memref<8xf32>) axis(0)
// CHECK: memref.copy {{.*}} memref<2xi64>
func.func @copies(%x: memref<8xf32>, %a: memref<8xf32>, %n: i64) -> i64 {
  %c0 = arith.constant 0 : index
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  %l = memref.alloc() : memref<2xi64>
  memref.store %n, %l[%c0] : memref<2xi64>
  %m = memref.alloc() : memref<2xi64>
  memref.copy %l, %m : memref<2xi64> to memref<2xi64>
  %r = memref.load %m[%c0] : memref<2xi64>
  return %r : i64
}
