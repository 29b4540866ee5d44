// RUN: split-opt %s --split-to-llvm=host-abi | FileCheck %s
// RUN: split-opt %s --split-to-llvm='host-abi results=views' | FileCheck %s

// An axis and an index that are out of range. The ops behind the failing checks
// read sizes of dimensions with negative numbers, which upstream's patterns for
// the GPU dialect would look up in the shape.

module attributes {gpu.container_module} {
  // CHECK-LABEL: llvm.func internal @axis.impl(
  // CHECK: llvm.call @split_mlir_record_failure
  func.func @axis(%x: tensor<9x6xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    %a = arith.constant -4 : i64
    %p:2 = split.split %x axis(%a : i64) into 2 : tensor<9x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
    return %p#0, %p#1 : tensor<?x?xf32>, tensor<?x?xf32>
  }

  // CHECK-LABEL: llvm.func internal @dim.impl(
  // CHECK: llvm.call @split_mlir_record_failure
  func.func @dim(%x: tensor<?x6xf32>) -> index {
    %c = arith.constant -1 : index
    %p:2 = split.split %x axis(1) into 2 : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
    %d = tensor.dim %p#0, %c : tensor<?x3xf32>
    return %d : index
  }
}
