// R3 and R4 for lists with index values (V7): an index value is compared with 0
// alone, static lengths are one, and what is certain is not checked.
// RUN: split-opt %s -split-generate-runtime-checks | FileCheck %s

// CHECK-LABEL: func @variadic_r4_rest(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[N:.+]]: index, %[[M:.+]]: index
func.func @variadic_r4_rest(%x: tensor<?xf32>, %n: index, %m: index) -> tensor<?xf32> {
  // CHECK: %[[D:.+]] = tensor.dim %[[X]]
  // CHECK: %[[SEVEN:.+]] = arith.constant 7 : index
  // CHECK: %[[FITS0:.+]] = arith.cmpi sge, %[[D]], %[[SEVEN]]
  // CHECK: %[[LEFT0:.+]] = arith.subi %[[D]], %[[SEVEN]]
  // CHECK: %[[ZERO:.+]] = arith.constant 0 : index
  // CHECK: %[[IS_N:.+]] = arith.cmpi sge, %[[N]], %[[ZERO]]
  // CHECK: %[[FITS_N:.+]] = arith.cmpi sle, %[[N]], %[[LEFT0]]
  // CHECK: %[[FITS1:.+]] = arith.andi %[[FITS0]], %[[FITS_N]]
  // CHECK: %[[LEFT1:.+]] = arith.subi %[[LEFT0]], %[[N]]
  // CHECK: %[[IS_M:.+]] = arith.cmpi sge, %[[M]]
  // CHECK: %[[ARE:.+]] = arith.andi %[[IS_N]], %[[IS_M]]
  // The next length against what is left, never against a sum.
  // CHECK: %[[FITS_M:.+]] = arith.cmpi sle, %[[M]], %[[LEFT1]]
  // CHECK: %[[FITS:.+]] = arith.andi %[[FITS1]], %[[FITS_M]]
  // CHECK-NOT: arith.{{select|cmpi}}
  // CHECK: split.assert %[[ARE]], "lengths [{}, 4, -1, {}, 3] hold a negative index value"(%[[N]], %[[M]])
  // CHECK: split.assert %[[FITS]], "lengths [{}, 4, -1, {}, 3] sum to more than {}, the size of dimension 0"(%[[N]], %[[M]], %[[D]])
  // CHECK-NOT: split.assert
  %0:5 = split.variadic_split %x axis(0) lengths [%n, 4, -1, %m, 3] : tensor<?xf32> -> tensor<?xf32>, tensor<4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<3xf32>
  return %0#0 : tensor<?xf32>
}

// CHECK-LABEL: func @variadic_r4_exact(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
func.func @variadic_r4_exact(%x: tensor<9xf32>, %n: index) -> tensor<?xf32> {
  // 4 of 9 is certain.
  // CHECK: %[[LEFT:.+]] = arith.constant 5 : index
  // CHECK: %[[IS:.+]] = arith.cmpi sge, %[[N]]
  // CHECK: %[[FITS:.+]] = arith.cmpi sle, %[[N]], %[[LEFT]]
  // CHECK: %[[NONE:.+]] = arith.subi %[[LEFT]], %[[N]]
  // CHECK: split.assert %[[IS]], "lengths [{}, 4] hold a negative index value"(%[[N]])
  // CHECK: split.assert %[[FITS]], "lengths [{}, 4] sum to more than 9, the size of dimension 0"(%[[N]])
  // CHECK: %[[EXACT:.+]] = arith.cmpi eq, %[[NONE]]
  // CHECK: %[[SUM:.+]] = arith.subi
  // CHECK: split.assert %[[EXACT]], "lengths [{}, 4] sum to {}, expected 9, the size of dimension 0"(%[[N]], %[[SUM]])
  // CHECK-NOT: split.assert
  %0:2 = split.variadic_split %x axis(0) lengths [%n, 4] : tensor<9xf32> -> tensor<?xf32>, tensor<4xf32>
  return %0#0 : tensor<?xf32>
}

// CHECK-LABEL: func @variadic_r3_certain(
func.func @variadic_r3_certain(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  // CHECK-NOT: negative
  // CHECK: split.assert %{{.+}}, "lengths [{}, -1] sum to more than
  // CHECK-NOT: split.assert
  %0:2 = split.variadic_split %x axis(0) lengths [%n, -1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}

// A negative constant is no -1.
// CHECK-LABEL: func @variadic_r3_negative_constant(
func.func @variadic_r3_negative_constant(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = arith.constant -1 : index
  // CHECK: %[[N:.+]] = arith.constant -1 : index
  // CHECK: %[[FALSE:.+]] = arith.constant false
  // CHECK: split.assert %[[FALSE]], "lengths [{}, 2] hold a negative index value"(%[[N]])
  %0:2 = split.variadic_split %x axis(0) lengths [%n, 2] : tensor<?xf32> -> tensor<?xf32>, tensor<2xf32>
  return %0#0 : tensor<?xf32>
}

// R6: what a result type states beyond its length.
// CHECK-LABEL: func @variadic_r6(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[N:.+]]: index
func.func @variadic_r6(%x: tensor<?xf32>, %n: index) -> tensor<3xf32> {
  // CHECK: %[[IS:.+]] = arith.cmpi eq, %[[N]], %{{.+}} : index
  // CHECK: split.assert %[[IS]], "result 0 has size {} along dimension 0, but its type states 3"(%[[N]])
  // CHECK-NOT: split.assert
  %0:3 = split.variadic_split %x axis(0) lengths [%n, 4, -1] : tensor<?xf32> -> tensor<3xf32>, tensor<4xf32>, tensor<?xf32>
  return %0#0 : tensor<3xf32>
}
