// `tensor.dim` of a result becomes arithmetic on `data` and the operands.
// RUN: split-opt %s -resolve-ranked-shaped-type-result-dims -verify-diagnostics | FileCheck %s
// RUN: split-opt %s -resolve-shaped-type-result-dims -verify-diagnostics | FileCheck %s

// CHECK-DAG: #[[THIRD:.+]] = affine_map<()[s0] -> (s0 floordiv 3)>
// CHECK-DAG: #[[HALF:.+]] = affine_map<()[s0] -> (s0 floordiv 2)>
// CHECK-DAG: #[[LESS_3:.+]] = affine_map<()[s0] -> (s0 - 3)>
// CHECK-DAG: #[[MORE_1:.+]] = affine_map<()[s0] -> (s0 + 1)>

// CHECK-LABEL: func @split_s2_dynamic(
// CHECK-SAME: %[[X:.+]]: tensor<?x6xf32>
func.func @split_s2_dynamic(%x: tensor<?x6xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-NOT: split.split
  // CHECK: %[[D:.+]] = tensor.dim %[[X]], %{{.+}}
  // CHECK: %[[PIECE:.+]] = affine.apply #[[THIRD]]()[%[[D]]]
  // CHECK: return %[[PIECE]], %c6
  %0:3 = split.split %x axis(-2) into 3 : tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x?xf32>, tensor<?x6xf32>
  %d = tensor.dim %0#1, %c0 : tensor<?x?xf32>
  %e = tensor.dim %0#1, %c1 : tensor<?x?xf32>
  return %d, %e : index, index
}

// CHECK-LABEL: func @split_s2_static(
func.func @split_s2_static(%x: tensor<?x6xf32>) -> index {
  %c1 = arith.constant 1 : index
  // CHECK-NOT: tensor.dim
  // CHECK: %[[TWO:.+]] = arith.constant 2 : index
  // CHECK: return %[[TWO]]
  %0:3 = split.split %x axis(1) into 3 : tensor<?x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %0#2, %c1 : tensor<?x?xf32>
  return %d : index
}

// CHECK-LABEL: func @variadic_v3_rest(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @variadic_v3_rest(%x: tensor<?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[THREE:.+]] = arith.constant 3 : index
  // CHECK: %[[D:.+]] = tensor.dim %[[X]]
  // CHECK: %[[REST:.+]] = affine.apply #[[LESS_3]]()[%[[D]]]
  // CHECK: return %[[THREE]], %[[REST]]
  %0:2 = split.variadic_split %x axis(0) lengths [3, -1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %d = tensor.dim %0#0, %c0 : tensor<?xf32>
  %e = tensor.dim %0#1, %c0 : tensor<?xf32>
  return %d, %e : index, index
}

// Any length may be -1 at run time: then the piece has d - (sum + 1).
// CHECK-LABEL: func @variadic_v6_run_time_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[L:.+]]: tensor<2xsi32>
func.func @variadic_v6_run_time_lengths(%x: tensor<?xf32>, %l: tensor<2xsi32>) -> index {
  %c1 = arith.constant 0 : index
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG: %[[MINUS:.+]] = arith.constant -1 : index
  // CHECK: %[[D:.+]] = tensor.dim %[[X]]
  // CHECK: %[[E0:.+]] = tensor.extract %[[L]][%[[C0]]] : tensor<2xsi32>
  // CHECK: %[[S0:.+]] = builtin.unrealized_conversion_cast %[[E0]] : si32 to i32
  // CHECK: %[[L0:.+]] = arith.index_cast %[[S0]] : i32 to index
  // CHECK: %[[E1:.+]] = tensor.extract %[[L]][%[[C1]]] : tensor<2xsi32>
  // CHECK: %[[S1:.+]] = builtin.unrealized_conversion_cast %[[E1]] : si32 to i32
  // CHECK: %[[L1:.+]] = arith.index_cast %[[S1]] : i32 to index
  // CHECK: %[[SUM:.+]] = arith.addi %[[L0]], %[[L1]]
  // CHECK: %[[OTHERS:.+]] = affine.apply #[[MORE_1]]()[%[[SUM]]]
  // CHECK: %[[REST:.+]] = arith.subi %[[D]], %[[OTHERS]]
  // CHECK: %[[IS:.+]] = arith.cmpi eq, %[[L1]], %[[MINUS]]
  // CHECK: %[[SIZE:.+]] = arith.select %[[IS]], %[[REST]], %[[L1]]
  // CHECK: return %[[SIZE]]
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xsi32>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %e = tensor.dim %0#1, %c1 : tensor<?xf32>
  return %e : index
}

// C3: unsigned lengths are extended by zeros.
// CHECK-LABEL: func @variadic_c3_unsigned_lengths(
func.func @variadic_c3_unsigned_lengths(%x: tensor<?xf32>, %l: tensor<2xui8>) -> index {
  %c0 = arith.constant 0 : index
  // CHECK-COUNT-2: arith.index_castui %{{.+}} : i8 to index
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xui8>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %e = tensor.dim %0#1, %c0 : tensor<?xf32>
  return %e : index
}

// CHECK-LABEL: func @split_c4_run_time_axis(
// CHECK-SAME: %[[X:.+]]: tensor<?x5xf32>, %[[A:.+]]: i8
func.func @split_c4_run_time_axis(%x: tensor<?x5xf32>, %a: i8) -> index {
  %c0 = arith.constant 0 : index
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C2:.+]] = arith.constant 2 : index
  // CHECK: %[[GIVEN:.+]] = arith.index_cast %[[A]] : i8 to index
  // CHECK: %[[FROM_END:.+]] = arith.addi %[[GIVEN]], %[[C2]]
  // CHECK: %[[NEGATIVE:.+]] = arith.cmpi slt, %[[GIVEN]], %[[C0]]
  // CHECK: %[[AXIS:.+]] = arith.select %[[NEGATIVE]], %[[FROM_END]], %[[GIVEN]]
  // CHECK: %[[IS:.+]] = arith.cmpi eq, %[[AXIS]], %[[C0]]
  // CHECK: %[[D:.+]] = tensor.dim %[[X]], %[[AXIS]]
  // CHECK: %[[CUT:.+]] = affine.apply #[[HALF]]()[%[[D]]]
  // CHECK: %[[WHOLE:.+]] = tensor.dim %[[X]], %[[C0]]
  // CHECK: %[[SIZE:.+]] = arith.select %[[IS]], %[[CUT]], %[[WHOLE]]
  // CHECK: return %[[SIZE]]
  %0:2 = split.split %x axis(%a : i8) into 2 : tensor<?x5xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %0#0, %c0 : tensor<?x?xf32>
  return %d : index
}

// Data of unknown rank, a result of known rank.
// CHECK-LABEL: func @split_c4_rank_from_result(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>
func.func @split_c4_rank_from_result(%x: tensor<*xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C2:.+]] = arith.constant 2 : index
  // CHECK: %[[D0:.+]] = tensor.dim %[[X]], %[[C0]]
  // CHECK: %[[D2:.+]] = tensor.dim %[[X]], %[[C2]]
  // CHECK: %[[CUT:.+]] = affine.apply #[[HALF]]()[%[[D2]]]
  // CHECK: return %[[D0]], %[[CUT]]
  %0:2 = split.split %x axis(-1) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<?x?x?xf32>
  %d = tensor.dim %0#1, %c0 : tensor<?x?x?xf32>
  %e = tensor.dim %0#1, %c2 : tensor<?x?x?xf32>
  return %d, %e : index, index
}

// Results of unknown rank have no shape to reify, which is no error. Neither is
// a dimension that is not there, or not known.
// CHECK-LABEL: func @no_reify(
func.func @no_reify(%x: tensor<*xf32>, %y: tensor<?xf32>, %i: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  // CHECK: %[[P:.+]]:2 = split.split
  // CHECK: %[[Q:.+]]:2 = split.split
  // CHECK: tensor.dim %[[P]]#1
  // CHECK: tensor.dim %[[Q]]#0, %c7
  // CHECK: tensor.dim %[[Q]]#0, %{{.+}}
  %0:2 = split.split %x axis(-1) into 2 : tensor<*xf32> -> tensor<?x?xf32>, tensor<*xf32>
  %1:2 = split.split %y axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %d = tensor.dim %0#1, %c0 : tensor<*xf32>
  %e = tensor.dim %1#0, %c7 : tensor<?xf32>
  %f = tensor.dim %1#0, %i : tensor<?xf32>
  return %d, %e, %f : index, index, index
}

// The pieces of nothing are empty, and one piece is everything.
// CHECK-LABEL: func @variadic_v3_certain(
// CHECK-SAME: tensor<0xf32>, %[[Y:.+]]: tensor<?xf32>
func.func @variadic_v3_certain(%x: tensor<0xf32>, %y: tensor<?xf32>, %l: tensor<2xi64>, %m: tensor<1xi64>) -> (index, index) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[C0:.+]] = arith.constant 0 : index
  // CHECK: %[[D:.+]] = tensor.dim %[[Y]], %[[C0]]
  // CHECK: return %[[C0]], %[[D]]
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<0xf32> -> tensor<?xf32>, tensor<?xf32>
  %1 = split.variadic_split %y axis(0) lengths(%m : tensor<1xi64>) : tensor<?xf32> -> tensor<?xf32>
  %d = tensor.dim %0#1, %c0 : tensor<?xf32>
  %e = tensor.dim %1, %c0 : tensor<?xf32>
  return %d, %e : index, index
}

// V7: an index value is the size of its piece, and nothing is computed for it.
// CHECK-LABEL: func @variadic_v7_mixed(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[N:.+]]: index, %[[M:.+]]: index
func.func @variadic_v7_mixed(%x: tensor<?xf32>, %n: index, %m: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  // CHECK-NOT: arith.{{cmpi|select}}
  // CHECK: %[[FOUR:.+]] = arith.constant 4 : index
  // CHECK: %[[D:.+]] = tensor.dim %[[X]]
  // CHECK: %[[MORE:.+]] = affine.apply #{{.+}}()[%[[N]]]
  // CHECK: %[[OTHERS:.+]] = arith.addi %[[MORE]], %[[M]]
  // CHECK: %[[REST:.+]] = arith.subi %[[D]], %[[OTHERS]]
  // CHECK: return %[[N]], %[[FOUR]], %[[REST]]
  %0:4 = split.variadic_split %x axis(0) lengths [%n, 4, -1, %m] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %a = tensor.dim %0#0, %c0 : tensor<?xf32>
  %b = tensor.dim %0#1, %c0 : tensor<?xf32>
  %c = tensor.dim %0#2, %c0 : tensor<?xf32>
  return %a, %b, %c : index, index, index
}

// No such dimension.
// CHECK-LABEL: func @no_dim(
// CHECK-COUNT-2: tensor.dim %{{.+}}#0
func.func @no_dim(%x: tensor<?xf32>) -> (index, index) {
  %cn = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %1 = tensor.dim %0#0, %cn : tensor<?xf32>
  %2 = tensor.dim %0#0, %c1 : tensor<?xf32>
  return %1, %2 : index, index
}
