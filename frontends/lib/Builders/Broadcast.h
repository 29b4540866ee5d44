//===- Broadcast.h - Broadcasting of shapes ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_BROADCAST_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_BROADCAST_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Broadcasts shapes against each other as NumPy does: dimensions are aligned
/// at the end, and a dimension of size 1 is repeated.
class Broadcast {
public:
  using Shape = SmallVector<OpFoldResult>;

  Broadcast(ImplicitLocOpBuilder &builder, ArrayRef<Shape> operands);

  /// Computes the result's shape. Sizes that cannot fit are an error; sizes
  /// that may not fit are checked at run time. Call this once, before the
  /// functions below.
  LogicalResult resolve();

  /// Returns the result's shape.
  ArrayRef<OpFoldResult> getSizes() const { return sizes; }

  /// Returns whether the operand's sizes are known to be those of the result or
  /// 1, so that it needs no view.
  bool hasMap(unsigned operand) const;

  /// Returns where an operand is read, given the result's indices.
  SmallVector<AffineExpr> getExprs(unsigned operand) const;
  /// Returns the same as a map of the result's dimensions.
  AffineMap getMap(unsigned operand) const;
  /// Returns a tensor that the map describes: the operand or, unless it has a
  /// map, a slice of it. In a dimension whose size may be 1 at run time, the
  /// slice has the size of the result, and a stride of 0 or 1.
  Value createView(unsigned operand, Value tensor) const;

private:
  /// How an operand's dimension is indexed where the result's index is i.
  struct DimAccess {
    enum Kind {
      /// By i.
      Follow,
      /// By 0: its size is 1, the result's may be larger.
      Stay,
      /// By 0 if its size is 1 at run time, else by i: a view has the stride 0
      /// or 1.
      Choose
    };
    OpFoldResult size;
    Kind kind = Follow;
  };

  LogicalResult resolveDim(int64_t k);
  /// Computes the size of dimension `k`. `dims` have run-time sizes; all others
  /// have the size 1.
  OpFoldResult resolveRunTimeSize(int64_t k, ArrayRef<DimAccess *> dims);
  /// Checks at run time that a size of dimension `k` is 1 or that of the
  /// result.
  void checkSize(int64_t k, OpFoldResult size, OpFoldResult resultSize);

  ImplicitLocOpBuilder &builder;
  /// Per operand and dimension.
  SmallVector<SmallVector<DimAccess>> accesses;
  int64_t rank = 0;
  Shape sizes;
};

/// Returns a map from the indices of a result of these sizes to those at which
/// `tensor` is read if it broadcasts to the result. Its dimensions are those of
/// the result from `firstDim` on. Its static sizes are those of the result or
/// 1; its other sizes are those of the result, which run-time checks verify.
FailureOr<AffineMap> createMapTo(ImplicitLocOpBuilder &builder,
                                 ArrayRef<OpFoldResult> sizes, Value tensor,
                                 int64_t firstDim);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_BROADCAST_H
