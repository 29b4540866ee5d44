// RUN: split-opt %s -convert-shard-to-split-mpi -canonicalize -cse | FileCheck %s

// CHECK-NOT: shard.
shard.grid @grid(shape = 2x3)

// CHECK-LABEL: func @process(
// CHECK: %[[I:.*]], %[[J:.*]] = split_mpi.grid_index communicator(%{{.*}}) grid = [2, 3] : index, index
// CHECK: %[[ROW:.*]] = arith.muli %[[I]], %c3
// CHECK: %[[LINEAR:.*]] = arith.addi %[[ROW]], %[[J]]
// CHECK: return %[[I]], %[[J]], %[[J]], %[[LINEAR]], %c2, %c3, %c3
func.func @process() -> (index, index, index, index, index, index, index) {
  %0:2 = shard.process_multi_index on @grid : index, index
  %1 = shard.process_multi_index on @grid axes = [1] : index
  %2 = shard.process_linear_index on @grid : index
  %3:2 = shard.grid_shape @grid : index, index
  %4 = shard.grid_shape @grid axes = [1] : index
  return %0#0, %0#1, %1, %2, %3#0, %3#1, %4 : index, index, index, index, index, index, index
}

// CHECK-LABEL: func @neighbors(
// CHECK: return %c-1, %c5, %c1, %c-1
func.func @neighbors() -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0, %1 = shard.neighbors_linear_indices on @grid[%c0, %c2] split_axes = [0] : index, index
  %2, %3 = shard.neighbors_linear_indices on @grid[%c0, %c2] split_axes = [1] : index, index
  return %0, %1, %2, %3 : index, index, index, index
}

// 7 rows on 2 ranks are 3 and 4; 11 columns on all are 1 of 1 and 5 of 2.
// CHECK-LABEL: func @shard_shape(
// CHECK: return %c3, %c4, %c1, %c2, %c5, %c2
func.func @shard_shape() -> (index, index, index, index, index, index) {
  %rows = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %all = shard.sharding @grid split_axes = [[0, 1]] : !shard.sharding
  %given = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [0, 5, 7] : !shard.sharding
  %0 = shard.shard_shape dims = [7] sharding = %rows device = [0, 2] : index
  %1 = shard.shard_shape dims = [7] sharding = %rows device = [1, 0] : index
  %2 = shard.shard_shape dims = [11] sharding = %all device = [0, 0] : index
  %3 = shard.shard_shape dims = [11] sharding = %all device = [0, 1] : index
  %4 = shard.shard_shape dims = [7] sharding = %given device = [0, 0] : index
  %5 = shard.shard_shape dims = [7] sharding = %given device = [1, 0] : index
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, index, index
}
