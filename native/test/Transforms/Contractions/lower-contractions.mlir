// RUN: split-opt %s --split-lower-contractions --canonicalize --cse --split-input-file | FileCheck %s

// The words are the element type, flags, addresses, numbers of loops, then the
// size and the three strides of each loop. The fill becomes a flag. The scratch
// memory is for 64 rows, rounded up to 72, and 32 columns of 2048 bytes, and 128.
// CHECK-LABEL: func @matmul(
// CHECK-SAME: %[[A:.+]]: memref<64x16xf32>, %[[B:.+]]: memref<16x32xf32>, %[[C:.+]]: memref<64x32xf32>)
// CHECK-DAG: %[[ARRAY:.+]] = llvm.alloca %{{.+}} x i64
// CHECK-DAG: %[[SCRATCH:.+]] = memref.alloc() {alignment = 64 : i64} : memref<213120xi8>
// CHECK-NOT: linalg
// CHECK: memref.extract_aligned_pointer_as_index %[[A]]
// CHECK: memref.extract_aligned_pointer_as_index %[[B]]
// CHECK: memref.extract_aligned_pointer_as_index %[[C]]
// CHECK: llvm.call @split_mlir_contract(%[[ARRAY]])
// CHECK: memref.dealloc %[[SCRATCH]]
// CHECK-NEXT: return
func.func @matmul(%a: memref<64x16xf32>, %b: memref<16x32xf32>, %c: memref<64x32xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x32xf32>)
  linalg.matmul ins(%a, %b : memref<64x16xf32>, memref<16x32xf32>) outs(%c : memref<64x32xf32>)
  return
}

// -----

// Several calls share the scratch memory and the array. The element type of the
// second one is 1, f64. Something reads the zeros before the third one.
// CHECK-LABEL: func @several(
// CHECK-COUNT-1: memref.alloc()
// CHECK-NOT: memref.alloc()
// CHECK: scf.for
// CHECK-NOT: {{memref|llvm}}.alloc
// CHECK: llvm.call @split_mlir_contract(
// CHECK: linalg.fill
// CHECK: memref.load
// CHECK: llvm.call @split_mlir_contract(
// CHECK: linalg.fill
// CHECK: llvm.call @split_mlir_contract(
// CHECK: memref.dealloc
func.func @several(%n: index, %a: memref<8x8xf32>, %b: memref<8x?xf32, strided<[?, ?], offset: ?>>, %c: memref<8x?xf32>,
                   %d: memref<8x8xf64>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x?xf32, strided<[?, ?], offset: ?>>) outs(%c : memref<8x?xf32>)
  }
  linalg.fill ins(%zero : f32) outs(%c : memref<8x?xf32>)
  %read = memref.load %c[%c0, %c0] : memref<8x?xf32>
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x?xf32, strided<[?, ?], offset: ?>>) outs(%c : memref<8x?xf32>)
  linalg.fill ins(%one : f32) outs(%c : memref<8x?xf32>)
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x?xf32, strided<[?, ?], offset: ?>>) outs(%c : memref<8x?xf32>)
  return %read : f32
}

// -----

// CHECK-LABEL: func @f64(
// CHECK-DAG: %[[TYPE:.+]] = arith.constant 1 : i64
// CHECK: llvm.store %[[TYPE]]
func.func @f64(%a: memref<8x8xf64>, %b: memref<8x8xf64>, %c: memref<8x8xf64>) {
  linalg.matmul ins(%a, %b : memref<8x8xf64>, memref<8x8xf64>) outs(%c : memref<8x8xf64>)
  return
}

// -----

// CHECK-LABEL: func @convolution(
// CHECK-NOT: linalg
// CHECK: llvm.call @split_mlir_contract(
func.func @convolution(%x: memref<1x4x10x10xf32>, %w: memref<8x4x3x3xf32>, %y: memref<1x8x4x4xf32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : memref<1x4x10x10xf32>, memref<8x4x3x3xf32>) outs(%y : memref<1x8x4x4xf32>)
  return
}

// -----

// Products of 4 x 4 x 4, integers, other bodies, results that are not a
// permutation of loops, reductions of rows, and sums of one product are left.
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#lhs = affine_map<(d0, d1, d2) -> (d0, d2)>
#rhs = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>
#sum = affine_map<(d0, d1, d2) -> (d0 + d1)>
// CHECK-LABEL: func @others(
// CHECK-NOT: llvm
// CHECK: linalg.matmul
// CHECK: linalg.matmul
// CHECK: linalg.generic
// CHECK: arith.divf
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT: llvm
func.func @others(%s: memref<4x4xf32>, %i: memref<8x8xi32>, %f: memref<8x8xf32>, %v: memref<15xf32>, %w: memref<8xf32>, %t: memref<8x8x8xf32>) {
  linalg.matmul ins(%s, %s : memref<4x4xf32>, memref<4x4xf32>) outs(%s : memref<4x4xf32>)
  linalg.matmul ins(%i, %i : memref<8x8xi32>, memref<8x8xi32>) outs(%i : memref<8x8xi32>)
  linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%f, %f : memref<8x8xf32>, memref<8x8xf32>) outs(%f : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.divf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#lhs, #rhs, #sum], iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%f, %f : memref<8x8xf32>, memref<8x8xf32>) outs(%v : memref<15xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%f, %w : memref<8x8xf32>, memref<8xf32>) outs(%w : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id, #out, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t, %f : memref<8x8x8xf32>, memref<8x8xf32>) outs(%t : memref<8x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// Threads cannot share the scratch memory of a function.
// CHECK-LABEL: func @parallel(
// CHECK-NOT: llvm
// CHECK: linalg.matmul
// CHECK: linalg.matmul
// CHECK-NOT: llvm
func.func @parallel(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    linalg.matmul ins(%a, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%b : memref<64x64xf32>)
    scf.reduce
  }
  scf.forall (%i) in (8) {
    linalg.matmul ins(%a, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%b : memref<64x64xf32>)
  }
  return
}
