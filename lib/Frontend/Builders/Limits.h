//===- Limits.h - how large a model may be ----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Far beyond real models, so that a file that is none is refused before it
// takes up the machine. docs/Frontends.md lists them.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_LIMITS_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_LIMITS_H

#include "mlir/IR/Types.h"
#include "llvm/Support/Error.h"

namespace mlir::split {

/// Messages in messages in a file, as deep as protobuf reads by itself.
inline constexpr int kMaxNesting = 100;

/// Nodes of a graph, and initializers.
inline constexpr int64_t kMaxNodes = 262144;

/// Inputs, and outputs, of a node or of a graph.
inline constexpr int64_t kMaxArguments = 65536;

/// Dimensions of a tensor.
inline constexpr int64_t kMaxRank = 64;

/// Pieces that one SplitToSequence makes.
inline constexpr int64_t kMaxPieces = 4096;

/// Elements of sequences that the nodes of a graph make, or read all of.
inline constexpr int64_t kMaxSequenceElements = 65536;

/// The bytes of an element in the memory of compiled code.
int64_t getElementBytes(Type elementType);

/// Refuses shapes of too many dimensions, and of more bytes than a signed
/// 64-bit number counts, whatever the dynamic dimensions are.
llvm::Error checkShape(ArrayRef<int64_t> shape, Type elementType);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_LIMITS_H
