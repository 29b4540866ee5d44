// RUN: split-opt %s -convert-shard-to-split-mpi -canonicalize -cse | FileCheck %s

// CHECK: module attributes {split_mpi.grid = array<i64: 2, 3>}
// CHECK-NOT: shard.
// CHECK-LABEL: func @all_gather(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<3x4xf32>, %[[COMM:.*]]: i32 {split_mpi.communicator})
shard.grid @grid(shape = 2x3)
func.func @all_gather(%x: tensor<?x4xf32>, %y: tensor<3x4xf32>) -> (tensor<?x4xf32>, tensor<3x24xf32>, tensor<3x4xf32>) {
  // CHECK: %[[LOCAL:.*]] = tensor.dim %[[X]], %c0
  // CHECK: %[[N:.*]] = split_mpi.global_size %[[LOCAL]] communicator(%[[COMM]]) grid = [2, 3] axes = [1] : index
  // CHECK: %[[INIT:.*]] = tensor.empty(%[[N]]) : tensor<?x4xf32>
  // CHECK: split_mpi.redistribute ins(%[[X]] : tensor<?x4xf32>) outs(%[[INIT]] : tensor<?x4xf32>) communicator(%[[COMM]]) grid = [2, 3] sizes = [%[[N]], 4] from = {{\[}}[1]] to = {{\[}}[]] -> tensor<?x4xf32>
  %0 = shard.all_gather %x on @grid grid_axes = [1] gather_axis = 0 : tensor<?x4xf32> -> tensor<?x4xf32>
  // CHECK: split_mpi.redistribute {{.*}} sizes = [3, 24] from = {{\[}}[], [1, 0]] to = {{\[}}[]] -> tensor<3x24xf32>
  %1 = shard.all_gather %y on @grid grid_axes = [1, 0] gather_axis = 1 : tensor<3x4xf32> -> tensor<3x24xf32>
  // A group of one rank.
  // CHECK: return %{{.*}}, %{{.*}}, %[[Y]]
  %2 = shard.all_gather %y on @grid grid_axes = [] gather_axis = 1 : tensor<3x4xf32> -> tensor<3x4xf32>
  return %0, %1, %2 : tensor<?x4xf32>, tensor<3x24xf32>, tensor<3x4xf32>
}

// A slice is a view.
// CHECK-LABEL: func @all_slice(
// CHECK: %[[I:.*]], %[[J:.*]] = split_mpi.grid_index
// CHECK: %[[AT:.*]] = arith.muli %[[J]], %c2
// CHECK: tensor.extract_slice %{{.*}}[0, %[[AT]]] [4, 2] [1, 1] : tensor<4x6xf32> to tensor<4x2xf32>
// CHECK-NOT: split.assert
// CHECK: tensor.empty() : tensor<0x6xf32>
func.func @all_slice(%x: tensor<4x6xf32>, %y: tensor<0x6xf32>) -> (tensor<4x2xf32>, tensor<0x6xf32>) {
  %0 = shard.all_slice %x on @grid grid_axes = [1] slice_axis = 1 : tensor<4x6xf32> -> tensor<4x2xf32>
  %1 = shard.all_slice %y on @grid grid_axes = [1] slice_axis = 0 : tensor<0x6xf32> -> tensor<0x6xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<0x6xf32>
}

// An empty slice of a dynamic dimension has the size of the shard.
// CHECK-LABEL: func @empty_slice(
// CHECK-SAME: %[[X:.*]]: tensor<0x?xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[X]], %c1
// CHECK: arith.divui %[[D]], %c3
// CHECK: %[[SIZE:.*]] = arith.addi
// CHECK-NEXT: tensor.empty(%[[SIZE]]) : tensor<0x?xf32>
func.func @empty_slice(%x: tensor<0x?xf32>) -> tensor<0x?xf32> {
  %0 = shard.all_slice %x on @grid grid_axes = [1] slice_axis = 1 : tensor<0x?xf32> -> tensor<0x?xf32>
  return %0 : tensor<0x?xf32>
}

// CHECK-LABEL: func @all_to_all(
// CHECK: split_mpi.redistribute {{.*}} sizes = [6, 4] from = {{\[}}[0]] to = {{\[}}[], [0]] -> tensor<6x2xf32>
// CHECK: split.assert %{{.*}}, "size {} along dimension 0 is not divisible by the number of ranks, 2"
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1, 2], [3]] output_shape [1, 2, %{{.*}}, 4]
// CHECK: split_mpi.redistribute {{.*}} sizes = [2, 2, %{{.*}}, 4] from = {{\[}}[0]] to = {{\[}}[], [0]] -> tensor<2x1x?x4xf32>
// CHECK: tensor.collapse_shape
func.func @all_to_all(%x: tensor<3x4xf32>, %y: tensor<?x4xf32>) -> (tensor<6x2xf32>, tensor<?x4xf32>) {
  %0 = shard.all_to_all %x on @grid grid_axes = [0] split_axis = 1 concat_axis = 0 : tensor<3x4xf32> -> tensor<6x2xf32>
  %1 = shard.all_to_all %y on @grid grid_axes = [0] split_axis = 0 concat_axis = 0 : tensor<?x4xf32> -> tensor<?x4xf32>
  return %0, %1 : tensor<6x2xf32>, tensor<?x4xf32>
}

// CHECK-LABEL: func @roots(
// CHECK-SAME: %[[ROOT:[a-z0-9]*]]: index
// CHECK: split_mpi.redistribute {{.*}} from = {{\[}}[]] from_root = [-1, %[[ROOT]]] to = {{\[}}[]] ->
// CHECK: split_mpi.redistribute {{.*}} sizes = [9, 4] from = {{\[}}[1]] to = {{\[}}[]] to_root = [-1, 1] ->
// CHECK: split_mpi.redistribute {{.*}} from = {{\[}}[]] from_root = [1, 0] to = {{\[}}[1, 0]] ->
// CHECK: split_mpi.all_reduce {{.*}} axes = [1] kind = sum root = [-1, 2] ->
func.func @roots(%x: tensor<3x4xf32>, %y: tensor<?x4xf32>, %r: index) -> (tensor<3x4xf32>, tensor<9x4xf32>, tensor<?x4xf32>, tensor<3x4xf32>) {
  %0 = shard.broadcast %x on @grid grid_axes = [1] root = [%r] : (tensor<3x4xf32>, index) -> tensor<3x4xf32>
  %1 = shard.gather %x on @grid grid_axes = [1] gather_axis = 0 root = [1] : (tensor<3x4xf32>) -> tensor<9x4xf32>
  %2 = shard.scatter %y on @grid grid_axes = [1, 0] scatter_axis = 0 root = [0, 1] : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = shard.reduce %x on @grid grid_axes = [1] root = [2] : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0, %1, %2, %3 : tensor<3x4xf32>, tensor<9x4xf32>, tensor<?x4xf32>, tensor<3x4xf32>
}

// Elements are converted before they are reduced.
// CHECK-LABEL: func @reductions(
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : tensor<3x4xf32> to tensor<3x4xf64>
// CHECK: split_mpi.all_reduce ins(%[[WIDE]] : tensor<3x4xf64>) {{.*}} axes = [1] kind = max -> tensor<3x4xf64>
// CHECK: arith.sitofp %{{.*}} : tensor<?x4xi32> to tensor<?x4xf32>
// CHECK: split_mpi.reduce_scatter {{.*}} axes = [0, 1] kind = product dimension = 0 -> tensor<?x4xf32>
func.func @reductions(%x: tensor<3x4xf32>, %y: tensor<?x4xi32>) -> (tensor<3x4xf64>, tensor<?x4xf32>) {
  %0 = shard.all_reduce %x on @grid grid_axes = [1] reduction = max : tensor<3x4xf32> -> tensor<3x4xf64>
  %1 = shard.reduce_scatter %y on @grid grid_axes = [0, 1] reduction = product scatter_axis = 0 : tensor<?x4xi32> -> tensor<?x4xf32>
  return %0, %1 : tensor<3x4xf64>, tensor<?x4xf32>
}

// Private functions and their callers get a communicator; a function that
// no longer communicates does not.
// CHECK-LABEL: func private @callee(
// CHECK-SAME: %{{.*}}: i32 {split_mpi.communicator}
// CHECK-LABEL: func @caller(
// CHECK-SAME: %[[V:.*]]: tensor<4xf32>, %[[COMM:.*]]: i32 {split_mpi.communicator})
// CHECK: call @callee(%[[V]], %[[COMM]])
// CHECK-LABEL: func @alone(%{{.*}}: tensor<4xf32>) ->
func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = shard.all_reduce %x on @grid grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @alone(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
