// C6, C7: a cast to a dynamic size hides what is static; upstream folds it away
// again. Whether a slice fits is still decided at run time.
// RUN: split-opt %s -split-to-llvm -o %t
// RUN: mlir-runner %t -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so | FileCheck %s

// Never called with true: nothing is wrong at run time.
func.func @not_taken(%x: tensor<4xf32>, %c: i1) -> f32 {
  %d = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> f32 {
    %a, %b = split.variadic_split %d axis(0) lengths [5, -1] : tensor<?xf32> -> tensor<5xf32>, tensor<?xf32>
    %e = tensor.extract %a[%c0] : tensor<5xf32>
    scf.yield %e : f32
  } else {
    %e = tensor.extract %d[%c0] : tensor<?xf32>
    scf.yield %e : f32
  }
  return %r : f32
}

func.func @empty(%x: tensor<0xf32>, %l: tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  %d = tensor.cast %x : tensor<0xf32> to tensor<?xf32>
  %a, %b = split.variadic_split %d axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

func.func @main() {
  // CHECK: 1
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %false = arith.constant false
  %0 = call @not_taken(%x, %false) : (tensor<4xf32>, i1) -> f32
  vector.print %0 : f32

  // CHECK-NEXT: 0
  %e = tensor.empty() : tensor<0xf32>
  %l = arith.constant dense<0> : tensor<2xi64>
  %1:2 = call @empty(%e, %l) : (tensor<0xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  %c0 = arith.constant 0 : index
  %d = tensor.dim %1#1, %c0 : tensor<?xf32>
  vector.print %d : index
  return
}
