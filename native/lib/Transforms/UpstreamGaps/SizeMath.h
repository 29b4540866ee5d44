//===- SizeMath.h - Sums and products of sizes ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZEMATH_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZEMATH_H

#include "split-mlir/Dialect/Split/IR/IndexMath.h"

namespace mlir::split::native {

/// Generates sums and products of sizes, which may wrap around.
class SizeMath {
public:
  SizeMath(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc), math(builder, loc) {}

  /// Adds `sizes`, which are not negative. Clears `fits` if a sum wraps around.
  OpFoldResult createSum(ArrayRef<OpFoldResult> sizes, Value &fits);

  /// Multiplies `sizes`, which are not negative. Clears `fits` if the product
  /// wraps around, which it does not if a size is 0.
  OpFoldResult createProduct(ArrayRef<OpFoldResult> sizes, Value &fits);

  /// Returns whether no size is negative and `product` is that of all of them.
  /// Divides by one size after the other: their product might wrap around.
  Value hasProduct(ArrayRef<OpFoldResult> sizes, OpFoldResult product);

  /// The same for the elements of `shape`, a tensor of rank 1 of integers,
  /// whose number is known at run time.
  Value hasProduct(Value shape, OpFoldResult product);

  /// Returns the number of elements of `tensor`, whose rank is known at run
  /// time.
  Value countElements(Value tensor, OpFoldResult rank);

private:
  SmallVector<Value> startProduct(OpFoldResult product);
  SmallVector<Value> addFactor(ValueRange state, OpFoldResult size);
  Value finishProduct(ValueRange state, OpFoldResult product);

  OpBuilder &builder;
  Location loc;
  IndexMath math;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZEMATH_H
