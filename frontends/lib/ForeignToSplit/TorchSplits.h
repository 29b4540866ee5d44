//===- TorchSplits.h - Splits of torch-mlir to split ops --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHSPLITS_H
#define SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHSPLITS_H

#include "mlir/IR/Operation.h"

namespace mlir::split::frontends {
class LeftOps;

/// Returns whether `op` is a split of torch-mlir that returns a list:
/// torch.aten.split.Tensor, split_with_sizes, chunk, unbind or tensor_split.
bool isTorchSplit(Operation *op);

/// Replaces a split of torch-mlir and the ops that take its pieces out of the
/// list. Returns false, and adds the op to `left`, if it is of a form that has
/// no split op. An op that violates its definition is an error.
FailureOr<bool> convertTorchSplit(Operation *op, LeftOps &left);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHSPLITS_H
