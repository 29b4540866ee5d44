//===- SplitMpiBase.td - The split_mpi dialect -------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLITMPI_IR_SPLITMPIBASE_TD
#define SPLIT_MLIR_DIALECT_SPLITMPI_IR_SPLITMPIBASE_TD

include "mlir/IR/DialectBase.td"

def SplitMpi_Dialect : Dialect {
  let name = "split_mpi";
  let cppNamespace = "::mlir::split";
  let summary = "Move and reduce tensors that ranks of MPI share";
  let description = [{
    The ops of this dialect are what one rank of a program for several ranks
    executes. They become calls of the runtime library `libSplitMpi`, which
    calls MPI.

    *Grid.* The ranks of a communicator form a grid: rank r has the coordinates
    of r in row-major order, so those along the last axis are next to each
    other. `grid` is the shape of the grid; its product is the number of ranks.

    *Layout.* A layout says which part of a tensor each rank holds. It has a
    list of grid axes for each dimension of the tensor; dimensions without a
    list, and those with an empty one, are whole on each rank. The axes of a
    dimension shard it: its n shards, n being the product of the sizes of the
    axes, belong to the coordinates along these axes in row-major order. Ranks
    that differ only along other axes hold the same part. An axis is in at most
    one list.

    Offsets say where the shards of a dimension begin: n+1 values, from 0 to the
    size of the dimension, in ascending order. Without offsets, the shards of a
    dimension of size d have d floordiv n elements each, and the last d mod n
    shards one element more (the *default distribution*).

    *Collectives.* All ops but `split_mpi.grid_index` are collective: each rank
    of the communicator executes the same ones in the same order, with equal
    attributes and equal values, except for what a rank holds. They write to the
    resource `Communication`, so that no pass removes, duplicates or reorders
    them: a rank that leaves one out would let the others wait for ever.

    *Communicator.* It is a handle in Fortran's form (`MPI_Comm_c2f`), and the
    argument of a function that has the attribute `split_mpi.communicator`.

    *Attributes of functions.* `split_mpi.grid` of a module or a function, an
    array of i64, is the shape of the grid. An argument or a result that is part
    of a tensor has the type of the whole tensor in `split_mpi.global_type`, its
    axes in `split_mpi.axes` and the offsets in `split_mpi.offsets`, an array of
    i64, unless the distribution is the default.
  }];
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = ["::mlir::shard::ShardDialect"];
}

#endif // SPLIT_MLIR_DIALECT_SPLITMPI_IR_SPLITMPIBASE_TD
