//===- Contraction.h - Sums of products of two tensors ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTION_H
#define SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTION_H

#include "split-mlir/HostAbi/Runtime.h"

namespace mlir::split::native {

/// The words at the beginning of the description of a contraction, see
/// split_mlir_contract.
enum class ContractionWord {
  ElementType,
  Flags,
  Lhs,
  Rhs,
  Out,
  Scratch,
  NumBatchLoops,
  NumRowLoops,
  NumColumnLoops,
  NumDepthLoops,
  FirstLoop
};

/// The greatest number of loops of each kind.
inline constexpr int64_t kMaxContractionLoops = 16;

/// Returns the number of bytes of the scratch memory for a contraction of at
/// most `numRows` rows with `flags`, those of split_mlir_contract.
int64_t getContractionScratchBytes(int64_t numRows, int64_t flags);

/// The number of bytes that packing may write after the end of an operand.
inline constexpr int64_t kPackingSlackBytes = 128;

/// Returns the number of bytes of a packed operand, the left one of `numLines`
/// rows or the right one of `numLines` columns.
int64_t getPackedOperandBytes(int64_t elementType, bool isLhs, int64_t numLines,
                              int64_t depth);

/// Packs an operand of a contraction without batch loops, as
/// SPLIT_MLIR_CONTRACTION_LHS_IS_PACKED describes. `packed` has
/// getPackedOperandBytes and kPackingSlackBytes bytes.
void packContractionOperand(const int64_t *description, bool isLhs,
                            void *packed);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTION_H
