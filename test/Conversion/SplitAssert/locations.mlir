// R5: a message says where the op comes from, as far as anything is known.
// RUN: split-opt %s -convert-split-assert-to-cf | FileCheck %s

// CHECK-LABEL: func @locations
func.func @locations(%ok: i1) {
  // CHECK: cf.assert %{{.+}}, "a.py:2:3: error: in a file"
  split.assert %ok, "in a file" loc("a.py":2:3)
  // CHECK: cf.assert %{{.+}}, "m.onnx:node 'cut' (Split): error: in a model"
  split.assert %ok, "in a model" loc("m.onnx:node 'cut' (Split)")
  // CHECK: cf.assert %{{.+}}, "a.py:2:3: cut: error: both"
  split.assert %ok, "both" loc("cut"("a.py":2:3))
  // CHECK: cf.assert %{{.+}}, "a.py:2:3: error: callee"
  split.assert %ok, "callee" loc(callsite("a.py":2:3 at "b.py":4:5))
  // CHECK: cf.assert %{{.+}}, "b.py:4:5: error: caller"
  split.assert %ok, "caller" loc(callsite(unknown at "b.py":4:5))
  // CHECK: cf.assert %{{.+}}, "c.py:6:7: error: fused"
  split.assert %ok, "fused" loc(fused[callsite(unknown at unknown), "c.py":6:7])
  // CHECK: cf.assert %{{.+}}, "unknown location: error: nowhere"
  split.assert %ok, "nowhere" loc(unknown)
  // CHECK: cf.assert %{{.+}}, "unknown location: error: fused"
  split.assert %ok, "fused" loc(fused[callsite(unknown at unknown), callsite(callsite(unknown at unknown) at unknown)])
  // CHECK: cf.assert %{{.+}}, "\\x1B[2Jm\\x0A\\x7F: error: controls"
  split.assert %ok, "controls" loc("\1B[2Jm\0A\7F")
  return
}
