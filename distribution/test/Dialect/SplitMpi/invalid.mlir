// What the verifiers refuse.
// RUN: split-opt %s -split-input-file -verify-diagnostics

func.func @kinds_differ(%x: tensor<4xf32>, %o: memref<4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op destination is a memref, expected a tensor as the source is}}
  split_mpi.redistribute ins(%x : tensor<4xf32>) outs(%o : memref<4xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] to = [[]]
  return
}

// -----

func.func @ranks_differ(%x: memref<4xf32>, %o: memref<4x1xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op destination has rank 2, expected 1, the rank of the source}}
  split_mpi.redistribute ins(%x : memref<4xf32>) outs(%o : memref<4x1xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] to = [[]]
  return
}

// -----

func.func @elements_differ(%x: memref<4xf32>, %o: memref<4xf64>, %comm: i32) {
  // expected-error @below {{'split_mpi.all_reduce' op destination has element type 'f64', expected 'f32', that of the source}}
  split_mpi.all_reduce ins(%x : memref<4xf32>) outs(%o : memref<4xf64>) communicator(%comm) grid = [2] axes = [0] kind = sum
  return
}

// -----

func.func @sizes_missing(%x: memref<4x4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op sizes has 1 value, expected 2, one for each dimension}}
  split_mpi.redistribute ins(%x : memref<4x4xf32>) outs(%x : memref<4x4xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] to = [[]]
  return
}

// -----

func.func @sizes_negative(%x: memref<4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op sizes has -4, expected at least 0}}
  split_mpi.redistribute ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) communicator(%comm) grid = [2] sizes = [-4] from = [[]] to = [[]]
  return
}

// -----

func.func @operands_missing(%x: memref<4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op sizes has 0 operands, expected 1, the number of dynamic values in its attribute}}
  "split_mpi.redistribute"(%x, %x, %comm) <{grid = array<i64: 2>, static_sizes = array<i64: -9223372036854775808>, from = #shard<axisarray[[]]>, to = #shard<axisarray[[]]>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0>}> : (memref<4xf32>, memref<4xf32>, i32) -> ()
  return
}

// -----

func.func @grid_empty(%comm: i32) {
  // expected-error @below {{'split_mpi.grid_index' op grid has size 0 along axis 1, expected at least 1}}
  split_mpi.grid_index communicator(%comm) grid = [2, 0] : index, index
  return
}

// -----

func.func @grid_large(%comm: i32) {
  // expected-error @below {{'split_mpi.grid_index' op grid [65536, 65536] has too many ranks, expected at most 2147483647}}
  split_mpi.grid_index communicator(%comm) grid = [65536, 65536] : index, index
  return
}

// -----

func.func @results_missing(%comm: i32) {
  // expected-error @below {{'split_mpi.grid_index' op has 1 result, expected 2, one for each axis of the grid}}
  split_mpi.grid_index communicator(%comm) grid = [2, 2] : index
  return
}

// -----

func.func @axes_out_of_range(%n: index, %comm: i32) {
  // expected-error @below {{'split_mpi.global_size' op axes has axis 1, expected an axis in [0, 1), those of the grid}}
  split_mpi.global_size %n communicator(%comm) grid = [2] axes = [1] : index
  return
}

// -----

func.func @axes_negative(%n: index, %comm: i32) {
  // expected-error @below {{'split_mpi.global_size' op axes has axis -1, expected an axis in [0, 1), those of the grid}}
  split_mpi.global_size %n communicator(%comm) grid = [2] axes = [-1] : index
  return
}

// -----

func.func @axes_twice(%x: memref<4x4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op from has axis 0 twice, expected each axis at most once}}
  split_mpi.redistribute ins(%x : memref<4x4xf32>) outs(%x : memref<4x4xf32>) communicator(%comm) grid = [2] sizes = [4, 4] from = [[0], [0]] to = [[]]
  return
}

// -----

func.func @axes_too_many(%x: memref<4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op to has 2 lists of axes, expected at most 1, one for each dimension}}
  split_mpi.redistribute ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] to = [[], [0]]
  return
}

// -----

func.func @offsets_missing(%x: memref<?xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op from_offsets has 2 values, expected none or 3, one more than shards for each sharded dimension}}
  split_mpi.redistribute ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[0]] from_offsets = [0, 4] to = [[]]
  return
}

// -----

func.func @offsets_begin(%x: memref<?xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op from_offsets has [1, 2, 4] for dimension 0, expected it to begin with 0}}
  split_mpi.redistribute ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[0]] from_offsets = [1, 2, 4] to = [[]]
  return
}

// -----

func.func @offsets_descend(%x: memref<?xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op to_offsets has [0, 5, 4] for dimension 0, expected ascending values}}
  split_mpi.redistribute ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] to = [[0]] to_offsets = [0, 5, 4]
  return
}

// -----

func.func @offsets_end(%x: memref<?xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op to_offsets has [0, 1, 3] for dimension 0, expected it to end with 4, the size of the dimension}}
  split_mpi.redistribute ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] to = [[0]] to_offsets = [0, 1, 3]
  return
}

// -----

func.func @root_missing(%x: memref<4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op from_root has 1 coordinates, expected none or 2, one for each axis of the grid}}
  split_mpi.redistribute ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) communicator(%comm) grid = [2, 2] sizes = [4] from = [[]] from_root = [0] to = [[]]
  return
}

// -----

func.func @root_out_of_range(%x: memref<4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.all_reduce' op root has coordinate 2 along axis 0, expected -1 or in [0, 2)}}
  split_mpi.all_reduce ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) communicator(%comm) grid = [2] axes = [0] kind = sum root = [2]
  return
}

// -----

func.func @root_of_sharded_axis(%x: memref<4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op to_root has coordinate 1 along axis 0, which shards the tensor, expected -1}}
  split_mpi.redistribute ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] to = [[0]] to_root = [1]
  return
}

// -----

func.func @reduce_type(%x: memref<4xi24>, %comm: i32) {
  // expected-error @below {{'split_mpi.all_reduce' op has element type 'i24', expected an integer of 1, 8, 16, 32 or 64 bits, index, f16, bf16, f32, f64, complex<f32> or complex<f64>}}
  split_mpi.all_reduce ins(%x : memref<4xi24>) outs(%x : memref<4xi24>) communicator(%comm) grid = [2] axes = [0] kind = sum
  return
}

// -----

func.func @reduce_bits_of_floats(%x: memref<4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.reduce_scatter' op has kind bitwise_and, expected one that reduces 'f32'}}
  split_mpi.reduce_scatter ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) communicator(%comm) grid = [2] axes = [0] kind = bitwise_and dimension = 0
  return
}

// -----

func.func @reduce_average_of_integers(%x: memref<4xi32>, %comm: i32) {
  // expected-error @below {{'split_mpi.all_reduce' op has kind average, expected one that reduces 'i32'}}
  split_mpi.all_reduce ins(%x : memref<4xi32>) outs(%x : memref<4xi32>) communicator(%comm) grid = [2] axes = [0] kind = average
  return
}

// -----

func.func @reduce_max_of_complex(%x: memref<4xcomplex<f32>>, %comm: i32) {
  // expected-error @below {{'split_mpi.all_reduce' op has kind max, expected one that reduces 'complex<f32>'}}
  split_mpi.all_reduce ins(%x : memref<4xcomplex<f32>>) outs(%x : memref<4xcomplex<f32>>) communicator(%comm) grid = [2] axes = [0] kind = max
  return
}

// -----

func.func @dimension_out_of_range(%x: memref<4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.reduce_scatter' op has dimension 1, expected a dimension in [0, 1)}}
  split_mpi.reduce_scatter ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) communicator(%comm) grid = [2] axes = [0] kind = sum dimension = 1
  return
}

// -----

// expected-error @below {{'func.func' op has 'split_mpi.grid' 2 : i64, expected only 'split_mpi.grid', an array of i64}}
func.func @attribute_grid() attributes {split_mpi.grid = 2 : i64} {
  return
}

// -----

// expected-error @below {{'func.func' op has 'split_mpi.communicator' unit, expected a unit attribute of an i32}}
func.func @attribute_communicator(%x: i64 {split_mpi.communicator}) {
  return
}

// -----

// expected-error @below {{'func.func' op has two arguments with 'split_mpi.communicator', expected one}}
func.func @attribute_communicators(%x: i32 {split_mpi.communicator}, %y: i32 {split_mpi.communicator}) {
  return
}

// -----

// expected-error @below {{'func.func' op has 'split_mpi.global_type' f32, expected a ranked tensor type}}
func.func @attribute_type(%x: tensor<4xf32> {split_mpi.global_type = f32}) {
  return
}

// -----

// expected-error @below {{'func.func' op has 'split_mpi.axes' [0], expected a '#shard<axisarray ...>'}}
func.func @attribute_axes(%x: tensor<4xf32> {split_mpi.axes = [0]}) {
  return
}

// -----

// expected-error @below {{'func.func' op has 'split_mpi.other' 1 : i64, expected 'split_mpi.global_type', 'split_mpi.axes', or an array of i64 in 'split_mpi.offsets'}}
func.func @attribute_unknown() -> (tensor<4xf32> {split_mpi.other = 1}) {
  %0 = tensor.empty() : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @without_strides(%x: memref<4x4xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>, %o: memref<4x4xf32>, %comm: i32) {
  // expected-error @below {{'split_mpi.all_reduce' op operand #0 must be ranked tensor or strided memref}}
  split_mpi.all_reduce ins(%x : memref<4x4xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>) outs(%o : memref<4x4xf32>) communicator(%comm) grid = [2] axes = [0] kind = sum
  return
}
