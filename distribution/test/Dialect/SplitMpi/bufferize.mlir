// RUN: split-opt %s -one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | FileCheck %s

// CHECK-LABEL: func @in_place(
// CHECK-SAME: %[[X:.*]]: memref<?x4xf32>, %[[O:.*]]: memref<7x4xf32>, %[[N:.*]]: index, %[[COMM:.*]]: i32
// CHECK-NEXT: %[[A:.*]] = memref.alloc() {{.*}} : memref<7x4xf32>
// CHECK-NEXT: %[[B:.*]] = memref.alloc() {{.*}} : memref<7x2xf32>
// CHECK-NEXT: split_mpi.redistribute ins(%[[X]] : memref<?x4xf32>) outs(%[[O]] : memref<7x4xf32>) communicator(%[[COMM]]) grid = [2] sizes = [7, 4] from = {{\[}}[0]] from_offsets = [0, %[[N]], 7] to = {{\[}}[]]{{$}}
// CHECK-NEXT: split_mpi.all_reduce ins(%[[O]] : memref<7x4xf32>) outs(%[[A]] : memref<7x4xf32>) communicator(%[[COMM]]) grid = [2] axes = [0] kind = max{{$}}
// CHECK-NEXT: split_mpi.reduce_scatter ins(%[[A]] : memref<7x4xf32>) outs(%[[B]] : memref<7x2xf32>) communicator(%[[COMM]]) grid = [2] axes = [0] kind = sum dimension = 1{{$}}
func.func @in_place(%x: tensor<?x4xf32>, %o: tensor<7x4xf32> {bufferization.writable = true}, %n: index, %comm: i32) -> (tensor<7x4xf32>, tensor<7x2xf32>) {
  %a = bufferization.alloc_tensor() : tensor<7x4xf32>
  %b = bufferization.alloc_tensor() : tensor<7x2xf32>
  %0 = split_mpi.redistribute ins(%x : tensor<?x4xf32>) outs(%o : tensor<7x4xf32>) communicator(%comm) grid = [2] sizes = [7, 4] from = [[0]] from_offsets = [0, %n, 7] to = [[]] -> tensor<7x4xf32>
  %1 = split_mpi.all_reduce ins(%0 : tensor<7x4xf32>) outs(%a : tensor<7x4xf32>) communicator(%comm) grid = [2] axes = [0] kind = max -> tensor<7x4xf32>
  %2 = split_mpi.reduce_scatter ins(%1 : tensor<7x4xf32>) outs(%b : tensor<7x2xf32>) communicator(%comm) grid = [2] axes = [0] kind = sum dimension = 1 -> tensor<7x2xf32>
  return %1, %2 : tensor<7x4xf32>, tensor<7x2xf32>
}

// A source is not overwritten: operands must not overlap.
// CHECK-LABEL: func @same_operand(
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: split_mpi.all_reduce ins(%{{.*}} : memref<4xf32>) outs(%[[COPY]] : memref<4xf32>)
func.func @same_operand(%x: tensor<4xf32> {bufferization.writable = true}, %comm: i32) -> tensor<4xf32> {
  %0 = split_mpi.all_reduce ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) communicator(%comm) grid = [2] axes = [0] kind = sum -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The destinations of other ranks than the root do not change, so that they are
// copied; without a root they are not read.
// CHECK-LABEL: func @root(
// CHECK: memref.copy
// CHECK: split_mpi.redistribute {{.*}} to_root = [0]
// CHECK-LABEL: func @no_root(
// CHECK-NOT: memref.copy
// CHECK: return
func.func @root(%x: tensor<4xf32>, %o: tensor<4xf32> {bufferization.writable = false}, %comm: i32) -> tensor<4xf32> {
  %0 = split_mpi.redistribute ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] to = [[]] to_root = [0] -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @no_root(%x: tensor<4xf32>, %o: tensor<4xf32> {bufferization.writable = false}, %comm: i32) -> tensor<4xf32> {
  %0 = split_mpi.redistribute ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) communicator(%comm) grid = [2] sizes = [4] from = [[]] to = [[]] -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
