// C9: a split has no effects, and is moved only where it cannot fail. A check
// stays where it is.
// RUN: split-opt %s -allow-unregistered-dialect -canonicalize | FileCheck %s --check-prefix=DEAD
// RUN: split-opt %s -allow-unregistered-dialect -cse | FileCheck %s --check-prefix=CSE
// RUN: split-opt %s -allow-unregistered-dialect -loop-invariant-code-motion | FileCheck %s --check-prefix=LICM

// DEAD-LABEL: func @split_c9_dead(
// DEAD-NOT: split.
// DEAD: return
// CSE-LABEL: func @split_c9_dead(
// CSE-NOT: split.
// CSE: return
func.func @split_c9_dead(%x: tensor<?xf32>, %a: i32, %l: tensor<2xi64>) {
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<2xf32>
  %1:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// CSE-LABEL: func @split_c9_same(
// CSE-COUNT-1: split.split
// CSE-NOT: split.split
// CSE: return
func.func @split_c9_same(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %1:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %1#1 : tensor<?xf32>, tensor<?xf32>
}

// Axes and counts differ, so values do.
// CSE-LABEL: func @split_c9_different(
// CSE-COUNT-3: split.split
func.func @split_c9_different(%x: tensor<4x4xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<4x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %1:2 = split.split %x axis(1) into 2 : tensor<4x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %2:4 = split.split %x axis(0) into 4 : tensor<4x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %1#0, %2#0 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// Asserts are neither erased nor merged nor hoisted.
// DEAD-LABEL: func @assert(
// DEAD-COUNT-3: split.assert
// CSE-LABEL: func @assert(
// CSE-COUNT-3: split.assert
// LICM-LABEL: func @assert(
// LICM: scf.for
// LICM: split.assert
func.func @assert(%ok: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  split.assert %ok, "a"
  split.assert %ok, "a"
  scf.for %i = %c0 to %n step %c1 {
    split.assert %ok, "a"
  }
  return
}

// LICM-LABEL: func @split_c9_hoisted(
// LICM-COUNT-6: split.{{(variadic_)?}}split
// LICM: scf.for
func.func @split_c9_hoisted(%x: tensor<4xf32>, %y: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<?xf32>
    %1:2 = split.variadic_split %x axis(0) lengths [1, -1] : tensor<4xf32> -> tensor<1xf32>, tensor<3xf32>
    %2:2 = split.variadic_split %x axis(-1) lengths [4, 0] : tensor<4xf32> -> tensor<4xf32>, tensor<0xf32>
    // One piece that takes everything.
    %3 = split.split %y axis(0) into 1 : tensor<?xf32> -> tensor<?xf32>
    %4 = split.variadic_split %y axis(0) lengths [-1] : tensor<?xf32> -> tensor<?xf32>
    %5:2 = split.variadic_split %y axis(0) lengths [0, -1] : tensor<?xf32> -> tensor<0xf32>, tensor<?xf32>
    "test.use"(%0#0, %1#0, %2#0, %3, %4, %5#1) : (tensor<2xf32>, tensor<1xf32>, tensor<4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> ()
  }
  return
}

// LICM-LABEL: func @split_c9_not_hoisted(
// LICM-NOT: split.
// LICM: scf.for
// LICM-COUNT-7: split.{{(variadic_)?}}split
func.func @split_c9_not_hoisted(%x: tensor<4x4xf32>, %y: tensor<?x4xf32>, %z: tensor<*xf32>, %a: i32, %l: tensor<2xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0:2 = split.split %x axis(%a : i32) into 2 : tensor<4x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
    %1:2 = split.split %y axis(0) into 2 : tensor<?x4xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
    %2:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4x4xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
    %3:2 = split.variadic_split %y axis(0) lengths [1, -1] : tensor<?x4xf32> -> tensor<1x4xf32>, tensor<?x4xf32>
    %4 = split.split %z axis(0) into 1 : tensor<*xf32> -> tensor<*xf32>
    // R6: what a result claims may be wrong.
    %5:2 = split.split %y axis(1) into 2 : tensor<?x4xf32> -> tensor<3x2xf32>, tensor<?x2xf32>
    %6 = split.variadic_split %y axis(0) lengths [4] : tensor<?x4xf32> -> tensor<4x4xf32>
    "test.use"(%0#0, %1#0, %2#0, %3#0, %4, %5#0, %6) : (tensor<?x?xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<1x4xf32>, tensor<*xf32>, tensor<3x2xf32>, tensor<4x4xf32>) -> ()
  }
  return
}
