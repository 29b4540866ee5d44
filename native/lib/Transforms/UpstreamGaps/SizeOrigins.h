//===- SizeOrigins.h - Origins of sizes -------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZEORIGINS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZEORIGINS_H

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::split::native {

/// A size: of a ranked tensor or memref along dimension `number`, an index
/// value (then `number` is 0), or, if there is no value, the constant `number`.
using SizeOrigin = std::pair<Value, int64_t>;

/// Follows sizes back to the values that determine them. Sizes with the same
/// origin are equal, provided that the ops in between succeed. No value may
/// depend on itself, as in unreachable code. Unlike
/// ValueBoundsConstraintSet, takes constant time for each op, and creates no
/// constraints.
class SizeOrigins {
public:
  /// Returns the origin of the size of a ranked tensor or memref.
  SizeOrigin get(Value shaped, int64_t dim) { return find({shaped, dim}); }
  /// Returns the origin of an index value.
  SizeOrigin get(Value index) { return find({index, 0}); }

private:
  SizeOrigin find(SizeOrigin size);

  llvm::DenseMap<SizeOrigin, SizeOrigin> known;
};

/// Returns the size that `origin` describes.
OpFoldResult createSize(OpBuilder &builder, Location loc, SizeOrigin origin);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZEORIGINS_H
