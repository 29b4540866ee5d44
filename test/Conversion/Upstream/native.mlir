// The core and upstream's passes alone lower splits with their checks to code that
// mlir-runner runs, in split-opt and in a stock mlir-opt with the plugin.
// UNSUPPORTED: sanitizer
// DEFINE: %{passes} = --pass-pipeline="$(cat %source_dir/examples/upstream-passes.txt)"
// DEFINE: %{run} = mlir-runner -entry-point-result=void -shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so
// RUN: split-opt %s %{passes} > %t.mlir
// RUN: %{run} -e main %t.mlir | FileCheck %s
// RUN: not --crash %{run} -e odd %t.mlir 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not --crash %{run} -e far %t.mlir 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: %mlir-opt %s %{passes} > %t-stock.mlir
// RUN: %{run} -e main %t-stock.mlir | FileCheck %s
// RUN: not --crash %{run} -e odd %t-stock.mlir 2>&1 | FileCheck %s --check-prefix=ODD

func.func private @printMemrefF32(tensor<*xf32>)

func.func private @halves(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a, %b = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// A run-time axis, run-time lengths with a rest, and an empty piece.
func.func private @pieces(%x: tensor<?x?xf32>, %axis: index, %n: index)
    -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %a, %b, %c = split.variadic_split %x axis(%axis : index) lengths [%n, -1, 0]
      : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  return %a, %b, %c : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

func.func private @list(%n: index) -> tensor<?xf32> {
  %x = tensor.generate %n {
  ^bb0(%i: index):
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    tensor.yield %f : f32
  } : tensor<?xf32>
  return %x : tensor<?xf32>
}

func.func private @table() -> tensor<?x?xf32> {
  %x = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %y = tensor.cast %x : tensor<2x3xf32> to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// CHECK: sizes = [3]
// CHECK-NEXT: [3, 4, 5]
// CHECK: sizes = [2, 1]
// CHECK-NEXT: {{\[\[}}0],
// CHECK-NEXT: [3]]
// CHECK: sizes = [2, 2]
// CHECK-NEXT: {{\[\[}}1, 2],
// CHECK-NEXT: [4, 5]]
// CHECK: sizes = [2, 0]
// CHECK: sizes = [1, 3]
// CHECK-NEXT: {{\[\[}}3, 4, 5]]
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %x = call @list(%c6) : (index) -> tensor<?xf32>
  %a, %b = call @halves(%x) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %u = tensor.cast %b : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %y = call @table() : () -> tensor<?x?xf32>
  %p:3 = call @pieces(%y, %c1, %c1)
      : (tensor<?x?xf32>, index, index) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
  %u0 = tensor.cast %p#0 : tensor<?x?xf32> to tensor<*xf32>
  %u1 = tensor.cast %p#1 : tensor<?x?xf32> to tensor<*xf32>
  %u2 = tensor.cast %p#2 : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%u0) : (tensor<*xf32>) -> ()
  call @printMemrefF32(%u1) : (tensor<*xf32>) -> ()
  call @printMemrefF32(%u2) : (tensor<*xf32>) -> ()
  %q:3 = call @pieces(%y, %c0, %c1)
      : (tensor<?x?xf32>, index, index) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
  %v1 = tensor.cast %q#1 : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%v1) : (tensor<*xf32>) -> ()
  return
}

// ODD: native.mlir:[[@LINE-63]]:12: error: dimension 0 of size 5 is not divisible by num_splits 2
func.func @odd() {
  %c5 = arith.constant 5 : index
  %x = call @list(%c5) : (index) -> tensor<?xf32>
  %a, %b = call @halves(%x) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}

// FAR: error: axis 2 is out of range for data of rank 2
func.func @far() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = call @table() : () -> tensor<?x?xf32>
  %p:3 = call @pieces(%y, %c2, %c1)
      : (tensor<?x?xf32>, index, index) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
  return
}
