//===- MpiPasses.td - Conversions for several ranks --------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_MPIPASSES_TD
#define SPLIT_MLIR_CONVERSION_MPIPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// ShardToSplitMpi
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// SplitMpiToCalls
//===----------------------------------------------------------------------===//

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
        {split.mpi_status}
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

#endif // SPLIT_MLIR_CONVERSION_MPIPASSES_TD
