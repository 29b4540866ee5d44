//===- ForeignSplits.h - Splits of foreign dialects -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_FOREIGNSPLITS_H
#define SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_FOREIGNSPLITS_H

#include "ForeignOp.h"

namespace mlir::split::frontends {

/// Returns the definition of `op`, or null if it is not a split of a foreign
/// dialect.
const ForeignOpDefinition *findForeignSplit(Operation *op);

/// Returns whether any split of a foreign dialect has an attribute of this
/// name.
bool isForeignSplitAttribute(StringRef name);

/// Returns whether `op` is torch.operator "onnx.Split".
bool isTorchOnnxSplit(Operation *op);

/// Replaces torch.operator "onnx.Split". Returns false, and adds the op to
/// `left`, if it is of a form that has no split op. An op that violates its
/// definition is an error.
FailureOr<bool> convertTorchOnnxSplit(Operation *op, bool onnxStrict,
                                      LeftOps &left);

/// Returns whether `op` is a split of torch-mlir that returns a list:
/// torch.aten.split.Tensor, split_with_sizes, chunk, unbind or tensor_split.
bool isTorchSplit(Operation *op);

/// Replaces a split of torch-mlir and the ops that take its pieces out of the
/// list. Returns false, and adds the op to `left`, if it is of a form that has
/// no split op. An op that violates its definition is an error.
FailureOr<bool> convertTorchSplit(Operation *op, LeftOps &left);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_FOREIGNSPLITS_H
