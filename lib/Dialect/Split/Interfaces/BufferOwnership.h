//===- BufferOwnership.h - buffers that end in a split ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_INTERFACES_BUFFEROWNERSHIP_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_INTERFACES_BUFFEROWNERSHIP_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {

/// Whether nothing but `op`'s pieces can reach the buffer of its data once `op`
/// has run: the buffer is allocated in `op`'s block, each op there hands it to
/// one other, and what else uses it has finished reading. The pieces, which do
/// not overlap, may then be taken for buffers of their own. The proof is in
/// docs/Rationale.md.
bool isLastOwner(SplitOpInterface op,
                 const bufferization::AnalysisState &state);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_INTERFACES_BUFFEROWNERSHIP_H
