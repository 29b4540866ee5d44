// Pieces that are something simpler: everything, nothing, or the same
// everywhere.
// RUN: split-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @whole(
// CHECK-SAME: %[[X:.+]]: tensor<?x6xf32>, %[[Z:.+]]: tensor<0x3xf32>
func.func @whole(%x: tensor<?x6xf32>, %z: tensor<0x3xf32>) -> (tensor<?x6xf32>, tensor<?x6xf32>, tensor<?x6xf32>, tensor<?x?xf32>, tensor<0x3xf32>, tensor<0x3xf32>) {
  // CHECK: %[[C:.+]] = tensor.cast %[[X]] : tensor<?x6xf32> to tensor<?x?xf32>
  // CHECK: return %[[X]], %[[X]], %[[X]], %[[C]], %[[Z]], %[[Z]]
  %0 = split.split %x axis(0) into 1 : tensor<?x6xf32> -> tensor<?x6xf32>
  %1 = split.variadic_split %x axis(0) lengths [-1] : tensor<?x6xf32> -> tensor<?x6xf32>
  %2 = split.variadic_split %x axis(-1) lengths [6] : tensor<?x6xf32> -> tensor<?x6xf32>
  %3 = split.split %x axis(0) into 1 : tensor<?x6xf32> -> tensor<?x?xf32>
  %4:2 = split.split %z axis(0) into 2 : tensor<0x3xf32> -> tensor<0x3xf32>, tensor<0x3xf32>
  return %0, %1, %2, %3, %4#0, %4#1 : tensor<?x6xf32>, tensor<?x6xf32>, tensor<?x6xf32>, tensor<?x?xf32>, tensor<0x3xf32>, tensor<0x3xf32>
}

// R1, R4, R6: whether it is everything is known at run time.
// CHECK-LABEL: func @no_fold_whole(
func.func @no_fold_whole(%x: tensor<?x6xf32>, %u: tensor<*xf32>, %a: index) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<*xf32>, tensor<?x6xf32>) {
  // CHECK: split.split %{{.+}} axis(0) into 1
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [4]
  // CHECK: split.split %{{.+}} axis(0) into 1
  // CHECK: split.split %{{.+}} axis(%{{.+}} : index) into 1
  %0 = split.split %x axis(0) into 1 : tensor<?x6xf32> -> tensor<4x6xf32>
  %1 = split.variadic_split %x axis(0) lengths [4] : tensor<?x6xf32> -> tensor<4x6xf32>
  %2 = split.split %u axis(0) into 1 : tensor<*xf32> -> tensor<*xf32>
  %3 = split.split %x axis(%a : index) into 1 : tensor<?x6xf32> -> tensor<?x6xf32>
  return %0, %1, %2, %3 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<*xf32>, tensor<?x6xf32>
}

// CHECK-LABEL: func @whole_and_nothing(
// CHECK-SAME: %[[X:.+]]: tensor<?x6xf32, "e">
func.func @whole_and_nothing(%x: tensor<?x6xf32, "e">) -> (tensor<?x0xf32, "e">, tensor<?x6xf32, "e">, tensor<0x6xf32, "e">, tensor<?x6xf32, "e">) {
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[D:.+]] = tensor.dim %[[X]], %[[C0]]
  // CHECK-DAG: %[[A:.+]] = tensor.empty(%[[D]]) : tensor<?x0xf32, "e">
  // CHECK-DAG: %[[B:.+]] = tensor.empty() : tensor<0x6xf32, "e">
  // CHECK: return %[[A]], %[[X]], %[[B]], %[[X]]
  %0:3 = split.variadic_split %x axis(1) lengths [0, 6, 0] : tensor<?x6xf32, "e"> -> tensor<?x0xf32, "e">, tensor<?x6xf32, "e">, tensor<?x0xf32, "e">
  %1:2 = split.variadic_split %x axis(0) lengths [0, -1] : tensor<?x6xf32, "e"> -> tensor<0x6xf32, "e">, tensor<?x6xf32, "e">
  return %0#0, %0#1, %1#0, %1#1 : tensor<?x0xf32, "e">, tensor<?x6xf32, "e">, tensor<0x6xf32, "e">, tensor<?x6xf32, "e">
}

// CHECK-LABEL: func @no_fold_whole_and_nothing(
func.func @no_fold_whole_and_nothing(%x: tensor<?x6xf32>) -> (tensor<6x6xf32>, tensor<?x6xf32>, tensor<4x6xf32>) {
  // CHECK: split.variadic_split %{{.+}} lengths [0, 6]
  // CHECK: split.variadic_split %{{.+}} lengths [0, -1, 1]
  // CHECK: split.variadic_split %{{.+}} lengths [0, -1]
  %0:2 = split.variadic_split %x axis(0) lengths [0, 6] : tensor<?x6xf32> -> tensor<0x6xf32>, tensor<6x6xf32>
  %1:3 = split.variadic_split %x axis(0) lengths [0, -1, 1] : tensor<?x6xf32> -> tensor<0x6xf32>, tensor<?x6xf32>, tensor<1x6xf32>
  %2:2 = split.variadic_split %x axis(0) lengths [0, -1] : tensor<?x6xf32> -> tensor<0x6xf32>, tensor<4x6xf32>
  return %0#1, %1#1, %2#1 : tensor<6x6xf32>, tensor<?x6xf32>, tensor<4x6xf32>
}

// CHECK-LABEL: func @splat(
// CHECK-SAME: %[[V:.+]]: f32
func.func @splat(%v: f32) -> (tensor<2x4xf32>, tensor<1x4xf32>, tensor<0x4xf32>) {
  // CHECK-DAG: %[[A:.+]] = tensor.splat %[[V]] : tensor<2x4xf32>
  // CHECK-DAG: %[[B:.+]] = tensor.splat %[[V]] : tensor<1x4xf32>
  // CHECK-DAG: %[[C:.+]] = tensor.splat %[[V]] : tensor<0x4xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]]
  %x = tensor.splat %v : tensor<3x4xf32>
  %0:3 = split.variadic_split %x axis(0) lengths [2, 1, 0] : tensor<3x4xf32> -> tensor<2x4xf32>, tensor<1x4xf32>, tensor<0x4xf32>
  return %0#0, %0#1, %0#2 : tensor<2x4xf32>, tensor<1x4xf32>, tensor<0x4xf32>
}

// CHECK-LABEL: func @no_fold_splat(
func.func @no_fold_splat(%v: f32, %n: index, %l: tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  %x = tensor.splat %v[%n] : tensor<?xf32>
  %y = tensor.splat %v : tensor<4xf32>
  // CHECK: split.split
  // CHECK: split.variadic_split
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %1:2 = split.variadic_split %y axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %1#0 : tensor<?xf32>, tensor<?xf32>
}

// C9: without effects, a split that nobody needs goes, even one that may fail.
// CHECK-LABEL: func @unused(
func.func @unused(%x: tensor<?xf32>, %a: i32, %l: tensor<2xi64>) {
  // CHECK-NEXT: return
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<3xf32>
  %1:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// CHECK-LABEL: func @no_fold_used_once(
func.func @no_fold_used_once(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: split.split
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#1 : tensor<?xf32>
}

// Sizes of splats are known at run time only.
// CHECK-LABEL: func @no_fold_dynamic_splat(
// CHECK: tensor.splat
// CHECK: split.split
func.func @no_fold_dynamic_splat(%v: f32, %n: index) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %x = tensor.splat %v[%n] : tensor<?x6xf32>
  %0:2 = split.split %x axis(1) into 2 : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
  return %0#0, %0#1 : tensor<?x3xf32>, tensor<?x3xf32>
}

// The type of an empty piece that a loop carries does not state its size.
// CHECK-LABEL: func @no_fold_carried_empty(
// CHECK: split.variadic_split %{{.+}} axis(0) lengths [0, 6]
// CHECK: split.variadic_split %{{.+}} axis(0) lengths [0, 6]
func.func @no_fold_carried_empty(%x: tensor<6xf32>, %n: index) -> (tensor<?xf32>, tensor<6xf32>, tensor<*xf32>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = split.variadic_split %x axis(0) lengths [0, 6] : tensor<6xf32> -> tensor<?xf32>, tensor<6xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0#0) -> tensor<?xf32> {
    %2 = math.absf %a : tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  %3:2 = split.variadic_split %x axis(0) lengths [0, 6] : tensor<6xf32> -> tensor<*xf32>, tensor<6xf32>
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %3#0) -> tensor<*xf32> {
    %5 = math.absf %a : tensor<*xf32>
    scf.yield %5 : tensor<*xf32>
  }
  return %1, %0#1, %4, %3#1 : tensor<?xf32>, tensor<6xf32>, tensor<*xf32>, tensor<6xf32>
}
