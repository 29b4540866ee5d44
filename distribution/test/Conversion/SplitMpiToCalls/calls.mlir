// RUN: split-opt %s -split-input-file -convert-split-mpi-to-calls | FileCheck %s

// CHECK: module attributes {split_mpi.grid = array<i64: 2, 3>}
// Bytes of an element, the grid, the rank, the axes of each dimension, and
// whether it has offsets. Equal arrays are kept once.
// CHECK-DAG: @[[MOVE:.*]](dense<[4, 2, 2, 3, 2, 1, 1, 0, 0, 2, 0, 1, 1, 0, 0, 0]> : tensor<16xi64>)
// Type f32, sum, the grid, the axes, and the rank.
// CHECK-DAG: @[[SUM:.*]](dense<[11, 1, 2, 2, 3, 1, 1, 1]> : tensor<8xi64>)
// CHECK-DAG: @[[SCATTER:.*]](dense<[4, 8, 2, 2, 3, 2, 1, 0, 1, 0]> : tensor<10xi64>)
// CHECK-DAG: @[[SIZE:.*]](dense<[2, 2, 3, 1, 0]> : tensor<5xi64>)
// CHECK-DAG: llvm.func @split_mpi_redistribute(i32, !llvm.ptr, !llvm.ptr) -> i32

// CHECK-LABEL: func @redistribute(
// CHECK-SAME: %[[X:.*]]: memref<?x4xf32, strided<[?, 2], offset: ?>>, %[[O:.*]]: memref<7x?xf32>, %[[N:.*]]: index, %[[COMM:.*]]: i32)
func.func @redistribute(%x: memref<?x4xf32, strided<[?, 2], offset: ?>>, %o: memref<7x?xf32>, %n: index, %comm: i32) {
  // 2 * (1 + 2 * 2) words of operands, 2 sizes, 4 roots, 4 offsets.
  // CHECK: %[[COUNT:.*]] = llvm.mlir.constant(20 : i64)
  // CHECK: %[[VALUES:.*]] = llvm.alloca %[[COUNT]] x i64
  // CHECK: %[[FROM:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
  // CHECK: %[[START:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
  // CHECK: %[[BYTES:.*]] = arith.muli %[[OFFSET]], %{{.*}} : index
  // CHECK: %[[ADDRESS:.*]] = arith.addi %[[START]], %[[BYTES]]
  // CHECK: %[[CONSTANTS:.*]] = llvm.mlir.addressof @[[MOVE]]
  // CHECK: %[[WORD:.*]] = arith.index_cast %[[ADDRESS]] : index to i64
  // CHECK: llvm.store %[[WORD]]
  // CHECK-COUNT-19: llvm.store
  // CHECK: %[[STATUS:.*]] = llvm.call @split_mpi_redistribute(%[[COMM]], %[[CONSTANTS]], %[[VALUES]])
  // CHECK: %[[OK:.*]] = arith.cmpi eq, %[[STATUS]], %{{.*}} : i32
  // CHECK: %[[VALUE:.*]] = arith.index_cast %[[STATUS]] : i32 to index
  // CHECK: split.assert %[[OK]], "a function of libSplitMpi returned {}"(%[[VALUE]]) {split_mpi.status}
  split_mpi.redistribute ins(%x : memref<?x4xf32, strided<[?, 2], offset: ?>>) outs(%o : memref<7x?xf32>) communicator(%comm) grid = [2, 3] sizes = [7, 4] from = [[1]] from_offsets = [0, %n, 5, 7] to = [[], [0, 1]] to_root = [-1, -1]
  return
}

// CHECK-LABEL: func @reductions(
func.func @reductions(%x: memref<4xf32>, %o: memref<4xf32>, %z: memref<4xi64>, %c: memref<2xi64>, %root: index, %comm: i32) {
  // CHECK: llvm.mlir.addressof @[[SUM]]
  // CHECK: llvm.call @split_mpi_all_reduce
  split_mpi.all_reduce ins(%x : memref<4xf32>) outs(%o : memref<4xf32>) communicator(%comm) grid = [2, 3] axes = [1] kind = sum root = [-1, %root]
  // CHECK: llvm.mlir.addressof @[[SCATTER]]
  // CHECK: llvm.call @split_mpi_reduce_scatter
  split_mpi.reduce_scatter ins(%z : memref<4xi64>) outs(%c : memref<2xi64>) communicator(%comm) grid = [2, 3] axes = [1, 0] kind = bitwise_xor dimension = 0
  return
}

// CHECK-LABEL: func @queries(
// CHECK-SAME: %[[LOCAL:.*]]: index, %[[COMM:.*]]: i32)
func.func @queries(%local: index, %comm: i32) -> (index, index, index) {
  // CHECK: %[[WORDS:.*]] = llvm.mlir.addressof @[[SIZE]]
  // CHECK: %[[WIDE:.*]] = arith.index_cast %[[LOCAL]] : index to i64
  // CHECK: llvm.call @split_mpi_global_size(%[[COMM]], %[[WORDS]], %[[WIDE]], %[[PLACE:[a-z0-9]+]])
  // CHECK: split.assert
  // CHECK: %[[N:.*]] = llvm.load %[[PLACE]] :
  // CHECK: %[[SIZE:.*]] = arith.index_cast %[[N]] : i64 to index
  %n = split_mpi.global_size %local communicator(%comm) grid = [2, 3] axes = [0] : index
  // CHECK: %[[RANK32:.*]] = llvm.call @split_mpi_rank(%[[COMM]])
  // CHECK: %[[RANK:.*]] = arith.index_cast %[[RANK32]]
  // CHECK: %[[J:.*]] = arith.remui %[[RANK]], %{{.*}} : index
  // CHECK: %[[I:.*]] = arith.divui %[[RANK]], %{{.*}} : index
  // CHECK: return %[[SIZE]], %[[I]], %[[J]]
  %i, %j = split_mpi.grid_index communicator(%comm) grid = [2, 3] : index, index
  return %n, %i, %j : index, index, index
}

// -----

// A module without such ops does not change.
// CHECK: module {
// CHECK-NEXT: func.func @other
// CHECK-NEXT: return
func.func @other(%x: memref<4xf32>) {
  return
}
