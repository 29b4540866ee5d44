// Arguments of a private function may be the same memref, so an op writes to
// its own result, which is copied after the other op has read the argument.
// RUN: split-run %s --input=8xf32=iota | FileCheck %s
// CHECK: 8xf32=[2,2,2,2,2,2,2,2]
func.func private @h(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %o: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  linalg.add ins(%a, %a : memref<8xf32>, memref<8xf32>) outs(%t : memref<8xf32>)
  linalg.add ins(%b, %b : memref<8xf32>, memref<8xf32>) outs(%o : memref<8xf32>)
  memref.copy %t, %c : memref<8xf32> to memref<8xf32>
  return
}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %one = arith.constant 1.0 : f32
  %b = memref.alloc() : memref<8xf32>
  %o = memref.alloc() : memref<8xf32>
  linalg.fill ins(%one : f32) outs(%b : memref<8xf32>)
  %a = bufferization.to_buffer %x : tensor<8xf32> to memref<8xf32>
  func.call @h(%a, %b, %b, %o) : (memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
  %r = bufferization.to_tensor %o restrict : memref<8xf32> to tensor<8xf32>
  return %r : tensor<8xf32>
}
