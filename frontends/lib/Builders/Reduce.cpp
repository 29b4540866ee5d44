//===- Reduce.cpp - Reductions along dimensions ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include "DataMovement.h"
#include "Elementwise.h"
#include "Shapes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Joins the last dimensions if all are reduced: rows are combined by vectors.
static void joinLastDims(ImplicitLocOpBuilder &builder, Value &data,
                         llvm::SmallBitVector &reduced) {
  int64_t first = reduced.find_last_unset() + 1, rank = reduced.size();
  if (rank - first < 2)
    return;
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  OpFoldResult joined =
      createProduct(builder, ArrayRef(sizes).drop_front(first));
  sizes.truncate(first);
  sizes.push_back(joined);
  data = createReshapeTo(builder, data, sizes);
  reduced.resize(first + 1);
}

/// Combines all elements of a shape table.
static Value createFolded(ImplicitLocOpBuilder &builder, Value data,
                          TypedAttr start, ScalarBuilder combine) {
  Type element = getRankedType(data).getElementType();
  Value result = arith::ConstantOp::create(builder, start);
  for (Value x : createElements(builder, data))
    result = combine(builder, element, {x, result});
  return createFromElements(builder, RankedTensorType::get({}, element),
                            result);
}

Value mlir::split::frontends::createReduce(ImplicitLocOpBuilder &builder,
                                           Value data,
                                           llvm::SmallBitVector reduced,
                                           TypedAttr start,
                                           ScalarBuilder combine) {
  if (reduced.all() && isShapeTable(data))
    return createFolded(builder, data, start, combine);
  joinLastDims(builder, data, reduced);
  Type element = getRankedType(data).getElementType();
  SmallVector<OpFoldResult> sizes;
  SmallVector<utils::IteratorType> iterators;
  for (auto [dim, size] : llvm::enumerate(getSizes(builder, data))) {
    if (!reduced.test(dim))
      sizes.push_back(size);
    iterators.push_back(reduced.test(dim) ? utils::IteratorType::reduction
                                          : utils::IteratorType::parallel);
  }
  AffineMap all = builder.getMultiDimIdentityMap(reduced.size());
  Value init = createFill(builder, sizes, element, start);
  return createGeneric(
      builder, data, init, {all, all.dropResults(reduced)}, iterators,
      [&](ImplicitLocOpBuilder &builder, ValueRange args) {
        Value result = combine(builder, element, castToSignless(builder, args));
        return castSign(builder, result, element);
      });
}

Type mlir::split::frontends::getWideType(ImplicitLocOpBuilder &builder,
                                         Type element, bool needsFloats) {
  if (!isa<FloatType>(element))
    return needsFloats ? builder.getF64Type() : element;
  return element.getIntOrFloatBitWidth() < 32 ? builder.getF32Type() : element;
}

TypedAttr mlir::split::frontends::getStart(ImplicitLocOpBuilder &builder,
                                           Type element,
                                           Reduction::Start start) {
  Type type = getSignless(element);
  if (start == Reduction::Zero)
    return builder.getZeroAttr(type);
  if (start == Reduction::One)
    return builder.getOneAttr(type);
  bool isLeast = start == Reduction::Least;
  if (auto floats = dyn_cast<FloatType>(type))
    return FloatAttr::get(type,
                          APFloat::getInf(floats.getFloatSemantics(), isLeast));
  unsigned width = type.getIntOrFloatBitWidth();
  if (isUnsigned(element))
    return IntegerAttr::get(type, isLeast ? APInt::getZero(width)
                                          : APInt::getMaxValue(width));
  return IntegerAttr::get(type, isLeast ? APInt::getSignedMinValue(width)
                                        : APInt::getSignedMaxValue(width));
}

Value mlir::split::frontends::createKeptDims(ImplicitLocOpBuilder &builder,
                                             Value reduced,
                                             const llvm::SmallBitVector &dims) {
  SmallVector<OpFoldResult> axes;
  for (unsigned dim : dims.set_bits())
    axes.push_back(builder.getIndexAttr(dim));
  // The axes are in range.
  return *createUnsqueeze(builder, reduced, axes);
}

/// Divides the elements of a tensor of `element` by the number of elements of
/// `data` along the dimensions in `reduced`.
static Value createQuotient(ImplicitLocOpBuilder &builder, Value sum,
                            Value data, const llvm::SmallBitVector &reduced) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, data), counted;
  for (unsigned dim : reduced.set_bits())
    counted.push_back(sizes[dim]);
  Value count = getValueOrCreateConstantIndexOp(
      builder, builder.getLoc(), createProduct(builder, counted));
  auto divide = [&](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
    Value integer = arith::IndexCastOp::create(
        builder,
        isa<FloatType>(type) ? builder.getI64Type() : args[0].getType(), count);
    Value divisor = convertScalarToDtype(builder, builder.getLoc(), integer,
                                         args[0].getType(),
                                         /*isUnsignedCast=*/false);
    return buildDiv(builder, type, {args[0], divisor});
  };
  // A single operand always broadcasts.
  return *createElementwise(builder, sum, getRankedType(sum).getElementType(),
                            divide);
}

Value mlir::split::frontends::createReduction(
    ImplicitLocOpBuilder &builder, Value data,
    const llvm::SmallBitVector &reduced, const Reduction &reduction,
    bool keepsDims) {
  Type element = getRankedType(data).getElementType();
  Type wide = getWideType(builder, element, reduction.needsFloats);
  // The sum of a mean may be larger than the mean.
  if (auto integer = dyn_cast<IntegerType>(wide); integer && reduction.isMean)
    wide = IntegerType::get(builder.getContext(), 64, integer.getSignedness());
  Value wideData = createCast(builder, data, wide);
  auto combine = [&](ImplicitLocOpBuilder &builder, Type type,
                     ValueRange args) {
    Value x = args[0];
    if (reduction.map)
      x = reduction.map(builder, type, x);
    return reduction.combine(builder, type, {x, args[1]});
  };
  Value result =
      createReduce(builder, wideData, reduced,
                   getStart(builder, wide, reduction.start), combine);
  if (reduction.isMean)
    result = createQuotient(builder, result, data, reduced);
  if (reduction.finish)
    result = *createElementwise(builder, result, wide, *reduction.finish);
  result = createCast(builder, result, element);
  return keepsDims ? createKeptDims(builder, result, reduced) : result;
}

namespace {
/// The exponentials that softmax and related functions compute for a tensor of
/// floats, in a type of at least 32 bits.
class Exponentials {
public:
  Exponentials(ImplicitLocOpBuilder &builder, Value data,
               const llvm::SmallBitVector &reduced);

  /// Builds a tensor of the shape of the data. `body` gets elements of `x`,
  /// which has this shape, and of `y`, which lacks the reduced dimensions.
  Value createJoined(Value x, Value y, ScalarFunction &body);
  /// Returns exp(x - max), and its sum.
  Value createExponentials();
  Value createSum(Value exponentials);

  ImplicitLocOpBuilder &builder;
  const llvm::SmallBitVector &reduced;
  Type element;
  /// The data, and its maxima.
  Value wide, greatest;
};
} // namespace

Exponentials::Exponentials(ImplicitLocOpBuilder &builder, Value data,
                           const llvm::SmallBitVector &reduced)
    : builder(builder), reduced(reduced),
      element(getWideType(builder, getRankedType(data).getElementType())),
      wide(createCast(builder, data, element)),
      greatest(createReduction(builder, wide, reduced, kReduceMax,
                               /*keepsDims=*/false)) {}

Value Exponentials::createJoined(Value x, Value y, ScalarFunction &body) {
  AffineMap all = builder.getMultiDimIdentityMap(reduced.size());
  return createParallel(builder, getSizes(builder, wide), element, {x, y},
                        {all, all.dropResults(reduced)},
                        [&](ImplicitLocOpBuilder &builder, ValueRange args) {
                          return body(builder, element, args);
                        });
}

/// exp(x - y).
static Value buildExpOfDifference(ImplicitLocOpBuilder &builder, Type type,
                                  ValueRange args) {
  return buildExp(builder, type, buildSub(builder, type, args));
}

Value Exponentials::createExponentials() {
  return createJoined(wide, greatest, buildExpOfDifference);
}

Value Exponentials::createSum(Value exponentials) {
  return createReduction(builder, exponentials, reduced, kReduceSum,
                         /*keepsDims=*/false);
}

llvm::SmallBitVector
mlir::split::frontends::getDimRange(Value data, int64_t first,
                                    std::optional<int64_t> count) {
  llvm::SmallBitVector dims(getRankedType(data).getRank());
  return dims.set(first, count ? first + *count : dims.size());
}

Value mlir::split::frontends::createSoftmax(ImplicitLocOpBuilder &builder,
                                            Value data, int64_t firstDim,
                                            int64_t numDims) {
  llvm::SmallBitVector dims = getDimRange(data, firstDim, numDims);
  Exponentials parts(builder, data, dims);
  Value exponentials = parts.createExponentials();
  Value sum = parts.createSum(exponentials);
  return createCast(builder, parts.createJoined(exponentials, sum, buildDiv),
                    getRankedType(data).getElementType());
}

Value mlir::split::frontends::createLogSoftmax(ImplicitLocOpBuilder &builder,
                                               Value data, int64_t firstDim,
                                               int64_t numDims) {
  llvm::SmallBitVector dims = getDimRange(data, firstDim, numDims);
  Exponentials parts(builder, data, dims);
  Value sum = parts.createSum(parts.createExponentials());
  Value shifted = parts.createJoined(parts.wide, parts.greatest, buildSub);
  Value log = *createElementwise(builder, sum, parts.element, buildLog);
  return createCast(builder, parts.createJoined(shifted, log, buildSub),
                    getRankedType(data).getElementType());
}

Value mlir::split::frontends::createLogSumExp(
    ImplicitLocOpBuilder &builder, Value data,
    const llvm::SmallBitVector &reduced, bool keepsDims) {
  Type element = getRankedType(data).getElementType();
  Type computed = getWideType(builder, element, /*needsFloats=*/true);
  Exponentials parts(builder, createCast(builder, data, computed), reduced);
  // Infinite maxima are not subtracted.
  parts.greatest =
      *createElementwise(builder, parts.greatest, computed, buildFiniteOrZero);
  Value sum = parts.createSum(parts.createExponentials());
  Value result = *createElementwise(
      builder, {sum, parts.greatest}, computed,
      [](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
        Value log = buildLog(builder, type, args[0]);
        return buildAdd(builder, type, {log, args[1]});
      });
  result = createCast(builder, result, element);
  return keepsDims ? createKeptDims(builder, result, reduced) : result;
}
