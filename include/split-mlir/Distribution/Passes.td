//===- Passes.td - Passes that distribute programs ---------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_PASSES_TD
#define SPLIT_MLIR_DISTRIBUTION_PASSES_TD

include "mlir/Pass/PassBase.td"

def SplitAnnotateShardingsPass
    : Pass<"split-annotate-shardings", "::mlir::ModuleOp"> {
  let summary = "Annotate arguments and results of functions with shardings";
  let description = [{
    This pass inserts a `shard.grid` and, for each element of `shard`, a
    `shard.sharding` and a `shard.shard` for an argument or a result of a
    function.

    `grid` has the sizes of the grid: `2x4`. An element of `shard` is
    `arg0=[[0],[1]]` or `result0=[[0],[]]`, with a list of grid axes for each
    dimension, as `split_axes` of `shard.sharding` has. Trailing empty lists may
    be left out. If the module has several public functions, the name of the
    function comes first: `f:arg0=[[0],[1]]`. The tensors must be ranked.

    `split-annotate-shardings{grid=2x2 shard=arg0=[[0],[1]],result0=[[],[1]]}`
    turns

    ```mlir
    func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %0 = "use"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    ```

    into

    ```mlir
    shard.grid @grid(shape = 2x2)
    func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %s = shard.sharding @grid split_axes = [[0], [1]] : !shard.sharding
      %y = shard.shard %x to %s : tensor<4x8xf32>
      %0 = "use"(%y) : (tensor<4x8xf32>) -> tensor<4x8xf32>
      %t = shard.sharding @grid split_axes = [[], [1]] : !shard.sharding
      %1 = shard.shard %0 to %t : tensor<4x8xf32>
      return %1 : tensor<4x8xf32>
    }
    ```
  }];
  let options = [
    Option<"grid", "grid", "std::string", "",
           "The sizes of the grid, separated by `x`">,
    ListOption<"shard", "shard", "std::string",
               "Shardings: `arg0=[[0],[1]]`, `result0=[[0],[]]`, each with a "
               "list of grid axes for each dimension; `NAME:` before it names "
               "the function">
  ];
  let dependentDialects = [
    "::mlir::func::FuncDialect",
    "::mlir::shard::ShardDialect"
  ];
}

def SplitPartitionPass : Pass<"split-partition", "::mlir::ModuleOp"> {
  let summary = "Turn a program with shardings into that of one rank";
  let description = [{
    This pass replaces the functions of a module with a `shard.grid` by what
    each rank of the grid executes. Tensors become the parts that the rank
    holds. Run the pass on tensors, after elementwise ops have become linalg ops
    and before splits are lowered.

    A module with collectives of the shard dialect and without annotations, such
    as `shard-partition` creates, does not change.

    `shard.shard` ops state which part of a tensor each rank holds: that of an
    argument is the first on it, and that of a result is the one that defines
    the operand of `return`. Other tensors than arguments and results need none.
    Arguments and results without one are whole on each rank. Unlike upstream's
    `shard-partition`, the pass supports dimensions that the number of shards
    does not divide, dynamic sizes, offsets of shards, and ops without
    `ShardingInterface`.

    Data moves between ranks only where an op needs a part that the rank does
    not hold, by `split_mpi.redistribute`; a part of what it holds is a
    `tensor.extract_slice`. The parts that an op computes follow from those of
    its operands:

    - The loops of a `linalg` op are sharded like dimensions of its operands. If
      several choices are possible, the one that is estimated to move the fewest
      elements is taken. `split_mpi.all_reduce` completes reductions over
      sharded loops: sums, products, bitwise reductions, and the minimum and
      maximum of signed integers and of floats with NaN.
    - Pieces of a split along an axis that is not sharded are split locally. If
      boundaries of pieces and shards align, or if all pieces have shardings of
      their own or are returned, pieces stay where they lie. Otherwise, the grid
      axes move to another dimension that they divide, or data is gathered.
    - `tensor.concat`, `tensor.cast`, `tensor.expand_shape`,
      `tensor.collapse_shape`, `tensor.extract_slice`, `tensor.insert_slice` and
      `tensor.pad` keep the shards of dimensions that they do not change.
      `tensor.empty`, constants and `linalg.fill` create only the part that is
      needed. `tensor.dim` is the size of the whole tensor.
    - Each rank executes other ops on whole tensors.

    Calls of private functions are inlined first. Each public function gets a
    communicator as its last argument; the module gets the grid in
    `split_mpi.grid`, and arguments and results the attributes that describe
    their parts (see the dialect `split_mpi`). The sizes of arguments are
    checked at run time.

    ```mlir
    shard.grid @grid(shape = 2)
    func.func @f(%x: tensor<6x8xf32>) -> tensor<3x8xf32> {
      %s = shard.sharding @grid split_axes = [[], [0]] : !shard.sharding
      %y = shard.shard %x to %s : tensor<6x8xf32>
      %a, %b = split.split %y axis(0) into 2
          : tensor<6x8xf32> -> tensor<3x8xf32>, tensor<3x8xf32>
      return %b : tensor<3x8xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<6x4xf32> {...},
                 %comm: i32 {split_mpi.communicator})
        -> (tensor<3x8xf32> {...}) {
      %a, %b = split.split %x axis(0) into 2
          : tensor<6x4xf32> -> tensor<3x4xf32>, tensor<3x4xf32>
      %0 = tensor.empty() : tensor<3x8xf32>
      %1 = split_mpi.redistribute ins(%b : tensor<3x4xf32>)
          outs(%0 : tensor<3x8xf32>) communicator(%comm) grid = [2]
          sizes = [3, 8] from = [[], [0]] to = [[]] -> tensor<3x8xf32>
      return %1 : tensor<3x8xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::shard::ShardDialect",
    "::mlir::split::SplitDialect",
    "::mlir::split::SplitMpiDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // SPLIT_MLIR_DISTRIBUTION_PASSES_TD
