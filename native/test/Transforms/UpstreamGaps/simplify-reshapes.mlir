// Reshapes that upstream cannot lower become others.
// RUN: split-opt %s -split-simplify-reshapes | FileCheck %s

// CHECK-LABEL: func @expand(
// CHECK: %[[S:.+]] = tensor.from_elements %arg1, %c2{{.*}}, %arg2 : tensor<3xindex>
// CHECK: tensor.reshape %arg0(%[[S]]) : (tensor<?xf32>, tensor<3xindex>) -> tensor<?x2x?xf32>
func.func @expand(%x: tensor<?xf32>, %n: index, %m: index) -> tensor<?x2x?xf32> {
  %0 = tensor.expand_shape %x [[0, 1, 2]] output_shape [%n, 2, %m] : tensor<?xf32> into tensor<?x2x?xf32>
  return %0 : tensor<?x2x?xf32>
}

// CHECK-LABEL: func @expand_one(
// CHECK-NEXT: tensor.expand_shape
func.func @expand_one(%x: tensor<?xf32>, %n: index) -> tensor<?x2xf32> {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, 2] : tensor<?xf32> into tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func @unranked(
// CHECK: %[[S:.+]] = arith.index_cast %arg1 : tensor<2xi32> to tensor<2xindex>
// CHECK: %[[R:.+]] = tensor.reshape %arg0(%[[S]]) : (tensor<6xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK: tensor.cast %[[R]] : tensor<?x?xf32> to tensor<*xf32>
func.func @unranked(%x: tensor<6xf32>, %s: tensor<2xi32>) -> tensor<*xf32> {
  %0 = tensor.reshape %x(%s) : (tensor<6xf32>, tensor<2xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// CHECK-LABEL: func @ranked(
// CHECK-NEXT: tensor.reshape
// CHECK-NEXT: return
func.func @ranked(%x: tensor<6xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %x(%s) : (tensor<6xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func @expand_zero(
// CHECK: tensor.empty(%arg1) : tensor<?x0xf32>
func.func @expand_zero(%x: tensor<?xf32>, %n: index) -> tensor<?x0xf32> {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, 0] : tensor<?xf32> into tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// CHECK-LABEL: func @concat(
// CHECK: %[[A:.+]] = tensor.cast %arg0 : tensor<3xf32> to tensor<?xf32>
// CHECK: tensor.concat dim(0) %arg0, %arg0 :
func.func @concat(%x: tensor<3xf32>, %e: tensor<0xf32>) -> (tensor<?xf32>, tensor<6xf32>) {
  %0 = tensor.concat dim(0) %e, %x : (tensor<0xf32>, tensor<3xf32>) -> tensor<?xf32>
  %1 = tensor.concat dim(0) %x, %e, %x : (tensor<3xf32>, tensor<0xf32>, tensor<3xf32>) -> tensor<6xf32>
  return %0, %1 : tensor<?xf32>, tensor<6xf32>
}
