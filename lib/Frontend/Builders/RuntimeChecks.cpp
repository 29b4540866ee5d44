//===- RuntimeChecks.cpp - what a file claims, checked at run time --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeChecks.h"

#include "IndexMath.h"
#include "Sizes.h"

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::split;

Value mlir::split::createDim(OpBuilder &b, Location loc, Value tensor,
                             int64_t dim) {
  return getValueOrCreateConstantIndexOp(b, loc, getSize(b, loc, tensor, dim));
}

Value mlir::split::createCeilDiv(OpBuilder &b, Location loc, Value lhs,
                                 Value rhs) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value quotient = arith::DivUIOp::create(b, loc, lhs, rhs);
  Value remainder = arith::RemUIOp::create(b, loc, lhs, rhs);
  Value isEven = createIsEqual(b, loc, remainder, zero);
  return arith::AddIOp::create(
      b, loc, quotient, arith::SelectOp::create(b, loc, isEven, zero, one));
}

Value mlir::split::createIsEqual(OpBuilder &b, Location loc, Value lhs,
                                 Value rhs) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lhs, rhs);
}

/// `format` with its values in place, if all are constants.
static std::optional<std::string>
formatConstants(StringRef format, ArrayRef<OpFoldResult> values) {
  std::string message;
  for (OpFoldResult value : values) {
    std::optional<int64_t> constant = getConstantIntValue(value);
    if (!constant)
      return std::nullopt;
    auto [text, rest] = format.split("{}");
    message += (text + Twine(*constant)).str();
    format = rest;
  }
  return message + format.str();
}

LogicalResult mlir::split::createCheck(OpBuilder &b, Location loc,
                                       Value condition, const Twine &format,
                                       ArrayRef<OpFoldResult> values) {
  if (matchPattern(condition, m_One()))
    return success();
  std::string text = format.str();
  if (matchPattern(condition, m_Zero()))
    if (auto message = formatConstants(text, values))
      return emitError(loc) << *message;
  SmallVector<Value> operands;
  for (OpFoldResult value : values)
    operands.push_back(getValueOrCreateConstantIndexOp(b, loc, value));
  AssertOp::create(b, loc, condition, text, operands);
  return success();
}

LogicalResult mlir::split::createSizeCheck(OpBuilder &b, Location loc,
                                           OpFoldResult size,
                                           OpFoldResult expected,
                                           const Twine &format) {
  if (isSameSize(size, expected))
    return success();
  IndexMath math(b, loc);
  Value isEqual = math.isEqual(math.get(size), math.get(expected));
  return createCheck(b, loc, isEqual, format, {size, expected});
}

Value mlir::split::createCheckedCast(OpBuilder &b, Location loc, Value tensor,
                                     TensorType type, StringRef of,
                                     StringRef claimant) {
  auto known = cast<TensorType>(tensor.getType());
  if (known == type)
    return tensor;
  auto check = [&](Value actual, int64_t expected, const Twine &what) {
    Value expectedValue = arith::ConstantIndexOp::create(b, loc, expected);
    AssertOp::create(b, loc, createIsEqual(b, loc, actual, expectedValue),
                     (what + of + " is {}, expected {} as " + claimant).str(),
                     ValueRange{actual, expectedValue});
  };
  if (type.hasRank()) {
    if (!known.hasRank())
      check(tensor::RankOp::create(b, loc, tensor), type.getRank(), "rank");
    for (auto [i, dim] : llvm::enumerate(type.getShape()))
      if (ShapedType::isStatic(dim) &&
          (!known.hasRank() || known.isDynamicDim(i)))
        check(createDim(b, loc, tensor, i), dim, "dimension " + Twine(i));
  }
  return tensor::CastOp::create(b, loc, type, tensor);
}
