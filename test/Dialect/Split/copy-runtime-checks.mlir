// R7: destinations of split.copy have the sizes that are written.
// RUN: split-opt %s -split-generate-runtime-checks | FileCheck %s
// RUN: split-opt %s -generate-runtime-verification | FileCheck %s --check-prefix=UPSTREAM

// CHECK-LABEL: func @copy_r7_dynamic(
// CHECK-SAME: %[[X:.+]]: memref<?x?xf32>, %[[A:.+]]: memref<?x3xf32>, %[[B:.+]]: memref<?x?xf32>)
// CHECK: %[[RA:.+]] = memref.dim %[[A]], %c0
// CHECK: %[[RX:.+]] = memref.dim %[[X]], %c0
// CHECK: %[[SAME:.+]] = arith.cmpi eq, %[[RA]], %[[RX]]
// CHECK: split.assert %[[SAME]], "destination 0 has size {} along dimension 0, expected {} as data has"(%[[RA]], %[[RX]])
// CHECK: split.assert %{{.+}}, "destination 1 has size {} along dimension 0, expected {} as data has"
// CHECK: %[[D:.+]] = memref.dim %[[X]], %c1
// CHECK: %[[LB:.+]] = memref.dim %[[B]], %c1
// CHECK: %[[FITS_A:.+]] = arith.cmpi sge, %[[D]], %[[THREE:.+]] : index
// CHECK: %[[LEFT:.+]] = arith.subi %[[D]], %[[THREE]]
// CHECK: %[[FITS_B:.+]] = arith.cmpi sle, %[[LB]], %[[LEFT]]
// CHECK: %[[FITS:.+]] = arith.andi %[[FITS_A]], %[[FITS_B]]
// CHECK: %[[REST:.+]] = arith.subi %[[LEFT]], %[[LB]]
// CHECK: split.assert %[[FITS]], "destinations have sizes [3, {}] along dimension 1, which sum to more than {}, the size of data"(%[[LB]], %[[D]])
// CHECK: %[[SUM:.+]] = arith.subi %[[D]], %[[REST]]
// CHECK: %[[ALL:.+]] = arith.cmpi eq, %[[REST]]
// CHECK: split.assert %[[ALL]], "destinations have sizes [3, {}] along dimension 1, which sum to {}, expected {}, the size of data"(%[[LB]], %[[SUM]], %[[D]])
// CHECK: split.copy
// UPSTREAM-LABEL: func @copy_r7_dynamic(
// UPSTREAM: cf.assert %{{.+}}, "ERROR: Runtime op verification failed\0A{{.*}}split.copy{{.*}}destination 0 has size ? along dimension 0, expected ? as data has
func.func @copy_r7_dynamic(%x: memref<?x?xf32>, %a: memref<?x3xf32>, %b: memref<?x?xf32>) {
  split.copy ins(%x : memref<?x?xf32>) outs(%a, %b : memref<?x3xf32>, memref<?x?xf32>) axis(1)
  return
}

// What is certain is not checked.
// CHECK-LABEL: func @copy_r7_static(
// CHECK-NEXT: split.copy
// UPSTREAM-LABEL: func @copy_r7_static(
// UPSTREAM-NEXT: split.copy
func.func @copy_r7_static(%x: tensor<2x8xf32>, %a: tensor<2x3xf32>, %b: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %0:2 = split.copy ins(%x : tensor<2x8xf32>) outs(%a, %b : tensor<2x3xf32>, tensor<2x5xf32>) axis(-1) -> tensor<2x3xf32>, tensor<2x5xf32>
  return %0#1 : tensor<2x5xf32>
}

// What certainly fails is checked too: the verifier leaves it to R7.
// CHECK-LABEL: func @copy_r7_wrong(
// CHECK: split.assert %{{.+}}, "destination 0 has size 3 along dimension 0, expected 2 as data has"
// CHECK: split.assert %{{.+}}, "destinations have sizes [7] along dimension 1, which sum to {}, expected 8, the size of data"
func.func @copy_r7_wrong(%x: tensor<2x8xf32>, %a: tensor<3x7xf32>) -> tensor<3x7xf32> {
  %0 = split.copy ins(%x : tensor<2x8xf32>) outs(%a : tensor<3x7xf32>) axis(1) -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}
