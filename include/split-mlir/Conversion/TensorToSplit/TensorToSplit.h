//===- TensorToSplit.h - slices of tensors to split ops ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_TENSORTOSPLIT_TENSORTOSPLIT_H
#define SPLIT_MLIR_CONVERSION_TENSORTOSPLIT_TENSORTOSPLIT_H

#include <cstdint>

namespace mlir {
class Operation;
class RewriterBase;

namespace split {

/// Replaces the slices in `root` that together cover a tensor along one axis by
/// split ops, as `split-raise-slices` describes, and returns how many splits it
/// made. Not a pattern: what is raised depends on all slices of a block.
int64_t raiseSlicesToSplits(RewriterBase &rewriter, Operation *root);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_CONVERSION_TENSORTOSPLIT_TENSORTOSPLIT_H
