// Each rank executes the same collectives in the same order: none is removed,
// merged or moved. What does not communicate may be.
// RUN: split-opt %s -canonicalize -cse -loop-invariant-code-motion -remove-dead-values | FileCheck %s

// CHECK-LABEL: func @unused(
// CHECK-COUNT-2: split_mpi.redistribute
// CHECK-COUNT-2: split_mpi.all_reduce
// CHECK-COUNT-2: split_mpi.reduce_scatter
// CHECK-COUNT-2: split_mpi.global_size
// CHECK-NEXT: return
func.func @unused(%x: tensor<4xf32>, %o: tensor<4xf32>, %p: tensor<2xf32>, %n: index, %comm: i32 {split_mpi.communicator}) {
  %0 = split_mpi.redistribute ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] from_root = [1] to = [[]] -> tensor<4xf32>
  %1 = split_mpi.redistribute ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] from_root = [1] to = [[]] -> tensor<4xf32>
  %2 = split_mpi.all_reduce ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) communicator(%comm) grid = [2] axes = [0] kind = sum -> tensor<4xf32>
  %3 = split_mpi.all_reduce ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) communicator(%comm) grid = [2] axes = [0] kind = sum -> tensor<4xf32>
  %4 = split_mpi.reduce_scatter ins(%x : tensor<4xf32>) outs(%p : tensor<2xf32>) communicator(%comm) grid = [2] axes = [0] kind = sum dimension = 0 -> tensor<2xf32>
  %5 = split_mpi.reduce_scatter ins(%x : tensor<4xf32>) outs(%p : tensor<2xf32>) communicator(%comm) grid = [2] axes = [0] kind = sum dimension = 0 -> tensor<2xf32>
  %6 = split_mpi.global_size %n communicator(%comm) grid = [2] axes = [0] : index
  %7 = split_mpi.global_size %n communicator(%comm) grid = [2] axes = [0] : index
  return
}

// CHECK-LABEL: func @in_loop(
// CHECK: split_mpi.grid_index
// CHECK-NOT: split_mpi
// CHECK: scf.for
// CHECK-NEXT: split_mpi.global_size
// CHECK-NOT: split_mpi.grid_index
func.func @in_loop(%n: index, %comm: i32 {split_mpi.communicator}) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %c0) -> index {
    %g = split_mpi.global_size %n communicator(%comm) grid = [2] axes = [0] : index
    %k = split_mpi.grid_index communicator(%comm) grid = [2] : index
    %j = split_mpi.grid_index communicator(%comm) grid = [2] : index
    %s = arith.addi %g, %k : index
    %t = arith.addi %s, %j : index
    %w = arith.addi %t, %v : index
    scf.yield %w : index
  }
  return %r : index
}

// A cast folds into the operands, also to sizes that contradict `sizes`.
// CHECK-LABEL: func @casts(
// CHECK: split_mpi.redistribute ins(%{{.*}} : tensor<9xf32>) outs(%{{.*}} : tensor<4xf32>)
func.func @casts(%x: tensor<9xf32>, %comm: i32) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<9xf32> to tensor<?xf32>
  %1 = tensor.empty() : tensor<4xf32>
  %2 = tensor.cast %1 : tensor<4xf32> to tensor<?xf32>
  %3 = split_mpi.redistribute ins(%0 : tensor<?xf32>) outs(%2 : tensor<?xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] to = [[]] -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
