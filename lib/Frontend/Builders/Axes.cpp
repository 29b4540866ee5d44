//===- Axes.cpp - dimensions that operators name --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axes.h"

#include "RuntimeChecks.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

#include "split-mlir/Dialect/Split/IR/SplitRules.h"

using namespace mlir;
using namespace mlir::split;

/// Returns the text that follows an axis in messages.
static std::string describeRange(int64_t rank) {
  return (" is out of range [" + Twine(-rank) + ", " + Twine(rank - 1) +
          "] for a tensor of rank " + Twine(rank))
      .str();
}

FailureOr<int64_t> mlir::split::getAxis(ImplicitLocOpBuilder &builder,
                                        int64_t axis, int64_t rank) {
  if (std::optional<int64_t> normalized = normalizeAxis(axis, rank))
    return *normalized;
  return builder.emitError() << "axis " << axis << describeRange(rank);
}

Value mlir::split::createIsAxis(ImplicitLocOpBuilder &builder,
                                OpFoldResult axis, int64_t dim, int64_t rank) {
  IndexMath math(builder, builder.getLoc());
  return math.either(math.isEqual(axis, dim), math.isEqual(axis, dim - rank));
}

LogicalResult mlir::split::checkAxes(ImplicitLocOpBuilder &builder,
                                     ArrayRef<OpFoldResult> axes,
                                     int64_t rank) {
  IndexMath math(builder, builder.getLoc());
  for (OpFoldResult axis : axes) {
    Value isInRange = math.isBetween(axis, math.get(-rank), math.get(rank - 1));
    if (failed(
            createCheck(builder, isInRange,
                        CheckMessage("axis ") << axis << describeRange(rank))))
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

SmallVector<Value> mlir::split::createMarks(ImplicitLocOpBuilder &builder,
                                            ArrayRef<OpFoldResult> axes,
                                            int64_t rank) {
  IndexMath math(builder, builder.getLoc());
  SmallVector<Value> marks(rank, math.getBool(false));
  for (auto [dim, mark] : llvm::enumerate(marks))
    for (OpFoldResult axis : axes)
      mark = math.either(mark, createIsAxis(builder, axis, dim, rank));
  return marks;
}
