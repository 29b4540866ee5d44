// RUN: split-opt %s -split-results-to-out-params | FileCheck %s

// What is allocated to be returned is the caller's buffer at once.
// CHECK-LABEL: func.func @allocated(
// CHECK-SAME: %[[C:[a-z0-9]+]]: f32, %[[OUT:[a-z0-9]+]]: memref<2xf32> {split.result = 0 : index}) {
// CHECK-NEXT: linalg.fill ins(%[[C]] : f32) outs(%[[OUT]] : memref<2xf32>)
// CHECK-NEXT: return
func.func @allocated(%c: f32) -> memref<2xf32> {
  %0 = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
  linalg.fill ins(%c : f32) outs(%0 : memref<2xf32>)
  return %0 : memref<2xf32>
}

// Everything else is copied.
// CHECK-LABEL: func.func @argument(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<2xf32>, %[[OUT:[a-z0-9]+]]: memref<2xf32> {split.result = 0 : index})
// CHECK-NEXT: memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT: return
func.func @argument(%x: memref<2xf32>) -> memref<2xf32> {
  return %x : memref<2xf32>
}

// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[A:.+]]: memref<2xf32> {split.result = 0 : index}, %[[B:.+]]: memref<2xf32> {split.result = 1 : index})
// CHECK-NEXT: memref.copy %[[A]], %[[B]]
// CHECK-NEXT: return
func.func @twice() -> (memref<2xf32>, memref<2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  return %0, %0 : memref<2xf32>, memref<2xf32>
}

// Results of dynamic shape, of unknown rank and scalars stay.
// CHECK-LABEL: func.func @mixed(
// CHECK-SAME: %[[D:[a-z0-9]+]]: memref<?xf32>, %[[U:[a-z0-9]+]]: memref<*xf32>, %[[S:[a-z0-9]+]]: index
// CHECK-SAME: %[[A:.+]]: memref<2xf32> {split.result = 1 : index}, %[[B:.+]]: memref<f32> {split.result = 4 : index})
// CHECK-SAME: -> (memref<?xf32>, memref<*xf32>, index)
// CHECK-NEXT: return %[[D]], %[[U]], %[[S]]
func.func @mixed(%d: memref<?xf32>, %u: memref<*xf32>, %s: index)
    -> (memref<?xf32>, memref<2xf32>, memref<*xf32>, index, memref<f32>) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<f32>
  return %d, %0, %u, %s, %1 : memref<?xf32>, memref<2xf32>, memref<*xf32>, index, memref<f32>
}

// Two allocations are alive at a time here; one buffer cannot be both.
// CHECK-LABEL: func.func @several_returns(
// CHECK-SAME: %[[C:[a-z0-9]+]]: i1, %[[OUT:[a-z0-9]+]]: memref<2xf32> {split.result = 0 : index})
func.func @several_returns(%c: i1) -> memref<2xf32> {
  // CHECK: %[[A:.+]] = memref.alloc()
  // CHECK: %[[B:.+]] = memref.alloc()
  %a = memref.alloc() : memref<2xf32>
  %b = memref.alloc() : memref<2xf32>
  linalg.exp ins(%a : memref<2xf32>) outs(%b : memref<2xf32>)
  cf.cond_br %c, ^a, ^b
^a:
  // CHECK: memref.copy %[[A]], %[[OUT]]
  // CHECK-NEXT: return
  return %a : memref<2xf32>
^b:
  // CHECK: memref.copy %[[B]], %[[OUT]]
  // CHECK-NEXT: return
  return %b : memref<2xf32>
}

// An allocation in a loop is another one each time.
// CHECK-LABEL: func.func @in_a_loop(
func.func @in_a_loop(%c: i1) -> memref<2xf32> {
  cf.br ^loop
^loop:
  // CHECK: %[[A:.+]] = memref.alloc()
  %a = memref.alloc() : memref<2xf32>
  cf.cond_br %c, ^loop, ^end
^end:
  // CHECK: memref.copy %[[A]], %{{.+}}
  return %a : memref<2xf32>
}

// Callers allocate; a result may be used as before.
// CHECK-LABEL: func.func private @caller(
func.func private @caller(%d: memref<?xf32>, %u: memref<*xf32>, %s: index) -> (memref<2xf32>, index) {
  // CHECK: %[[A:.+]] = memref.alloc() : memref<2xf32>
  // CHECK: %[[B:.+]] = memref.alloc() : memref<f32>
  // CHECK: %[[R:.+]]:3 = call @mixed(%{{.+}}, %{{.+}}, %{{.+}}, %[[A]], %[[B]])
  // CHECK: return %[[A]], %[[R]]#2 : memref<2xf32>, index
  %0:5 = call @mixed(%d, %u, %s) : (memref<?xf32>, memref<*xf32>, index) -> (memref<?xf32>, memref<2xf32>, memref<*xf32>, index, memref<f32>)
  return %0#1, %0#3 : memref<2xf32>, index
}

// The buffer that a call gets may be the caller's caller's.
// CHECK-LABEL: func.func @recursive(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<2xf32>, %[[OUT:[a-z0-9]+]]: memref<2xf32>
func.func @recursive(%x: memref<2xf32>) -> memref<2xf32> {
  // CHECK-NEXT: call @recursive(%[[X]], %[[OUT]]) : (memref<2xf32>, memref<2xf32>) -> ()
  // CHECK-NEXT: return
  %0 = call @recursive(%x) : (memref<2xf32>) -> memref<2xf32>
  return %0 : memref<2xf32>
}

// Private and external functions stay.
// CHECK: func.func private @hidden() -> memref<2xf32>
func.func private @hidden() -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  return %0 : memref<2xf32>
}
// CHECK: func.func private @external() -> memref<2xf32>
func.func private @external() -> memref<2xf32>

// So do results with gaps; a buffer that is returned twice is copied.
// CHECK-LABEL: func.func @gaps(
// CHECK-SAME: memref<2xf32, strided<[2]>>) -> memref<2xf32, strided<[2]>>
func.func @gaps(%x: memref<2xf32, strided<[2]>>) -> memref<2xf32, strided<[2]>> {
  return %x : memref<2xf32, strided<[2]>>
}
