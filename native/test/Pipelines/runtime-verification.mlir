// Upstream's checks in place of ours: a program that breaks a rule aborts, one that
// obeys them runs. What cf.assert prints would be lost in a buffer.
// RUN: split-opt %s -generate-runtime-verification=verbose-level=0 -split-to-llvm=runtime-checks=false -o %t
// RUN: not --crash stdbuf -o0 mlir-runner %t -e not_divisible -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so 2>&1 | FileCheck %s --check-prefix=NOT_DIVISIBLE
// RUN: not --crash stdbuf -o0 mlir-runner %t -e wrong_sum -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so 2>&1 | FileCheck %s --check-prefix=WRONG_SUM
// RUN: mlir-runner %t -e right -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so | FileCheck %s

func.func @halves(%x: tensor<?xf32>) {
  // NOT_DIVISIBLE: dimension 0 of size ? is not divisible by num_splits 2
  // NOT_DIVISIBLE-NEXT: runtime-verification.mlir":[[#@LINE+2]]:
  // NOT_DIVISIBLE-NOT: {{^}}2{{$}}
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.extract %0#1[%c0] : tensor<?xf32>
  vector.print %1 : f32
  return
}
func.func @lengths(%x: tensor<?xf32>, %l: tensor<2xi64>) {
  // WRONG_SUM: lengths [?, ?] sum to ?, expected ?, the size of dimension 0
  // WRONG_SUM-NEXT: runtime-verification.mlir":[[#@LINE+2]]:
  // WRONG_SUM-NOT: {{^}}2{{$}}
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.extract %0#1[%c0] : tensor<?xf32>
  vector.print %1 : f32
  return
}

func.func @not_divisible() {
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %d = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  call @halves(%d) : (tensor<?xf32>) -> ()
  return
}
func.func @wrong_sum() {
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %d = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %l = arith.constant dense<[1, 1]> : tensor<2xi64>
  call @lengths(%d, %l) : (tensor<?xf32>, tensor<2xi64>) -> ()
  return
}
func.func @right() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %d = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %l = arith.constant dense<[1, -1]> : tensor<2xi64>
  // CHECK: {{^}}3{{$}}
  call @halves(%d) : (tensor<?xf32>) -> ()
  // CHECK-NEXT: {{^}}2{{$}}
  call @lengths(%d, %l) : (tensor<?xf32>, tensor<2xi64>) -> ()
  return
}
