// C8: encodings end, wherever they stand; those of sparse storage do not.
// RUN: split-opt %s -split-drop-encodings | FileCheck %s --implicit-check-not=blocked
// CHECK: #[[CSR:.+]] = #sparse_tensor.encoding

// CHECK-LABEL: func private @declaration(tensor<4xf32>, tensor<*xf32>)
func.func private @declaration(tensor<4xf32, "blocked">, tensor<*xf32>) -> tensor<4xi8, {tile = 4}>

// CHECK-LABEL: func @signature(
// CHECK-SAME: %[[X:.+]]: tensor<?x4xf32>) -> tensor<?x2xf32> {
func.func @signature(%x: tensor<?x4xf32, "blocked">) -> tensor<?x2xf32, "blocked"> {
  // CHECK: %[[P:.+]]:2 = split.split %[[X]] axis(1) into 2 : tensor<?x4xf32> -> tensor<?x2xf32>, tensor<?x2xf32>
  %0:2 = split.split %x axis(1) into 2
      : tensor<?x4xf32, "blocked"> -> tensor<?x2xf32, "blocked">, tensor<?x2xf32, "blocked">
  // CHECK: cf.br ^[[NEXT:.+]](%[[P]]#1 : tensor<?x2xf32>)
  cf.br ^next(%0#1 : tensor<?x2xf32, "blocked">)
// CHECK: ^[[NEXT]](%[[A:.+]]: tensor<?x2xf32>)
^next(%a: tensor<?x2xf32, "blocked">):
  // CHECK: return %[[A]] : tensor<?x2xf32>
  return %a : tensor<?x2xf32, "blocked">
}

// CHECK-LABEL: func @constants(
func.func @constants() {
  // CHECK: arith.constant dense<[1, 2]> : tensor<2xi8>
  %0 = arith.constant dense<[1, 2]> : tensor<2xi8, "blocked">
  // CHECK: arith.constant dense<2.000000e+00> : tensor<2xf32>
  %1 = arith.constant dense<2.0> : tensor<2xf32, "blocked">
  // CHECK: arith.constant sparse<0, 1> : tensor<2xi8>
  %2 = arith.constant sparse<[[0]], 1> : tensor<2xi8, "blocked">
  // CHECK: arith.constant dense_resource<bytes> : tensor<2xi8>
  %3 = arith.constant dense_resource<bytes> : tensor<2xi8, "blocked">
  // CHECK: constant @declaration : (tensor<4xf32>, tensor<*xf32>) -> tensor<4xi8>
  %4 = func.constant @declaration : (tensor<4xf32, "blocked">, tensor<*xf32>) -> tensor<4xi8, {tile = 4}>
  return
}

#csr = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
// CHECK-LABEL: func @no_drop_sparse(
// CHECK-SAME: tensor<4x4xf32, #[[CSR]]>
func.func @no_drop_sparse(%x: tensor<4x4xf32, #csr>) {
  return
}

{-#
  dialect_resources: {
    builtin: {
      bytes: "0x010000000102"
    }
  }
#-}
