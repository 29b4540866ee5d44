// RUN: split-opt %s --split-vectorize-elementwise | FileCheck %s --check-prefixes=ALL,FREE
// RUN: split-opt %s --split-vectorize-elementwise=ordered-reductions \
// RUN:   | FileCheck %s --check-prefixes=ALL,ORDERED

// Sums of floats stay ops, which become loops.
// ALL-LABEL: func @sum(
// FREE: vector.reduction <add>
// ORDERED-NOT: vector
// ORDERED: arith.addf %{{.+}} : f32
func.func @sum(%x: memref<8x64xf32>, %s: memref<8xf32>) {
  linalg.reduce { arith.addf } ins(%x : memref<8x64xf32>) outs(%s : memref<8xf32>) dimensions = [1]
  return
}

// The order does not change these.
// ALL-LABEL: func @maximum(
// ALL: vector.reduction <maximumf>
func.func @maximum(%x: memref<8x64xf32>, %s: memref<8xf32>) {
  linalg.reduce { arith.maximumf } ins(%x : memref<8x64xf32>) outs(%s : memref<8xf32>) dimensions = [1]
  return
}

// ALL-LABEL: func @integers(
// ALL: vector.reduction <add>
func.func @integers(%x: memref<8x64xi32>, %s: memref<8xi32>) {
  linalg.reduce { arith.addi } ins(%x : memref<8x64xi32>) outs(%s : memref<8xi32>) dimensions = [1]
  return
}
