//===- Reshape.cpp - shapes with sizes to be found ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"

#include "RuntimeChecks.h"
#include "ShapeValues.h"
#include "Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::split;

namespace {
/// Finds the sizes that a shape asks for.
class ShapeResolver {
public:
  ShapeResolver(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> data)
      : b(b), loc(loc), data(data) {}

  /// Reads the next element.
  LogicalResult read(OpFoldResult size, bool copyZeros);
  /// Finds the size that others leave, and checks the number of elements.
  LogicalResult resolve();
  ArrayRef<OpFoldResult> getSizes() const { return sizes; }

private:
  /// What certainly divides both the data and the shape, taken out of both.
  struct Quotient {
    /// The product of the static sizes of each.
    int64_t data = 1, shape = 1;
    /// The run-time sizes of data that the shape does not have.
    SmallVector<OpFoldResult> dataRest;
    /// Whether the shape has run-time sizes that data does not.
    bool hasShapeRest = false;
  };
  Quotient cancel() const;
  /// Resolves what follows from sizes that appear on both sides.
  bool resolveByQuotient();
  LogicalResult resolveAtRunTime();

  LogicalResult readConstant(int64_t size, bool copyZeros);
  LogicalResult readRunTime(Value size, bool copyZeros);
  std::string describeShape() const;

  Value getConstant(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value getValue(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, loc, size);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, int64_t rhs) {
    return b.createOrFold<arith::CmpIOp>(loc, predicate, lhs, getConstant(rhs));
  }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return b.createOrFold<arith::SelectOp>(loc, condition, ifTrue, ifFalse);
  }
  Value getBool(bool value) {
    return arith::ConstantOp::create(b, loc, b.getBoolAttr(value));
  }
  Value both(Value lhs, Value rhs) {
    return b.createOrFold<arith::AndIOp>(loc, lhs, rhs);
  }
  Value either(Value lhs, Value rhs) {
    return b.createOrFold<arith::OrIOp>(loc, lhs, rhs);
  }

  OpBuilder &b;
  Location loc;
  ArrayRef<OpFoldResult> data;
  SmallVector<OpFoldResult> sizes;
  /// The position of a -1, which is certainly one.
  std::optional<size_t> inferred;
  /// Whether the size at a position turns out to be -1, where it may.
  SmallVector<std::pair<size_t, Value>> maybeInferred;
};
} // namespace

LogicalResult ShapeResolver::readConstant(int64_t size, bool copyZeros) {
  size_t i = sizes.size();
  if (size < -1)
    return emitError(loc) << "size #" << i << " of the shape is " << size
                          << ", expected at least -1";
  if (size == -1 && inferred)
    return emitError(loc) << "sizes #" << *inferred << " and #" << i
                          << " of the shape are both -1";
  if (size == 0 && copyZeros && i >= data.size())
    return emitError(loc) << "size #" << i
                          << " of the shape is 0, but data has rank "
                          << data.size();
  if (size == -1)
    inferred = i;
  sizes.push_back(size == 0 && copyZeros ? data[i]
                                         : OpFoldResult(b.getIndexAttr(size)));
  return success();
}

LogicalResult ShapeResolver::readRunTime(Value size, bool copyZeros) {
  size_t i = sizes.size();
  if (failed(createCheck(b, loc, compare(arith::CmpIPredicate::sge, size, -1),
                         "size #" + Twine(i) +
                             " of the shape is {}, expected at least -1",
                         OpFoldResult(size))))
    return failure();
  maybeInferred.emplace_back(i, compare(arith::CmpIPredicate::eq, size, -1));
  Value isZero = compare(arith::CmpIPredicate::eq, size, 0);
  if (copyZeros && i < data.size()) {
    size = select(isZero, getValue(data[i]), size);
  } else if (copyZeros) {
    Value isNonZero = compare(arith::CmpIPredicate::ne, size, 0);
    if (failed(createCheck(b, loc, isNonZero,
                           "size #" + Twine(i) +
                               " of the shape is {}, but data has rank " +
                               Twine(data.size()),
                           OpFoldResult(size))))
      return failure();
  }
  sizes.push_back(size);
  return success();
}

LogicalResult ShapeResolver::read(OpFoldResult size, bool copyZeros) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return readConstant(*constant, copyZeros);
  if (!isCertainlySize(size))
    return readRunTime(cast<Value>(size), copyZeros);
  sizes.push_back(size);
  return success();
}

ShapeResolver::Quotient ShapeResolver::cancel() const {
  Quotient quotient;
  for (OpFoldResult size : data) {
    if (std::optional<int64_t> constant = getConstantIntValue(size))
      quotient.data *= *constant;
    else
      quotient.dataRest.push_back(size);
  }
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (i == inferred)
      continue;
    if (std::optional<int64_t> constant = getConstantIntValue(size)) {
      if (llvm::MulOverflow(quotient.shape, *constant, quotient.shape))
        quotient.shape = 0;
      continue;
    }
    auto *same =
        llvm::find_if(quotient.dataRest, [size = size](OpFoldResult other) {
          return isSameSize(size, other);
        });
    if (same == quotient.dataRest.end())
      quotient.hasShapeRest = true;
    else
      quotient.dataRest.erase(same);
  }
  return quotient;
}

bool ShapeResolver::resolveByQuotient() {
  Quotient quotient = cancel();
  if (!maybeInferred.empty() || quotient.hasShapeRest || quotient.shape == 0)
    return false;
  if (!inferred)
    return quotient.dataRest.empty() && quotient.data == quotient.shape;
  if (quotient.data % quotient.shape != 0)
    return false;
  quotient.dataRest.push_back(b.getIndexAttr(quotient.data / quotient.shape));
  sizes[*inferred] = createProduct(b, loc, quotient.dataRest);
  return true;
}

/// `[{}, {}]`, for as many sizes.
std::string ShapeResolver::describeShape() const {
  std::string text = "[";
  for (size_t i = 0; i < sizes.size(); ++i)
    text += i == 0 ? "{}" : ", {}";
  return text + "]";
}

LogicalResult ShapeResolver::resolveAtRunTime() {
  SmallVector<Value> isInferred(sizes.size(), getBool(false));
  if (inferred)
    isInferred[*inferred] = getBool(true);
  for (auto [i, condition] : maybeInferred)
    isInferred[i] = condition;

  Value total = getValue(createProduct(b, loc, data));
  Value one = getConstant(1);
  // Divided size by size, as their product may overflow.
  Value rest = total, isExact = getBool(true), hasZero = getBool(false);
  Value count = getConstant(0);
  for (auto [size, condition] : llvm::zip_equal(sizes, isInferred)) {
    Value factor = select(condition, one, getValue(size));
    Value isZero = compare(arith::CmpIPredicate::eq, factor, 0);
    hasZero = either(hasZero, isZero);
    factor = select(isZero, one, factor);
    Value remainder = b.createOrFold<arith::RemUIOp>(loc, rest, factor);
    isExact = both(isExact, compare(arith::CmpIPredicate::eq, remainder, 0));
    rest = b.createOrFold<arith::DivUIOp>(loc, rest, factor);
    count = select(condition, b.createOrFold<arith::AddIOp>(loc, count, one),
                   count);
  }
  Value isAny = compare(arith::CmpIPredicate::ne, count, 0);
  Value isOne = compare(arith::CmpIPredicate::eq, rest, 1);
  Value isEmpty = compare(arith::CmpIPredicate::eq, total, 0);
  Value hasNoZero = b.createOrFold<arith::XOrIOp>(loc, hasZero, getBool(true));
  // Without a -1 sizes with a 0 fit no elements, else they divide to 1.
  Value fits =
      select(isAny, both(isExact, hasNoZero),
             select(isEmpty, hasZero, both(both(isExact, hasNoZero), isOne)));
  fits = both(fits, compare(arith::CmpIPredicate::ule, count, 1));

  SmallVector<OpFoldResult> values = {getAsOpFoldResult(total)};
  llvm::append_range(values, sizes);
  if (failed(createCheck(b, loc, fits,
                         "{} elements cannot take the shape " + describeShape(),
                         values)))
    return failure();
  for (auto [size, condition] : llvm::zip_equal(sizes, isInferred))
    size = getAsOpFoldResult(select(condition, rest, getValue(size)));
  return success();
}

LogicalResult ShapeResolver::resolve() {
  return resolveByQuotient() ? success() : resolveAtRunTime();
}

FailureOr<Value> mlir::split::createReshape(OpBuilder &b, Location loc,
                                            Value data, Value shape,
                                            bool copyZeros) {
  auto sizes = createIndices(b, loc, shape, "the shape");
  if (failed(sizes))
    return failure();
  SmallVector<OpFoldResult> dataSizes = getSizes(b, loc, data);
  ShapeResolver resolver(b, loc, dataSizes);
  for (OpFoldResult size : *sizes)
    if (failed(resolver.read(size, copyZeros)))
      return failure();
  if (failed(resolver.resolve()))
    return failure();
  return createReshapeTo(b, loc, data, resolver.getSizes());
}
