// The message is constant: `?` stands for values.
// RUN: split-opt %s -convert-split-assert-to-cf | FileCheck %s

// CHECK-LABEL: func @assert(
// CHECK-SAME: %[[OK:[a-z0-9]+]]: i1
func.func @assert(%ok: i1, %v: index, %c: i1) {
  // CHECK: cf.assert %[[OK]], "m.mlir:7:3: error: got ?, at most ? {expected}"
  split.assert %ok, "got {}, at most {u} {expected}"(%v, %v) loc("m.mlir":7:3)
  // CHECK: cf.assert %[[OK]], "node \22a\22: error: named"
  split.assert %ok, "named" loc("node \"a\"")
  // CHECK: cf.assert %[[OK]], "m.onnx:1:1: /node: error: named in a file"
  split.assert %ok, "named in a file" loc("/node"("m.onnx":1:1))
  // CHECK: cf.assert %[[OK]], "unknown location: error: unknown"
  split.assert %ok, "unknown" loc(unknown)
  // CHECK: cf.assert %[[OK]], "callee.mlir:2:1: error: inlined"
  split.assert %ok, "inlined" loc(callsite("callee.mlir":2:1 at "caller.mlir":3:1))
  // CHECK: cf.assert %[[OK]], "b.mlir:4:1: error: fused"
  split.assert %ok, "fused" loc(fused[unknown, "b.mlir":4:1])
  // CHECK: scf.if
  // CHECK-NEXT: cf.assert
  scf.if %c {
    split.assert %ok, "nested"
  }
  return
}
