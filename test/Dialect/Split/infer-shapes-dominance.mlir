// What a split tells of its data holds where it has run, and nowhere else.
// RUN: split-opt %s -allow-unregistered-dialect -split-infer-shapes -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: split-opt %t -allow-unregistered-dialect -split-infer-shapes | diff %t -

// The check of a split reads its data before it.
// CHECK-LABEL: func @no_refine_before(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @no_refine_before(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  // CHECK: %[[BEFORE:.+]] = tensor.dim %[[X]], %{{.+}} : tensor<?xf32>
  // CHECK: split.assert
  // CHECK-NEXT: %[[Y:.+]] = tensor.cast %[[X]] : tensor<?xf32> to tensor<7xf32>
  // CHECK-NEXT: split.variadic_split %[[Y]]
  // CHECK-NEXT: tensor.dim %[[Y]], %{{.+}} : tensor<7xf32>
  %before = tensor.dim %x, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %before, %c7 : index
  split.assert %ok, "size {}" (%before)
  %0:2 = split.variadic_split %x axis(0) lengths [3, 4] : tensor<?xf32> -> tensor<3xf32>, tensor<4xf32>
  %after = tensor.dim %x, %c0 : tensor<?xf32>
  return
}

// A branch that was not taken tells nothing, neither to the other one nor to
// what follows.
// CHECK-LABEL: func @no_refine_after_region(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @no_refine_after_region(%x: tensor<?xf32>, %c: i1) {
  // CHECK: scf.if
  scf.if %c {
    // CHECK-NEXT: %[[Y:.+]] = tensor.cast %[[X]]
    // CHECK-NEXT: split.variadic_split %[[Y]]
    // CHECK-NEXT: tensor.rank %[[Y]] : tensor<7xf32>
    %0:2 = split.variadic_split %x axis(0) lengths [3, 4] : tensor<?xf32> -> tensor<3xf32>, tensor<4xf32>
    %r = tensor.rank %x : tensor<?xf32>
  } else {
    // CHECK: tensor.rank %[[X]] : tensor<?xf32>
    %r = tensor.rank %x : tensor<?xf32>
  }
  // CHECK: tensor.rank %[[X]] : tensor<?xf32>
  %s = tensor.rank %x : tensor<?xf32>
  return
}

// What has run before a region holds in it.
// CHECK-LABEL: func @refine_in_region(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @refine_in_region(%x: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[Y:.+]] = tensor.cast %[[X]] : tensor<?xf32> to tensor<6xf32>
  // CHECK-NEXT: split.variadic_split %[[Y]]
  %0:2 = split.variadic_split %x axis(0) lengths [2, 4] : tensor<?xf32> -> tensor<2xf32>, tensor<4xf32>
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: split.split %[[Y]] axis(0) into 2 : tensor<6xf32> -> tensor<3xf32>, tensor<3xf32>
    %1:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  }
  return
}

// A loop may not run at all, and the first time nothing in it has run.
// CHECK-LABEL: func @no_refine_across_iterations(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @no_refine_across_iterations(%x: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: tensor.rank %[[X]]
    %r = tensor.rank %x : tensor<?xf32>
    // CHECK-NEXT: split.variadic_split %[[X]]
    %0:2 = split.variadic_split %x axis(0) lengths [2, 4] : tensor<?xf32> -> tensor<2xf32>, tensor<4xf32>
  }
  // CHECK: split.split %[[X]] axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %1:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// Blocks: the entry dominates all, a branch not what joins it.
// CHECK-LABEL: func @blocks(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>
func.func @blocks(%x: tensor<?x?xf32>, %c: i1) {
  // CHECK-NEXT: %[[Y:.+]] = tensor.cast %[[X]] : tensor<?x?xf32> to tensor<3x?xf32>
  // CHECK-NEXT: split.variadic_split %[[Y]]
  %0:2 = split.variadic_split %x axis(0) lengths [1, 2] : tensor<?x?xf32> -> tensor<1x?xf32>, tensor<2x?xf32>
  cf.cond_br %c, ^left, ^right
^left:
  // CHECK: %[[Z:.+]] = tensor.cast %[[Y]] : tensor<3x?xf32> to tensor<3x5xf32>
  // CHECK-NEXT: split.variadic_split %[[Z]]
  // CHECK-NEXT: tensor.rank %[[Z]]
  %1:2 = split.variadic_split %x axis(1) lengths [1, 4] : tensor<?x?xf32> -> tensor<?x1xf32>, tensor<?x4xf32>
  %r = tensor.rank %x : tensor<?x?xf32>
  cf.br ^join
^right:
  // CHECK: tensor.rank %[[Y]] : tensor<3x?xf32>
  %s = tensor.rank %x : tensor<?x?xf32>
  cf.br ^join
^join:
  // CHECK: split.split %[[Y]] axis(1) into 2 : tensor<3x?xf32> -> tensor<3x?xf32>, tensor<3x?xf32>
  %2:2 = split.split %x axis(1) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

// Blocks that nothing reaches are left as they are.
// CHECK-LABEL: func @unreachable(
func.func @unreachable(%x: tensor<4xf32>) {
  return
^dead:
  // CHECK: split.split {{.+}} -> tensor<?xf32>, tensor<?xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  cf.br ^dead
}

// Of an op that nobody knows the regions may be graphs, where no order holds.
// CHECK-LABEL: func @no_refine_in_graph(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @no_refine_in_graph(%x: tensor<?xf32>) {
  // CHECK-NEXT: "test.graph"
  "test.graph"() ({
    // CHECK-NEXT: split.variadic_split %[[X]]
    // CHECK-NEXT: tensor.rank %[[X]]
    %0:2 = split.variadic_split %x axis(0) lengths [3, 4] : tensor<?xf32> -> tensor<3xf32>, tensor<4xf32>
    %r = tensor.rank %x : tensor<?xf32>
    "test.end"() : () -> ()
  }) : () -> ()
  return
}
