// Constants and sizes move into the list of lengths (V7). What may be -1, and
// what breaks a rule, stays where it is.
// RUN: split-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @constants(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[N:.+]]: index
func.func @constants(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  // CHECK: %[[P:.+]]:4 = split.variadic_split %[[X]] axis(0) lengths [2, %[[N]], 0, -1] {kept} : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>, tensor<0xf32>, tensor<?xf32>
  %0:4 = split.variadic_split %x axis(0) lengths [%c2, %n, %c0, -1] {kept} : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// Without index values, the list is as before: -1 resolves, equal lengths are
// equal pieces.
// CHECK-LABEL: func @all_constants(
func.func @all_constants(%x: tensor<6xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c3 = arith.constant 3 : index
  // CHECK: split.split %{{.+}} axis(0) into 2 : tensor<6xf32> -> tensor<3xf32>, tensor<3xf32>
  %0:2 = split.variadic_split %x axis(0) lengths [%c3, -1] : tensor<6xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// R3: a negative constant is no -1; the others move without it.
// CHECK-LABEL: func @no_fold_negative_constant(
func.func @no_fold_negative_constant(%x: tensor<6xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c3 = arith.constant 3 : index
  %m = arith.constant -1 : index
  // CHECK: %[[M:.+]] = arith.constant -1 : index
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [3, %[[M]]]
  %0:2 = split.variadic_split %x axis(0) lengths [%c3, %m] : tensor<6xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// R4.
// CHECK-LABEL: func @no_fold_wrong_sum(
func.func @no_fold_wrong_sum(%x: tensor<6xf32>, %n: index) -> (tensor<?xf32>, tensor<4xf32>, tensor<?xf32>) {
  %c3 = arith.constant 3 : index
  // CHECK: %[[C3:.+]] = arith.constant 3 : index
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [%[[C3]], 4, %{{.+}}]
  %0:3 = split.variadic_split %x axis(0) lengths [%c3, 4, %n] : tensor<6xf32> -> tensor<?xf32>, tensor<4xf32>, tensor<?xf32>
  return %0#0, %0#1, %0#2 : tensor<?xf32>, tensor<4xf32>, tensor<?xf32>
}

// The -1 is what an index value leaves, even if data is static.
// CHECK-LABEL: func @no_fold_rest(
func.func @no_fold_rest(%x: tensor<6xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: lengths [%{{.+}}, -1]
  %0:2 = split.variadic_split %x axis(0) lengths [%n, -1] : tensor<6xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// R3, R4: one piece of a run-time length may fail; empty pieces too.
// CHECK-LABEL: func @no_fold_one_piece(
func.func @no_fold_one_piece(%x: tensor<6xf32>, %z: tensor<0xf32>, %n: index) -> (tensor<6xf32>, tensor<0xf32>, tensor<6xf32>) {
  // CHECK: lengths [%{{.+}}]
  // CHECK: lengths [%{{.+}}, 0]
  // CHECK: lengths [%{{.+}}, 0]
  %0 = split.variadic_split %x axis(0) lengths [%n] : tensor<6xf32> -> tensor<6xf32>
  %1:2 = split.variadic_split %z axis(0) lengths [%n, 0] : tensor<0xf32> -> tensor<0xf32>, tensor<0xf32>
  %2:2 = split.variadic_split %x axis(0) lengths [%n, 0] : tensor<6xf32> -> tensor<6xf32>, tensor<0xf32>
  return %0, %1#0, %2#0 : tensor<6xf32>, tensor<0xf32>, tensor<6xf32>
}

//===----------------------------------------------------------------------===//
// tensor.from_elements
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @sizes(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[Y:.+]]: tensor<?xf32>
func.func @sizes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %rest = arith.constant -1 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  // CHECK: %[[N:.+]] = tensor.dim %[[Y]]
  // CHECK-NOT: tensor.from_elements
  // CHECK: split.variadic_split %[[X]] axis(0) lengths [%[[N]], 4, -1] {kept} : tensor<?xf32> -> tensor<?xf32>, tensor<4xf32>, tensor<?xf32>
  %l = tensor.from_elements %n, %c4, %rest : tensor<3xindex>
  %0:3 = split.variadic_split %x axis(0) lengths(%l : tensor<3xindex>) {kept} : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// An i64 holds every index.
// CHECK-LABEL: func @sizes_i64(
func.func @sizes_i64(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i64
  %d = tensor.dim %y, %c0 : tensor<?xf32>
  %n = arith.index_cast %d : index to i64
  // CHECK: lengths [4, %{{.+}}]
  %l = tensor.from_elements %c4, %n : tensor<2xi64>
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// An i32 does not: 2^32 - 1 would become the -1.
// CHECK-LABEL: func @no_fold_sizes_i32(
func.func @no_fold_sizes_i32(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i32
  %d = tensor.dim %y, %c0 : tensor<?xf32>
  %n = arith.index_cast %d : index to i32
  // CHECK: lengths(%{{.+}} : tensor<2xi32>)
  %l = tensor.from_elements %c4, %n : tensor<2xi32>
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi32>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// Ranges of ops of arith and bounds of affine maps.
// CHECK-LABEL: func @not_negative(
func.func @not_negative(%x: tensor<?xf32>, %i: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %rest = arith.constant -1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %max = arith.maxsi %i, %c0 : index
  %div = arith.divui %d, %c3 : index
  %min = arith.minui %d, %i : index
  %half = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%d]
  // CHECK: lengths [%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, -1]
  %l = tensor.from_elements %max, %div, %min, %half, %rest : tensor<5xindex>
  %0:5 = split.variadic_split %x axis(0) lengths(%l : tensor<5xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// V6: each of these may be -1.
// CHECK-LABEL: func @no_fold_maybe_negative(
func.func @no_fold_maybe_negative(%x: tensor<?xf32>, %i: index, %n: i64) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  // CHECK-COUNT-5: lengths(%{{.+}} : tensor<2x
  %l0 = tensor.from_elements %d, %i : tensor<2xindex>
  %0:2 = split.variadic_split %x axis(0) lengths(%l0 : tensor<2xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %sub = arith.subi %d, %c4 : index
  %l1 = tensor.from_elements %d, %sub : tensor<2xindex>
  %1:2 = split.variadic_split %x axis(0) lengths(%l1 : tensor<2xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  // The sum may wrap around.
  %add = arith.addi %d, %d : index
  %l2 = tensor.from_elements %d, %add : tensor<2xindex>
  %2:2 = split.variadic_split %x axis(0) lengths(%l2 : tensor<2xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %less = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%d]
  %l3 = tensor.from_elements %d, %less : tensor<2xindex>
  %3:2 = split.variadic_split %x axis(0) lengths(%l3 : tensor<2xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %e = arith.index_cast %d : index to i64
  %l4 = tensor.from_elements %e, %n : tensor<2xi64>
  %4:2 = split.variadic_split %x axis(0) lengths(%l4 : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %1#0, %2#0, %3#0, %4#0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// R3: -1 twice, other negative constants, and the number that stands for index
// values fail at run time.
// CHECK-LABEL: func @no_fold_broken_constants(
func.func @no_fold_broken_constants(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %rest = arith.constant -1 : index
  %minus = arith.constant -2 : index
  %least = arith.constant -9223372036854775808 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  // CHECK-COUNT-3: lengths(%{{.+}} : tensor<3xindex>)
  %l0 = tensor.from_elements %n, %rest, %rest : tensor<3xindex>
  %0:3 = split.variadic_split %x axis(0) lengths(%l0 : tensor<3xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %l1 = tensor.from_elements %n, %minus, %rest : tensor<3xindex>
  %1:3 = split.variadic_split %x axis(0) lengths(%l1 : tensor<3xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %l2 = tensor.from_elements %n, %least, %rest : tensor<3xindex>
  %2:3 = split.variadic_split %x axis(0) lengths(%l2 : tensor<3xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %0#0, %1#0, %2#0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// The same number in a constant tensor, which has no index values at all.
// CHECK-LABEL: func @no_fold_least_constant(
func.func @no_fold_least_constant(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: lengths(%{{.+}} : tensor<2xi64>)
  %l = arith.constant dense<[-9223372036854775808, 4]> : tensor<2xi64>
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}

//===----------------------------------------------------------------------===//
// Uses of pieces, concatenations
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @dims(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[N:.+]]: index
func.func @dims(%x: tensor<?xf32>, %n: index) -> (index, index, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %0:3 = split.variadic_split %x axis(0) lengths [%n, -1, %n] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  // CHECK: %[[D:.+]] = tensor.dim %[[X]]
  // CHECK: %[[TWICE:.+]] = arith.addi %[[N]], %[[N]]
  // CHECK: %[[REST:.+]] = arith.subi %[[D]], %[[TWICE]]
  // CHECK: return %[[N]], %[[REST]]
  %a = tensor.dim %0#2, %c0 : tensor<?xf32>
  %b = tensor.dim %0#1, %c0 : tensor<?xf32>
  return %a, %b, %0#0 : index, index, tensor<?xf32>
}

// CHECK-LABEL: func @of_concat(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<?xf32>, %[[B:[a-z0-9]+]]: tensor<?xf32>
func.func @of_concat(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %x = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: return %[[A]], %[[B]]
  %0:2 = split.variadic_split %x axis(0) lengths [%n, -1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// An index value of -1 is not the rest.
// CHECK-LABEL: func @no_fold_of_concat(
func.func @no_fold_of_concat(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = arith.constant -1 : index
  %x = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: split.variadic_split
  %0:2 = split.variadic_split %x axis(0) lengths [%n, %m] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// A sum that wraps around may be -1.
// CHECK-LABEL: func @no_fold_sum_with_carry(
// CHECK: split.variadic_split %{{.+}} axis(0) lengths(%{{.+}} : tensor<2xi64>)
func.func @no_fold_sum_with_carry(%x: tensor<?xf32>, %a: index, %b: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c3 = arith.constant 3 : i64
  %s, %carry = arith.addui_extended %a, %b : index, i1
  %i = arith.index_cast %s : index to i64
  %l = tensor.from_elements %i, %c3 : tensor<2xi64>
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
