//===- ContractionLoops.h - The loops of a sum of products ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_CONTRACTIONS_CONTRACTIONLOOPS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_CONTRACTIONS_CONTRACTIONLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::split::native {

/// An operand of a contraction.
struct ContractionOperand {
  Value memref;
  /// For each loop, the number by which an iteration increases the index of
  /// each dimension.
  SmallVector<SmallVector<int64_t>> steps;

  bool dependsOn(unsigned loop) const {
    return llvm::any_of(steps[loop], [](int64_t step) { return step != 0; });
  }
  MemRefType getType() const { return cast<MemRefType>(memref.getType()); }
};

/// The kinds of loops, in the order of split_mlir_contract.
enum class LoopKind { Batch, Row, Column, Depth };

/// A linalg op on memrefs that adds products of two inputs to its result.
struct ContractionLoops {
  /// Returns the loops of `op`, or nothing if split_mlir_contract cannot
  /// compute it. If possible, columns are next to each other in the result.
  static std::optional<ContractionLoops> match(linalg::LinalgOp op);

  ArrayRef<unsigned> getLoops(LoopKind kind) const {
    return loops[static_cast<unsigned>(kind)];
  }
  std::array<const ContractionOperand *, 3> getOperands() const {
    return {&lhs, &rhs, &out};
  }

  ContractionOperand lhs, rhs, out;
  /// The numbers of the op's loops, of each kind from the outermost.
  std::array<SmallVector<unsigned>, 4> loops;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_CONTRACTIONS_CONTRACTIONLOOPS_H
