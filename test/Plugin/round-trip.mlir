// Uses keep their order, properties and types their values, when upstream's own
// passes write ops as bytecode and read them back.
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(test-verify-uselistorder{rng-seed=7})' | FileCheck %s
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(test-bytecode-roundtrip)' -o /dev/null | FileCheck %s
// RUN: %mlir-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func @splits(
// CHECK-SAME: %[[X:.+]]: tensor<6x12xf32>, %[[A:.+]]: i32, %[[L:.+]]: tensor<2xi64>
func.func @splits(%x: tensor<6x12xf32>, %a: i32, %l: tensor<2xi64>) -> (tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2 : tensor<6x12xf32> -> tensor<3x12xf32>, tensor<3x12xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<6x12xf32> -> tensor<3x12xf32>, tensor<3x12xf32>
  // CHECK-NEXT: split.split %[[X]] axis(%[[A]] : i32) into 2 {note = "a"} : tensor<6x12xf32> -> tensor<?x?xf32>, tensor<3x12xf32>
  %1:2 = split.split %x axis(%a : i32) into 2 {note = "a"} : tensor<6x12xf32> -> tensor<?x?xf32>, tensor<3x12xf32>
  // CHECK-NEXT: split.variadic_split %[[P]]#1 axis(1) lengths [12, -1] : tensor<3x12xf32> -> tensor<3x12xf32>, tensor<3x0xf32>
  %2:2 = split.variadic_split %0#1 axis(1) lengths [12, -1] : tensor<3x12xf32> -> tensor<3x12xf32>, tensor<3x0xf32>
  // CHECK-NEXT: split.variadic_split %[[P]]#0 axis(%[[A]] : i32) lengths [1, 2] : tensor<3x12xf32> -> tensor<?x12xf32>, tensor<?x12xf32>
  %3:2 = split.variadic_split %0#0 axis(%a : i32) lengths [1, 2] : tensor<3x12xf32> -> tensor<?x12xf32>, tensor<?x12xf32>
  // CHECK-NEXT: split.variadic_split %[[P]]#0 axis(-1) lengths(%[[L]] : tensor<2xi64>) : tensor<3x12xf32> -> tensor<3x?xf32>, tensor<3x?xf32>
  %4:2 = split.variadic_split %0#0 axis(-1) lengths(%l : tensor<2xi64>) : tensor<3x12xf32> -> tensor<3x?xf32>, tensor<3x?xf32>
  // CHECK-NEXT: split.variadic_split %[[P]]#1 axis(%[[A]] : i32) lengths(%[[L]] : tensor<2xi64>) : tensor<3x12xf32> -> tensor<*xf32>, tensor<?x?xf32>
  %5:2 = split.variadic_split %0#1 axis(%a : i32) lengths(%l : tensor<2xi64>) : tensor<3x12xf32> -> tensor<*xf32>, tensor<?x?xf32>
  // CHECK-NEXT: return %[[P]]#1, %[[P]]#0, %[[P]]#1
  return %0#1, %0#0, %0#1 : tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
}

// CHECK-LABEL: func @copies(
// CHECK-SAME: %[[X:.+]]: tensor<3xf32>, %[[A:.+]]: tensor<1xf32>, %[[B:.+]]: tensor<2xf32>, %[[M:.+]]: memref<3xf32>, %[[N:.+]]: memref<?xf32, strided<[2]>>
func.func @copies(%x: tensor<3xf32>, %a: tensor<1xf32>, %b: tensor<2xf32>, %m: memref<3xf32>, %n: memref<?xf32, strided<[2]>>, %ok: i1, %i: index) {
  // CHECK-NEXT: split.copy ins(%[[X]] : tensor<3xf32>) outs(%[[A]], %[[B]] : tensor<1xf32>, tensor<2xf32>) axis(0) -> tensor<1xf32>, tensor<2xf32>
  %0:2 = split.copy ins(%x : tensor<3xf32>) outs(%a, %b : tensor<1xf32>, tensor<2xf32>) axis(0) -> tensor<1xf32>, tensor<2xf32>
  // CHECK-NEXT: split.copy ins(%[[M]] : memref<3xf32>) outs(%[[N]] : memref<?xf32, strided<[2]>>) axis(-1)
  split.copy ins(%m : memref<3xf32>) outs(%n : memref<?xf32, strided<[2]>>) axis(-1)
  // CHECK-NEXT: split.assert %{{.+}}, "{} of {u}"(%{{.+}}, %{{.+}})
  split.assert %ok, "{} of {u}"(%i, %i)
  return
}
