// Joining all pieces, and splitting where pieces were joined, changes nothing.
// RUN: split-opt %s -allow-unregistered-dialect -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func @join_all(
// CHECK-SAME: %[[X:.+]]: tensor<4x6xf32>
func.func @join_all(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %p:3 = split.split %x axis(-1) into 3 : tensor<4x6xf32> -> tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
  %c = tensor.concat dim(1) %p#0, %p#1, %p#2 : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x6xf32>
  // CHECK-NEXT: return %[[X]]
  return %c : tensor<4x6xf32>
}

// -----

// Whatever the sizes: the pieces of a split that obeys its rules are all of data.
// CHECK-LABEL: func @join_all_dynamic(
// CHECK-SAME: %[[X:[^:]+]]: tensor<?x?xf32>
func.func @join_all_dynamic(%x: tensor<?x?xf32>, %l: tensor<2xi64>) -> tensor<?x?xf32> {
  %p:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK-NEXT: return %[[X]]
  return %c : tensor<?x?xf32>
}

// -----

// Types of pieces may be less precise than data's.
// CHECK-LABEL: func @join_all_cast(
// CHECK-SAME: %[[X:[^:]+]]: tensor<5x6xf32>
func.func @join_all_cast(%x: tensor<5x6xf32>) -> tensor<5x?xf32> {
  %p:2 = split.variadic_split %x axis(0) lengths [2, 3] : tensor<5x6xf32> -> tensor<2x6xf32>, tensor<3x6xf32>
  %q = tensor.cast %p#1 : tensor<3x6xf32> to tensor<?x?xf32>
  %c = tensor.concat dim(0) %p#0, %q : (tensor<2x6xf32>, tensor<?x?xf32>) -> tensor<5x?xf32>
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[X]] : tensor<5x6xf32> to tensor<5x?xf32>
  // CHECK-NEXT: return %[[C]]
  return %c : tensor<5x?xf32>
}

// -----

// V4, R6: that there are 5 elements is for the split to check.
// CHECK-LABEL: func @no_fold_join_r6(
func.func @no_fold_join_r6(%x: tensor<?xf32>) -> (tensor<5xf32>, tensor<4xf32>) {
  %p:2 = split.variadic_split %x axis(0) lengths [2, 3] : tensor<?xf32> -> tensor<2xf32>, tensor<3xf32>
  // CHECK: tensor.concat
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %q:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  // CHECK: tensor.concat
  %d = tensor.concat dim(0) %q#0, %q#1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
  return %c, %d : tensor<5xf32>, tensor<4xf32>
}

// -----

// Pieces may have other uses, and others may be joined with them.
// CHECK-LABEL: func @join_run(
// CHECK-SAME: %[[A:[^:]+]]: tensor<1xf32>, %[[X:[^:]+]]: tensor<6xf32>
func.func @join_run(%a: tensor<1xf32>, %x: tensor<6xf32>) -> (tensor<14xf32>, tensor<2xf32>) {
  %p:2 = split.variadic_split %x axis(0) lengths [4, 2] : tensor<6xf32> -> tensor<4xf32>, tensor<2xf32>
  %c = tensor.concat dim(0) %a, %p#0, %p#1, %p#0, %p#1, %a {kept} : (tensor<1xf32>, tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<1xf32>) -> tensor<14xf32>
  // CHECK: %[[P:.+]]:2 = split.variadic_split
  // CHECK: %[[C:.+]] = tensor.concat dim(0) %[[A]], %[[X]], %[[X]], %[[A]] {kept}
  // CHECK: return %[[C]], %[[P]]#1
  return %c, %p#1 : tensor<14xf32>, tensor<2xf32>
}

// -----

// Inputs contradict, so that this fails where it is reached. It stays valid.
// CHECK-LABEL: func @join_run_contradiction(
func.func @join_run_contradiction(%a: tensor<1x5xf32>, %x: tensor<6x4xf32>) -> tensor<7x5xf32> {
  %p:2 = split.split %x axis(0) into 2 : tensor<6x4xf32> -> tensor<3x?xf32>, tensor<3x?xf32>
  %c = tensor.concat dim(0) %a, %p#0, %p#1 : (tensor<1x5xf32>, tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<7x5xf32>
  // CHECK: tensor.concat
  return %c : tensor<7x5xf32>
}

// -----

// CHECK-LABEL: func @no_fold_join_contradiction(
func.func @no_fold_join_contradiction(%x: tensor<6x4xf32>) -> tensor<6x5xf32> {
  %p:2 = split.split %x axis(0) into 2 : tensor<6x4xf32> -> tensor<3x?xf32>, tensor<3x?xf32>
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<6x5xf32>
  // CHECK: tensor.concat
  return %c : tensor<6x5xf32>
}

// -----

// What the user casts to is not put behind a cast from another size.
// CHECK-LABEL: func @no_fold_join_hidden_size(
func.func @no_fold_join_hidden_size(%x: tensor<7xf32>) -> tensor<8xf32> {
  %d = tensor.cast %x : tensor<7xf32> to tensor<?xf32>
  %p:2 = split.variadic_split %d axis(0) lengths [4, 4] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: tensor.concat
  %e = tensor.cast %c : tensor<?xf32> to tensor<8xf32>
  return %e : tensor<8xf32>
}

// -----

// CHECK-LABEL: func @no_fold_join_other_axis(
func.func @no_fold_join_other_axis(%x: tensor<4x4xf32>) -> tensor<2x8xf32> {
  %p:2 = split.split %x axis(0) into 2 : tensor<4x4xf32> -> tensor<2x4xf32>, tensor<2x4xf32>
  // CHECK: tensor.concat
  %c = tensor.concat dim(1) %p#0, %p#1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  return %c : tensor<2x8xf32>
}

// -----

// CHECK-LABEL: func @no_fold_join_order(
func.func @no_fold_join_order(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  // CHECK: tensor.concat
  %c = tensor.concat dim(0) %p#1, %p#0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @no_fold_join_some(
func.func @no_fold_join_some(%x: tensor<6xf32>) -> (tensor<4xf32>, tensor<6xf32>, tensor<6xf32>) {
  %p:3 = split.split %x axis(0) into 3 : tensor<6xf32> -> tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  // CHECK-COUNT-3: tensor.concat
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %d = tensor.concat dim(0) %p#1, %p#2, %p#2 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<6xf32>
  %e = tensor.concat dim(0) %p#0, %p#2, %p#1 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %c, %d, %e : tensor<4xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// CHECK-LABEL: func @no_fold_join_two_splits(
func.func @no_fold_join_two_splits(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %p:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %q:2 = split.split %y axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  // CHECK: tensor.concat
  %c = tensor.concat dim(0) %p#0, %q#1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

// Neither an axis known at run time nor data without a rank tells that the axis
// is the one along which pieces are joined.
// CHECK-LABEL: func @no_fold_join_unknown(
func.func @no_fold_join_unknown(%x: tensor<?x?xf32>, %i: i32, %y: tensor<*xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  // CHECK-COUNT-2: tensor.concat
  %p:2 = split.split %x axis(%i : i32) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %q:2 = split.split %y axis(0) into 2 : tensor<*xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.concat dim(0) %q#0, %q#1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c, %d : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// An encoding that data has and the result has not is not dropped.
// CHECK-LABEL: func @no_fold_join_encoding(
func.func @no_fold_join_encoding(%x: tensor<4xf32, "e">) -> tensor<4xf32> {
  %p:2 = split.split %x axis(0) into 2 : tensor<4xf32, "e"> -> tensor<2xf32, "e">, tensor<2xf32, "e">
  // CHECK: tensor.concat
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<2xf32, "e">, tensor<2xf32, "e">) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Splits of what was joined
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @split_joined(
// CHECK-SAME: %[[A:[^:]+]]: tensor<2x3xf32>, %[[B:[^:]+]]: tensor<4x3xf32>
func.func @split_joined(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) -> (tensor<2x3xf32>, tensor<?x?xf32>) {
  %c = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  %p:2 = split.variadic_split %c axis(0) lengths [2, -1] : tensor<6x3xf32> -> tensor<2x3xf32>, tensor<?x?xf32>
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[B]] : tensor<4x3xf32> to tensor<?x?xf32>
  // CHECK-NEXT: return %[[A]], %[[C]]
  return %p#0, %p#1 : tensor<2x3xf32>, tensor<?x?xf32>
}

// -----

// One piece is several inputs, one input several pieces, and one of each empty.
// CHECK-LABEL: func @split_joined_sections(
// CHECK-SAME: %[[A:[^:]+]]: tensor<1x?xf32>, %[[B:[^:]+]]: tensor<2x?xf32>, %[[E:[^:]+]]: tensor<0x?xf32>, %[[C:[^:]+]]: tensor<9x?xf32>
func.func @split_joined_sections(%a: tensor<1x?xf32>, %b: tensor<2x?xf32>, %e: tensor<0x?xf32>, %c: tensor<9x?xf32>) -> (tensor<3x?xf32>, tensor<0x?xf32>, tensor<4x?xf32>, tensor<5x?xf32>) {
  %x = tensor.concat dim(0) %a, %b, %e, %c : (tensor<1x?xf32>, tensor<2x?xf32>, tensor<0x?xf32>, tensor<9x?xf32>) -> tensor<12x?xf32>
  %p:4 = split.variadic_split %x axis(0) lengths [3, 0, 4, 5] : tensor<12x?xf32> -> tensor<3x?xf32>, tensor<0x?xf32>, tensor<4x?xf32>, tensor<5x?xf32>
  // CHECK: %[[AB:.+]] = tensor.concat dim(0) %[[A]], %[[B]] : (tensor<1x?xf32>, tensor<2x?xf32>) -> tensor<3x?xf32>
  // CHECK: %[[D:.+]] = tensor.dim %[[A]], %c1
  // CHECK: %[[Z:.+]] = tensor.empty(%[[D]]) : tensor<0x?xf32>
  // CHECK: %[[P:.+]]:2 = split.variadic_split %[[C]] axis(0) lengths [4, 5]
  // CHECK: return %[[AB]], %[[Z]], %[[P]]#0, %[[P]]#1
  return %p#0, %p#1, %p#2, %p#3 : tensor<3x?xf32>, tensor<0x?xf32>, tensor<4x?xf32>, tensor<5x?xf32>
}

// -----

// CHECK-LABEL: func @split_joined_equal(
// CHECK-SAME: %[[A:[^:]+]]: tensor<4xf32>, %[[B:[^:]+]]: tensor<2xf32>
func.func @split_joined_equal(%a: tensor<4xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %x = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  %p:3 = split.split %x axis(0) into 3 : tensor<6xf32> -> tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  // CHECK: %[[P:.+]]:2 = split.split %[[A]] axis(0) into 2
  // CHECK: return %[[P]]#0, %[[P]]#1, %[[B]]
  return %p#0, %p#1, %p#2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// Where there are inputs for pieces, what is joined may be used elsewhere too.
// CHECK-LABEL: func @split_joined_other_use(
// CHECK-SAME: %[[A:[^:]+]]: tensor<2xf32>, %[[B:[^:]+]]: tensor<2xf32>
func.func @split_joined_other_use(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[C:.+]] = tensor.concat
  // CHECK-NEXT: return %[[C]], %[[A]], %[[B]]
  %c = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %p:2 = split.split %c axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return %c, %p#0, %p#1 : tensor<4xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// Nothing is joined that stays joined too, or more often than it was.
// CHECK-LABEL: func @no_fold_split_joined_other_use(
func.func @no_fold_split_joined_other_use(%a: tensor<2xf32>, %b: tensor<2xf32>, %n: index) -> (tensor<6xf32>, tensor<4xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-COUNT-2: tensor.concat {{.*}} -> tensor<6xf32>
  %c = tensor.concat dim(0) %a, %b, %b : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<6xf32>
  %p:2 = split.variadic_split %c axis(0) lengths [4, 2] : tensor<6xf32> -> tensor<4xf32>, tensor<2xf32>
  %d = tensor.concat dim(0) %a, %a, %b : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<6xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %p#0, %t = %p#1) -> (tensor<4xf32>, tensor<2xf32>) {
    // CHECK: split.variadic_split
    %q:2 = split.variadic_split %d axis(0) lengths [4, 2] : tensor<6xf32> -> tensor<4xf32>, tensor<2xf32>
    scf.yield %q#0, %q#1 : tensor<4xf32>, tensor<2xf32>
  }
  return %c, %r#0, %r#1 : tensor<6xf32>, tensor<4xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func @no_fold_split_joined_axis(
func.func @no_fold_split_joined_axis(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>, %i: i32) -> (tensor<4x2xf32>, tensor<?x?xf32>) {
  // CHECK: tensor.concat
  %c = tensor.concat dim(0) %a, %b : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  // CHECK-COUNT-2: split.split
  %p:2 = split.split %c axis(1) into 2 : tensor<4x4xf32> -> tensor<4x2xf32>, tensor<4x2xf32>
  %q:2 = split.split %c axis(%i : i32) into 2 : tensor<4x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %p#0, %q#0 : tensor<4x2xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @no_fold_split_joined_boundaries(
func.func @no_fold_split_joined_boundaries(%a: tensor<2xf32>, %b: tensor<4xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // CHECK: tensor.concat
  %c = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  // CHECK: split.split
  %p:2 = split.split %c axis(0) into 2 : tensor<6xf32> -> tensor<3xf32>, tensor<3xf32>
  return %p#0, %p#1 : tensor<3xf32>, tensor<3xf32>
}

// -----

// Sizes known at run time, which are equal by upstream's bounds.
// CHECK-LABEL: func @split_joined_halves(
// CHECK-SAME: %[[X:[^:]+]]: tensor<?x?xf32>
func.func @split_joined_halves(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  // CHECK: %[[H:.+]]:2 = split.split %[[X]] axis(0) into 2
  %h:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  // CHECK-NOT: tensor.concat
  %c = tensor.concat dim(0) %h#1, %h#0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %p:2 = split.split %c axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  // CHECK: return %[[H]]#1, %[[H]]#0
  return %p#0, %p#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Two inputs are four pieces, and four inputs two.
// CHECK-LABEL: func @split_joined_gcd(
// CHECK-SAME: %[[X:[^:]+]]: tensor<?xf32>
func.func @split_joined_gcd(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c = tensor.concat dim(0) %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2
  // CHECK: %[[Q:.+]]:2 = split.split %[[X]] axis(0) into 2
  %p:4 = split.split %c axis(0) into 4 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %d = tensor.concat dim(0) %x, %x, %x, %x : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: %[[D:.+]] = tensor.concat dim(0) %[[X]], %[[X]] :
  %q:2 = split.split %d axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  // CHECK: return %[[P]]#0, %[[P]]#1, %[[Q]]#0, %[[Q]]#1, %[[D]]
  return %p#0, %p#1, %p#2, %p#3, %q#1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// Constant lengths from the front and from the end; between is what they leave.
// CHECK-LABEL: func @split_joined_rest(
// CHECK-SAME: %[[A:[^:]+]]: tensor<2xf32>, %[[B:[^:]+]]: tensor<?xf32>, %[[C:[^:]+]]: tensor<?xf32>, %[[D:[^:]+]]: tensor<3xf32>
func.func @split_joined_rest(%a: tensor<2xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>, %d: tensor<3xf32>) -> (tensor<2xf32>, tensor<?xf32>, tensor<3xf32>) {
  %x = tensor.concat dim(0) %a, %b, %c, %d : (tensor<2xf32>, tensor<?xf32>, tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  // CHECK: %[[R:.+]] = tensor.concat dim(0) %[[B]], %[[C]]
  %p:3 = split.variadic_split %x axis(0) lengths [2, -1, 3] : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>, tensor<3xf32>
  // CHECK: return %[[A]], %[[R]], %[[D]]
  return %p#0, %p#1, %p#2 : tensor<2xf32>, tensor<?xf32>, tensor<3xf32>
}

// -----

// What may fail is still split: 4 elements of it, or it fails.
// CHECK-LABEL: func @split_joined_may_fail(
// CHECK-SAME: %[[A:[^:]+]]: tensor<2xf32>, %[[B:[^:]+]]: tensor<?xf32>
func.func @split_joined_may_fail(%a: tensor<2xf32>, %b: tensor<?xf32>) -> (tensor<2xf32>, tensor<3xf32>, tensor<1xf32>) {
  %x = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: %[[P:.+]]:2 = split.variadic_split %[[B]] axis(0) lengths [3, 1]
  %p:3 = split.variadic_split %x axis(0) lengths [2, 3, 1] : tensor<?xf32> -> tensor<2xf32>, tensor<3xf32>, tensor<1xf32>
  // CHECK: return %[[A]], %[[P]]#0, %[[P]]#1
  return %p#0, %p#1, %p#2 : tensor<2xf32>, tensor<3xf32>, tensor<1xf32>
}

// -----

// Lengths that are the sizes of the inputs.
// CHECK-LABEL: func @split_joined_lengths(
// CHECK-SAME: %[[A:[^:]+]]: tensor<?x4xf32>, %[[B:[^:]+]]: tensor<?x4xf32>, %[[C:[^:]+]]: tensor<?x4xf32>
func.func @split_joined_lengths(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %r = arith.constant -1 : i64
  %m = tensor.dim %a, %c0 : tensor<?x4xf32>
  %n = tensor.dim %c, %c0 : tensor<?x4xf32>
  %mi = arith.index_cast %m : index to i64
  %ni = arith.index_cast %n : index to i64
  %l = tensor.from_elements %mi, %r, %ni : tensor<3xi64>
  %x = tensor.concat dim(0) %a, %b, %c : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %p:3 = split.variadic_split %x axis(0) lengths(%l : tensor<3xi64>) : tensor<?x4xf32> -> tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
  // CHECK-NEXT: return %[[A]], %[[B]], %[[C]]
  return %p#0, %p#1, %p#2 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func @no_fold_split_joined_sizes(
func.func @no_fold_split_joined_sizes(%a: tensor<?xf32>, %b: tensor<?xf32>, %l: tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  // CHECK: tensor.concat
  %c = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: split.split
  %p:2 = split.split %c axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  // CHECK: split.variadic_split
  %q:2 = split.variadic_split %c axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %m = tensor.from_elements %n, %n : tensor<2xindex>
  // CHECK: split.variadic_split
  %r:2 = split.variadic_split %c axis(0) lengths(%m : tensor<2xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0, %q#0, %r#0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// R6: what only types of pieces state is for the split to check.
// CHECK-LABEL: func @no_fold_split_joined_r6(
func.func @no_fold_split_joined_r6(%a: tensor<2x?xf32>, %b: tensor<?x?xf32>) -> (tensor<2x?xf32>, tensor<4x?xf32>, tensor<2x3xf32>) {
  // CHECK: tensor.concat
  %x = tensor.concat dim(0) %a, %b : (tensor<2x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK-COUNT-2: split.variadic_split
  %p:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?x?xf32> -> tensor<2x?xf32>, tensor<4x?xf32>
  %q:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?x?xf32> -> tensor<2x3xf32>, tensor<?x3xf32>
  return %p#0, %p#1, %q#0 : tensor<2x?xf32>, tensor<4x?xf32>, tensor<2x3xf32>
}

// -----

// Nothing tells that what is left is as long as the length says.
// CHECK-LABEL: func @no_fold_split_joined_v3(
func.func @no_fold_split_joined_v3(%a: tensor<2xf32>, %b: tensor<?xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  // CHECK: tensor.concat
  %x = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: split.variadic_split
  %p:2 = split.variadic_split %x axis(0) lengths [2, 4] : tensor<?xf32> -> tensor<2xf32>, tensor<4xf32>
  return %p#0, %p#1 : tensor<2xf32>, tensor<4xf32>
}

// -----

// Where nothing is reached, ops may use each other.
// CHECK-LABEL: func @no_fold_cycles(
func.func @no_fold_cycles() {
  return
^cycles:
  %p:2 = split.split %c axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  cf.br ^cycles
}

// -----

// The same in a graph, where all of it is kept.
// CHECK-LABEL: test.graph
// CHECK: split.split
// CHECK: tensor.concat
"test.graph"() ({
  %p:2 = split.split %c axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %c = tensor.concat dim(0) %p#0, %p#1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  "test.use"(%c) : (tensor<4xf32>) -> ()
}) : () -> ()

// -----

// What the others leave would be of more elements than 63 bits count.
// CHECK-LABEL: func @no_fold_overflow(
func.func @no_fold_overflow(%x: tensor<9223372036854775807x0xf32>) -> (tensor<?x0xf32>, tensor<?x0xf32>) {
  // CHECK: tensor.concat
  %c = tensor.concat dim(0) %x, %x, %x : (tensor<9223372036854775807x0xf32>, tensor<9223372036854775807x0xf32>, tensor<9223372036854775807x0xf32>) -> tensor<?x0xf32>
  // CHECK: split.variadic_split
  %p:2 = split.variadic_split %c axis(0) lengths [9223372036854775807, -1] : tensor<?x0xf32> -> tensor<?x0xf32>, tensor<?x0xf32>
  return %p#0, %p#1 : tensor<?x0xf32>, tensor<?x0xf32>
}

// -----

// CHECK-LABEL: func @no_fold_unranked_input(
// CHECK: tensor.concat
func.func @no_fold_unranked_input(%u: tensor<*xf32>, %a: tensor<2xf32>) -> tensor<4xf32> {
  %b = tensor.cast %u : tensor<*xf32> to tensor<2xf32>
  %c = tensor.concat dim(0) %b, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

// Inputs and pieces that certainly or perhaps do not end together.
// CHECK-LABEL: func @no_fold_other_ends(
// CHECK-COUNT-4: tensor.concat
// CHECK: split.variadic_split %{{.+}} axis(0) lengths [2]
// CHECK: split.variadic_split %{{.+}} axis(0) lengths [4]
// CHECK: split.variadic_split %{{.+}} axis(0) lengths [4, -1]
// CHECK: split.variadic_split %{{.+}} axis(0) lengths [2, 3, %{{.+}}]
func.func @no_fold_other_ends(%a: tensor<2xf32>, %b: tensor<3xf32>, %d: tensor<?xf32>, %n: index) -> (tensor<2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?xf32>, tensor<2xf32>, tensor<3xf32>, tensor<?xf32>) {
  %0 = tensor.concat dim(0) %a, %d : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.concat dim(0) %a, %b, %d : (tensor<2xf32>, tensor<3xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.concat dim(0) %a, %d, %b : (tensor<2xf32>, tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  %3 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<?xf32>
  %4 = split.variadic_split %0 axis(0) lengths [2] : tensor<?xf32> -> tensor<2xf32>
  %5 = split.variadic_split %1 axis(0) lengths [4] : tensor<?xf32> -> tensor<4xf32>
  %6:2 = split.variadic_split %2 axis(0) lengths [4, -1] : tensor<?xf32> -> tensor<4xf32>, tensor<?xf32>
  %7:3 = split.variadic_split %3 axis(0) lengths [2, 3, %n] : tensor<?xf32> -> tensor<2xf32>, tensor<3xf32>, tensor<?xf32>
  return %4, %5, %6#0, %6#1, %7#0, %7#1, %7#2 : tensor<2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?xf32>, tensor<2xf32>, tensor<3xf32>, tensor<?xf32>
}

// -----

// Several inputs and several pieces between the same positions, and pieces of one
// input whose lengths are unknown.
// CHECK-LABEL: func @no_fold_unlike_sections(
// CHECK: split.variadic_split %{{.+}} axis(0) lengths [1, 4, 5]
// CHECK: split.variadic_split %{{.+}} axis(0) lengths [%{{.+}}, %{{.+}}, 3]
func.func @no_fold_unlike_sections(%a: tensor<2xf32>, %b: tensor<3xf32>, %c: tensor<5xf32>, %n: index, %m: index) -> (tensor<1xf32>, tensor<4xf32>, tensor<5xf32>, tensor<?xf32>, tensor<?xf32>, tensor<3xf32>) {
  %0 = tensor.concat dim(0) %a, %b, %c : (tensor<2xf32>, tensor<3xf32>, tensor<5xf32>) -> tensor<10xf32>
  %1:3 = split.variadic_split %0 axis(0) lengths [1, 4, 5] : tensor<10xf32> -> tensor<1xf32>, tensor<4xf32>, tensor<5xf32>
  %2 = tensor.concat dim(0) %c, %b : (tensor<5xf32>, tensor<3xf32>) -> tensor<8xf32>
  %3:3 = split.variadic_split %2 axis(0) lengths [%n, %m, 3] : tensor<8xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<3xf32>
  return %1#0, %1#1, %1#2, %3#0, %3#1, %3#2 : tensor<1xf32>, tensor<4xf32>, tensor<5xf32>, tensor<?xf32>, tensor<?xf32>, tensor<3xf32>
}

// -----

// A concatenation of a section is another one, so the first must have no other use.
// CHECK-LABEL: func @no_fold_used_through_cast(
// CHECK: tensor.concat
// CHECK: split.variadic_split
func.func @no_fold_used_through_cast(%a: tensor<?xf32>, %b: tensor<3xf32>, %c: tensor<5xf32>) -> (tensor<?xf32>, tensor<5xf32>, tensor<?xf32>) {
  %0 = tensor.concat dim(0) %a, %b, %c : (tensor<?xf32>, tensor<3xf32>, tensor<5xf32>) -> tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<9xf32>
  %2:2 = split.variadic_split %1 axis(0) lengths [4, 5] : tensor<9xf32> -> tensor<?xf32>, tensor<5xf32>
  return %2#0, %2#1, %0 : tensor<?xf32>, tensor<5xf32>, tensor<?xf32>
}

// -----

// Other inputs tell a size that the input itself does not.
// CHECK-LABEL: func @cast_of_input(
// CHECK-SAME: %[[A:[^:]+]]: tensor<2x?xf32>, %[[B:[^:]+]]: tensor<3x4xf32>
// CHECK-NEXT: %[[C:.+]] = tensor.cast %[[A]] : tensor<2x?xf32> to tensor<2x4xf32>
// CHECK-NEXT: return %[[C]], %[[B]]
func.func @cast_of_input(%a: tensor<2x?xf32>, %b: tensor<3x4xf32>) -> (tensor<2x4xf32>, tensor<3x4xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x?xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  %1:2 = split.variadic_split %0 axis(0) lengths [2, 3] : tensor<5x4xf32> -> tensor<2x4xf32>, tensor<3x4xf32>
  return %1#0, %1#1 : tensor<2x4xf32>, tensor<3x4xf32>
}

// -----

// Casts that contradict each other, so that the program fails at run time.
// CHECK-LABEL: func @no_fold_incompatible(
// CHECK: split.split
func.func @no_fold_incompatible(%a: tensor<2x6xf32>, %b: tensor<2x?xf32>) -> (tensor<2x8xf32>, tensor<2x8xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x6xf32>, tensor<2x?xf32>) -> tensor<4x?xf32>
  %1 = tensor.cast %0 : tensor<4x?xf32> to tensor<4x8xf32>
  %2:2 = split.variadic_split %1 axis(0) lengths [2, 2] : tensor<4x8xf32> -> tensor<2x8xf32>, tensor<2x8xf32>
  return %2#0, %2#1 : tensor<2x8xf32>, tensor<2x8xf32>
}

// Pieces have the encoding of data, which inputs need not have.
// CHECK-LABEL: func @encoding_of_input(
// CHECK-SAME: %[[E:[^:]+]]: tensor<2xf32, "e">, %[[F:[^:]+]]: tensor<2xf32>
// CHECK-NEXT: %[[C:.+]] = tensor.cast %[[E]] : tensor<2xf32, "e"> to tensor<2xf32>
// CHECK-NEXT: return %[[C]], %[[F]]
func.func @encoding_of_input(%e: tensor<2xf32, "e">, %f: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = tensor.concat dim(0) %e, %f : (tensor<2xf32, "e">, tensor<2xf32>) -> tensor<4xf32>
  %1:2 = split.variadic_split %0 axis(0) lengths [2, 2] : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return %1#0, %1#1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// The type of the concatenation need not state what those of the inputs do.
// CHECK-LABEL: func @sizes_of_inputs(
// CHECK-SAME: %[[A:[^:]+]]: tensor<2xf32>, %[[B:[^:]+]]: tensor<2xf32>
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @sizes_of_inputs(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
  %1:2 = split.split %0 axis(0) into 2 : tensor<?xf32> -> tensor<2xf32>, tensor<2xf32>
  return %1#0, %1#1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// A length that is known at run time only may be another than the size of the input;
// the rest of one input is the rest that its pieces leave.
// CHECK-LABEL: func @lengths_of_inputs(
// CHECK-SAME: %[[A:[^:]+]]: tensor<?xf32>, %[[B:[^:]+]]: tensor<3xf32>
// CHECK: %[[C:.+]] = tensor.concat
// CHECK: %[[P:.+]]:2 = split.variadic_split %[[C]] axis(0) lengths(
// CHECK: %[[Q:.+]]:2 = split.variadic_split %[[A]] axis(0) lengths [2, -1]
// CHECK: return %[[P]]#0, %[[P]]#1, %[[Q]]#0, %[[Q]]#1, %[[B]]
func.func @lengths_of_inputs(%a: tensor<?xf32>, %b: tensor<3xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<?xf32>, tensor<3xf32>) {
  %c3 = arith.constant 3 : i64
  %m = arith.index_cast %n : index to i64
  %l = tensor.from_elements %m, %c3 : tensor<2xi64>
  %0 = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  %1:2 = split.variadic_split %0 axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %2:3 = split.variadic_split %0 axis(0) lengths [2, -1, 3] : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>, tensor<3xf32>
  return %1#0, %1#1, %2#0, %2#1, %2#2 : tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<?xf32>, tensor<3xf32>
}
