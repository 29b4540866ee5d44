//===- Shards.h - Functions whose tensors ranks share -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_SHARDS_H
#define SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_SHARDS_H

#include "split-mlir/Distribution/ShardLayout.h"
#include <optional>

namespace mlir::split::mpi {

/// A function as a user calls it, and the parts that each rank passes.
struct ShardedFunction {
  /// The type with whole tensors and without a communicator.
  FunctionType type;
  /// nullopt for what each rank passes as a whole.
  SmallVector<std::optional<ShardLayout>> arguments, results;
  /// Whether the function has a communicator as its last argument.
  bool hasCommunicator = false;

  /// Describes `function`, partitioned or not. Emits an error if the attributes
  /// of a layout are invalid.
  static FailureOr<ShardedFunction> get(func::FuncOp function);

  /// Returns the part of argument `index` that `rank` reads of a tensor of type
  /// `whole`, or an error if the function does not accept the tensor.
  llvm::Expected<native::TensorBox>
  selectPart(unsigned index, RankedTensorType whole, int64_t rank) const;
};

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_SHARDS_H
