// RUN: split-opt %s --pass-pipeline="builtin.module(func.func(split-keep-arguments))" \
// RUN:   | FileCheck %s

// The caller keeps its tensors, unless it says otherwise.
// CHECK: func @arguments(%{{.+}}: tensor<4xf32> {bufferization.writable = false},
// CHECK-SAME: %{{.+}}: tensor<4xf32> {bufferization.writable = true}, %{{[^{]+}}: index)
func.func @arguments(%x: tensor<4xf32>, %y: tensor<4xf32> {bufferization.writable = true},
                     %i: index) {
  return
}
// CHECK-NOT: writable
func.func private @callee(%x: tensor<4xf32>) {
  return
}
