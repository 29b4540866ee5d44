// What upstream's passes partition compiles, too: a product of matrices that are
// sharded along the dimension of the sum.
// RUN: split-opt %s \
// RUN:   --pass-pipeline='builtin.module(func.func(sharding-propagation,shard-partition),split-to-mpi{host-abi})' \
// RUN:   | FileCheck %s

// 4x3 and 3x8 of 4x6 and 6x8.
// CHECK-LABEL: llvm.func @f(
// CHECK-SAME: %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[COMM:.*]]: i32, %{{.*}}: !llvm.ptr)
// CHECK: llvm.call @split_mpi_begin(%[[COMM]],
// CHECK: llvm.call @split_mpi_finish(%[[COMM]],
// CHECK: llvm.func internal @f.impl(
// CHECK: llvm.call @split_mpi_rank
// CHECK: llvm.call @split_mpi_all_reduce
shard.grid @grid(shape = 2)
func.func @f(%x: tensor<4x6xf32>, %w: tensor<6x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = shard.sharding @grid split_axes = [[], [0]] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<4x6xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<4x6xf32>, tensor<6x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
