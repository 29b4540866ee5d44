// Upstream's sharding-propagation and shard-partition distribute split ops.
// RUN: split-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(sharding-propagation,shard-partition,cse,canonicalize))' | FileCheck %s

// The axis is not sharded: nothing moves.
// CHECK-LABEL: func @other_dimension(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>) -> (tensor<3x1xf32>, tensor<3x3xf32>)
// CHECK-NEXT: split.variadic_split %[[X]] axis(1) lengths [1, 3] : tensor<3x4xf32> -> tensor<3x1xf32>, tensor<3x3xf32>
// CHECK-NEXT: return
shard.grid @g(shape = 2)
func.func @other_dimension(%arg0: tensor<6x4xf32>) -> (tensor<6x1xf32>, tensor<6x3xf32>) {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<6x4xf32>
  %a, %b = split.variadic_split %x axis(1) lengths [1, -1] : tensor<6x4xf32> -> tensor<6x1xf32>, tensor<6x3xf32>
  return %a, %b : tensor<6x1xf32>, tensor<6x3xf32>
}

// -----

// The grid axis moves to a dimension that it divides.
// CHECK-LABEL: func @move(
// CHECK-SAME: %[[X:.*]]: tensor<3x5x4xf32>) -> (tensor<3x5x2xf32>, tensor<3x5x2xf32>)
// CHECK-NEXT: %[[M:.*]] = shard.all_to_all %[[X]] on @g grid_axes = [0] split_axis = 2 concat_axis = 0 : tensor<3x5x4xf32> -> tensor<6x5x2xf32>
// CHECK-NEXT: split.split %[[M]] axis(0) into 2 : tensor<6x5x2xf32> -> tensor<3x5x2xf32>, tensor<3x5x2xf32>
// CHECK-NEXT: return
shard.grid @g(shape = 2)
func.func @move(%arg0: tensor<6x5x4xf32>) -> (tensor<3x5x4xf32>, tensor<3x5x4xf32>) {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<6x5x4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<6x5x4xf32> -> tensor<3x5x4xf32>, tensor<3x5x4xf32>
  return %a, %b : tensor<3x5x4xf32>, tensor<3x5x4xf32>
}

// -----

// No other dimension is divisible. One piece has no uses.
// CHECK-LABEL: func @gather(
// CHECK-SAME: %[[X:.*]]: tensor<3x3xf32>) -> tensor<3x3xf32>
// CHECK-NEXT: %[[G:.*]] = shard.all_gather %[[X]] on @g grid_axes = [0] gather_axis = 0 : tensor<3x3xf32> -> tensor<6x3xf32>
// CHECK-NEXT: split.split %[[G]] axis(0) into 2 : tensor<6x3xf32> -> tensor<3x3xf32>, tensor<3x3xf32>
// CHECK-NEXT: return
shard.grid @g(shape = 2)
func.func @gather(%arg0: tensor<6x3xf32>) -> tensor<3x3xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<6x3xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<6x3xf32> -> tensor<3x3xf32>, tensor<3x3xf32>
  return %a : tensor<3x3xf32>
}

// -----

// A piece that is sharded along the axis is sliced locally.
// CHECK-LABEL: func @sharded_piece(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT: %[[G:.*]] = shard.all_gather %[[X]] on @g grid_axes = [0] gather_axis = 0 : tensor<3x4xf32> -> tensor<6x4xf32>
// CHECK-NEXT: %[[P:.*]]:2 = split.variadic_split %[[G]] axis(0) lengths [2, 4] : tensor<6x4xf32> -> tensor<2x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: shard.all_slice %[[P]]#0 on @g grid_axes = [0] slice_axis = 0 : tensor<2x4xf32> -> tensor<1x4xf32>
// CHECK-NEXT: return
shard.grid @g(shape = 2)
func.func @sharded_piece(%arg0: tensor<6x4xf32>) -> tensor<2x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<6x4xf32>
  %a, %b = split.variadic_split %x axis(0) lengths [2, -1] : tensor<6x4xf32> -> tensor<2x4xf32>, tensor<4x4xf32>
  %y = shard.shard %a to %s : tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

// shard-partition converts shardings by one collective op each, so there is an
// annotation for each step.
// CHECK-LABEL: func @steps(
// CHECK-SAME: %[[X:.*]]: tensor<2x4xf32>) -> tensor<2x2xf32>
// CHECK-NEXT: %[[G:.*]] = shard.all_gather %[[X]] on @g grid_axes = [1] gather_axis = 0 : tensor<2x4xf32> -> tensor<4x4xf32>
// CHECK-NEXT: %[[H:.*]] = shard.all_gather %[[G]] on @g grid_axes = [0] gather_axis = 0 : tensor<4x4xf32> -> tensor<8x4xf32>
// CHECK-NEXT: %[[S:.*]] = shard.all_slice %[[H]] on @g grid_axes = [1] slice_axis = 1 : tensor<8x4xf32> -> tensor<8x2xf32>
// CHECK-NEXT: %[[P:.*]]:2 = split.split %[[S]] axis(0) into 2 : tensor<8x2xf32> -> tensor<4x2xf32>, tensor<4x2xf32>
// CHECK-NEXT: shard.all_slice %[[P]]#0 on @g grid_axes = [0] slice_axis = 0 : tensor<4x2xf32> -> tensor<2x2xf32>
// CHECK-NEXT: return
shard.grid @g(shape = 2x2)
func.func @steps(%arg0: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %s = shard.sharding @g split_axes = [[0, 1]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<8x4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<8x4xf32> -> tensor<4x4xf32>, tensor<4x4xf32>
  %s2 = shard.sharding @g split_axes = [[0], [1]] : !shard.sharding
  %y = shard.shard %a to %s2 : tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func @steps_to_other_dimension(
// CHECK-SAME: %[[X:.*]]: tensor<2x4xf32>) -> tensor<4x1xf32>
// CHECK-NEXT: %[[G:.*]] = shard.all_gather %[[X]] on @g grid_axes = [1] gather_axis = 0 : tensor<2x4xf32> -> tensor<4x4xf32>
// CHECK-NEXT: %[[M:.*]] = shard.all_to_all %[[G]] on @g grid_axes = [0] split_axis = 1 concat_axis = 0 : tensor<4x4xf32> -> tensor<8x2xf32>
// CHECK-NEXT: %[[S:.*]] = shard.all_slice %[[M]] on @g grid_axes = [1] slice_axis = 1 : tensor<8x2xf32> -> tensor<8x1xf32>
// CHECK-NEXT: split.split %[[S]] axis(0) into 2 : tensor<8x1xf32> -> tensor<4x1xf32>, tensor<4x1xf32>
// CHECK-NEXT: return
shard.grid @g(shape = 2x2)
func.func @steps_to_other_dimension(%arg0: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %s = shard.sharding @g split_axes = [[0, 1]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<8x4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<8x4xf32> -> tensor<4x4xf32>, tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

// A run-time axis: all tensors are whole, parameters too.
// CHECK-LABEL: func @dynamic_axis(
// CHECK-SAME: %[[X:.*]]: tensor<4x4xf32>, %[[AXIS:.*]]: tensor<1xi32>, %[[LENGTHS:.*]]: tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT: %[[G:.*]] = shard.all_gather %[[X]] on @g grid_axes = [0] gather_axis = 0 : tensor<4x4xf32> -> tensor<8x4xf32>
// CHECK-NEXT: split.variadic_split %[[G]] axis(%[[AXIS]] : tensor<1xi32>) lengths(%[[LENGTHS]] : tensor<2xi64>) : tensor<8x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
shard.grid @g(shape = 2)
func.func @dynamic_axis(%arg0: tensor<8x4xf32>, %axis: tensor<1xi32>, %lengths: tensor<2xi64>) -> tensor<?x?xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<8x4xf32>
  %a, %b = split.variadic_split %x axis(%axis : tensor<1xi32>) lengths (%lengths : tensor<2xi64>) : tensor<8x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %b : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @dynamic_lengths(
// CHECK: shard.all_to_all
// CHECK-NEXT: split.variadic_split %{{.*}} axis(0) lengths [%{{.*}}, -1] : tensor<8x2xf32> -> tensor<?x2xf32>, tensor<?x2xf32>
shard.grid @g(shape = 2)
func.func @dynamic_lengths(%arg0: tensor<8x4xf32>, %n: index) -> tensor<?x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<8x4xf32>
  %a, %b = split.variadic_split %x axis(0) lengths [%n, -1] : tensor<8x4xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
  return %b : tensor<?x4xf32>
}

// -----

// The number of shards is unknown, so no other dimension takes them.
// CHECK-LABEL: func @dynamic_grid(
// CHECK: shard.all_gather
// CHECK: split.split %{{.*}} axis(0) into 2 : tensor<8x4xf32> -> tensor<4x4xf32>, tensor<4x4xf32>
shard.grid @g(shape = ?)
func.func @dynamic_grid(%arg0: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<8x4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<8x4xf32> -> tensor<4x4xf32>, tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func @copy(
// CHECK-SAME: -> (tensor<3x2xf32>, tensor<5x2xf32>)
// CHECK-NEXT: %[[M:.*]] = shard.all_to_all
// CHECK-NEXT: %[[A:.*]] = tensor.empty() : tensor<3x2xf32>
// CHECK-NEXT: %[[B:.*]] = tensor.empty() : tensor<5x2xf32>
// CHECK-NEXT: split.copy ins(%[[M]] : tensor<8x2xf32>) outs(%[[A]], %[[B]] : tensor<3x2xf32>, tensor<5x2xf32>) axis(0) -> tensor<3x2xf32>, tensor<5x2xf32>
shard.grid @g(shape = 2)
func.func @copy(%arg0: tensor<8x4xf32>) -> (tensor<3x4xf32>, tensor<5x4xf32>) {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<8x4xf32>
  %0 = tensor.empty() : tensor<3x4xf32>
  %1 = tensor.empty() : tensor<5x4xf32>
  %a, %b = split.copy ins(%x : tensor<8x4xf32>) outs(%0, %1 : tensor<3x4xf32>, tensor<5x4xf32>) axis(0) -> tensor<3x4xf32>, tensor<5x4xf32>
  return %a, %b : tensor<3x4xf32>, tensor<5x4xf32>
}

// -----

// Buffers and unranked tensors have no shardings.
// CHECK-LABEL: func @not_ranked(
// CHECK-NEXT: split.copy ins(%{{.*}} : memref<8x4xf32>) outs(%{{.*}} : memref<8x4xf32>) axis(1)
// CHECK-NEXT: split.split %{{.*}} axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
shard.grid @g(shape = 2)
func.func @not_ranked(%m: memref<8x4xf32>, %out: memref<8x4xf32>, %y: tensor<*xf32>, %arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<*xf32>) {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s annotate_for_users : tensor<4xf32>
  split.copy ins(%m : memref<8x4xf32>) outs(%out : memref<8x4xf32>) axis(1)
  %a, %b = split.split %y axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return %x, %a : tensor<4xf32>, tensor<*xf32>
}

// -----

// Pieces that ops of upstream read.
// CHECK-LABEL: func @elementwise(
// CHECK-SAME: -> tensor<4x2xf32>
// CHECK: %[[P:.*]]:2 = split.split
// CHECK: linalg.add ins(%[[P]]#0, %[[P]]#1 : tensor<4x2xf32>, tensor<4x2xf32>)
shard.grid @g(shape = 2)
func.func @elementwise(%arg0: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<8x4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<8x4xf32> -> tensor<4x4xf32>, tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %r = linalg.add ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
