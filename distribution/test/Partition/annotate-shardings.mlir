// RUN: split-opt %s --split-annotate-shardings="grid=2x2 shard=arg0=[[0],[1]],arg1=[[1,0]],result1=[[],[0]]" | FileCheck %s
// RUN: split-opt %s --split-annotate-shardings="grid=2x2 shard=f:arg0=[[0],[1]],f:arg1=[[1,0],[]],f:result1=[[],[0]]" | FileCheck %s
// RUN: split-opt %s --split-annotate-shardings="grid=2x2 shard=result1=[[],[0]]" | FileCheck %s --check-prefix=RESULT
// RUN: split-opt %s --split-annotate-shardings="grid=2x2 shard=result1=[[],[0]],arg1=[[1]]" | FileCheck %s --check-prefix=ORDER

// The sharding of a result that is an argument is not that of the argument.
// RESULT-LABEL: func.func @f(
// RESULT-SAME: %[[Y:[^:]*]]: tensor<?x8xf32>, %{{[^:]*}}: index)
// RESULT: %[[WHOLE:.*]] = shard.sharding @grid split_axes = {{\[\[}}]]
// RESULT: %[[Y0:.*]] = shard.shard %[[Y]] to %[[WHOLE]]
// RESULT: %[[S:.*]] = shard.sharding @grid split_axes = {{\[\[}}], [0]]
// RESULT: shard.shard %[[Y0]] to %[[S]]

// ORDER-LABEL: func.func @f(
// ORDER-SAME: %[[Y:[^:]*]]: tensor<?x8xf32>, %{{[^:]*}}: index)
// ORDER: %[[S1:.*]] = shard.sharding @grid split_axes = {{\[\[}}1]]
// ORDER: %[[Y0:.*]] = shard.shard %[[Y]] to %[[S1]]
// ORDER: shard.shard %[[Y0]] to

// CHECK: shard.grid @grid(shape = 2x2)
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<?x8xf32>, %[[N:.*]]: index)
// CHECK-DAG: %[[S0:.*]] = shard.sharding @grid split_axes = {{\[\[}}0], [1]]
// CHECK-DAG: %[[X0:.*]] = shard.shard %[[X]] to %[[S0]] : tensor<4x8xf32>
// CHECK-DAG: %[[S1:.*]] = shard.sharding @grid split_axes = {{\[\[}}1, 0]{{(, \[\])?}}]
// CHECK-DAG: %[[Y0:.*]] = shard.shard %[[Y]] to %[[S1]] : tensor<?x8xf32>
// CHECK: %[[R:.*]] = shard.shard %[[Y0]] to %{{.*}} : tensor<?x8xf32>
// CHECK: return %[[X0]], %[[R]]
func.func @f(%x: tensor<4x8xf32>, %y: tensor<?x8xf32>, %n: index) -> (tensor<4x8xf32>, tensor<?x8xf32>) {
  return %x, %y : tensor<4x8xf32>, tensor<?x8xf32>
}

func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
