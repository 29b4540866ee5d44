//===- StaticPieces.h - pieces as types and attributes tell -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_STATICPIECES_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_STATICPIECES_H

#include "split-mlir/Dialect/Split/IR/SplitRules.h"

namespace mlir {
namespace split {

/// The pieces of a split, with ShapedType::kDynamic for what is known only at
/// run time.
struct StaticPieces {
  /// The axis counted from the front.
  int64_t axis;
  /// Along the axis, one per piece (S2, S3, V3 to V5).
  SmallVector<int64_t> sizes, offsets;
};

/// The pieces as far as a `spec` that obeys the rules decides. What result
/// types claim beyond that is not looked at.
StaticPieces inferStaticPieces(const SplitSpec &spec);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_STATICPIECES_H
