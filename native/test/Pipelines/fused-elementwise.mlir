// SwiGLU is one loop nest that reads the data where it is: no call of libm, no
// tensor but the result.
// RUN: split-opt %s --split-to-llvm --mlir-print-ir-before=convert-scf-to-cf -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=LLVM --input-file=%t
// LLVM-NOT: llvm.intr.exp
// LLVM-NOT: call @exp

// RUN: split-run %s --function=narrow --input=8xbf16=0.5,-1,2,0,1,0.25,-3,0 \
// RUN:   --expected_output=4xbf16=1.2562,-0.9779,0.048,0 --rtol=0.015

// CHECK-LABEL: func.func @main(
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.load
// CHECK-NOT: scf.for
// CHECK: return
func.func @main(%x: tensor<?x5460xf32>) -> tensor<?x2730xf32> {
  %a, %b = split.split %x axis(1) into 2 : tensor<?x5460xf32> -> tensor<?x2730xf32>, tensor<?x2730xf32>
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %a, %c0 : tensor<?x2730xf32>
  %f1 = arith.constant 1.0 : f32
  %one = tensor.splat %f1[%rows] : tensor<?x2730xf32>
  %n = arith.negf %a : tensor<?x2730xf32>
  %e = math.exp %n : tensor<?x2730xf32>
  %d = arith.addf %e, %one : tensor<?x2730xf32>
  %s = arith.divf %a, %d : tensor<?x2730xf32>
  %r = arith.mulf %s, %b : tensor<?x2730xf32>
  return %r : tensor<?x2730xf32>
}

func.func @narrow(%x: tensor<8xbf16>) -> tensor<4xbf16> {
  %a, %b = split.split %x axis(0) into 2 : tensor<8xbf16> -> tensor<4xbf16>, tensor<4xbf16>
  %t = math.tanh %a : tensor<4xbf16>
  %e = math.exp %b : tensor<4xbf16>
  %r = arith.mulf %t, %e : tensor<4xbf16>
  return %r : tensor<4xbf16>
}
