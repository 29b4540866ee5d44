// One check for each rule that attributes and types leave open.
// RUN: split-opt %s -split-generate-runtime-checks | FileCheck %s
// RUN: split-opt %s -split-generate-runtime-checks | grep -c split.assert | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}59{{$}}

//===----------------------------------------------------------------------===//
// R1: rank and axis.
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @split_r1_signed_axis(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>, %[[A:.+]]: tensor<1xsi16>
func.func @split_r1_signed_axis(%x: tensor<?x?xf32>, %a: tensor<1xsi16>) {
  // CHECK-DAG: %[[RANK:.+]] = arith.constant 2 : index
  // CHECK-DAG: %[[E:.+]] = tensor.extract %[[A]][%{{.+}}] : tensor<1xsi16>
  // CHECK: %[[S:.+]] = builtin.unrealized_conversion_cast %[[E]] : si16 to i16
  // CHECK: %[[AXIS:.+]] = arith.index_cast %[[S]] : i16 to index
  // CHECK: %[[LOW:.+]] = arith.constant -2 : index
  // CHECK: %[[GE:.+]] = arith.cmpi sge, %[[AXIS]], %[[LOW]]
  // CHECK: %[[LT:.+]] = arith.cmpi slt, %[[AXIS]], %[[RANK]]
  // CHECK: %[[OK:.+]] = arith.andi %[[GE]], %[[LT]]
  // CHECK: split.assert %[[OK]], "axis {} is out of range for data of rank 2"(%[[AXIS]])
  // CHECK-NEXT: split.split %[[X]] axis(%[[A]] : tensor<1xsi16>) into 1
  %0 = split.split %x axis(%a : tensor<1xsi16>) into 1 : tensor<?x?xf32> -> tensor<?x?xf32>
  return
}

// C3: an unsigned maximum is never -1.
// CHECK-LABEL: func @split_r1_unsigned_axis(
// CHECK-SAME: %[[A:[a-z0-9]+]]: ui64
func.func @split_r1_unsigned_axis(%x: tensor<?x?xf32>, %a: ui64) {
  // CHECK: %[[RANK:.+]] = arith.constant 2 : index
  // CHECK: %[[S:.+]] = builtin.unrealized_conversion_cast %[[A]] : ui64 to i64
  // CHECK: %[[AXIS:.+]] = arith.index_castui %[[S]] : i64 to index
  // CHECK: %[[OK:.+]] = arith.cmpi ult, %[[AXIS]], %[[RANK]]
  // CHECK: split.assert %[[OK]], "axis {u} is out of range for data of rank 2"(%[[AXIS]])
  %0 = split.split %x axis(%a : ui64) into 1 : tensor<?x?xf32> -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @split_r1_unranked(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>
func.func @split_r1_unranked(%x: tensor<*xf32>) {
  // CHECK: %[[R:.+]] = tensor.rank %[[X]]
  // CHECK: %[[HAS_AXIS:.+]] = arith.cmpi ne, %[[R]], %{{.+}}
  // CHECK: split.assert %[[HAS_AXIS]], "data has rank 0, so there is no axis to split along"
  // CHECK: split.assert %{{.+}}, "axis -2 is out of range for data of rank {}"(%{{.+}})
  // CHECK-NEXT: split.split
  %0 = split.split %x axis(-2) into 1 : tensor<*xf32> -> tensor<*xf32>
  return
}

// The order matters: no dimension is asked for before it is known to exist.
// CHECK-LABEL: func @split_r1_r2_in_order(
func.func @split_r1_r2_in_order(%x: tensor<*xf32>, %a: i32) {
  // CHECK-NOT: tensor.dim
  // CHECK: split.assert %{{.+}}, "data has rank 0
  // CHECK-NOT: tensor.dim
  // CHECK: split.assert %{{.+}}, "axis {} is out of range
  // CHECK: tensor.dim
  // CHECK: split.assert %{{.+}}, "dimension {} of size {} is not divisible by num_splits 3"(%{{.+}}, %{{.+}})
  %0:3 = split.split %x axis(%a : i32) into 3 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  return
}

//===----------------------------------------------------------------------===//
// R2: num_splits divides the size.
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @split_r2_dynamic(
// CHECK-SAME: %[[X:.+]]: tensor<?x8xf32>
func.func @split_r2_dynamic(%x: tensor<?x8xf32>) {
  // CHECK: %[[D:.+]] = tensor.dim %[[X]], %{{.+}}
  // CHECK: %[[N:.+]] = arith.constant 2 : index
  // CHECK: %[[REST:.+]] = arith.remui %[[D]], %[[N]] : index
  // CHECK: %[[OK:.+]] = arith.cmpi eq, %[[REST]], %{{.+}}
  // CHECK: split.assert %[[OK]], "dimension 0 of size {} is not divisible by num_splits 2"(%[[D]])
  // CHECK-NEXT: split.split
  %0:2 = split.split %x axis(-2) into 2 : tensor<?x8xf32> -> tensor<?x8xf32>, tensor<?x8xf32>
  return
}

// Which dimension is cut decides, even if all are static.
// CHECK-LABEL: func @split_r2_run_time_axis(
func.func @split_r2_run_time_axis(%x: tensor<4x5xf32>, %a: i32) {
  // CHECK: split.assert %{{.+}}, "axis {} is out of range for data of rank 2"
  // CHECK: split.assert %{{.+}}, "dimension {} of size {} is not divisible by num_splits 2"
  // CHECK-NEXT: split.split
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<4x5xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

//===----------------------------------------------------------------------===//
// R3, R4: run-time lengths.
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @variadic_r3_r4_signed(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[L:.+]]: tensor<2xi64>
func.func @variadic_r3_r4_signed(%x: tensor<?xf32>, %l: tensor<2xi64>) {
  // CHECK-DAG: %[[ZERO:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[MINUS:.+]] = arith.constant -1 : index
  // CHECK: %[[D:.+]] = tensor.dim %[[X]]
  // CHECK: %[[L0:.+]] = arith.index_cast
  // CHECK: %[[L1:.+]] = arith.index_cast
  // CHECK: %[[SIZE0:.+]] = arith.cmpi sge, %[[L0]], %[[MINUS]]
  // CHECK: %[[IS0:.+]] = arith.cmpi eq, %[[L0]], %[[MINUS]]
  // CHECK: %[[TAKEN0:.+]] = arith.select %[[IS0]], %[[ZERO]], %[[L0]]
  // CHECK: %[[FITS0:.+]] = arith.cmpi sle, %[[TAKEN0]], %[[D]]
  // CHECK: %[[LEFT0:.+]] = arith.subi %[[D]], %[[TAKEN0]]
  // CHECK: %[[SIZE1:.+]] = arith.cmpi sge, %[[L1]], %[[MINUS]]
  // CHECK: %[[SIZES:.+]] = arith.andi %[[SIZE0]], %[[SIZE1]]
  // CHECK: %[[IS1:.+]] = arith.cmpi eq, %[[L1]], %[[MINUS]]
  // CHECK: %[[TWO:.+]] = arith.andi %[[IS0]], %[[IS1]]
  // CHECK: %[[ANY:.+]] = arith.ori %[[IS0]], %[[IS1]]
  // CHECK: %[[TAKEN1:.+]] = arith.select %[[IS1]], %[[ZERO]], %[[L1]]
  // The second length against what the first has left, never against a sum.
  // CHECK: %[[FITS1:.+]] = arith.cmpi sle, %[[TAKEN1]], %[[LEFT0]]
  // CHECK: %[[FITS:.+]] = arith.andi %[[FITS0]], %[[FITS1]]
  // CHECK: %[[LEFT:.+]] = arith.subi %[[LEFT0]], %[[TAKEN1]]
  // CHECK: split.assert %[[SIZES]], "lengths [{}, {}] hold a negative length other than -1"(%[[L0]], %[[L1]])
  // CHECK: %[[NOT_TWO:.+]] = arith.xori %[[TWO]], %true
  // CHECK: split.assert %[[NOT_TWO]], "lengths [{}, {}] hold -1 more than once"(%[[L0]], %[[L1]])
  // CHECK: split.assert %[[FITS]], "lengths [{}, {}] sum to more than {}, the size of dimension 0"(%[[L0]], %[[L1]], %[[D]])
  // CHECK: %[[NONE:.+]] = arith.cmpi eq, %[[LEFT]], %[[ZERO]]
  // CHECK: %[[SUM:.+]] = arith.subi %[[D]], %[[LEFT]]
  // CHECK: %[[OK:.+]] = arith.ori %[[ANY]], %[[NONE]]
  // CHECK: split.assert %[[OK]], "lengths [{}, {}] sum to {}, expected {}, the size of dimension 0"(%[[L0]], %[[L1]], %[[SUM]], %[[D]])
  // The split uses the lengths that have been checked, -1 replaced.
  // CHECK-NEXT: %[[SIZE0:.+]] = arith.select %[[IS0]], %[[LEFT]], %[[L0]] : index
  // CHECK-NEXT: %[[SIZE1:.+]] = arith.select %[[IS1]], %[[LEFT]], %[[L1]] : index
  // CHECK-NEXT: split.variadic_split %[[X]] axis(0) lengths [%[[SIZE0]], %[[SIZE1]]]
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// No unsigned length is -1, so none may be negative as a signed number.
// CHECK-LABEL: func @variadic_r3_unsigned(
func.func @variadic_r3_unsigned(%x: tensor<4xf32>, %l: tensor<2xui64>) {
  // CHECK: %[[ZERO:.+]] = arith.constant 0 : index
  // CHECK: %[[L0:.+]] = arith.index_castui
  // CHECK: %[[L1:.+]] = arith.index_castui
  // CHECK: %[[SIZE0:.+]] = arith.cmpi sge, %[[L0]], %[[ZERO]]
  // CHECK: %[[SIZE1:.+]] = arith.cmpi sge, %[[L1]], %[[ZERO]]
  // CHECK: %[[SIZES:.+]] = arith.andi %[[SIZE0]], %[[SIZE1]]
  // CHECK: split.assert %[[SIZES]], "lengths [{u}, {u}] hold one above 9223372036854775807, the largest size"(%[[L0]], %[[L1]])
  // CHECK-NOT: more than once
  // CHECK: sum to more than 4, the size of dimension 0
  // CHECK: sum to {}, expected 4, the size of dimension 0
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(0) lengths [%[[L0]], %[[L1]]]
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xui64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// A constant -1 stays the rest, and other constants that obey the rules become attributes.
// CHECK-LABEL: func @variadic_r3_constants(
func.func @variadic_r3_constants(%x: tensor<?xf32>, %n: i16) {
  %c3 = arith.constant 3 : i16
  %rest = arith.constant -1 : i16
  %l = tensor.from_elements %c3, %n, %rest : tensor<3xi16>
  // CHECK: %[[N:.+]] = arith.index_cast %{{.+}} : i16 to index
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [3, %{{.+}}, -1]
  %0:3 = split.variadic_split %x axis(0) lengths(%l : tensor<3xi16>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return
}

// Constants that break a rule stay in the tensor, where the check fails.
// CHECK-LABEL: func @variadic_r4_constants(
func.func @variadic_r4_constants(%x: tensor<4xf32>) {
  %l = arith.constant dense<[3, 3]> : tensor<2xi64>
  // CHECK: %[[L:.+]] = arith.constant dense<3>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths(%[[L]] : tensor<2xi64>)
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// One length cannot hold -1 twice.
// CHECK-LABEL: func @variadic_r3_one_length(
func.func @variadic_r3_one_length(%x: tensor<4xf32>, %l: tensor<1xi64>) {
  // CHECK: hold a negative length
  // CHECK-NOT: more than once
  // CHECK: sum to more than
  // CHECK: sum to {}
  %0 = split.variadic_split %x axis(0) lengths(%l : tensor<1xi64>) : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func @variadic_r4_static_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @variadic_r4_static_lengths(%x: tensor<?xf32>) {
  // CHECK: %[[D:.+]] = tensor.dim %[[X]]
  // CHECK: %[[C7:.+]] = arith.constant 7 : index
  // CHECK: %[[OK:.+]] = arith.cmpi eq, %[[D]], %[[C7]]
  // CHECK: split.assert %[[OK]], "lengths [3, 4] sum to 7, expected {}, the size of dimension 0"(%[[D]])
  // CHECK-NEXT: split.variadic_split
  %0:2 = split.variadic_split %x axis(0) lengths [3, 4] : tensor<?xf32> -> tensor<3xf32>, tensor<4xf32>
  return
}

// CHECK-LABEL: func @variadic_r4_static_lengths_with_rest(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @variadic_r4_static_lengths_with_rest(%x: tensor<?xf32>) {
  // CHECK: %[[D:.+]] = tensor.dim %[[X]]
  // CHECK: %[[C3:.+]] = arith.constant 3 : index
  // CHECK: %[[OK:.+]] = arith.cmpi sge, %[[D]], %[[C3]]
  // CHECK: split.assert %[[OK]], "lengths [3, -1] but for -1 sum to 3, expected at most {}, the size of dimension 0"(%[[D]])
  // CHECK-NEXT: split.variadic_split
  %0:2 = split.variadic_split %x axis(0) lengths [3, -1] : tensor<?xf32> -> tensor<3xf32>, tensor<?xf32>
  return
}

// CHECK-LABEL: func @variadic_r4_largest_sum(
func.func @variadic_r4_largest_sum(%x: tensor<?xi1>) {
  // CHECK: %[[SUM:.+]] = arith.constant 9223372036854775807 : index
  // CHECK: arith.cmpi sge, %{{.+}}, %[[SUM]]
  %0:3 = split.variadic_split %x axis(0) lengths [9223372036854775806, -1, 1] : tensor<?xi1> -> tensor<?xi1>, tensor<?xi1>, tensor<?xi1>
  return
}

// A run-time axis leaves open what is summed up to.
// In rank 1 a run-time axis is 0, but no verifier has looked at the sizes.
// CHECK-LABEL: func @split_r2_rank_1_run_time_axis(
func.func @split_r2_rank_1_run_time_axis(%x: tensor<7xf32>, %a: i32) {
  // CHECK: split.assert %{{.+}}, "axis {} is out of range for data of rank 1"
  // CHECK: split.assert %{{.+}}, "dimension 0 of size 7 is not divisible by num_splits 2"
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<7xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// CHECK-LABEL: func @variadic_r4_rank_1_run_time_axis(
func.func @variadic_r4_rank_1_run_time_axis(%x: tensor<7xf32>, %a: i32) {
  // CHECK: split.assert %{{.+}}, "axis {} is out of range for data of rank 1"
  // CHECK: split.assert %{{.+}}, "lengths [1, 2] sum to 3, expected 7, the size of dimension 0"
  %0:2 = split.variadic_split %x axis(%a : i32) lengths [1, 2] : tensor<7xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// CHECK-LABEL: func @split_r6_rank_1_run_time_axis(
func.func @split_r6_rank_1_run_time_axis(%x: tensor<?xf32>, %a: i32) {
  // CHECK: split.assert %{{.+}}, "axis {} is out of range for data of rank 1"
  // CHECK: split.assert %{{.+}}, "dimension 0 of size {} is not divisible
  // CHECK: split.assert %{{.+}}, "result 0 has size {} along dimension 0, but its type states 2"
  // CHECK: split.assert %{{.+}}, "result 1 has size {} along dimension 0, but its type states 3"
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<?xf32> -> tensor<2xf32>, tensor<3xf32>
  return
}

// CHECK-LABEL: func @variadic_r4_run_time_axis(
func.func @variadic_r4_run_time_axis(%x: tensor<4x5xf32>, %a: i64) {
  // CHECK: axis {} is out of range
  // CHECK: "lengths [2, 2] sum to 4, expected {}, the size of dimension {}"(%{{.+}}, %{{.+}})
  %0:2 = split.variadic_split %x axis(%a : i64) lengths [2, 2] : tensor<4x5xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

// Long lists are cut short.
// CHECK-LABEL: func @variadic_r4_many_lengths(
func.func @variadic_r4_many_lengths(%x: tensor<?xf32>) {
  // CHECK: split.assert %{{.+}}, "lengths [0, 1, 0, {{(0, )+}}...] sum to 1, expected {}, the size of dimension 0"
  %0:34 = split.variadic_split %x axis(0) lengths [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return
}

//===----------------------------------------------------------------------===//
// R6: what result types claim beyond inference.
//===----------------------------------------------------------------------===//

// Pieces are equal and agree off the axis, so each claim is checked once.
// CHECK-LABEL: func @split_r6_claims(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>
func.func @split_r6_claims(%x: tensor<?x?xf32>) {
  // CHECK: split.assert %{{.+}}, "dimension 0 of size {} is not divisible by num_splits 2"
  // CHECK: %[[D1:.+]] = tensor.dim %[[X]], %c1
  // CHECK: %[[OK1:.+]] = arith.cmpi eq, %[[D1]], %c7
  // CHECK: split.assert %[[OK1]], "result 0 has size {} along dimension 1, but its type states 7"(%[[D1]])
  // CHECK: %[[PIECE:.+]] = affine.apply
  // CHECK: %[[OK0:.+]] = arith.cmpi eq, %[[PIECE]], %c2{{.*}}
  // CHECK: split.assert %[[OK0]], "result 1 has size {} along dimension 0, but its type states 2"(%[[PIECE]])
  // CHECK-NEXT: split.split
  %0:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<?x7xf32>, tensor<2x7xf32>
  return
}

// CHECK-LABEL: func @variadic_r6_claims(
func.func @variadic_r6_claims(%x: tensor<?xf32>, %l: tensor<2xi64>) {
  // CHECK: sum to {}
  // CHECK: "result 0 has size {} along dimension 0, but its type states 1"
  // CHECK: "result 1 has size {} along dimension 0, but its type states 2"
  // CHECK-NEXT: split.variadic_split
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<1xf32>, tensor<2xf32>
  return
}

// CHECK-LABEL: func @variadic_r6_rest(
func.func @variadic_r6_rest(%x: tensor<?xf32>) {
  // CHECK: but for -1 sum to 3
  // CHECK-NOT: result 0
  // CHECK: "result 1 has size {} along dimension 0, but its type states 5"
  %0:2 = split.variadic_split %x axis(0) lengths [3, -1] : tensor<?xf32> -> tensor<3xf32>, tensor<5xf32>
  return
}

// CHECK-LABEL: func @split_r6_rank(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>
func.func @split_r6_rank(%x: tensor<*xf32>) {
  // CHECK: %[[R:.+]] = tensor.rank %[[X]]
  // CHECK: %[[OK:.+]] = arith.cmpi eq, %[[R]], %c2
  // CHECK: split.assert %[[OK]], "result type has rank 2, but data has rank {}"(%[[R]])
  // A rank of 2 settles the axis.
  // CHECK-NOT: out of range
  // CHECK: "dimension 0 of size {} is not divisible by num_splits 2"
  // CHECK: "result 1 has size {} along dimension 1, but its type states 3"
  // CHECK-NEXT: split.split
  %0:2 = split.split %x axis(-2) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<?x3xf32>
  return
}

// With an axis known at run time, any claim of any piece may be wrong.
// CHECK-LABEL: func @split_r6_run_time_axis(
func.func @split_r6_run_time_axis(%x: tensor<4x4xf32>, %a: i32) {
  // CHECK: axis {} is out of range
  // CHECK: "result 0 has size {} along dimension 0, but its type states 2"
  // CHECK: "result 1 has size {} along dimension 1, but its type states 4"
  // CHECK-NEXT: split.split
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<4x4xf32> -> tensor<2x?xf32>, tensor<?x4xf32>
  return
}

//===----------------------------------------------------------------------===//
// What is certain is not checked.
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @no_checks(
// CHECK-NOT: split.assert
// CHECK-NOT: arith.
// CHECK: return
func.func @no_checks(%x: tensor<4x6xf32>, %y: tensor<?x6xf32>, %z: tensor<?xf32>, %e: tensor<0xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<4x6xf32> -> tensor<2x6xf32>, tensor<?x?xf32>
  %1:2 = split.variadic_split %x axis(0) lengths [1, -1] : tensor<4x6xf32> -> tensor<1x6xf32>, tensor<3x6xf32>
  %2:3 = split.split %y axis(1) into 3 : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x2xf32>, tensor<*xf32>
  %3 = split.split %z axis(0) into 1 : tensor<?xf32> -> tensor<?xf32>
  %4 = split.variadic_split %z axis(0) lengths [-1] : tensor<?xf32> -> tensor<?xf32>
  %5:2 = split.split %e axis(0) into 2 : tensor<0xf32> -> tensor<0xf32>, tensor<0xf32>
  return
}
