//===- Windows.cpp - Sliding windows --------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

#include "Limits.h"
#include "Shapes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

LogicalResult
mlir::split::frontends::checkListLength(ImplicitLocOpBuilder &builder,
                                        StringRef what, int64_t length,
                                        int64_t expected) {
  if (length == expected)
    return success();
  return builder.emitError()
         << "'" << what << "' has " << formatCount(length, "number")
         << ", expected " << expected << " for data of rank " << expected + 2;
}

LogicalResult
mlir::split::frontends::completeList(ImplicitLocOpBuilder &builder,
                                     StringRef what, SmallVector<int64_t> &list,
                                     int64_t length, int64_t least) {
  if (list.empty())
    list.assign(length, least);
  if (failed(checkListLength(builder, what, list.size(), length)))
    return failure();
  for (int64_t number : list)
    if (number < least || number > kMaxNumber)
      return builder.emitError()
             << "a number of '" << what << "' is " << number << ", expected "
             << least << " to " << kMaxNumber;
  return success();
}

static InFlightDiagnostic emitRankError(ImplicitLocOpBuilder &builder,
                                        int64_t rank, int64_t expected) {
  return builder.emitError()
         << "data has rank " << rank << ", expected at least " << expected;
}

LogicalResult WindowSpec::complete(ImplicitLocOpBuilder &builder,
                                   int64_t rank) {
  int64_t length = rank - 2;
  if (rank < 3)
    return emitRankError(builder, rank, 3);
  return success(succeeded(checkListLength(builder, "kernel_shape",
                                           kernel.size(), length)) &&
                 succeeded(completeList(builder, "strides", strides, length,
                                        /*least=*/1)) &&
                 succeeded(completeList(builder, "dilations", dilations, length,
                                        /*least=*/1)) &&
                 succeeded(completeList(builder, "pads", padsBegin, length,
                                        /*least=*/0)) &&
                 succeeded(completeList(builder, "pads", padsEnd, length,
                                        /*least=*/0)));
}

Value mlir::split::frontends::createReach(IndexMath &math,
                                          const Window &window) {
  return math.mul(math.sub(window.kernel, math.get(1)),
                  math.get(window.dilation));
}

LogicalResult
mlir::split::frontends::checkNumbers(ImplicitLocOpBuilder &builder,
                                     const Window &window) {
  IndexMath math(builder, builder.getLoc());
  int64_t size = getConstantIntValue(window.size).value_or(0);
  if (size > kMaxNumber)
    return builder.emitError()
           << "dimension " << window.dim << " of the data has " << size
           << " elements, expected at most " << kMaxNumber;
  Value isInRange =
      math.isBetween(window.kernel, math.get(1), math.get(kMaxNumber));
  return createCheck(builder, isInRange,
                     CheckMessage("the kernel has ")
                         << window.kernel << " elements along dimension "
                         << window.dim << ", expected 1 to " << kMaxNumber);
}

LogicalResult
mlir::split::frontends::checkResultSize(ImplicitLocOpBuilder &builder,
                                        OpFoldResult size, int64_t dim) {
  IndexMath math(builder, builder.getLoc());
  Value isInRange = math.isBetween(size, math.get(0), math.get(kMaxNumber));
  return createCheck(builder, isInRange,
                     CheckMessage("the result has ")
                         << size << " elements along dimension " << dim
                         << ", expected 0 to " << kMaxNumber);
}

/// Computes pads such that there are ceil(size / stride) windows.
static void addSamePads(ImplicitLocOpBuilder &builder, bool isUpper,
                        Window &window) {
  IndexMath math(builder, builder.getLoc());
  Value stride = math.get(window.stride);
  window.count = getAsOpFoldResult(math.ceilDiv(window.size, stride));
  // The last window begins (size - 1) % stride elements before the last one.
  Value rest = math.rem(math.sub(window.size, math.get(1)), stride);
  Value total =
      math.max(math.sub(createReach(math, window), rest), math.get(0));
  OpFoldResult half = getAsOpFoldResult(math.div(total, math.get(2)));
  OpFoldResult other = getAsOpFoldResult(math.sub(total, half));
  window.padBegin = isUpper ? half : other;
  window.padEnd = window.marginEnd = isUpper ? other : half;
}

/// Computes how many windows fit.
static LogicalResult countWindows(ImplicitLocOpBuilder &builder,
                                  WindowSpec::Rounding rounding,
                                  Window &window) {
  IndexMath math(builder, builder.getLoc());
  Value one = math.get(1);
  Value stride = math.get(window.stride), reach = createReach(math, window);
  Value begun = math.add(window.size, window.padBegin);
  Value padded = math.add(begun, window.padEnd);
  // The number of elements after the first window.
  Value rest = math.sub(math.sub(padded, reach), one);
  if (rounding != WindowSpec::Floor)
    rest = math.add(rest, math.sub(stride, one));
  if (failed(createCheck(builder, math.negate(math.isLess(rest, 0)),
                         CheckMessage("a window of ")
                             << getAsOpFoldResult(math.add(reach, one))
                             << " elements along dimension " << window.dim
                             << " exceeds the " << getAsOpFoldResult(padded)
                             << " elements of the padded data")))
    return failure();
  Value count = math.add(math.div(rest, stride), one);
  window.marginEnd = window.padEnd;
  auto getBegin = [&] { return math.mul(math.sub(count, one), stride); };
  if (rounding == WindowSpec::CeilInData)
    count = math.select(math.isLess(getBegin(), begun), count,
                        math.sub(count, one));
  if (rounding != WindowSpec::Floor) {
    Value needed = math.sub(math.add(math.add(getBegin(), reach), one), begun);
    window.marginEnd = getAsOpFoldResult(math.max(window.padEnd, needed));
  }
  window.count = getAsOpFoldResult(count);
  return success();
}

FailureOr<SmallVector<Window>>
mlir::split::frontends::createWindows(ImplicitLocOpBuilder &builder, Value data,
                                      WindowSpec spec) {
  if (failed(spec.complete(builder, getRankedType(data).getRank())))
    return failure();
  SmallVector<Window> windows;
  bool isExplicit = spec.autoPad == WindowSpec::Explicit;
  for (auto [i, kernel] : llvm::enumerate(spec.kernel)) {
    Window &window = windows.emplace_back();
    window.dim = static_cast<int64_t>(i) + 2;
    window.size = getSize(builder, data, window.dim);
    window.kernel = kernel;
    window.stride = spec.strides[i];
    window.dilation = spec.dilations[i];
    window.padBegin = builder.getIndexAttr(isExplicit ? spec.padsBegin[i] : 0);
    window.padEnd = builder.getIndexAttr(isExplicit ? spec.padsEnd[i] : 0);
    if (failed(checkNumbers(builder, window)))
      return failure();
    if (spec.autoPad == WindowSpec::SameUpper ||
        spec.autoPad == WindowSpec::SameLower)
      addSamePads(builder, spec.autoPad == WindowSpec::SameUpper, window);
    else if (failed(countWindows(builder,
                                 isExplicit ? spec.rounding : WindowSpec::Floor,
                                 window)))
      return failure();
  }
  return windows;
}

FailureOr<SmallVector<Window>>
mlir::split::frontends::createGlobalWindows(ImplicitLocOpBuilder &builder,
                                            Value data) {
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  SmallVector<Window> windows;
  int64_t rank = getRankedType(data).getRank();
  if (rank < 3)
    return emitRankError(builder, rank, 3);
  for (int64_t dim = 2; dim < rank; ++dim) {
    OpFoldResult size = getSize(builder, data, dim);
    windows.push_back({dim, size, size, /*stride=*/1, /*dilation=*/1, zero,
                       zero, /*count=*/one, zero});
  }
  return windows;
}

FailureOr<Window> mlir::split::frontends::createCenteredWindow(
    ImplicitLocOpBuilder &builder, Value data, int64_t dim, int64_t kernel) {
  int64_t rank = getRankedType(data).getRank();
  if (rank <= dim)
    return emitRankError(builder, rank, dim + 1);
  OpFoldResult size = getSize(builder, data, dim);
  Window window{dim, size, builder.getIndexAttr(kernel)};
  if (failed(checkNumbers(builder, window)))
    return failure();
  addSamePads(builder, /*isUpper=*/true, window);
  return window;
}

SmallVector<OpFoldResult>
mlir::split::frontends::getWindowCounts(ImplicitLocOpBuilder &builder,
                                        Value data, ArrayRef<Window> windows) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  for (const Window &window : windows)
    sizes[window.dim] = window.count;
  return sizes;
}

/// Whether the only window is as large as the data with its margins.
static bool isWhole(const Window &window) {
  if (!isConstantIntValue(window.count, 1))
    return false;
  if (window.kernel == window.size && window.dilation == 1)
    return isConstantIntValue(window.padBegin, 0) &&
           isConstantIntValue(window.marginEnd, 0);
  std::optional<SmallVector<int64_t>> known = getConstantIntValues(
      {window.kernel, window.size, window.padBegin, window.marginEnd});
  if (!known)
    return false;
  auto [kernel, size, begin, end] =
      std::tie((*known)[0], (*known)[1], (*known)[2], (*known)[3]);
  return (kernel - 1) * window.dilation + 1 == begin + size + end;
}

AffineExpr mlir::split::frontends::getWindowExpr(ImplicitLocOpBuilder &builder,
                                                 const Window &window,
                                                 int64_t i, int64_t k) {
  AffineExpr element = builder.getAffineDimExpr(k) * window.dilation;
  // A single window makes a plain reduction.
  if (isWhole(window))
    return element;
  return builder.getAffineDimExpr(i) * window.stride + element;
}

Value mlir::split::frontends::createScalar(ImplicitLocOpBuilder &builder,
                                           Type type, TypedAttr value) {
  return castSign(builder, arith::ConstantOp::create(builder, value), type);
}

FailureOr<Value> mlir::split::frontends::createSurrounded(
    ImplicitLocOpBuilder &builder, Value data, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> steps, ArrayRef<OpFoldResult> sizes, Value value) {
  Type element = getRankedType(data).getElementType();
  RankedTensorType type = getTensorType(sizes, element);
  if (llvm::Error error = checkShape(type.getShape(), element))
    return builder.emitError() << "the padded data of type " << type << " "
                               << llvm::toString(std::move(error));
  Value empty = tensor::EmptyOp::create(builder, sizes, element);
  Value filled = linalg::FillOp::create(builder, value, empty).getResult(0);
  // Upstream rejects empty slices at the end of a dimension.
  if (isStaticallyEmpty(data.getType()))
    return filled;
  return tensor::InsertSliceOp::create(builder, data, filled, offsets,
                                       getSizes(builder, data), steps)
      .getResult();
}

FailureOr<Value>
mlir::split::frontends::createMargins(ImplicitLocOpBuilder &builder, Value data,
                                      ArrayRef<Window> windows,
                                      TypedAttr value) {
  IndexMath math(builder, builder.getLoc());
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> steps(sizes.size(), builder.getIndexAttr(1));
  bool isPadded = false;
  for (const Window &window : windows) {
    offsets[window.dim] = window.padBegin;
    Value size =
        math.add(math.add(window.size, window.padBegin), window.marginEnd);
    sizes[window.dim] = getAsOpFoldResult(size);
    isPadded |= !isConstantIntValue(window.padBegin, 0) ||
                !isConstantIntValue(window.marginEnd, 0);
  }
  if (!isPadded)
    return data;
  return createSurrounded(
      builder, data, offsets, steps, sizes,
      createScalar(builder, getRankedType(data).getElementType(), value));
}

ValueRange mlir::split::frontends::createWindowLoop(
    ImplicitLocOpBuilder &builder, Value data, ArrayRef<Window> windows,
    ValueRange inits,
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &builder,
                                          ValueRange args)>
        body) {
  int64_t rank = getRankedType(data).getRank();
  int64_t numLoops = rank + windows.size();
  AffineMap all = builder.getMultiDimIdentityMap(numLoops);
  SmallVector<AffineExpr> exprs(all.getResults().take_front(rank));
  SmallVector<OpFoldResult> kernel;
  for (auto [i, window] : llvm::enumerate(windows)) {
    exprs[window.dim] = getWindowExpr(builder, window, window.dim, rank + i);
    kernel.push_back(window.kernel);
  }
  MLIRContext *context = builder.getContext();
  SmallVector<AffineMap> maps = {
      AffineMap::get(numLoops, 0, exprs, context),
      AffineMap::get(numLoops, 0, all.getResults().drop_front(rank), context)};
  maps.append(inits.size(), all.getMajorSubMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.append(windows.size(), utils::IteratorType::reduction);
  // Only the sizes of the kernel matter: they bound loops.
  Value extents = tensor::EmptyOp::create(builder, kernel, builder.getI8Type());
  return linalg::GenericOp::create(
             builder, inits.getTypes(), ValueRange{data, extents}, inits, maps,
             iterators,
             [&](OpBuilder &inner, Location loc, ValueRange args) {
               ImplicitLocOpBuilder builder(loc, inner);
               SmallVector<Value> elements(args);
               elements.erase(elements.begin() + 1);
               linalg::YieldOp::create(builder, body(builder, elements));
             })
      .getResults();
}
