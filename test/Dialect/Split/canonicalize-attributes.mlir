// Axis and lengths take their simplest form. What is known is what types and
// attributes tell of data.
// RUN: split-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @axis(
func.func @axis(%x: tensor<4x?xf32>, %y: tensor<2x3x6xf32>) -> (tensor<4x?xf32>, tensor<2x1x6xf32>, tensor<2x2x6xf32>) {
  // CHECK: split.split %{{.+}} axis(1) into 2 {kept}
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [1, 2] {kept}
  %0:2 = split.split %x axis(-1) into 2 {kept} : tensor<4x?xf32> -> tensor<4x?xf32>, tensor<4x?xf32>
  %1:2 = split.variadic_split %y axis(-2) lengths [1, 2] {kept} : tensor<2x3x6xf32> -> tensor<2x1x6xf32>, tensor<2x2x6xf32>
  return %0#0, %1#0, %1#1 : tensor<4x?xf32>, tensor<2x1x6xf32>, tensor<2x2x6xf32>
}

// Counted from the end of a rank that nobody knows.
// CHECK-LABEL: func @no_fold_axis_of_unknown_rank(
func.func @no_fold_axis_of_unknown_rank(%x: tensor<*xf32>) -> tensor<*xf32> {
  // CHECK: split.split %{{.+}} axis(-1) into 2
  %0:2 = split.split %x axis(-1) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return %0#0 : tensor<*xf32>
}

// V3: what the others leave, which may be nothing.
// CHECK-LABEL: func @rest(
func.func @rest(%x: tensor<?x6xf32>) -> (tensor<?x2xf32>, tensor<?x4xf32>, tensor<?x1xf32>, tensor<?x5xf32>, tensor<?x0xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 4] {kept}
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [1, 5, 0]
  %0:2 = split.variadic_split %x axis(1) lengths [2, -1] {kept} : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x4xf32>
  %1:3 = split.variadic_split %x axis(-1) lengths [1, 5, -1] : tensor<?x6xf32> -> tensor<?x1xf32>, tensor<?x5xf32>, tensor<?x0xf32>
  return %0#0, %0#1, %1#0, %1#1, %1#2 : tensor<?x2xf32>, tensor<?x4xf32>, tensor<?x1xf32>, tensor<?x5xf32>, tensor<?x0xf32>
}

// CHECK-LABEL: func @no_fold_rest(
func.func @no_fold_rest(%x: tensor<?x6xf32>, %a: index) -> (tensor<2x6xf32>, tensor<?x?xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [2, -1]
  // CHECK: split.variadic_split %{{.+}} axis(%{{.+}} : index) lengths [2, -1]
  %0:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?x6xf32> -> tensor<2x6xf32>, tensor<?x6xf32>
  %1:2 = split.variadic_split %x axis(%a : index) lengths [2, -1] : tensor<?x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %1#0 : tensor<2x6xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func @equal_lengths(
func.func @equal_lengths(%x: tensor<?x6xf32>, %z: tensor<0x3xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  // CHECK: split.split %{{.+}} axis(1) into 3 {kept} : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
  // CHECK: split.split %{{.+}} axis(1) into 2 : tensor<?x6xf32>
  %0:3 = split.variadic_split %x axis(-1) lengths [2, 2, 2] {kept} : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
  %1:2 = split.variadic_split %x axis(1) lengths [-1, 3] : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
  return %0#0, %0#1, %0#2, %1#0, %1#1 : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// V4: lengths tell the size of data, a number of pieces would not.
// CHECK-LABEL: func @no_fold_equal_lengths(
func.func @no_fold_equal_lengths(%x: tensor<?x?xf32>, %y: tensor<*xf32>, %a: i32, %z: tensor<4x6xf32>) -> (tensor<?x3xf32>, tensor<*xf32>, tensor<?x?xf32>, tensor<4x2xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [3, 3]
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [3, 3]
  // CHECK: split.variadic_split %{{.+}} axis(%{{.+}} : i32) lengths [2, 2]
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 2, 1, 1]
  %0:2 = split.variadic_split %x axis(1) lengths [3, 3] : tensor<?x?xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
  %1:2 = split.variadic_split %y axis(0) lengths [3, 3] : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %2:2 = split.variadic_split %z axis(%a : i32) lengths [2, 2] : tensor<4x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %3:4 = split.variadic_split %z axis(1) lengths [2, 2, 1, 1] : tensor<4x6xf32> -> tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x1xf32>, tensor<4x1xf32>
  return %0#0, %1#0, %2#0, %3#0 : tensor<?x3xf32>, tensor<*xf32>, tensor<?x?xf32>, tensor<4x2xf32>
}

// A constant made of scalars.
// CHECK-LABEL: func @from_elements(
func.func @from_elements(%x: tensor<?x6xf32>) -> tensor<?x2xf32> {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i64
  %c4 = arith.constant 4 : i64
  %a = tensor.from_elements %c1 : tensor<1xi32>
  %l = tensor.from_elements %c2, %c4 : tensor<2xi64>
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 4]
  %0:2 = split.variadic_split %x axis(%a : tensor<1xi32>) lengths(%l : tensor<2xi64>) : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x4xf32>
  return %0#0 : tensor<?x2xf32>
}

// CHECK-LABEL: func @no_fold_from_elements(
func.func @no_fold_from_elements(%x: tensor<?x6xf32>, %n: i64) -> tensor<?x?xf32> {
  %c4 = arith.constant 4 : i64
  %l = tensor.from_elements %n, %c4 : tensor<2xi64>
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths(%{{.+}} : tensor<2xi64>)
  %0:2 = split.variadic_split %x axis(1) lengths(%l : tensor<2xi64>) : tensor<?x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0 : tensor<?x?xf32>
}

// CHECK-LABEL: func @copy_axis(
func.func @copy_axis(%m: memref<4x6xf32>, %o: memref<4x6xf32>) {
  // CHECK: split.copy ins(%{{.+}}) outs(%{{.+}}) axis(1) {kept}
  // CHECK: split.copy ins(%{{.+}}) outs(%{{.+}}) axis(0)
  split.copy ins(%m : memref<4x6xf32>) outs(%o : memref<4x6xf32>) axis(-1) {kept}
  split.copy ins(%m : memref<4x6xf32>) outs(%o : memref<4x6xf32>) axis(0)
  return
}
