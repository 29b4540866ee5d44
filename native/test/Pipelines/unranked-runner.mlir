// A run-time axis and an unknown rank through split-to-llvm and a stock
// mlir-runner. Expected values are by hand.
// RUN: split-opt %s -split-to-llvm | mlir-runner -e main -entry-point-result=void -shared-libs=%llvm_lib/libmlir_runner_utils.so | FileCheck %s
// RUN: split-opt %s -split-to-llvm -o %t.mlir
// RUN: not --crash mlir-runner %t.mlir -e out_of_range -entry-point-result=void -shared-libs=%llvm_lib/libmlir_runner_utils.so 2>&1 | FileCheck %s --check-prefix=FAILS

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func private @print_halves(%x: tensor<*xf32>, %axis: i8) {
  %0:2 = split.split %x axis(%axis : i8) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  call @printMemrefF32(%0#0) : (tensor<*xf32>) -> ()
  call @printMemrefF32(%0#1) : (tensor<*xf32>) -> ()
  return
}

// CHECK: rank = 2 {{.*}} sizes = [1, 2] strides = [2, 1]
// CHECK-NEXT: {{\[}}[1, {{ *}}2]]
// CHECK: rank = 2 {{.*}} sizes = [1, 2]
// CHECK-NEXT: {{\[}}[3, {{ *}}4]]
// CHECK: rank = 2 {{.*}} sizes = [2, 1] strides = [1, 1]
// CHECK-NEXT: {{\[}}[1]
// CHECK-NEXT: [3]]
// CHECK: rank = 2 {{.*}} sizes = [2, 1]
// CHECK-NEXT: {{\[}}[2]
// CHECK-NEXT: [4]]
func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %u = tensor.cast %x : tensor<2x2xf32> to tensor<*xf32>
  %first = arith.constant 0 : i8
  %last = arith.constant -1 : i8
  call @print_halves(%u, %first) : (tensor<*xf32>, i8) -> ()
  call @print_halves(%u, %last) : (tensor<*xf32>, i8) -> ()
  return
}

// FAILS: unranked-runner.mlir:{{[0-9]+}}:10: error: axis 1 is out of range for data of rank 1
func.func @out_of_range() {
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %u = tensor.cast %x : tensor<2xf32> to tensor<*xf32>
  %axis = arith.constant 1 : i8
  call @print_halves(%u, %axis) : (tensor<*xf32>, i8) -> ()
  return
}
