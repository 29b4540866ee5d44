//===- Bufferizable.h - split ops on buffers --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_BUFFERIZABLE_H
#define SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_BUFFERIZABLE_H

namespace mlir {
class DialectRegistry;

namespace bufferization {
class AnalysisState;
} // namespace bufferization

namespace split {
class SplitOpInterface;

/// Lets one-shot bufferization rewrite
/// - `split.split` and `split.variadic_split` to one `memref.subview` for each
///   piece that is used, or, where it has certainly no elements, a
///   `memref.reinterpret_cast`. Data is neither read nor written, but shared
///   with every piece; where that must not be, those pieces are copied that
///   need it. Pieces of a split that is the last owner of its data's buffer do
///   not share it with each other. Data and pieces must have a rank.
/// - `split.copy` on tensors to `split.copy` on memrefs: in place, with every
///   destination written and none read.
void registerBufferizableExternalModels(DialectRegistry &registry);

/// Whether nothing but `op`'s pieces can reach the buffer of its data once `op`
/// has run: the buffer is allocated in `op`'s block, each op there hands it to
/// one other, and what else uses it has finished with it. The pieces, which do
/// not overlap, may then be taken for buffers of their own. The proof is in
/// docs/Rationale.md. `false` is always a right answer.
bool isLastOwner(SplitOpInterface op,
                 const bufferization::AnalysisState &state);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_BUFFERIZABLE_H
