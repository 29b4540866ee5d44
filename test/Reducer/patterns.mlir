// Patterns of split ops. What is interesting is told by types, of which each
// function has its own.

// RUN: split-reduce %s --split-shrink="test=%S/Inputs/holds.sh test-arg=%s" | FileCheck %s

// Axis 0 breaks a rule.
// HOLDS: split.split.*tensor<4x6xi1> ->
// CHECK-LABEL: func.func @axis(
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x6xi1>) {
// CHECK-NEXT: split.split %[[X]] axis(1) into 2
func.func @axis(%x: tensor<4x6xi1>, %a: i64) {
  %0:2 = split.split %x axis(%a : i64) into 2
      : tensor<4x6xi1> -> tensor<4x3xi1>, tensor<4x3xi1>
  return
}

// The first axis that is right will do.
// HOLDS: split.split.*tensor<?x?xi2> ->
// CHECK-LABEL: func.func @unknown_axis(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?xi2>) {
// CHECK-NEXT: split.split %[[X]] axis(0) into 2
func.func @unknown_axis(%x: tensor<?x?xi2>, %a: tensor<i32>) {
  %0:2 = split.split %x axis(%a : tensor<i32>) into 2
      : tensor<?x?xi2> -> tensor<?x?xi2>, tensor<?x?xi2>
  return
}

// HOLDS: variadic_split.*tensor<6xi3> ->
// CHECK-LABEL: func.func @axis_and_lengths(
// CHECK-SAME: %[[X:[^:]*]]: tensor<6xi3>) {
// CHECK-NEXT: split.variadic_split %[[X]] axis(0) lengths [-1] : tensor<6xi3> ->
func.func @axis_and_lengths(%x: tensor<6xi3>, %a: index, %l: tensor<1xi64>) {
  %0 = split.variadic_split %x axis(%a : index) lengths(%l : tensor<1xi64>)
      : tensor<6xi3> -> tensor<?xi3>
  return
}

// Lengths are those of the types; of the others one takes what is left.
// HOLDS: variadic_split.*tensor<2xi4>, tensor<?xi4>, tensor<?xi4>$
// CHECK-LABEL: func.func @lengths(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?xi4>) {
// CHECK-NEXT: split.variadic_split %[[X]] axis(0) lengths [2, -1, 0]
func.func @lengths(%x: tensor<?xi4>, %l: tensor<3xi64>) {
  %0:3 = split.variadic_split %x axis(0) lengths(%l : tensor<3xi64>)
      : tensor<?xi4> -> tensor<2xi4>, tensor<?xi4>, tensor<?xi4>
  return
}

// A list has index values no longer.
// HOLDS: variadic_split.*tensor<?xi45>, tensor<4xi45>, tensor<?xi45>$
// CHECK-LABEL: func.func @mixed_lengths(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?xi45>) {
// CHECK-NEXT: split.variadic_split %[[X]] axis(0) lengths [-1, 4, 0]
func.func @mixed_lengths(%x: tensor<?xi45>, %n: index) {
  %0:3 = split.variadic_split %x axis(0) lengths [%n, 4, -1]
      : tensor<?xi45> -> tensor<?xi45>, tensor<4xi45>, tensor<?xi45>
  return
}

// HOLDS: split.*tensor<?xi5>, tensor<?xi5>$
// CHECK-LABEL: func.func @equal(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?xi5>) {
// CHECK-NEXT: split.split %[[X]] axis(0) into 2
func.func @equal(%x: tensor<?xi5>) {
  %0:2 = split.variadic_split %x axis(0) lengths [4, -1]
      : tensor<?xi5> -> tensor<?xi5>, tensor<?xi5>
  return
}

// HOLDS: split.*tensor<2xi6>, tensor<3xi6>$
// CHECK-LABEL: func.func @no_equal(
// CHECK-NEXT: split.variadic_split {{.*}} lengths [2, 3]
func.func @no_equal(%x: tensor<5xi6>) {
  %0:2 = split.variadic_split %x axis(0) lengths [2, 3]
      : tensor<5xi6> -> tensor<2xi6>, tensor<3xi6>
  return
}

// HOLDS: variadic_split.*tensor<3xi7>$
// CHECK-LABEL: func.func @join(
// CHECK-NEXT: split.variadic_split {{.*}} lengths [3, 3] : tensor<6xi7> -> tensor<3xi7>, tensor<3xi7>
func.func @join(%x: tensor<6xi7>) {
  %0:3 = split.variadic_split %x axis(0) lengths [1, 2, 3]
      : tensor<6xi7> -> tensor<1xi7>, tensor<2xi7>, tensor<3xi7>
  return
}

// A piece with uses is joined to none.
// HOLDS: variadic_split.*tensor<6xi8>.*tensor<2xi8>$
// HOLDS: return.*tensor<3xi8>
// CHECK-LABEL: func.func @no_join_of_used(
// CHECK: split.variadic_split {{.*}} lengths [1, 3, 2] : tensor<6xi8> -> tensor<1xi8>, tensor<3xi8>, tensor<2xi8>
func.func @no_join_of_used(%x: tensor<6xi8>) -> tensor<3xi8> {
  %0:3 = split.variadic_split %x axis(0) lengths [1, 3, 2]
      : tensor<6xi8> -> tensor<1xi8>, tensor<3xi8>, tensor<2xi8>
  return %0#1 : tensor<3xi8>
}

// HOLDS: variadic_split.*tensor<?xi9>
// CHECK-LABEL: func.func @join_rest(
// CHECK-NEXT: split.variadic_split {{.*}} lengths [-1] : tensor<?xi9> -> tensor<?xi9>
func.func @join_rest(%x: tensor<?xi9>) {
  %0:3 = split.variadic_split %x axis(0) lengths [1, -1, 3]
      : tensor<?xi9> -> tensor<1xi9>, tensor<?xi9>, tensor<3xi9>
  return
}

// HOLDS: variadic_split.*tensor<\*xi10>
// CHECK-LABEL: func.func @unranked(
// CHECK-SAME: %[[X:[^:]*]]: tensor<*xi10>) {
// CHECK-NEXT: split.variadic_split %[[X]] axis(0) lengths [-1]
func.func @unranked(%x: tensor<*xi10>, %a: i8, %l: tensor<2xui8>) {
  %0:2 = split.variadic_split %x axis(%a : i8) lengths(%l : tensor<2xui8>)
      : tensor<*xi10> -> tensor<*xi10>, tensor<*xi10>
  return
}
