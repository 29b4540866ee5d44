// RUN: split-opt %s --split-to-llvm=host-abi --mlir-print-ir-after=convert-linalg-to-loops -o %t 2>&1 | FileCheck %s

// Temporaries are freed after their last use, also if it is a use of a piece.
// CHECK-LABEL: func @last_use(
// CHECK: %[[A:.+]] = memref.alloc({{.+}}memref<4x?xf32>
// CHECK: %[[P:.+]] = memref.subview %[[A]]
// CHECK: %[[B:.+]] = memref.alloc({{.+}}memref<4x4xf32>
// CHECK: memref.load %[[P]]
// CHECK: memref.store {{.+}}, %[[B]]
// CHECK: memref.dealloc %[[A]]
// CHECK: memref.load %[[B]]
// CHECK: memref.dealloc %[[B]]
func.func @last_use(%x: tensor<4x?xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = math.exp %x : tensor<4x?xf32>
  %p, %rest = split.variadic_split %0 axis(1) lengths [4, -1] : tensor<4x?xf32> -> tensor<4x4xf32>, tensor<4x?xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%p, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%fill : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.matmul ins(%1, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%fill : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// A row is computed from another one without a temporary.
// CHECK-LABEL: func @rows(
// CHECK-COUNT-1: memref.alloc(
// CHECK-NOT: memref.alloc(
// CHECK: return
func.func @rows(%x: tensor<4x8x64xf32>) -> tensor<4x8x64xf32> {
  %e = tensor.empty() : tensor<4x8x64xf32>
  %0 = linalg.copy ins(%x : tensor<4x8x64xf32>) outs(%e : tensor<4x8x64xf32>) -> tensor<4x8x64xf32>
  %1 = tensor.extract_slice %0[1, 0, 0] [1, 8, 64] [1, 1, 1] : tensor<4x8x64xf32> to tensor<8x64xf32>
  %2 = math.sqrt %1 : tensor<8x64xf32>
  %3 = tensor.insert_slice %2 into %0[0, 0, 0] [1, 8, 64] [1, 1, 1] : tensor<8x64xf32> into tensor<4x8x64xf32>
  return %3 : tensor<4x8x64xf32>
}
