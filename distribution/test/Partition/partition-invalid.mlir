// RUN: split-opt %s --split-partition --split-input-file --verify-diagnostics

shard.grid @a(shape = 2)
shard.grid @b(shape = 2)
func.func @two_grids(%x: tensor<4xf32>) {
  %s = shard.sharding @a split_axes = [[0]] : !shard.sharding
  // expected-error @+1 {{'shard.sharding' op uses the grid '@b', expected '@a' as other shardings do}}
  %t = shard.sharding @b split_axes = [[0]] : !shard.sharding
  return
}

// -----

shard.grid @a(shape = 2)
// expected-error @+1 {{'shard.grid' op is the second grid of a module without shardings, expected one}}
shard.grid @b(shape = 2)

// -----

// expected-error @+1 {{'shard.grid' op has a dynamic size, expected static sizes}}
shard.grid @g(shape = 2x?)

// -----

// expected-error @+1 {{'shard.grid' op grid has size 0 along axis 1, expected at least 1}}
shard.grid @g(shape = 2x0)

// -----

// expected-error @+1 {{'shard.grid' op has 131072 ranks, expected at most 65536}}
shard.grid @g(shape = 65536x2)

// -----

shard.grid @g(shape = 2)
func.func @axis(%x: tensor<4xf32>) {
  %s = shard.sharding @g split_axes = [[1]] : !shard.sharding
  // expected-error @+1 {{'shard.shard' op split_axes has axis 1, expected an axis in [0, 1), those of the grid}}
  %y = shard.shard %x to %s : tensor<4xf32>
  return
}

// -----

shard.grid @g(shape = 2)
func.func @rank(%x: tensor<4xf32>) {
  %s = shard.sharding @g split_axes = [[], [0]] : !shard.sharding
  // expected-error @+1 {{'shard.shard' op split_axes has 2 lists of axes, expected at most 1, one for each dimension}}
  %y = shard.shard %x to %s : tensor<4xf32>
  return
}

// -----

shard.grid @g(shape = 2)
func.func @end(%x: tensor<4x8xf32>) {
  %s = shard.sharding @g split_axes = [[0]] sharded_dims_offsets = [0, 1, 3] : !shard.sharding
  // expected-error @+1 {{'shard.shard' op sharded_dims_offsets has [0, 1, 3] for dimension 0, expected it to end with 4, the size of the dimension}}
  %y = shard.shard %x to %s : tensor<4x8xf32>
  return
}

// -----

shard.grid @g(shape = 2)
func.func @halo(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'shard.sharding' op has halo sizes, which split-partition does not support}}
  %s = shard.sharding @g split_axes = [[0]] halo_sizes = [1, 1] : !shard.sharding
  %y = shard.shard %x to %s : tensor<4x8xf32>
  return
}

// -----

shard.grid @g(shape = 2)
func.func @dynamic_offsets(%x: tensor<4x8xf32>, %o: i64) {
  // expected-error @+1 {{'shard.sharding' op has offsets that are not constant}}
  %s = shard.sharding @g split_axes = [[0]] sharded_dims_offsets = [0, %o, 4] : !shard.sharding
  %y = shard.shard %x to %s : tensor<4x8xf32>
  return
}

// -----

shard.grid @g(shape = 2)
func.func @argument(%x: tensor<4x8xf32>, %s: !shard.sharding) {
  // expected-error @+1 {{'shard.shard' op has a sharding that no 'shard.sharding' defines}}
  %y = shard.shard %x to %s : tensor<4x8xf32>
  return
}

// -----

shard.grid @g(shape = 2)
func.func @region(%x: tensor<4xf32>, %c: i1) {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  scf.if %c {
    // expected-error @+1 {{'shard.shard' op is in a region, expected annotations in the body of a function}}
    %y = shard.shard %x to %s : tensor<4xf32>
  }
  return
}

// -----

shard.grid @g(shape = 2)
func.func @collective(%x: tensor<4xf32>) -> tensor<8xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %a = shard.shard %x to %s : tensor<4xf32>
  // expected-error @+1 {{'shard.all_gather' op is not an annotation, expected only 'shard.grid', 'shard.sharding' and 'shard.shard'}}
  %y = shard.all_gather %a on @g grid_axes = [0] gather_axis = 0 : tensor<4xf32> -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

shard.grid @g(shape = 2)
// expected-error @+1 {{'func.func' op has several blocks, which split-partition does not support}}
func.func @blocks(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  return
}

// -----

shard.grid @g(shape = 2)
// expected-error @+1 {{'func.func' op is used in the module, expected a public function that only hosts call}}
func.func @recursive(%x: tensor<4xf32>) {
  func.call @recursive(%x) : (tensor<4xf32>) -> ()
  return
}
