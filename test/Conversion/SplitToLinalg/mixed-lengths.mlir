// V7: an index value in a list of lengths is the size of its piece as it is. No
// comparison or selection is created for it, and lengths that are constants
// stay static beside it.
// RUN: split-opt %s -convert-split-to-linalg -verify-diagnostics | FileCheck %s
// RUN: split-opt %s -convert-split-to-linalg=materialize=all -verify-diagnostics | FileCheck %s --check-prefix=COPY
// RUN: split-opt %s -convert-split-to-linalg=materialize=results -verify-diagnostics | FileCheck %s --check-prefix=RESULTS

// CHECK-LABEL: func @variadic_v7_mixed(
// CHECK-SAME: %[[X:.+]]: tensor<?x12xf32>, %[[N:.+]]: index
// COPY-LABEL: func @variadic_v7_mixed(
// COPY-SAME: %[[X:.+]]: tensor<?x12xf32>, %[[N:.+]]: index
func.func @variadic_v7_mixed(%x: tensor<?x12xf32>, %n: index) -> (tensor<?x12xf32>, tensor<4x12xf32>, tensor<?x12xf32>) {
  // CHECK-NOT: arith.{{cmpi|select}}
  // CHECK: tensor.extract_slice %[[X]][0, 0] [%[[N]], 12] [1, 1] : tensor<?x12xf32> to tensor<?x12xf32>
  // CHECK: tensor.extract_slice %[[X]][%[[N]], 0] [4, 12] [1, 1] : tensor<?x12xf32> to tensor<4x12xf32>
  // CHECK: tensor.extract_slice %[[X]][%{{.+}}, 0] [%{{.+}}, 12] [1, 1] : tensor<?x12xf32> to tensor<?x12xf32>
  // COPY-NOT: arith.{{cmpi|select}}
  // COPY: split.copy ins(%[[X]] : tensor<?x12xf32>) outs(%{{.+}}, %{{.+}}, %{{.+}} : tensor<?x12xf32>, tensor<4x12xf32>, tensor<?x12xf32>) axis(0)
  // CHECK: return
  // COPY: return
  %0:3 = split.variadic_split %x axis(0) lengths [%n, 4, -1] : tensor<?x12xf32> -> tensor<?x12xf32>, tensor<4x12xf32>, tensor<?x12xf32>
  return %0#0, %0#1, %0#2 : tensor<?x12xf32>, tensor<4x12xf32>, tensor<?x12xf32>
}

// V3, V4: a result type that states what the others leave makes the slice static.
// CHECK-LABEL: func @stated(
func.func @stated(%x: tensor<9xf32>, %n: index) -> (tensor<5xf32>, tensor<4xf32>) {
  // CHECK: tensor.extract_slice %{{.+}}[0] [5] [1] : tensor<9xf32> to tensor<5xf32>
  // CHECK: tensor.extract_slice %{{.+}}[%{{.+}}] [4] [1] : tensor<9xf32> to tensor<4xf32>
  %0:2 = split.variadic_split %x axis(0) lengths [%n, 4] : tensor<9xf32> -> tensor<5xf32>, tensor<4xf32>
  return %0#0, %0#1 : tensor<5xf32>, tensor<4xf32>
}

// C7: nothing is left for %n. A slice that starts at the end would be invalid.
// CHECK-LABEL: func @at_the_end(
// CHECK-SAME: %[[X:.+]]: tensor<6xf32>, %[[N:.+]]: index
func.func @at_the_end(%x: tensor<6xf32>, %n: index) -> (tensor<6xf32>, tensor<?xf32>) {
  // CHECK: tensor.extract_slice %[[X]][0] [6] [1]
  // CHECK: tensor.empty(%[[N]]) : tensor<?xf32>
  %0:2 = split.variadic_split %x axis(0) lengths [6, %n] : tensor<6xf32> -> tensor<6xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<6xf32>, tensor<?xf32>
}

// No run of copies starts with such a piece, either.
// RESULTS-LABEL: func @copies_at_the_end(
// RESULTS-SAME: %[[X:.+]]: tensor<1xf32>, %[[N:.+]]: index, %[[M:.+]]: index
func.func @copies_at_the_end(%x: tensor<1xf32>, %n: index, %m: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // RESULTS: tensor.empty(%[[N]]) : tensor<?xf32>
  // RESULTS: %[[S:.+]] = tensor.extract_slice %[[X]][%{{.+}}] [%{{.+}}] [1] : tensor<1xf32> to tensor<?xf32>
  // RESULTS: split.copy ins(%[[S]] : tensor<?xf32>) outs(%{{.+}} : tensor<?xf32>)
  %0:3 = split.variadic_split %x axis(0) lengths [1, %n, %m] : tensor<1xf32> -> tensor<1xf32>, tensor<?xf32>, tensor<?xf32>
  return %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>
}

// R3, R4: constants that break a rule fail at run time. Sums of them do not make
// slices that upstream rejects.
// CHECK-LABEL: func @constants_break_rules(
func.func @constants_break_rules(%x: tensor<6xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<2xf32>) {
  %c9 = arith.constant 9 : index
  %m = arith.constant -1 : index
  %least = affine.apply affine_map<()[s0] -> (s0 - 9)>()[%m]
  // CHECK-COUNT-6: tensor.extract_slice
  // expected-warning @below {{'split.variadic_split' op fails at run time: lengths [9, -1] sum to more than 6, the size of dimension 0}}
  %0:2 = split.variadic_split %x axis(0) lengths [%c9, -1] : tensor<6xf32> -> tensor<?xf32>, tensor<?xf32>
  // expected-warning @below {{'split.variadic_split' op fails at run time: length 0 is the index value -1, expected at least 0}}
  %1:2 = split.variadic_split %x axis(0) lengths [%m, -1] : tensor<6xf32> -> tensor<?xf32>, tensor<?xf32>
  %2:2 = split.variadic_split %x axis(0) lengths [%least, 2] : tensor<6xf32> -> tensor<?xf32>, tensor<2xf32>
  return %0#0, %0#1, %1#0, %1#1, %2#1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<2xf32>
}
