// C7: empty pieces and empty dimensions, all the way to native code.
// RUN: split-opt %s -split-to-llvm -o %t
// RUN: mlir-runner %t -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so | FileCheck %s

func.func @empty_axis(%x: tensor<0x4xf32>) -> (tensor<0x4xf32>, tensor<0x4xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<0x4xf32> -> tensor<0x4xf32>, tensor<0x4xf32>
  return %0#0, %0#1 : tensor<0x4xf32>, tensor<0x4xf32>
}
func.func @empty_elsewhere(%x: tensor<0x?xf32>) -> (tensor<0x?xf32>, tensor<0x?xf32>) {
  %0:2 = split.split %x axis(1) into 2 : tensor<0x?xf32> -> tensor<0x?xf32>, tensor<0x?xf32>
  return %0#0, %0#1 : tensor<0x?xf32>, tensor<0x?xf32>
}
func.func @ends(%x: tensor<?x2xf32>) -> (tensor<0x2xf32>, tensor<?x2xf32>, tensor<0x2xf32>) {
  %0:3 = split.variadic_split %x axis(0) lengths [0, -1, 0] : tensor<?x2xf32> -> tensor<0x2xf32>, tensor<?x2xf32>, tensor<0x2xf32>
  return %0#0, %0#1, %0#2 : tensor<0x2xf32>, tensor<?x2xf32>, tensor<0x2xf32>
}
func.func @run_time(%x: tensor<4x2xf32>, %l: tensor<3xi8>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %0:3 = split.variadic_split %x axis(0) lengths(%l : tensor<3xi8>) : tensor<4x2xf32> -> tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
  return %0#0, %0#1, %0#2 : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %e = tensor.empty() : tensor<0x4xf32>
  %0:2 = call @empty_axis(%e) : (tensor<0x4xf32>) -> (tensor<0x4xf32>, tensor<0x4xf32>)

  // CHECK: 3
  %f = tensor.empty(%c6) : tensor<0x?xf32>
  %1:2 = call @empty_elsewhere(%f) : (tensor<0x?xf32>) -> (tensor<0x?xf32>, tensor<0x?xf32>)
  %10 = tensor.dim %1#1, %c1 : tensor<0x?xf32>
  vector.print %10 : index

  // CHECK-NEXT: 0
  %g = tensor.empty(%c0) : tensor<?x2xf32>
  %2:3 = call @ends(%g) : (tensor<?x2xf32>) -> (tensor<0x2xf32>, tensor<?x2xf32>, tensor<0x2xf32>)
  %20 = tensor.dim %2#1, %c0 : tensor<?x2xf32>
  vector.print %20 : index

  // CHECK-NEXT: 0
  // CHECK-NEXT: 0
  // CHECK-NEXT: 4
  // CHECK-NEXT: 7
  %x = arith.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]> : tensor<4x2xf32>
  %l = arith.constant dense<[0, 0, 4]> : tensor<3xi8>
  %3:3 = call @run_time(%x, %l) : (tensor<4x2xf32>, tensor<3xi8>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>)
  %30 = tensor.dim %3#0, %c0 : tensor<?x2xf32>
  %31 = tensor.dim %3#1, %c0 : tensor<?x2xf32>
  %32 = tensor.dim %3#2, %c0 : tensor<?x2xf32>
  %c3 = arith.constant 3 : index
  %33 = tensor.extract %3#2[%c3, %c1] : tensor<?x2xf32>
  vector.print %30 : index
  vector.print %31 : index
  vector.print %32 : index
  vector.print %33 : f32

  // -1 that leaves nothing, at the end.
  // CHECK-NEXT: 0
  %m = arith.constant dense<[1, 3, -1]> : tensor<3xi8>
  %4:3 = call @run_time(%x, %m) : (tensor<4x2xf32>, tensor<3xi8>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>)
  %40 = tensor.dim %4#2, %c0 : tensor<?x2xf32>
  vector.print %40 : index
  return
}
