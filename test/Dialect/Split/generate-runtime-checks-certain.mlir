// C6: what no operand and no size can break is not checked.
// RUN: split-opt %s -split-generate-runtime-checks | FileCheck %s

// Where there is an axis, 0 and -1 are in range.
// CHECK-LABEL: func @split_r1_first_axis(
// CHECK-COUNT-1: split.assert %{{.+}}, "data has rank 0, so there is no axis to split along"
// CHECK-NOT: split.assert
// CHECK: return
func.func @split_r1_first_axis(%x: tensor<*xf32>) {
  %0 = split.split %x axis(0) into 1 : tensor<*xf32> -> tensor<*xf32>
  return
}

// CHECK-LABEL: func @variadic_r1_last_axis(
// CHECK-COUNT-1: split.assert %{{.+}}, "data has rank 0, so there is no axis to split along"
// CHECK-NOT: split.assert
// CHECK: return
func.func @variadic_r1_last_axis(%x: tensor<*xf32>) {
  %0 = split.variadic_split %x axis(-1) lengths [-1] : tensor<*xf32> -> tensor<*xf32>
  return
}

// Two divides 4 and 6.
// CHECK-LABEL: func @split_r2_any_axis(
// CHECK-COUNT-1: split.assert %{{.+}}, "axis {} is out of range for data of rank 2"
// CHECK-NOT: split.assert
// CHECK: return
func.func @split_r2_any_axis(%x: tensor<4x6xf32>, %a: i32) {
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<4x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

// It does not divide 7.
// CHECK-LABEL: func @split_r2_some_axis(
// CHECK: split.assert %{{.+}}, "axis {} is out of range for data of rank 2"
// CHECK: split.assert %{{.+}}, "dimension {} of size {} is not divisible by num_splits 2"
// CHECK: return
func.func @split_r2_some_axis(%x: tensor<4x7xf32>, %a: i32) {
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<4x7xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @variadic_r4_any_axis(
// CHECK-COUNT-1: split.assert %{{.+}}, "axis {} is out of range for data of rank 2"
// CHECK-NOT: split.assert
// CHECK: return
func.func @variadic_r4_any_axis(%x: tensor<4x4xf32>, %a: i32) {
  %0:2 = split.variadic_split %x axis(%a : i32) lengths [1, 3] : tensor<4x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @variadic_r4_any_axis_with_rest(
// CHECK-COUNT-1: split.assert %{{.+}}, "axis {} is out of range for data of rank 2"
// CHECK-NOT: split.assert
// CHECK: return
func.func @variadic_r4_any_axis_with_rest(%x: tensor<4x3xf32>, %a: i32) {
  %0:2 = split.variadic_split %x axis(%a : i32) lengths [3, -1] : tensor<4x3xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @variadic_r4_too_little_for_some_axis(
// CHECK: split.assert %{{.+}}, "axis {} is out of range for data of rank 2"
// CHECK: split.assert %{{.+}}, "lengths [3, -1] but for -1 sum to 3, expected at most {}, the size of dimension {}"
// CHECK: return
func.func @variadic_r4_too_little_for_some_axis(%x: tensor<4x2xf32>, %a: i32) {
  %0:2 = split.variadic_split %x axis(%a : i32) lengths [3, -1] : tensor<4x2xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

// Nothing is taken from what the rest gets.
// CHECK-LABEL: func @variadic_r4_empty_pieces_and_rest(
// CHECK-NOT: split.assert
// CHECK: return
func.func @variadic_r4_empty_pieces_and_rest(%x: tensor<?xf32>) {
  %0:3 = split.variadic_split %x axis(0) lengths [0, -1, 0] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return
}

// The largest length there is.
// CHECK-LABEL: func @variadic_r4_largest_length(
// CHECK: %[[SUM:.+]] = arith.constant 9223372036854775807 : index
// CHECK: arith.cmpi sge, %{{.+}}, %[[SUM]]
// CHECK: split.assert %{{.+}}, "lengths [9223372036854775807, -1] but for -1 sum to 9223372036854775807, expected at most {}, the size of dimension 0"
// CHECK: return
func.func @variadic_r4_largest_length(%x: tensor<?xi1>) {
  %0:2 = split.variadic_split %x axis(0) lengths [9223372036854775807, -1] : tensor<?xi1> -> tensor<?xi1>, tensor<?xi1>
  return
}

// A result tells the rank, so lengths tell the sizes.
// CHECK-LABEL: func @variadic_r6_lengths_of_unranked(
// CHECK: split.assert %{{.+}}, "result type has rank 2, but data has rank {}"
// CHECK: split.assert %{{.+}}, "lengths [2, 4] sum to 6, expected {}, the size of dimension 0"
// CHECK: split.assert %{{.+}}, "result 1 has size {} along dimension 1, but its type states 3"
// CHECK-NOT: split.assert
// CHECK: return
func.func @variadic_r6_lengths_of_unranked(%x: tensor<*xf32>) {
  %0:2 = split.variadic_split %x axis(0) lengths [2, 4] : tensor<*xf32> -> tensor<2x?xf32>, tensor<4x3xf32>
  return
}
