//===- Reshape.cpp - shapes with sizes to be found ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"

#include "IndexMath.h"
#include "RuntimeChecks.h"
#include "ShapeValues.h"
#include "Sizes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::split;

namespace {
/// Finds the sizes that a shape asks for.
class ShapeResolver {
public:
  ShapeResolver(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> data)
      : b(b), loc(loc), math(b, loc), data(data) {}

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

  OpBuilder &b;
  Location loc;
  IndexMath math;
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
    return emitError(loc) << "size #" << i << " of the shape is " << size
                          << ", but data has rank " << data.size();
  if (size == -1)
    inferred = i;
  sizes.push_back(size == 0 && copyZeros ? data[i]
                                         : OpFoldResult(b.getIndexAttr(size)));
  return success();
}

LogicalResult ShapeResolver::readRunTime(Value size, bool copyZeros) {
  size_t i = sizes.size();
  if (failed(createCheck(b, loc, math.negate(math.isLess(size, -1)),
                         "size #" + Twine(i) +
                             " of the shape is {}, expected at least -1",
                         OpFoldResult(size))))
    return failure();
  maybeInferred.emplace_back(i, math.isEqual(size, -1));
  Value isZero = math.isEqual(size, 0);
  if (copyZeros && i < data.size())
    size = math.select(isZero, math.get(data[i]), size);
  else if (copyZeros &&
           failed(createCheck(b, loc, math.negate(isZero),
                              "size #" + Twine(i) +
                                  " of the shape is {}, but data has rank " +
                                  Twine(data.size()),
                              OpFoldResult(size))))
    return failure();
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
  SmallVector<Value> isInferred(sizes.size(), math.getBool(false));
  if (inferred)
    isInferred[*inferred] = math.getBool(true);
  for (auto [i, condition] : maybeInferred)
    isInferred[i] = condition;

  Value total = math.get(createProduct(b, loc, data)), one = math.get(1);
  Value rest = total, count = math.get(0);
  Value isExact = math.getBool(true), hasZero = math.getBool(false);
  // Divided size by size, as their product may overflow.
  for (auto [size, condition] : llvm::zip_equal(sizes, isInferred)) {
    Value factor = math.select(condition, one, math.get(size));
    Value isZero = math.isEqual(factor, 0);
    hasZero = math.either(hasZero, isZero);
    factor = math.select(isZero, one, factor);
    isExact = math.both(isExact, math.isEqual(math.rem(rest, factor), 0));
    rest = math.div(rest, factor);
    count = math.select(condition, math.add(count, one), count);
  }
  Value divides = math.both(isExact, math.negate(hasZero));
  // Without a -1 the sizes must divide to 1, or have a 0 if there is no
  // element.
  Value isFull = math.select(math.isEqual(total, 0), hasZero,
                             math.both(divides, math.isEqual(rest, one)));
  Value fits = math.select(math.isEqual(count, 0), isFull,
                           math.both(divides, math.isEqual(count, one)));

  SmallVector<OpFoldResult> values = {getAsOpFoldResult(total)};
  llvm::append_range(values, sizes);
  if (failed(createCheck(b, loc, fits,
                         "{} elements cannot take the shape " + describeShape(),
                         values)))
    return failure();
  for (auto [size, condition] : llvm::zip_equal(sizes, isInferred))
    size = getAsOpFoldResult(math.select(condition, rest, math.get(size)));
  return success();
}

LogicalResult ShapeResolver::resolve() {
  return resolveByQuotient() ? success() : resolveAtRunTime();
}

FailureOr<Value> mlir::split::createReshape(OpBuilder &b, Location loc,
                                            Value data, Value shape,
                                            bool copyZeros) {
  auto sizes = createIndices(b, loc, shape, "shape");
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
