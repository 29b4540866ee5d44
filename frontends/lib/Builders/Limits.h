//===- Limits.h - Limits of model size --------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits are far beyond real models: they refuse hostile files before those
// exhaust the machine. frontends/docs/Frontends.md lists them.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_LIMITS_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_LIMITS_H

#include "mlir/IR/Types.h"
#include "llvm/Support/Error.h"

namespace mlir::split::frontends {

/// Depth of nested messages in a file, which is protobuf's default.
inline constexpr int kMaxNesting = 100;

/// Nodes of a graph, and initializers.
inline constexpr int64_t kMaxNodes = 262144;

/// Inputs, and outputs, of a node or of a graph.
inline constexpr int64_t kMaxArguments = 65536;

/// Dimensions of a tensor.
inline constexpr int64_t kMaxRank = 64;

/// Pieces of one SplitToSequence.
inline constexpr int64_t kMaxPieces = 4096;

/// Elements of all sequences that the nodes of a graph create or copy.
inline constexpr int64_t kMaxSequenceElements = 65536;

/// Refuses shapes with too many dimensions, and shapes whose static dimensions
/// alone take more bytes than int64_t counts.
llvm::Error checkShape(ArrayRef<int64_t> shape, Type elementType);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_LIMITS_H
