//===- ShapeResolver.cpp - Target shapes of reshapes ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "Shapes.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
/// Resolves a shape to sizes.
class ShapeResolver {
public:
  ShapeResolver(ImplicitLocOpBuilder &builder, ArrayRef<OpFoldResult> data)
      : builder(builder), math(builder, builder.getLoc()), data(data) {}

  /// Reads the next element.
  LogicalResult read(OpFoldResult size, bool copyZeros);
  /// Infers the size -1, and checks the number of elements.
  LogicalResult resolve();
  ArrayRef<OpFoldResult> getSizes() const { return sizes; }

private:
  /// Data and shape without their common factors.
  struct Quotient {
    /// The products of static sizes.
    int64_t data = 1, shape = 1;
    /// The run-time sizes of data that the shape does not have.
    SmallVector<OpFoldResult> dataRest;
    /// Whether the shape has run-time sizes that data does not have.
    bool hasShapeRest = false;
  };
  Quotient cancel() const;
  /// Resolves shapes whose sizes follow from common factors.
  bool resolveByQuotient();
  LogicalResult resolveAtRunTime();

  LogicalResult readConstant(int64_t size, bool copyZeros);
  LogicalResult readRunTime(Value size, bool copyZeros);

  ImplicitLocOpBuilder &builder;
  IndexMath math;
  ArrayRef<OpFoldResult> data;
  SmallVector<OpFoldResult> sizes;
  /// The position of a size that is known to be -1.
  std::optional<size_t> inferred;
  /// Positions of sizes that may be -1, with a run-time condition.
  SmallVector<std::pair<size_t, Value>> maybeInferred;
};
} // namespace

LogicalResult ShapeResolver::readConstant(int64_t size, bool copyZeros) {
  size_t i = sizes.size();
  if (size < -1)
    return builder.emitError() << "size #" << i << " of the shape is " << size
                               << ", expected at least -1";
  if (size == -1 && inferred)
    return builder.emitError() << "sizes #" << *inferred << " and #" << i
                               << " of the shape are both -1";
  if (size == 0 && copyZeros && i >= data.size())
    return builder.emitError() << "size #" << i << " of the shape is " << size
                               << ", but data has rank " << data.size();
  if (size == -1)
    inferred = i;
  sizes.push_back(size == 0 && copyZeros
                      ? data[i]
                      : OpFoldResult(builder.getIndexAttr(size)));
  return success();
}

LogicalResult ShapeResolver::readRunTime(Value size, bool copyZeros) {
  size_t i = sizes.size();
  if (failed(createCheck(builder, math.negate(math.isLess(size, -1)),
                         CheckMessage("size #")
                             << i << " of the shape is " << OpFoldResult(size)
                             << ", expected at least -1")))
    return failure();
  maybeInferred.emplace_back(i, math.isEqual(size, -1));
  Value isZero = math.isEqual(size, 0);
  if (copyZeros && i < data.size())
    size = math.select(isZero, data[i], size);
  else if (copyZeros &&
           failed(createCheck(builder, math.negate(isZero),
                              CheckMessage("size #")
                                  << i << " of the shape is "
                                  << OpFoldResult(size)
                                  << ", but data has rank " << data.size())))
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
  quotient.dataRest.push_back(
      builder.getIndexAttr(quotient.data / quotient.shape));
  sizes[*inferred] = createProduct(builder, quotient.dataRest);
  return true;
}

LogicalResult ShapeResolver::resolveAtRunTime() {
  SmallVector<Value> isInferred(sizes.size(), math.getBool(false));
  if (inferred)
    isInferred[*inferred] = math.getBool(true);
  for (auto [i, condition] : maybeInferred)
    isInferred[i] = condition;

  Value total = math.get(createProduct(builder, data)), one = math.get(1);
  Value rest = total, count = math.get(0);
  Value isExact = math.getBool(true), hasZero = math.getBool(false);
  // Divided size by size, as their product may overflow.
  for (auto [size, condition] : llvm::zip_equal(sizes, isInferred)) {
    Value factor = math.select(condition, one, size);
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

  CheckMessage message;
  message << getAsOpFoldResult(total) << " elements cannot take the shape ";
  if (failed(createCheck(builder, fits, message.appendList(sizes))))
    return failure();
  for (auto [size, condition] : llvm::zip_equal(sizes, isInferred))
    size = getAsOpFoldResult(math.select(condition, rest, size));
  return success();
}

LogicalResult ShapeResolver::resolve() {
  return resolveByQuotient() ? success() : resolveAtRunTime();
}

FailureOr<SmallVector<OpFoldResult>> mlir::split::frontends::resolveShape(
    ImplicitLocOpBuilder &builder, ArrayRef<OpFoldResult> data,
    ArrayRef<OpFoldResult> shape, bool copyZeros) {
  ShapeResolver resolver(builder, data);
  for (OpFoldResult size : shape)
    if (failed(resolver.read(size, copyZeros)))
      return failure();
  if (failed(resolver.resolve()))
    return failure();
  return llvm::to_vector(resolver.getSizes());
}
