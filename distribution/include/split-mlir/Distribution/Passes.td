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

    `grid` gives the sizes of the grid, such as `2x4`. An element of `shard`,
    such as `arg0=[[0],[1]]` or `result0=[[0],[]]`, gives a list of grid axes
    for each dimension, as `split_axes` of `shard.sharding` does. Trailing empty
    lists may be omitted. If the module has several public functions, the name
    of the function comes first: `f:arg0=[[0],[1]]`. The tensors must be ranked.

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
  let summary = "Partition a program with shardings into that of one rank";
  let description = [{
    This pass replaces each function of a module that has a `shard.grid` by the
    function that one rank of the grid executes. Tensors become the parts that
    the rank holds. Run the pass on tensors, after the conversion of elementwise
    ops to linalg and before the lowering of splits.

    The pass does not change a module with collectives of the shard dialect and
    without annotations, such as `shard-partition` creates.

    `shard.shard` ops state which part of a tensor each rank holds. The first
    such op on an argument describes the argument, and the op that defines an
    operand of `return` describes that result. Arguments and results without
    such an op are replicated, that is, whole on each rank. Other tensors need
    no annotations. Unlike upstream's `shard-partition`, the pass supports
    dimensions that the number of shards does not divide, dynamic sizes, offsets
    of shards, and ops without `ShardingInterface`.

    If an op needs a part of a tensor that the rank does not hold, the pass
    inserts a `split_mpi.redistribute`; if the rank holds more than the part, a
    `tensor.extract_slice` suffices. The parts of an op's operands determine the
    parts that it computes:

    - The pass shards the loops of a `linalg` op in the same way as the
      dimensions of its operands. If several choices are possible, it chooses
      the one that moves the fewest elements, by an estimate.
      `split_mpi.all_reduce` completes reductions over sharded loops: sums,
      products, bitwise reductions, and the minimum and maximum of signed
      integers and of floats with NaN.
    - If the axis of a split is not sharded, each rank splits its own shard. If
      the axis is sharded, and the boundaries of pieces and shards align, or
      each piece is returned or has a sharding, the pieces stay on the ranks
      that hold them. Otherwise, the grid axes move to another dimension that
      they divide; if there is none, all ranks gather the data.
    - `tensor.concat`, `tensor.cast`, `tensor.expand_shape`,
      `tensor.collapse_shape`, `tensor.extract_slice`, `tensor.insert_slice` and
      `tensor.pad` keep the shards of dimensions that they do not change.
      `tensor.empty`, constants and `linalg.fill` create only the part that is
      needed. `tensor.dim` returns the size of the whole tensor.
    - Each rank executes all other ops on whole tensors.

    The pass first inlines calls of private functions. So the annotations of a
    parameter describe the caller's argument if the caller passes it on without
    an annotation of its own before the call. The pass adds a communicator as
    the last argument to each public function, the grid as `split_mpi.grid` to
    the module, and attributes that describe the parts to arguments and results
    (see the dialect `split_mpi`). It inserts run-time checks of the sizes of
    arguments.

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
    "::mlir::split::mpi::SplitMpiDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ConvertShardToSplitMpiPass
    : Pass<"convert-shard-to-split-mpi", "::mlir::ModuleOp"> {
  let summary = "Convert collectives of the shard dialect to split_mpi";
  let description = [{
    This pass converts the collectives and queries of upstream's shard dialect,
    which `shard-partition` creates, on tensors of any shape and for groups of
    ranks along any axes. Sizes may be dynamic: shards have the default
    distribution, and `split_mpi.global_size` computes the size of a whole
    tensor. The pass adds a communicator as the last argument to each function
    that needs one, and to its callers. It removes `shard.sharding` and
    `shard.grid`, whose shape becomes the attribute `split_mpi.grid` of the
    module.

    The pass does not support `shard.shift`, `shard.send`, `shard.recv`,
    `shard.update_halo`, `shard.get_sharding` and grids with dynamic sizes, and
    reports an error for them. It also reports an error for `shard.shard`, which
    `shard-partition` removes.

    ```mlir
    shard.grid @grid(shape = 2)
    func.func @f(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %0 = shard.all_gather %x on @grid grid_axes = [0] gather_axis = 0
          : tensor<?x4xf32> -> tensor<?x4xf32>
      return %0 : tensor<?x4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<?x4xf32>, %comm: i32 {split_mpi.communicator})
        -> tensor<?x4xf32> {
      %local = tensor.dim %x, %c0 : tensor<?x4xf32>
      %n = split_mpi.global_size %local communicator(%comm) grid = [2]
          axes = [0] : index
      %init = tensor.empty(%n) : tensor<?x4xf32>
      %0 = split_mpi.redistribute ins(%x : tensor<?x4xf32>)
          outs(%init : tensor<?x4xf32>) communicator(%comm) grid = [2]
          sizes = [%n, 4] from = [[0]] to = [[]] -> tensor<?x4xf32>
      return %0 : tensor<?x4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::split::SplitDialect",
    "::mlir::split::mpi::SplitMpiDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ConvertSplitMpiToCallsPass
    : Pass<"convert-split-mpi-to-calls", "::mlir::ModuleOp"> {
  let summary = "Convert split_mpi ops on memrefs to calls of libSplitMpi";
  let description = [{
    This pass converts each op to a call of the function of the same name in
    `MpiRuntime.h`. The call passes two arrays: a constant array, which encodes
    the op's attributes, and an array on the stack, which has the addresses,
    sizes and strides of the operands. `split_mpi.grid_index` becomes a call of
    `split_mpi_rank` and divisions.

    A `split.assert` checks the status that the function returns. Its attribute
    `split_mpi.status` makes `split-asserts-to-status` and
    `split-abort-all-ranks` report the library's message.

    All ops of a module must have the same grid, which becomes the attribute
    `split_mpi.grid` of the module. The pass does not change a module without
    such ops.

    ```mlir
    split_mpi.redistribute ins(%x : memref<?x4xf32>) outs(%y : memref<7x4xf32>)
        communicator(%comm) grid = [2] sizes = [7, 4] from = [[0]] to = [[]]
    ```

    becomes

    ```mlir
    // Stores addresses, sizes and strides to %values.
    %status = llvm.call @split_mpi_redistribute(%comm, %constants, %values)
        : (i32, !llvm.ptr, !llvm.ptr) -> i32
    %ok = arith.cmpi eq, %status, %c0_i32 : i32
    %value = arith.index_cast %status : i32 to index
    split.assert %ok, "a function of libSplitMpi returned {}"(%value)
        {split_mpi.status}
    ```
  }];
  let statistics = [
    Statistic<"numOps", "ops", "Number of ops converted">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::split::SplitDialect"
  ];
}

def SplitAbortAllRanksPass
    : Pass<"split-abort-all-ranks", "::mlir::ModuleOp"> {
  let summary = "Make a check that fails on one rank abort all ranks";
  let description = [{
    Without a host that reads the status of a call,
    `convert-split-assert-to-llvm` makes a failing check abort the process. In a
    module with the attribute `split_mpi.grid`, this pass makes it abort all
    ranks: it adds a function that calls `split_mpi_abort`, which
    `split.abort_function` names. It also lowers each `split.assert` with the
    attribute `split_mpi.status` to code that prints the message of libSplitMpi
    and aborts.

    The parent of such an op must be a function, so run this pass after the
    conversion of structured control flow.

    ```mlir
    split.assert %ok, "a function of libSplitMpi returned {}"(%status)
        {split_mpi.status}
    ```

    becomes

    ```mlir
      cf.cond_br %ok, ^rest, ^failed
    ^failed:
      %message = llvm.call @split_mpi_last_error() : () -> !llvm.ptr
      llvm.call @dprintf(%stderr, %format, %location, %message)
      llvm.call @split_mlir_abort() : () -> ()
      llvm.unreachable
    ^rest:
    ```
  }];
  let dependentDialects = [
    "::mlir::cf::ControlFlowDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

#endif // SPLIT_MLIR_DISTRIBUTION_PASSES_TD
