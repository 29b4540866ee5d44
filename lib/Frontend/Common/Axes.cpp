//===- Axes.cpp - dimensions that operators name --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axes.h"

#include "RuntimeChecks.h"

#include "split-mlir/Dialect/Split/IR/SplitRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

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
  Value value = getValueOrCreateConstantIndexOp(b, loc, axis);
  auto isEqual = [&](int64_t number) {
    return b.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::eq, value,
        arith::ConstantIndexOp::create(b, loc, number));
  };
  return b.createOrFold<arith::OrIOp>(loc, isEqual(dim), isEqual(dim - rank));
}

LogicalResult mlir::split::checkAxes(OpBuilder &b, Location loc,
                                     ArrayRef<OpFoldResult> axes,
                                     int64_t rank) {
  Value least = arith::ConstantIndexOp::create(b, loc, -rank);
  Value greatest = arith::ConstantIndexOp::create(b, loc, rank - 1);
  for (OpFoldResult axis : axes) {
    Value value = getValueOrCreateConstantIndexOp(b, loc, axis);
    Value isInRange = b.createOrFold<arith::AndIOp>(
        loc,
        b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::sge, value,
                                      least),
        b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::sle, value,
                                      greatest));
    if (failed(createCheck(b, loc, isInRange, "axis {}" + describeRange(rank),
                           axis)))
      return failure();
  }
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value count = arith::ConstantIndexOp::create(b, loc, 0);
    for (OpFoldResult axis : axes)
      count = b.createOrFold<arith::SelectOp>(
          loc, createIsAxis(b, loc, axis, dim, rank),
          b.createOrFold<arith::AddIOp>(loc, count, one), count);
    Value isOnce = b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::sle,
                                                 count, one);
    if (failed(createCheck(
            b, loc, isOnce,
            "axes name dimension " + Twine(dim) + " more than once", {})))
      return failure();
  }
  return success();
}

SmallVector<Value> mlir::split::createMarks(OpBuilder &b, Location loc,
                                            ArrayRef<OpFoldResult> axes,
                                            int64_t rank) {
  SmallVector<Value> marks;
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value mark = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
    for (OpFoldResult axis : axes)
      mark = b.createOrFold<arith::OrIOp>(
          loc, mark, createIsAxis(b, loc, axis, dim, rank));
    marks.push_back(mark);
  }
  return marks;
}
