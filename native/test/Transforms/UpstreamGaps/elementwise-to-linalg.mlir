// Elementwise ops on tensors, but not a choice between whole tensors.
// RUN: split-opt %s -split-elementwise-to-linalg | FileCheck %s

// CHECK-LABEL: func @add(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[Y:.+]]: tensor<?xf32>)
// CHECK: linalg.generic {{.+}} ins(%[[X]], %[[Y]] : tensor<?xf32>, tensor<?xf32>)
// CHECK: arith.addf %{{.+}} : f32
func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @select_elements(
// CHECK: linalg.generic
// CHECK: arith.select %{{.+}} : f32
func.func @select_elements(%c: tensor<?xi1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.select %c, %x, %y : tensor<?xi1>, tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The tensors may be of different sizes.
// CHECK-LABEL: func @no_convert_select_tensor(
// CHECK-SAME: %[[C:.+]]: i1, %[[X:.+]]: tensor<?xf32>, %[[Y:.+]]: tensor<?xf32>)
// CHECK-NEXT: %[[R:.+]] = arith.select %[[C]], %[[X]], %[[Y]] : tensor<?xf32>
// CHECK-NEXT: return %[[R]]
func.func @no_convert_select_tensor(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.select %c, %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @no_convert_scalars(
// CHECK-NEXT: arith.addf
// CHECK-NEXT: return
func.func @no_convert_scalars(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}
