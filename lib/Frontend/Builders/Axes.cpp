//===- Axes.cpp - dimensions that operators name --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axes.h"

#include "IndexMath.h"
#include "RuntimeChecks.h"

#include "split-mlir/Dialect/Split/IR/Rules.h"

using namespace mlir;
using namespace mlir::split;

/// What is wrong with an axis, to be put after it.
static std::string describeRange(int64_t rank) {
  return (" is out of range [" + Twine(-rank) + ", " + Twine(rank - 1) +
          "] for a tensor of rank " + Twine(rank))
      .str();
}

FailureOr<int64_t> mlir::split::getAxis(Location loc, int64_t axis,
                                        int64_t rank) {
  if (std::optional<int64_t> normalized = normalizeAxis(axis, rank))
    return *normalized;
  return emitError(loc) << "axis " << axis << describeRange(rank);
}

Value mlir::split::createIsAxis(OpBuilder &b, Location loc, OpFoldResult axis,
                                int64_t dim, int64_t rank) {
  IndexMath math(b, loc);
  Value value = math.get(axis);
  return math.either(math.isEqual(value, dim), math.isEqual(value, dim - rank));
}

LogicalResult mlir::split::checkAxes(OpBuilder &b, Location loc,
                                     ArrayRef<OpFoldResult> axes,
                                     int64_t rank) {
  IndexMath math(b, loc);
  for (OpFoldResult axis : axes) {
    Value isInRange =
        math.isBetween(math.get(axis), math.get(-rank), math.get(rank - 1));
    if (failed(createCheck(b, loc, isInRange, "axis {}" + describeRange(rank),
                           axis)))
      return failure();
  }
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value isNamed = math.getBool(false), isNamedTwice = isNamed;
    for (OpFoldResult axis : axes) {
      Value isAxis = createIsAxis(b, loc, axis, dim, rank);
      isNamedTwice = math.either(isNamedTwice, math.both(isNamed, isAxis));
      isNamed = math.either(isNamed, isAxis);
    }
    if (failed(createCheck(
            b, loc, math.negate(isNamedTwice),
            "axes name dimension " + Twine(dim) + " more than once", {})))
      return failure();
  }
  return success();
}

SmallVector<Value> mlir::split::createMarks(OpBuilder &b, Location loc,
                                            ArrayRef<OpFoldResult> axes,
                                            int64_t rank) {
  IndexMath math(b, loc);
  SmallVector<Value> marks(rank, math.getBool(false));
  for (auto [dim, mark] : llvm::enumerate(marks))
    for (OpFoldResult axis : axes)
      mark = math.either(mark, createIsAxis(b, loc, axis, dim, rank));
  return marks;
}
