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
  memref.dealloc %shape : memref<1xindex>
  return
}

// CHECK-LABEL: func @constant
// CHECK-NOT: scf.if
func.func @constant() {
  %one = arith.constant 1 : index
  gpu.launch blocks(%i, %j, %k) in (%x = %one, %y = %one, %z = %one)
      threads(%t, %u, %w) in (%a = %one, %b = %one, %c = %one) {
    gpu.terminator
  }
  return
}

// A launch with a token.
// CHECK-LABEL: func @asynchronous
// CHECK-NOT: scf.if
// CHECK: gpu.launch async
func.func @asynchronous(%n: index) {
  %one = arith.constant 1 : index
  %token = gpu.launch async blocks(%i, %j, %k) in (%x = %n, %y = %one, %z = %one)
      threads(%t, %u, %w) in (%a = %one, %b = %one, %c = %one) {
    gpu.terminator
  }
  gpu.wait [%token]
  return
}
