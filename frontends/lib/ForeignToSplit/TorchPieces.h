//===- TorchPieces.h - Values that a list of torch-mlir holds ---*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHPIECES_H
#define SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHPIECES_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Operation.h"

namespace mlir::split::frontends {

/// The values that ops of torch-mlir take out of the list of tensors that a
/// split returns.
class TorchPieces {
public:
  /// `list` is the op that returns the list.
  explicit TorchPieces(Operation *list) : list(list) {}

  /// Reads the uses of the list. Returns why the values are not all known, or
  /// an empty text.
  StringRef read();

  /// Returns the number of values that the list is unpacked into, or kDynamic
  /// if only single values are taken out.
  int64_t getUnpackedCount() const;

  /// Checks the uses of a list of `numPieces` values. Emits op errors.
  LogicalResult verify(int64_t numPieces);

  /// Replaces each value by its piece, a builtin tensor. Emits an op error if
  /// their types do not fit.
  LogicalResult replace(ImplicitLocOpBuilder &builder, ValueRange pieces);

  /// Erases the list, the ops that take values out of it, and constants that
  /// only they used.
  void eraseList();

private:
  /// A value that is a piece.
  struct PieceUse {
    Value value;
    /// As in __getitem__: negative numbers count from the end. After `verify`,
    /// they do not.
    int64_t index;
  };

  Operation *list;
  /// The numbers of values that the list is unpacked into, each time.
  SmallVector<int64_t> unpackedCounts;
  SmallVector<PieceUse> uses;
};

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHPIECES_H
