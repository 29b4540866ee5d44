// Whatever a split becomes has its location.
// RUN: split-opt %s -convert-split-to-linalg=materialize=all -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func @locations(
func.func @locations(%x: tensor<?x4xf32>, %l: tensor<2xi8>, %a: index, %u: tensor<*xf32>) -> tensor<*xf32> {
  // CHECK: tensor.dim {{.+}} loc("model":7:3)
  // CHECK: affine.apply {{.+}} loc("model":7:3)
  // CHECK: tensor.empty{{.+}} loc("model":7:3)
  // CHECK: split.copy {{.+}} loc("model":7:3)
  // CHECK: tensor.cast {{.+}} loc("model":7:3)
  %0:2 = split.split %x axis(0) into 2 : tensor<?x4xf32> -> tensor<*xf32>, tensor<?x4xf32> loc("model":7:3)
  // CHECK: tensor.extract {{.+}} loc("lengths")
  // CHECK: arith.index_cast {{.+}} loc("lengths")
  // CHECK: arith.select {{.+}} loc("lengths")
  // CHECK: split.copy {{.+}} loc("lengths")
  %1:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi8>) : tensor<?x4xf32> -> tensor<?x4xf32>, tensor<?x4xf32> loc("lengths")
  // CHECK: scf.for
  // CHECK: arith.muli {{.+}} loc("axis")
  // CHECK: } loc("axis")
  // CHECK: tensor.reshape {{.+}} loc("axis")
  // CHECK: split.copy {{.+}} loc("axis")
  // CHECK: tensor.empty{{.+}} loc("axis")
  // CHECK: arith.select {{.+}} loc("axis")
  // CHECK: tensor.insert {{.+}} loc("axis")
  // CHECK: tensor.reshape {{.+}} loc("axis")
  %2:2 = split.split %u axis(%a : index) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32> loc("axis")
  return %2#0 : tensor<*xf32>
}
