//===- BufferOwnership.h - Last owners of buffers ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_BUFFEROWNERSHIP_H
#define SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_BUFFEROWNERSHIP_H

namespace mlir {
namespace bufferization {
class AnalysisState;
} // namespace bufferization
} // namespace mlir

namespace mlir::split {
class SplitOpInterface;

/// Returns whether only the pieces of `op` can reach the buffer of its data
/// once `op` has run: the buffer is allocated in `op`'s block, each op there
/// passes it on to one other op, and all other uses have ended. The pieces,
/// which do not overlap, then count as separate buffers. docs/Rationale.md has
/// the proof. Returns false if in doubt.
bool isLastOwner(SplitOpInterface op,
                 const bufferization::AnalysisState &state);

/// Returns whether one-shot bufferization, with function boundaries, will make
/// disjoint views of the pieces of `op` because `op` is the last owner of the
/// buffer. Lowerings on tensors use it to leave such an op to bufferization.
bool hasDisjointViews(SplitOpInterface op);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_BUFFEROWNERSHIP_H
