//===- Reference.h - Expected results of calls ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runtime.h and docs/Semantics.md once more, by plain loops over exact numbers.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_REFERENCE_H
#define SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_REFERENCE_H

#include "Call.h"

namespace mlir::split {

/// A piece that a program must return: its sizes, and its elements in row-major
/// order unless they are too many.
struct ExpectedPiece {
  SmallVector<int64_t, 4> sizes;
  std::optional<std::vector<char>> elements;
};

/// Returns whether the operands violate R7.
bool violatesOperandRules(const Call &call);

/// Returns whether the elements of arguments and of the caller's buffers are in
/// `memory`. The call must satisfy R7.
bool isInMemory(const Call &call, const CallMemory &memory);

/// Returns whether the elements of an argument or a result take so much memory
/// that no machine has it.
bool needsTooMuchMemory(const Call &call);

/// Returns whether loops over a tensor without elements take too long: those
/// that copy integers with padding go through the sizes before the one that is
/// 0.
bool needsTooMuchTime(const Call &call);

/// Returns the pieces, or none if the program violates R1 to R6. The call must
/// satisfy R7, and its elements must be in memory.
std::optional<std::vector<ExpectedPiece>> computePieces(const Call &call);

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_REFERENCE_H
