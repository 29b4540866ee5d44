// The program of one rank. Run-time values of offsets are checked by programs that run.
// RUN: split-opt %s --split-input-file --split-partition --canonicalize --cse | FileCheck %s

// The axis is whole on each rank: nothing moves.
// CHECK: module attributes {split_mpi.grid = array<i64: 2>}
// CHECK-LABEL: func @whole_axis(
// CHECK-SAME: %[[X:.*]]: tensor<6x4xf32> {split_mpi.axes = #shard<axisarray{{\[\[}}], [0]]>, split_mpi.global_type = tensor<6x8xf32>}, %{{.*}}: i32 {split_mpi.communicator})
// CHECK-SAME: -> (tensor<3x4xf32> {split_mpi.axes = #shard<axisarray{{\[\[}}], [0]]>, split_mpi.global_type = tensor<3x8xf32>}
// CHECK-NEXT: %[[P:.*]]:2 = split.split %[[X]] axis(0) into 2 : tensor<6x4xf32> -> tensor<3x4xf32>, tensor<3x4xf32>
// CHECK-NEXT: return %[[P]]#0
shard.grid @g(shape = 2)
func.func @whole_axis(%arg0: tensor<6x8xf32>) -> tensor<3x8xf32> {
  %s = shard.sharding @g split_axes = [[], [0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<6x8xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<6x8xf32> -> tensor<3x8xf32>, tensor<3x8xf32>
  %y = shard.shard %a to %s : tensor<3x8xf32>
  return %y : tensor<3x8xf32>
}

// -----

// Each piece is the shard of one rank, and stays there.
// CHECK-LABEL: func @aligned(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>
// CHECK-SAME: -> (tensor<?x4xf32> {split_mpi.axes = #shard<axisarray{{\[\[}}0], []]>, split_mpi.global_type = tensor<3x4xf32>, split_mpi.offsets = array<i64: 0, 3, 3>}
// CHECK-NOT: split_mpi.redistribute
// CHECK: %[[SIZE:.*]] = tensor.extract
// CHECK: %[[A:.*]] = tensor.extract_slice %[[X]][0, 0] [%[[SIZE]], 4] [1, 1] : tensor<3x4xf32> to tensor<?x4xf32>
// CHECK-NEXT: return %[[A]]
shard.grid @g(shape = 2)
func.func @aligned(%arg0: tensor<6x4xf32>) -> tensor<3x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %t = shard.sharding @g split_axes = [[0]] sharded_dims_offsets = [0, 3, 3] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<6x4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<6x4xf32> -> tensor<3x4xf32>, tensor<3x4xf32>
  %y = shard.shard %a to %t : tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

// -----

// The pieces have shardings: only what a rank lacks moves.
// CHECK-LABEL: func @wanted(
// CHECK-SAME: -> (tensor<1x4xf32>
// CHECK: split_mpi.redistribute ins(%{{.*}} : tensor<?x4xf32>) outs(%{{.*}} : tensor<1x4xf32>) communicator(%{{.*}}) grid = [2] sizes = [2, 4] from = {{\[\[}}0], []] from_offsets = [0, 2, 2] to = {{\[\[}}0], []] -> tensor<1x4xf32>
shard.grid @g(shape = 2)
func.func @wanted(%arg0: tensor<6x4xf32>) -> tensor<2x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<6x4xf32>
  %a, %b = split.variadic_split %x axis(0) lengths [2, 4] : tensor<6x4xf32> -> tensor<2x4xf32>, tensor<4x4xf32>
  %y = shard.shard %a to %s : tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

// Pieces and shards do not align: the grid axis moves to a dimension that it divides.
// CHECK-LABEL: func @move(
// CHECK-SAME: %[[X:.*]]: tensor<?x5x4xf32>
// CHECK: %[[M:.*]] = split_mpi.redistribute ins(%[[X]] : tensor<?x5x4xf32>) outs(%{{.*}} : tensor<7x5x2xf32>) communicator(%{{.*}}) grid = [2] sizes = [7, 5, 4] from = {{\[\[}}0], [], []] to = {{\[\[}}], [], [0]] -> tensor<7x5x2xf32>
// CHECK: split.variadic_split %[[M]] axis(0) lengths [1, 6] : tensor<7x5x2xf32> -> tensor<1x5x2xf32>, tensor<6x5x2xf32>
shard.grid @g(shape = 2)
func.func @move(%arg0: tensor<7x5x4xf32>) -> tensor<6x5x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<7x5x4xf32>
  %a, %b = split.variadic_split %x axis(0) lengths [1, -1] : tensor<7x5x4xf32> -> tensor<1x5x4xf32>, tensor<6x5x4xf32>
  %e = tensor.empty() : tensor<6x5x4xf32>
  %n = linalg.negf ins(%b : tensor<6x5x4xf32>) outs(%e : tensor<6x5x4xf32>) -> tensor<6x5x4xf32>
  return %n : tensor<6x5x4xf32>
}

// -----

// Pieces that stayed are concatenated where they lie.
// CHECK-LABEL: func @join(
// CHECK-NOT: split_mpi.redistribute
// CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<{{.}}x4xf32>
// CHECK: return %{{.*}} : tensor<3x4xf32>
shard.grid @g(shape = 2)
func.func @join(%arg0: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<6x4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<6x4xf32> -> tensor<3x4xf32>, tensor<3x4xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %n = linalg.negf ins(%a : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %m = linalg.negf ins(%b : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %c = tensor.concat dim(0) %n, %m : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
  %y = shard.shard %c to %s : tensor<6x4xf32>
  return %y : tensor<6x4xf32>
}

// -----

// A run-time axis: the tensor is gathered.
// CHECK-LABEL: func @dynamic_axis(
// CHECK: %[[G:.*]] = split_mpi.redistribute {{.*}} to = {{\[\[}}], []] -> tensor<6x4xf32>
// CHECK: split.split %[[G]] axis(%{{.*}} : index) into 2
shard.grid @g(shape = 2)
func.func @dynamic_axis(%arg0: tensor<6x4xf32>, %axis: index) -> tensor<?x?xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<6x4xf32>
  %a, %b = split.split %x axis(%axis : index) into 2 : tensor<6x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %a : tensor<?x?xf32>
}

// -----

// Columns of the first weights and rows of the second ones are sharded: one reduction.
// CHECK-LABEL: func @tensor_parallel(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32> {{{.*}}}, %[[W:.*]]: tensor<8x8xf32> {{{.*}}}, %[[V:.*]]: tensor<8x8xf32>
// CHECK-NOT: split_mpi.redistribute
// CHECK: linalg.matmul ins(%[[X]], %[[W]] : tensor<4x8xf32>, tensor<8x8xf32>)
// CHECK: %[[P:.*]] = linalg.matmul ins(%{{.*}}, %[[V]] : tensor<4x8xf32>, tensor<8x8xf32>)
// CHECK: %[[R:.*]] = split_mpi.all_reduce ins(%[[P]] : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>) communicator(%{{.*}}) grid = [2] axes = [0] kind = {{.*}}sum{{.*}} -> tensor<4x8xf32>
// CHECK-NEXT: return %[[R]]
shard.grid @g(shape = 2)
func.func @tensor_parallel(%x: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<16x8xf32>) -> tensor<4x8xf32> {
  %s = shard.sharding @g split_axes = [[], [0]] : !shard.sharding
  %t = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %w = shard.shard %arg1 to %s : tensor<8x16xf32>
  %v = shard.shard %arg2 to %t : tensor<16x8xf32>
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %h = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%z : tensor<4x16xf32>) -> tensor<4x16xf32>
  %f = tensor.empty() : tensor<4x8xf32>
  %y = linalg.fill ins(%c : f32) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = linalg.matmul ins(%h, %v : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// An init that is not neutral is combined once.
// CHECK-LABEL: func @init(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xi32> {{{.*}}}, %[[I:.*]]: tensor<4xi32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: linalg.fill ins(%[[ZERO]] : i32)
// CHECK: %[[R:.*]] = split_mpi.all_reduce
// CHECK: linalg.generic {{.*}} ins(%[[R]] : tensor<4xi32>) outs(%[[I]] : tensor<4xi32>)
// CHECK: arith.addi
shard.grid @g(shape = 2)
func.func @init(%arg0: tensor<4x16xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  %s = shard.sharding @g split_axes = [[], [0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<4x16xi32>
  %r = linalg.reduce { arith.addi } ins(%x : tensor<4x16xi32>) outs(%init : tensor<4xi32>) dimensions = [1]
  return %r : tensor<4xi32>
}

// -----

// Each rank needs a shard of the sum only.
// CHECK-LABEL: func @scatter(
// CHECK: split_mpi.reduce_scatter ins(%{{.*}} : tensor<7xi32>) outs(%{{.*}} : tensor<?xi32>) communicator(%{{.*}}) grid = [2] axes = [0] kind = {{.*}}sum{{.*}} dimension = 0 -> tensor<?xi32>
// CHECK-NEXT: return
shard.grid @g(shape = 2)
func.func @scatter(%arg0: tensor<7x16xi32>) -> tensor<7xi32> {
  %s = shard.sharding @g split_axes = [[], [0]] : !shard.sharding
  %t = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<7x16xi32>
  %c = arith.constant dense<0> : tensor<7xi32>
  %r = linalg.reduce { arith.addi } ins(%x : tensor<7x16xi32>) outs(%c : tensor<7xi32>) dimensions = [1]
  %y = shard.shard %r to %t : tensor<7xi32>
  return %y : tensor<7xi32>
}

// -----

// Maxima that ignore NaN have no reduction over ranks: the operand is gathered.
// CHECK-LABEL: func @no_reduce_maximum(
// CHECK-NOT: split_mpi.all_reduce
// CHECK: split_mpi.redistribute
// CHECK-NOT: split_mpi.all_reduce
// CHECK: return
shard.grid @g(shape = 2)
func.func @no_reduce_maximum(%arg0: tensor<3x16xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  %s = shard.sharding @g split_axes = [[], [0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<3x16xf32>
  %r = linalg.reduce { arith.maxnumf } ins(%x : tensor<3x16xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}

// -----

// CHECK-LABEL: func @reduce_maximum(
// CHECK: split_mpi.all_reduce {{.*}} kind = max
shard.grid @g(shape = 2)
func.func @reduce_maximum(%arg0: tensor<3x16xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  %s = shard.sharding @g split_axes = [[], [0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<3x16xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<3x16xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}

// -----

// An index counts from the beginning of the whole tensor; a size is that of all.
// CHECK-LABEL: func @index(
// CHECK-SAME: %[[X:.*]]: tensor<4xindex>
// CHECK: %[[C:.*]] = split_mpi.grid_index
// CHECK: %[[O:.*]] = arith.muli %[[C]], %{{.*}} : index
// CHECK: linalg.index 0
// CHECK: arith.addi %{{.*}}, %[[O]] : index
// CHECK: return %{{.*}}, %c8 :
shard.grid @g(shape = 2)
func.func @index(%arg0: tensor<8xindex>) -> (tensor<8xindex>, index) {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<8xindex>
  %e = tensor.empty() : tensor<8xindex>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<8xindex>) outs(%e : tensor<8xindex>) {
  ^bb0(%in: index, %out: index):
    %i = linalg.index 0 : index
    %j = arith.addi %in, %i : index
    linalg.yield %j : index
  } -> tensor<8xindex>
  %y = shard.shard %r to %s : tensor<8xindex>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %r, %c0 : tensor<8xindex>
  return %y, %d : tensor<8xindex>, index
}

// -----

// Sizes that are not equal on all ranks and dynamic sizes are checked at entry.
// CHECK-LABEL: func @sizes(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32> {{{.*}}}, %[[Y:.*]]: tensor<?xf32>
// CHECK: split.assert %{{.*}}, "argument 0 has size {} along dimension 0, expected {}, the size of this rank's shard"
// CHECK: %[[D:.*]] = tensor.dim %[[Y]], %c0
// CHECK: %[[N:.*]] = split_mpi.global_size %[[D]] communicator(%{{.*}}) grid = [2] axes = [0] : index
// CHECK: return %[[N]] : index
shard.grid @g(shape = 2)
func.func @sizes(%arg0: tensor<7xf32>, %arg1: tensor<?xf32>) -> index {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<7xf32>
  %y = shard.shard %arg1 to %s : tensor<?xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %arg1, %c0 : tensor<?xf32>
  return %d : index
}

// -----

// The outermost dimension has the shards of a product.
// CHECK-LABEL: func @reshape(
// CHECK-NOT: split_mpi.redistribute
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [2, 3, 5] : tensor<6x5xf32> into tensor<2x3x5xf32>
// CHECK-NOT: split_mpi.redistribute
// CHECK: return
shard.grid @g(shape = 2)
func.func @reshape(%arg0: tensor<12x5xf32>) -> tensor<12x5xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<12x5xf32>
  %e = tensor.expand_shape %x [[0, 1], [2]] output_shape [4, 3, 5] : tensor<12x5xf32> into tensor<4x3x5xf32>
  %i = tensor.empty() : tensor<4x3x5xf32>
  %n = linalg.negf ins(%e : tensor<4x3x5xf32>) outs(%i : tensor<4x3x5xf32>) -> tensor<4x3x5xf32>
  %c = tensor.collapse_shape %n [[0, 1], [2]] : tensor<4x3x5xf32> into tensor<12x5xf32>
  %y = shard.shard %c to %s : tensor<12x5xf32>
  return %y : tensor<12x5xf32>
}

// -----

// Calls are inlined; an op that the pass does not know runs on whole tensors.
// CHECK-LABEL: func @regions(
// CHECK: %[[G:.*]] = split_mpi.redistribute
// CHECK: scf.if
// CHECK: tensor.extract %[[G]]
// CHECK-NOT: func.func
shard.grid @g(shape = 2)
func.func private @negate(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %y = shard.shard %x to %s : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @regions(%arg0: tensor<4xf32>, %c: i1, %i: index) -> f32 {
  %x = func.call @negate(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %y = shard.shard %x to %s : tensor<4xf32>
  %z = arith.constant 0.0 : f32
  %r = scf.if %c -> f32 {
    %e = tensor.extract %y[%i] : tensor<4xf32>
    scf.yield %e : f32
  } else {
    scf.yield %z : f32
  }
  return %r : f32
}

// -----

// The padding is a constant in the region of the op.
// CHECK-LABEL: func @pad(
// CHECK-SAME: %[[X:.*]]: tensor<4x4xf32>
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: tensor.pad %[[X]] low[1, 0] high[1, 0]
// CHECK: tensor.yield %[[ZERO]]
// CHECK: } : tensor<4x4xf32> to tensor<6x4xf32>
shard.grid @g(shape = 2)
func.func @pad(%arg0: tensor<4x8xf32>) -> tensor<6x8xf32> {
  %s = shard.sharding @g split_axes = [[], [0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<4x8xf32>
  %0 = tensor.pad %x low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f32
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<6x8xf32>
  %y = shard.shard %0 to %s : tensor<6x8xf32>
  return %y : tensor<6x8xf32>
}

// -----

// Ranks do not add up different elements: the reduction runs over a dimension of its init.
// CHECK-LABEL: func @accumulate(
// CHECK-NOT: split_mpi.all_reduce
// CHECK: return
shard.grid @g(shape = 2)
func.func @accumulate(%arg0: tensor<4x6xi32>, %init: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %s = shard.sharding @g split_axes = [[], [0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<4x6xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xi32>) outs(%init : tensor<4x6xi32>) {
  ^bb0(%in: i32, %out: i32):
    %sum = arith.addi %in, %out : i32
    linalg.yield %sum : i32
  } -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// -----

// As a signed integer, true is less than false.
// CHECK-LABEL: func @reduce_i1(
// CHECK: split_mpi.all_reduce {{.*}} kind = bitwise_and
shard.grid @g(shape = 2)
func.func @reduce_i1(%arg0: tensor<8xi1>) -> tensor<i1> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<8xi1>
  %true = arith.constant true
  %empty = tensor.empty() : tensor<i1>
  %init = linalg.fill ins(%true : i1) outs(%empty : tensor<i1>) -> tensor<i1>
  %0 = linalg.reduce {arith.maxsi} ins(%x : tensor<8xi1>) outs(%init : tensor<i1>) dimensions = [0]
  return %0 : tensor<i1>
}

// -----

// A dynamic size must be what the offsets say.
// CHECK-LABEL: func @offsets_of_dynamic_size(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>
// CHECK-DAG: %[[SIZE:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?xf32>
// CHECK-DAG: %[[EXPECTED:.*]] = arith.constant 7 : index
// CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[SIZE]], %[[EXPECTED]] : index
// CHECK: split.assert %[[EQUAL]], "tensor has size {} along dimension 0, expected {}, where the offsets of shards end"(%[[SIZE]], %[[EXPECTED]])
// CHECK: tensor.extract_slice %[[X]]
shard.grid @g(shape = 2)
func.func @offsets_of_dynamic_size(%arg0: tensor<?xf32>) -> tensor<?xf32> {
  %whole = shard.sharding @g split_axes = [[]] : !shard.sharding
  %s = shard.sharding @g split_axes = [[0]] sharded_dims_offsets = [0, 3, 7] : !shard.sharding
  %x = shard.shard %arg0 to %whole : tensor<?xf32>
  %y = shard.shard %x to %s : tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// The second result lacks fewer elements of the first one than of the argument.
// CHECK-LABEL: func @nearest(
// CHECK-SAME: %[[X:[^:]*]]: tensor<4xf32>
// CHECK: %[[A:.*]] = split_mpi.redistribute ins(%[[X]] : tensor<4xf32>)
// CHECK: split_mpi.redistribute ins(%[[A]] : tensor<?xf32>)
shard.grid @g(shape = 2)
func.func @nearest(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %t = shard.sharding @g split_axes = [[0]] sharded_dims_offsets = [0, 7, 8] : !shard.sharding
  %u = shard.sharding @g split_axes = [[0]] sharded_dims_offsets = [0, 6, 8] : !shard.sharding
  %x = shard.shard %arg0 to %s : tensor<8xf32>
  %a = shard.shard %x to %t : tensor<8xf32>
  %b = shard.shard %x to %u : tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// -----

// Partial sums may overflow where the sum of the program does not.
// CHECK-LABEL: func @overflow(
// CHECK: linalg.reduce
// CHECK: arith.addi %{{[^ ]+}}, %{{[^ ]+}} : i8
// CHECK: split_mpi.all_reduce
// CHECK: linalg.generic
// CHECK: arith.addi %{{[^ ]+}}, %{{[^ ]+}} : i8
// CHECK-NOT: overflow
shard.grid @grid(shape = 2)
func.func @overflow(%x: tensor<8x4xi8>, %sum: tensor<4xi8>) -> tensor<4xi8> {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %y = shard.shard %x to %s : tensor<8x4xi8>
  %0 = linalg.reduce ins(%y : tensor<8x4xi8>) outs(%sum : tensor<4xi8>) dimensions = [0]
    (%a: i8, %b: i8) {
      %1 = arith.addi %a, %b overflow<nsw, nuw> : i8
      linalg.yield %1 : i8
    }
  return %0 : tensor<4xi8>
}

// -----

// The annotation of a private function's parameter describes the argument of the
// caller, unless that has one.
// CHECK-LABEL: func @calls(
// CHECK-SAME: %{{[^:]+}}: tensor<4x4xf32> {split_mpi.axes = #shard<axisarray{{.}}[0], []
// CHECK-SAME: %{{[^:]+}}: tensor<8x2xf32> {split_mpi.axes = #shard<axisarray{{.}}[], [0]
shard.grid @grid(shape = 2)
func.func private @rows(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %x to %s : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
func.func @calls(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %s = shard.sharding @grid split_axes = [[], [0]] : !shard.sharding
  %z = shard.shard %y to %s : tensor<8x4xf32>
  %0 = func.call @rows(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = func.call @rows(%z) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}
