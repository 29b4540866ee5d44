//===- IsolateBoundaries.h - Parts of split-isolate-boundaries --*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_ISOLATEBOUNDARIES_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_ISOLATEBOUNDARIES_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Operation.h"

namespace mlir::split::native {

/// Whether bufferization allocates a buffer for `value` that only casts of it
/// share: `value` is a clone, a concatenation, or the last of a chain of ops in
/// one block that write to an empty tensor, each used by the next op only.
bool isAllocation(Value value);

/// Returns the operands of the op that defines `value` with which `value` may
/// share a buffer.
SmallVector<Value> getAliases(Value value,
                              const bufferization::AnalysisState &state);

/// Replaces `operand` by a copy in another buffer.
void separate(OpOperand &operand);

/// Cuts long chains of ops on one buffer in `root`, for which upstream's
/// analysis would take a long time. Returns the number of values copied.
unsigned cutAliasChains(Operation *root,
                        const bufferization::AnalysisState &state);

/// Lets each thread of `loop` read what its outputs were before the loop, even
/// though the threads write to their buffers. Returns the number of values
/// copied.
unsigned isolateOutputs(scf::ForallOp loop,
                        const bufferization::AnalysisState &state);

/// Passes unranked tensors to and from the loops and private functions in
/// `root` as memrefs. Returns the number of buffers that are copied.
unsigned passUnrankedAsBuffers(Operation *root);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_ISOLATEBOUNDARIES_H
