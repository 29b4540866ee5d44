// RUN: split-opt %s | split-opt | FileCheck %s
// RUN: split-opt %s --mlir-print-op-generic | split-opt | FileCheck %s
// RUN: split-opt %s --emit-bytecode | split-opt | FileCheck %s

// CHECK-LABEL: func.func @gather
func.func @gather(%x: tensor<?x4xf32>, %o: tensor<7x4xf32>,
                  %comm: i32 {split_mpi.communicator}) -> tensor<7x4xf32> {
  // CHECK: split_mpi.redistribute ins(%{{.*}} : tensor<?x4xf32>) outs(%{{.*}} : tensor<7x4xf32>) communicator(%{{.*}}) grid = [2] sizes = [7, 4] from = {{\[}}[0]] to = {{\[}}[]] -> tensor<7x4xf32>
  %0 = split_mpi.redistribute ins(%x : tensor<?x4xf32>)
      outs(%o : tensor<7x4xf32>) communicator(%comm) grid = [2]
      sizes = [7, 4] from = [[0]] to = [[]] -> tensor<7x4xf32>
  return %0 : tensor<7x4xf32>
}

// CHECK-LABEL: func.func @offsets
func.func @offsets(%x: tensor<?x4xf32>, %o: tensor<?x2xf32>, %n: index,
                   %comm: i32) -> tensor<?x2xf32> {
  // CHECK: sizes = [%{{.*}}, 4] from = {{\[}}[0]] from_offsets = [0, 5, %{{.*}}] to = {{\[}}[], [0]] to_offsets = [0, 2, 4]
  %0 = split_mpi.redistribute ins(%x : tensor<?x4xf32>)
      outs(%o : tensor<?x2xf32>) communicator(%comm) grid = [2]
      sizes = [%n, 4] from = [[0]] from_offsets = [0, 5, %n]
      to = [[], [0]] to_offsets = [0, 2, 4] -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @roots
func.func @roots(%x: memref<4xf32>, %o: memref<4xf32, strided<[2]>>, %r: index,
                 %comm: i32) {
  // CHECK: from_root = [1, -1] to = {{\[}}[]] to_root = [%{{.*}}, 2]{{$}}
  split_mpi.redistribute ins(%x : memref<4xf32>)
      outs(%o : memref<4xf32, strided<[2]>>) communicator(%comm) grid = [2, 3]
      sizes = [4] from = [[]] from_root = [1, -1] to = [[]] to_root = [%r, 2]
  return
}

// A grid of one rank, and a tensor without dimensions.
// CHECK-LABEL: func.func @scalar
func.func @scalar(%x: tensor<i4>, %o: tensor<i4>, %comm: i32) -> tensor<i4> {
  // CHECK: grid = [] sizes = [] from = {{\[}}[]] to = {{\[}}[]]
  %0 = split_mpi.redistribute ins(%x : tensor<i4>) outs(%o : tensor<i4>)
      communicator(%comm) grid = [] sizes = [] from = [[]] to = [[]]
      -> tensor<i4>
  return %0 : tensor<i4>
}

// CHECK-LABEL: func.func @reductions
func.func @reductions(%x: tensor<4x6xf32>, %o: tensor<4x6xf32>,
                      %p: tensor<4x3xf32>, %r: index, %comm: i32)
    -> (tensor<4x6xf32>, tensor<4x3xf32>) {
  // CHECK: split_mpi.all_reduce ins(%{{.*}} : tensor<4x6xf32>) outs(%{{.*}} : tensor<4x6xf32>) communicator(%{{.*}}) grid = [2, 2] axes = [1] kind = max -> tensor<4x6xf32>
  %0 = split_mpi.all_reduce ins(%x : tensor<4x6xf32>)
      outs(%o : tensor<4x6xf32>) communicator(%comm) grid = [2, 2] axes = [1]
      kind = max -> tensor<4x6xf32>
  // CHECK: kind = average root = [%{{.*}}, 0] -> tensor<4x6xf32>
  %1 = split_mpi.all_reduce ins(%0 : tensor<4x6xf32>)
      outs(%o : tensor<4x6xf32>) communicator(%comm) grid = [2, 2] axes = []
      kind = average root = [%r, 0] -> tensor<4x6xf32>
  // CHECK: split_mpi.reduce_scatter ins(%{{.*}} : tensor<4x6xf32>) outs(%{{.*}} : tensor<4x3xf32>) communicator(%{{.*}}) grid = [2, 2] axes = [0] kind = sum dimension = 1 -> tensor<4x3xf32>
  %2 = split_mpi.reduce_scatter ins(%x : tensor<4x6xf32>)
      outs(%p : tensor<4x3xf32>) communicator(%comm) grid = [2, 2] axes = [0]
      kind = sum dimension = 1 -> tensor<4x3xf32>
  return %1, %2 : tensor<4x6xf32>, tensor<4x3xf32>
}

// CHECK-LABEL: func.func @queries
func.func @queries(%local: index, %comm: i32) -> (index, index, index) {
  // CHECK: split_mpi.global_size %{{.*}} communicator(%{{.*}}) grid = [2, 3] axes = [0, 1] : index
  %n = split_mpi.global_size %local communicator(%comm) grid = [2, 3]
      axes = [0, 1] : index
  // CHECK: %coordinate, %coordinate_0 = split_mpi.grid_index communicator(%{{.*}}) grid = [2, 3] : index, index
  %i, %j = split_mpi.grid_index communicator(%comm) grid = [2, 3]
      : index, index
  return %n, %i, %j : index, index, index
}

// CHECK-LABEL: func.func @described
// CHECK-SAME: split_mpi.axes = #shard<axisarray{{\[}}[0]]>, split_mpi.global_type = tensor<7x4xf32>, split_mpi.offsets = array<i64: 0, 5, 7>
func.func @described(
    %x: tensor<?x4xf32> {split_mpi.global_type = tensor<7x4xf32>,
                         split_mpi.axes = #shard<axisarray[[0]]>,
                         split_mpi.offsets = array<i64: 0, 5, 7>})
    -> (tensor<?x4xf32> {split_mpi.global_type = tensor<7x4xf32>,
                         split_mpi.axes = #shard<axisarray[[0]]>,
                         split_mpi.offsets = array<i64: 0, 5, 7>})
    attributes {split_mpi.grid = array<i64: 2>} {
  return %x : tensor<?x4xf32>
}
