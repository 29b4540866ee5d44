// Upstream takes a tensor that a loop carries to keep the size that it starts with
// where it starts from a cast. So no fold puts a cast there: these loops halve
// what they carry.
// RUN: split-opt %s -canonicalize | FileCheck %s

// CHECK-NOT: tensor<4xf32> to tensor<8xf32>

// CHECK-LABEL: func @no_fold_join_that_starts_loop(
// CHECK: %[[C:.+]] = tensor.concat
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %[[C]]) -> (tensor<?xf32>)
func.func @no_fold_join_that_starts_loop(%x: tensor<8xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(0) into 2 : tensor<8xf32> -> tensor<?xf32>, tensor<?xf32>
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %c) -> tensor<?xf32> {
    %h:2 = split.split %t axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    scf.yield %h#0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Without a cast nothing is wrong.
// CHECK-LABEL: func @join_that_starts_loop(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %[[X]]) -> (tensor<?xf32>)
func.func @join_that_starts_loop(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %c) -> tensor<?xf32> {
    %h:2 = split.split %t axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    scf.yield %h#0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @no_fold_joined_that_starts_loop(
// CHECK: %[[P:.+]]:2 = split.variadic_split
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %[[P]]#0) -> (tensor<?xf32>)
func.func @no_fold_joined_that_starts_loop(%x: tensor<8xf32>, %y: tensor<4xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = tensor.concat dim(0) %x, %y : (tensor<8xf32>, tensor<4xf32>) -> tensor<12xf32>
  %p:2 = split.variadic_split %c axis(0) lengths [8, 4] : tensor<12xf32> -> tensor<?xf32>, tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %p#0) -> tensor<?xf32> {
    %h:2 = split.split %t axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    scf.yield %h#0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @no_fold_whole_that_starts_loop(
// CHECK: %[[P:.+]]:2 = split.split
// CHECK: %[[Q:.+]] = split.split %[[P]]#0 axis(0) into 1 : tensor<8xf32> -> tensor<?xf32>
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %[[Q]]) -> (tensor<?xf32>)
func.func @no_fold_whole_that_starts_loop(%x: tensor<16xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(0) into 2 : tensor<16xf32> -> tensor<?xf32>, tensor<?xf32>
  %q = split.split %p#0 axis(0) into 1 : tensor<?xf32> -> tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %q) -> tensor<?xf32> {
    %h:2 = split.split %t axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    scf.yield %h#0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @no_fold_whole_beside_empty_that_starts_loop(
// CHECK: %[[Q:.+]]:2 = split.variadic_split %{{.+}} axis(0) lengths [0, {{.+}}] : tensor<8xf32> -> tensor<0xf32>, tensor<?xf32>
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %[[Q]]#1) -> (tensor<?xf32>)
func.func @no_fold_whole_beside_empty_that_starts_loop(%x: tensor<16xf32>, %n: index) -> (tensor<?xf32>, tensor<0xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(0) into 2 : tensor<16xf32> -> tensor<?xf32>, tensor<8xf32>
  %q:2 = split.variadic_split %p#0 axis(0) lengths [0, -1] : tensor<?xf32> -> tensor<0xf32>, tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %q#1) -> tensor<?xf32> {
    %h:2 = split.split %t axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    scf.yield %h#0 : tensor<?xf32>
  }
  return %r, %q#0 : tensor<?xf32>, tensor<0xf32>
}
