// RUN: split-opt %s -split-input-file -convert-shard-to-split-mpi -verify-diagnostics

shard.grid @grid(shape = 2)
func.func @annotation(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  // expected-error @below {{'shard.shard' op is an annotation; expected a pass that partitions functions to have run}}
  %0 = shard.shard %x to %s : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @shift(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'shard.shift' op is not supported; expected another op of the shard dialect}}
  %0 = shard.shift %x on @grid grid_axes = [0] shift_axis = 0 offset = 1 rotate : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{'shard.grid' op grid has size -9223372036854775808 along axis 0, expected at least 1}}
shard.grid @grid(shape = ?)

// -----

shard.grid @grid(shape = 2)
func.func @halo(%i: index) -> index {
  %s = shard.sharding @grid split_axes = [[0]] halo_sizes = [1, 1] : !shard.sharding
  // expected-error @below {{'shard.shard_shape' op has a sharding with halos, expected a 'shard.sharding' without halos}}
  %0 = shard.shard_shape dims = [4] sharding = %s device = [%i] : index
  return %0 : index
}

// -----

shard.grid @grid(shape = 2)
func.func @unknown_sharding(%i: index, %s: !shard.sharding) -> index {
  // expected-error @below {{'shard.shard_shape' op has an unknown sharding, expected a 'shard.sharding' without halos}}
  %0 = shard.shard_shape dims = [4] sharding = %s device = [%i] : index
  return %0 : index
}

// -----

shard.grid @grid(shape = 2)
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = shard.all_reduce %x on @grid grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @g() -> ((tensor<4xf32>) -> tensor<4xf32>) {
  // expected-error @below {{'func.constant' op refers to '@f', which needs a communicator; expected it to be called directly}}
  %0 = func.constant @f : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : (tensor<4xf32>) -> tensor<4xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @memrefs(%x: memref<4xf32>) -> memref<4xf32> {
  // expected-error @below {{'shard.all_reduce' op is on memrefs, expected tensors}}
  %0 = shard.all_reduce %x on @grid grid_axes = [0] : memref<4xf32> -> memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @elements(%x: tensor<4xf16>) -> tensor<4xbf16> {
  // expected-error @below {{'shard.all_reduce' op has operands of type 'f16' and results of type 'bf16', expected one to be convertible to the other}}
  %0 = shard.all_reduce %x on @grid grid_axes = [0] : tensor<4xf16> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

shard.grid @grid(shape = 2)
func.func @kind(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'shard.all_reduce' op has reduction generic of 'f32', which libSplitMpi does not have}}
  %0 = shard.all_reduce %x on @grid grid_axes = [0] reduction = generic : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

shard.grid @grid(shape = 2)
// expected-error @below {{'shard.process_linear_index' op is not in a function}}
%0 = shard.process_linear_index on @grid : index
