// What is split, and a piece of it again along the same axis, is split once.
// RUN: split-opt %s -allow-unregistered-dialect -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func @nested(
// CHECK-SAME: %[[X:[^:]+]]: tensor<4x12xf32>
func.func @nested(%x: tensor<4x12xf32>) -> (tensor<4x2xf32>, tensor<4x1xf32>, tensor<4x6xf32>, tensor<4x3xf32>) {
  // CHECK-NEXT: %[[P:.+]]:4 = split.variadic_split %[[X]] axis(1) lengths [2, 1, 6, 3] {kept}
  %p:3 = split.variadic_split %x axis(-1) lengths [2, -1, 3] {kept} : tensor<4x12xf32> -> tensor<4x2xf32>, tensor<4x7xf32>, tensor<4x3xf32>
  %q:2 = split.variadic_split %p#1 axis(1) lengths [1, -1] {lost} : tensor<4x7xf32> -> tensor<4x1xf32>, tensor<4x6xf32>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1, %[[P]]#2, %[[P]]#3
  return %p#0, %q#0, %q#1, %p#2 : tensor<4x2xf32>, tensor<4x1xf32>, tensor<4x6xf32>, tensor<4x3xf32>
}

// -----

// At every depth, of every piece.
// CHECK-LABEL: func @nested_tree(
func.func @nested_tree(%x: tensor<13xf32>) -> (tensor<2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<5xf32>, tensor<4xf32>, tensor<0xf32>) {
  // CHECK-NEXT: %[[P:.+]]:6 = split.variadic_split %{{.+}} axis(0) lengths [2, 1, 1, 5, 4, 0] : tensor<13xf32> -> tensor<2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<5xf32>, tensor<4xf32>, tensor<0xf32>
  %p:2 = split.variadic_split %x axis(0) lengths [4, 9] : tensor<13xf32> -> tensor<4xf32>, tensor<9xf32>
  %q:2 = split.split %p#0 axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %r:2 = split.split %q#1 axis(0) into 2 : tensor<2xf32> -> tensor<1xf32>, tensor<1xf32>
  %s:3 = split.variadic_split %p#1 axis(0) lengths [5, 4, 0] : tensor<9xf32> -> tensor<5xf32>, tensor<4xf32>, tensor<0xf32>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1, %[[P]]#2, %[[P]]#3, %[[P]]#4, %[[P]]#5
  return %q#0, %r#0, %r#1, %s#0, %s#1, %s#2 : tensor<2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<5xf32>, tensor<4xf32>, tensor<0xf32>
}

// -----

// V3: what is left, split in turn, is what is left.
// CHECK-LABEL: func @nested_rest(
func.func @nested_rest(%x: tensor<?xf32>) -> (tensor<2xf32>, tensor<3xf32>, tensor<?xf32>) {
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(0) lengths [2, 3, -1]
  %p:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>
  %q:2 = split.variadic_split %p#1 axis(0) lengths [3, -1] : tensor<?xf32> -> tensor<3xf32>, tensor<?xf32>
  // CHECK-NEXT: return
  return %p#0, %q#0, %q#1 : tensor<2xf32>, tensor<3xf32>, tensor<?xf32>
}

// -----

// Where what is left has to be 7, data has to be 9.
// CHECK-LABEL: func @nested_rest_constant(
func.func @nested_rest_constant(%x: tensor<?xf32>) -> (tensor<2xf32>, tensor<3xf32>, tensor<4xf32>) {
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(0) lengths [2, 3, 4]
  %p:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>
  %q:2 = split.variadic_split %p#1 axis(0) lengths [3, 4] : tensor<?xf32> -> tensor<3xf32>, tensor<4xf32>
  // CHECK-NEXT: return
  return %p#0, %q#0, %q#1 : tensor<2xf32>, tensor<3xf32>, tensor<4xf32>
}

// -----

// R6: a type that states the length of what is left, or of equal pieces.
// CHECK-LABEL: func @nested_r6(
func.func @nested_r6(%x: tensor<?xf32>) -> (tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [2, 3, 3]
  %p:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<2xf32>, tensor<6xf32>
  %q:2 = split.split %p#1 axis(0) into 2 : tensor<6xf32> -> tensor<3xf32>, tensor<3xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [1, 1, 2]
  %r:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<2xf32>, tensor<2xf32>
  %s:2 = split.split %r#0 axis(0) into 2 : tensor<2xf32> -> tensor<1xf32>, tensor<1xf32>
  return %p#0, %q#0, %q#1, %s#0, %s#1, %r#1 : tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2xf32>
}

// -----

// What cannot fail may move to where the other split is.
// CHECK-LABEL: func @nested_conditional(
func.func @nested_conditional(%x: tensor<6x?xf32>, %c: i1) -> tensor<1x?xf32> {
  // CHECK-NEXT: %[[P:.+]]:3 = split.variadic_split %{{.+}} axis(0) lengths [1, 2, 3]
  // CHECK-NEXT: call @effect
  %p:2 = split.variadic_split %x axis(0) lengths [1, 5] : tensor<6x?xf32> -> tensor<1x?xf32>, tensor<5x?xf32>
  call @effect() : () -> ()
  // CHECK-NEXT: scf.if
  scf.if %c {
    %q:2 = split.variadic_split %p#1 axis(0) lengths [2, 3] : tensor<5x?xf32> -> tensor<2x?xf32>, tensor<3x?xf32>
    // CHECK-NEXT: func.call @use(%[[P]]#1)
    func.call @use(%q#0) : (tensor<2x?xf32>) -> ()
  }
  // CHECK: return %[[P]]#0
  return %p#0 : tensor<1x?xf32>
}
func.func private @effect()
func.func private @use(tensor<2x?xf32>)

// -----

// What may fail does not go before an effect, or where it is not reached.
// CHECK-LABEL: func @no_fold_nested_effect(
func.func @no_fold_nested_effect(%x: tensor<?xf32>, %y: tensor<?xf32>, %c: i1) -> (tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [2, -1]
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [2, -1]
  // CHECK: call @effect
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [3, -1]
  // CHECK: scf.if
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [3, -1]
  %p:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>
  %s:2 = split.variadic_split %y axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>
  call @effect() : () -> ()
  %q:2 = split.variadic_split %p#1 axis(0) lengths [3, -1] : tensor<?xf32> -> tensor<3xf32>, tensor<?xf32>
  %r = scf.if %c -> tensor<3xf32> {
    %t:2 = split.variadic_split %s#1 axis(0) lengths [3, -1] : tensor<?xf32> -> tensor<3xf32>, tensor<?xf32>
    func.call @effect() : () -> ()
    scf.yield %t#0 : tensor<3xf32>
  } else {
    scf.yield %q#0 : tensor<3xf32>
  }
  return %p#0, %q#0, %r : tensor<2xf32>, tensor<3xf32>, tensor<3xf32>
}
func.func private @effect()

// -----

// R6: nor does what a type claims.
// CHECK-LABEL: func @no_fold_nested_claim(
func.func @no_fold_nested_claim(%x: tensor<6x?xf32>) -> (tensor<2x?xf32>, tensor<2x8xf32>) {
  // CHECK: split.variadic_split
  %p:2 = split.variadic_split %x axis(0) lengths [2, 4] : tensor<6x?xf32> -> tensor<2x?xf32>, tensor<4x?xf32>
  call @effect() : () -> ()
  // CHECK: split.split
  %q:2 = split.split %p#1 axis(0) into 2 : tensor<4x?xf32> -> tensor<2x8xf32>, tensor<2x8xf32>
  return %p#0, %q#1 : tensor<2x?xf32>, tensor<2x8xf32>
}
func.func private @effect()

// -----

// CHECK-LABEL: func @no_fold_nested_other_use(
func.func @no_fold_nested_other_use(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<4xf32>, tensor<3xf32>) {
  // CHECK-COUNT-2: split.variadic_split
  %p:2 = split.variadic_split %x axis(0) lengths [2, 4] : tensor<6xf32> -> tensor<2xf32>, tensor<4xf32>
  %q:2 = split.variadic_split %p#1 axis(0) lengths [1, 3] : tensor<4xf32> -> tensor<1xf32>, tensor<3xf32>
  return %p#0, %p#1, %q#1 : tensor<2xf32>, tensor<4xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: func @no_fold_nested_axis(
func.func @no_fold_nested_axis(%x: tensor<6x4xf32>, %i: i32) -> (tensor<2x4xf32>, tensor<4x1xf32>, tensor<?x?xf32>) {
  // CHECK: split.variadic_split
  %p:2 = split.variadic_split %x axis(0) lengths [2, 4] : tensor<6x4xf32> -> tensor<2x4xf32>, tensor<4x4xf32>
  // CHECK: split.variadic_split
  %q:2 = split.variadic_split %p#1 axis(1) lengths [1, 3] : tensor<4x4xf32> -> tensor<4x1xf32>, tensor<4x3xf32>
  // CHECK: split.split
  %r:2 = split.split %q#1 axis(%i : i32) into 2 : tensor<4x3xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %p#0, %q#0, %r#0 : tensor<2x4xf32>, tensor<4x1xf32>, tensor<?x?xf32>
}

// -----

// Lengths that are values, or fractions of what is not known, cannot be written
// as lengths of the other split.
// CHECK-LABEL: func @no_fold_nested_unknown(
func.func @no_fold_nested_unknown(%x: tensor<?xf32>, %l: tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [2, -1]
  %p:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>
  // CHECK: split.split
  %q:2 = split.split %p#1 axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [1, -1]
  %r:2 = split.variadic_split %q#0 axis(0) lengths [1, -1] : tensor<?xf32> -> tensor<1xf32>, tensor<?xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths(
  %s:2 = split.variadic_split %r#1 axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %q#1, %s#0, %s#1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// Each index value keeps its check, even if the sizes of all pieces are known.
// CHECK-LABEL: func @no_fold_nested_r4(
func.func @no_fold_nested_r4(%x: tensor<10xf32>, %n: index) -> (tensor<4xf32>, tensor<6xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [4, 6]
  %p:2 = split.variadic_split %x axis(0) lengths [4, 6] : tensor<10xf32> -> tensor<4xf32>, tensor<6xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [%{{.+}}]
  %q = split.variadic_split %p#0 axis(0) lengths [%n] : tensor<4xf32> -> tensor<4xf32>
  return %q, %p#1 : tensor<4xf32>, tensor<6xf32>
}

// CHECK-LABEL: func @no_fold_root_r4(
func.func @no_fold_root_r4(%x: tensor<10xf32>, %n: index) -> (tensor<4xf32>, tensor<6xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [%{{.+}}]
  %p = split.variadic_split %x axis(0) lengths [%n] : tensor<10xf32> -> tensor<10xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [4, 6]
  %q:2 = split.variadic_split %p axis(0) lengths [4, 6] : tensor<10xf32> -> tensor<4xf32>, tensor<6xf32>
  return %q#0, %q#1 : tensor<4xf32>, tensor<6xf32>
}

// CHECK-LABEL: func @no_fold_nested_empty_r4(
func.func @no_fold_nested_empty_r4(%x: tensor<4xf32>, %n: index) -> (tensor<0xf32>, tensor<0xf32>, tensor<3xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [0, 1, 3]
  %p:3 = split.variadic_split %x axis(0) lengths [0, 1, 3] : tensor<4xf32> -> tensor<0xf32>, tensor<1xf32>, tensor<3xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [%{{.+}}, 0]
  %q:2 = split.variadic_split %p#0 axis(0) lengths [%n, 0] : tensor<0xf32> -> tensor<0xf32>, tensor<0xf32>
  return %q#0, %q#1, %p#2 : tensor<0xf32>, tensor<0xf32>, tensor<3xf32>
}

// -----

// Lengths that break a rule fail where they stand, and are no error.
// CHECK-LABEL: func @no_fold_nested_v3(
func.func @no_fold_nested_v3(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<5xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [2, 4]
  %p:2 = split.variadic_split %x axis(0) lengths [2, 4] : tensor<6xf32> -> tensor<2xf32>, tensor<?xf32>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [5, -1]
  %q:2 = split.variadic_split %p#1 axis(0) lengths [5, -1] : tensor<?xf32> -> tensor<5xf32>, tensor<?xf32>
  return %p#0, %q#0 : tensor<2xf32>, tensor<5xf32>
}

// -----

// In a graph, a split may be nested in itself.
// CHECK-LABEL: test.graph
// CHECK: %[[P:.+]]:2 = split.variadic_split %[[P]]#0 axis(0) lengths [-1, 1]
// CHECK: %[[Q:.+]]:3 = split.variadic_split %[[Q]]#0 axis(0) lengths [-1, 2, 1]
"test.graph"() ({
  %p:2 = split.variadic_split %p#0 axis(0) lengths [-1, 1] : tensor<?xf32> -> tensor<?xf32>, tensor<1xf32>
  %q:2 = split.variadic_split %r#0 axis(0) lengths [-1, 1] : tensor<?xf32> -> tensor<?xf32>, tensor<1xf32>
  %r:2 = split.variadic_split %q#0 axis(0) lengths [-1, 2] : tensor<?xf32> -> tensor<?xf32>, tensor<2xf32>
  "test.use"(%p#1, %q#1, %r#1) : (tensor<1xf32>, tensor<1xf32>, tensor<2xf32>) -> ()
}) : () -> ()

// A piece may be the lengths or state more than data; what may fail does not move
// over regions.
// CHECK-LABEL: func @no_merge_of_lengths(
// CHECK: %[[L:.+]]:2 = split.split
// CHECK: split.variadic_split %{{.+}} axis(0) lengths(%[[L]]#0 : tensor<2xi64>)
func.func @no_merge_of_lengths(%x: tensor<4xi64>, %y: tensor<8xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<4xi64> -> tensor<2xi64>, tensor<2xi64>
  %1:2 = split.variadic_split %y axis(0) lengths(%0#0 : tensor<2xi64>) : tensor<8xf32> -> tensor<?xf32>, tensor<?xf32>
  return %1#0, %1#1 : tensor<?xf32>, tensor<?xf32>
}
// CHECK-LABEL: func @no_merge_of_claim(
// CHECK: split.variadic_split
// CHECK: split.split
func.func @no_merge_of_claim(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<2x8xf32>, tensor<2x8xf32>) {
  %0:2 = split.variadic_split %x axis(0) lengths [-1, 4] : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<4x8xf32>
  %1:2 = split.split %0#1 axis(0) into 2 : tensor<4x8xf32> -> tensor<2x8xf32>, tensor<2x8xf32>
  return %0#0, %1#0, %1#1 : tensor<?x?xf32>, tensor<2x8xf32>, tensor<2x8xf32>
}
// CHECK-LABEL: func @no_merge_over_regions(
// CHECK: split.variadic_split
// CHECK: scf.if
// CHECK: split.split
func.func @no_merge_over_regions(%x: tensor<?xf32>, %c: i1) -> (tensor<2xf32>, tensor<?xf32>, tensor<?xf32>, i32) {
  %0:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>
  %1 = scf.if %c -> i32 {
    %2 = "test.value"() : () -> i32
    scf.yield %2 : i32
  } else {
    %3 = "test.value"() : () -> i32
    scf.yield %3 : i32
  }
  %4:2 = split.variadic_split %0#1 axis(0) lengths [3, -1] : tensor<?xf32> -> tensor<3xf32>, tensor<?xf32>
  %5:2 = split.split %4#1 axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %5#0, %5#1, %1 : tensor<2xf32>, tensor<?xf32>, tensor<?xf32>, i32
}
// Splits of later pieces may come first, and in graph regions before the root.
// CHECK-LABEL: func @merge_in_any_order(
// CHECK: split.variadic_split %{{.+}} axis(0) lengths [2, 2, 2, 2]
// CHECK-NOT: split.
// CHECK: return
func.func @merge_in_any_order(%x: tensor<?x?xf32>) -> (tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>) {
  %0:2 = split.variadic_split %x axis(0) lengths [4, 4] : tensor<?x?xf32> -> tensor<4x?xf32>, tensor<4x?xf32>
  %1:2 = split.variadic_split %0#1 axis(0) lengths [2, 2] : tensor<4x?xf32> -> tensor<2x8xf32>, tensor<2x8xf32>
  %2:2 = split.variadic_split %0#0 axis(0) lengths [2, 2] : tensor<4x?xf32> -> tensor<2x8xf32>, tensor<2x8xf32>
  return %2#0, %2#1, %1#0, %1#1 : tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>
}
// CHECK-LABEL: "test.graph"
// CHECK: split.variadic_split %{{.+}} axis(0) lengths [2, 2, 4]
// CHECK-NOT: split.
"test.graph"() ({
^bb0(%x: tensor<?x?xf32>):
  "test.use"(%1#0, %1#1, %0#1) : (tensor<2x8xf32>, tensor<2x8xf32>, tensor<4x?xf32>) -> ()
  %1:2 = split.variadic_split %0#0 axis(0) lengths [2, 2] : tensor<4x?xf32> -> tensor<2x8xf32>, tensor<2x8xf32>
  %0:2 = split.variadic_split %x axis(0) lengths [4, 4] : tensor<?x?xf32> -> tensor<4x?xf32>, tensor<4x?xf32>
}) : () -> ()
