//===- Axes.cpp - Axes of operators ---------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Rules.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

FailureOr<int64_t>
mlir::split::frontends::getAxis(ImplicitLocOpBuilder &builder, int64_t axis,
                                int64_t rank) {
  return normalizeAxis([&] { return builder.emitError(); }, axis, rank,
                       "a tensor");
}

FailureOr<SmallVector<int64_t>>
mlir::split::frontends::getAxes(ImplicitLocOpBuilder &builder,
                                ArrayRef<int64_t> axes, int64_t rank) {
  if (failed(checkAxes(
          builder, getAsIndexOpFoldResult(builder.getContext(), axes), rank)))
    return failure();
  return llvm::map_to_vector(
      axes, [&](int64_t axis) { return axis < 0 ? axis + rank : axis; });
}

FailureOr<llvm::SmallBitVector>
mlir::split::frontends::getDims(ImplicitLocOpBuilder &builder,
                                ArrayRef<int64_t> axes, int64_t rank) {
  FailureOr<SmallVector<int64_t>> known = getAxes(builder, axes, rank);
  if (failed(known))
    return failure();
  llvm::SmallBitVector dims(rank);
  for (int64_t axis : *known)
    dims.set(axis);
  return dims;
}

Value mlir::split::frontends::createIsAxis(ImplicitLocOpBuilder &builder,
                                           OpFoldResult axis, int64_t dim,
                                           int64_t rank) {
  IndexMath math(builder, builder.getLoc());
  return math.either(math.isEqual(axis, dim), math.isEqual(axis, dim - rank));
}

LogicalResult mlir::split::frontends::checkAxes(ImplicitLocOpBuilder &builder,
                                                ArrayRef<OpFoldResult> axes,
                                                int64_t rank) {
  IndexMath math(builder, builder.getLoc());
  for (OpFoldResult axis : axes) {
    Value isInRange = math.isBetween(axis, math.get(-rank), math.get(rank - 1));
    if (failed(createCheck(builder, isInRange,
                           CheckMessage("axis ")
                               << axis << describeAxisRange(rank, "a tensor"))))
      return failure();
  }
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value isNamed = math.getBool(false), isNamedTwice = isNamed;
    for (OpFoldResult axis : axes) {
      Value isAxis = createIsAxis(builder, axis, dim, rank);
      isNamedTwice = math.either(isNamedTwice, math.both(isNamed, isAxis));
      isNamed = math.either(isNamed, isAxis);
    }
    if (failed(createCheck(builder, math.negate(isNamedTwice),
                           CheckMessage("axes name dimension ")
                               << dim << " more than once")))
      return failure();
  }
  return success();
}

SmallVector<Value>
mlir::split::frontends::createMarks(ImplicitLocOpBuilder &builder,
                                    ArrayRef<OpFoldResult> axes, int64_t rank) {
  IndexMath math(builder, builder.getLoc());
  SmallVector<Value> marks(rank, math.getBool(false));
  for (auto [dim, mark] : llvm::enumerate(marks))
    for (OpFoldResult axis : axes)
      mark = math.either(mark, createIsAxis(builder, axis, dim, rank));
  return marks;
}
