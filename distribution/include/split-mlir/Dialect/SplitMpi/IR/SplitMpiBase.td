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
  let cppNamespace = "::mlir::split::mpi";
  let summary = "Move and reduce tensors that several ranks of MPI hold";
  let description = [{
    A program for several ranks consists of the ops that each rank executes.
    This dialect provides the ops by which the ranks communicate. They become
    calls of the runtime library `libSplitMpi`, which calls MPI.

    *Grid.* The ranks of a communicator form a grid. The coordinates of rank r
    are the position of r in the grid in row-major order: ranks that differ by 1
    along the last axis are consecutive. `grid` is the shape of the grid. The
    product of its sizes is the number of ranks.

    *Layout.* A layout describes which part of a tensor each rank holds. It has
    a list of grid axes for each dimension of the tensor. A dimension without a
    list, or with an empty one, is whole on each rank. The axes in the list of a
    dimension shard it into n parts, where n is the product of the sizes of the
    axes. The coordinates along these axes, in row-major order, determine which
    shard a rank holds. Ranks whose coordinates differ only along other axes
    hold the same part. An axis is in at most one list.

    Offsets specify where the shards of a dimension begin. They are n+1 values
    in ascending order, from 0 to the size of the dimension. Without offsets,
    each shard of a dimension of size d has d floordiv n elements, and each of
    the last d mod n shards has one element more (the *default distribution*).

    *Collectives.* All ops except `split_mpi.grid_index` are collective: each
    rank of the communicator executes the same ops in the same order. The
    attributes and operands must be equal on all ranks, except for the parts
    that a rank holds. If one rank skipped a collective, the others would wait
    forever. Collectives therefore write to the resource `Communication`, so
    that no pass removes, duplicates or reorders them.

    *Communicator.* A communicator is an i32, the integer that `MPI_Comm_c2f`
    returns. A function receives it in the argument that has the attribute
    `split_mpi.communicator`.

    *Attributes of functions.* `split_mpi.grid`, an array of i64 on a module or
    a function, is the shape of the grid. If an argument or a result is a part
    of a tensor, its attribute `split_mpi.global_type` is the type of the whole
    tensor, and `split_mpi.axes` has the lists of axes. `split_mpi.offsets`, an
    array of i64, has the offsets, unless the distribution is the default.
  }];
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = ["::mlir::shard::ShardDialect"];
}

#endif // SPLIT_MLIR_DIALECT_SPLITMPI_IR_SPLITMPIBASE_TD
