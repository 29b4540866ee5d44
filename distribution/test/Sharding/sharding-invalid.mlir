// What upstream's shard-partition asserts is an error here.
// RUN: split-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(shard-partition))'

shard.grid @g(shape = 2)
func.func @uneven(%arg0: tensor<7x4xf32>) -> tensor<7x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s annotate_for_users : tensor<7x4xf32>
  // expected-error @+1 {{'split.split' op has dimension 0 of size 7, which 2 shards do not divide}}
  %a = split.split %x axis(1) into 1 : tensor<7x4xf32> -> tensor<7x4xf32>
  %y = shard.shard %a to %s : tensor<7x4xf32>
  return %y : tensor<7x4xf32>
}

// -----

shard.grid @g(shape = 2)
func.func @offsets(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] sharded_dims_offsets = [0, 3, 8] : !shard.sharding
  %x = shard.shard %arg0 to %s annotate_for_users : tensor<8x4xf32>
  // expected-error @+1 {{'split.split' op has a sharding with offsets or halo sizes, which shard-partition does not support for splits}}
  %a = split.split %x axis(1) into 1 : tensor<8x4xf32> -> tensor<8x4xf32>
  %y = shard.shard %a to %s : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

shard.grid @g(shape = 2)
func.func @sharded_axis(%arg0: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s annotate_for_users : tensor<8x4xf32>
  // expected-error @+1 {{'split.split' op has data that is sharded along the axis}}
  %a, %b = split.split %x axis(0) into 2 : tensor<8x4xf32> -> tensor<4x4xf32>, tensor<4x4xf32>
  %y = shard.shard %a to %s : tensor<4x4xf32>
  %z = shard.shard %b to %s : tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

shard.grid @g(shape = 2)
func.func @different(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %t = shard.sharding @g split_axes = [[], [0]] : !shard.sharding
  %x = shard.shard %arg0 to %s annotate_for_users : tensor<8x4xf32>
  // expected-error @+1 {{'split.split' op has data and pieces of different shardings}}
  %a = split.split %x axis(1) into 1 : tensor<8x4xf32> -> tensor<8x4xf32>
  %y = shard.shard %a to %t : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}
