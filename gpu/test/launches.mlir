// RUN: split-opt %s --convert-split-copy-to-gpu | FileCheck %s

// PTX has no names with a dot, and drivers run no grid without blocks.
// CHECK-LABEL: func @main.1
// CHECK: arith.cmpi sgt, %[[BLOCKS:.+]], %{{.+}} : index
// CHECK: scf.if
// CHECK-NEXT: gpu.launch blocks({{.+}}) in (%{{.+}} = %[[BLOCKS]],{{.+}} function(@kernel_main_1)
func.func @main.1(%n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%i, %j, %k) in (%x = %n, %y = %one, %z = %one)
      threads(%t, %u, %w) in (%a = %one, %b = %one, %c = %one) {
    gpu.terminator
  }
  return
}

// Launches of constant grids and asynchronous ones stay.
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
