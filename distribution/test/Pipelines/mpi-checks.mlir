// The program of a rank has each run-time check once: checks are made before
// ops are partitioned.
// RUN: split-opt %s --split-to-mpi=host-abi --dump-pass-pipeline 2>&1 >/dev/null \
// RUN:   | grep -o split-generate-runtime-checks | wc -l | grep -x 1
// RUN: split-compile %s --mpi --emit=linalg -o - | FileCheck %s

// CHECK-LABEL: func @halves(
// CHECK: split.assert {{.+}} "dimension 1 of size {} is not divisible by num_splits 2"
// CHECK-NOT: split.assert
shard.grid @grid(shape = 2)
func.func @halves(%x: tensor<8x?xf32>) -> (tensor<8x?xf32>, tensor<8x?xf32>) {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %y = shard.shard %x to %s : tensor<8x?xf32>
  %a, %b = split.split %y axis(1) into 2 : tensor<8x?xf32> -> tensor<8x?xf32>, tensor<8x?xf32>
  return %a, %b : tensor<8x?xf32>, tensor<8x?xf32>
}
