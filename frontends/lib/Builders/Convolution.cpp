//===- Convolution.cpp - Convolutions -------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

#include "DataMovement.h"
#include "Elementwise.h"
#include "Reduce.h"
#include "Shapes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
/// Builds the sum of products of data with margins and weights.
class ConvolutionBuilder {
public:
  ConvolutionBuilder(ImplicitLocOpBuilder &builder, Value data, Value weights,
                     ArrayRef<Window> windows, int64_t groups)
      : builder(builder), data(data), weights(weights), windows(windows),
        groups(groups), element(getRankedType(data).getElementType()),
        sumType(getWideType(builder, element)) {}

  Value build(Value bias);

private:
  /// Builds a tensor of `sizes` with the bias of each channel.
  Value createInit(ArrayRef<OpFoldResult> sizes, Value bias);
  Value buildNamed(Value init);
  Value buildGeneric(Value init);
  /// Divides dimension `dim` into groups and the channels of each.
  Value expandGroups(Value tensor, int64_t dim);

  ImplicitLocOpBuilder &builder;
  Value data, weights;
  ArrayRef<Window> windows;
  int64_t groups;
  Type element, sumType;
};
} // namespace

Value ConvolutionBuilder::createInit(ArrayRef<OpFoldResult> sizes, Value bias) {
  if (!bias)
    return createFill(builder, sizes, sumType,
                      builder.getZeroAttr(getSignless(sumType)));
  AffineMap map = builder.getMultiDimIdentityMap(sizes.size()).getSubMap({1});
  return createParallel(
      builder, sizes, sumType, createCast(builder, bias, sumType), map,
      [](ImplicitLocOpBuilder &, ValueRange args) { return args[0]; });
}

Value ConvolutionBuilder::buildNamed(Value init) {
  auto getNumbers = [&](int64_t Window::*number) {
    return builder.getI64TensorAttr({windows[0].*number, windows[1].*number});
  };
  return linalg::Conv2DNchwFchwOp::create(
             builder, init.getType(), ValueRange{data, weights}, init,
             getNumbers(&Window::stride), getNumbers(&Window::dilation))
      .getResult(0);
}

Value ConvolutionBuilder::expandGroups(Value tensor, int64_t dim) {
  if (groups == 1)
    return tensor;
  IndexMath math(builder, builder.getLoc());
  SmallVector<OpFoldResult> sizes = getSizes(builder, tensor);
  Value channels = math.div(sizes[dim], math.get(groups));
  sizes[dim] = builder.getIndexAttr(groups);
  sizes.insert(sizes.begin() + dim + 1, getAsOpFoldResult(channels));
  return createReshapeTo(builder, tensor, sizes);
}

// The loops iterate over the batch, the groups if there are several, the
// channels and positions of the result, the channels of a group of the data,
// and the kernel.
Value ConvolutionBuilder::buildGeneric(Value init) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, init);
  Value sums = expandGroups(init, 1);
  int64_t rank = windows.size(), hasGroups = groups > 1;
  int64_t position = 2 + hasGroups, summed = position + rank;
  int64_t numLoops = summed + 1 + rank;
  AffineMap all = builder.getMultiDimIdentityMap(numLoops);
  ArrayRef<AffineExpr> loops = all.getResults();
  SmallVector<AffineExpr> from(loops.take_front(1 + hasGroups));
  SmallVector<AffineExpr> by(loops.slice(1, 1 + hasGroups));
  from.push_back(loops[summed]);
  llvm::append_range(by, loops.drop_front(summed));
  for (auto [i, window] : llvm::enumerate(windows))
    from.push_back(
        getWindowExpr(builder, window, position + i, summed + 1 + i));
  MLIRContext *context = builder.getContext();
  SmallVector<utils::IteratorType> iterators(summed,
                                             utils::IteratorType::parallel);
  iterators.append(1 + rank, utils::IteratorType::reduction);
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) {
    Value sum = buildMulAdd(builder, sumType, castToSignless(builder, args));
    return castSign(builder, sum, sumType);
  };
  Value result = createGeneric(
      builder, {expandGroups(data, 1), expandGroups(weights, 0)}, sums,
      {AffineMap::get(numLoops, 0, from, context),
       AffineMap::get(numLoops, 0, by, context), all.getMajorSubMap(summed)},
      iterators, body);
  return hasGroups ? createReshapeTo(builder, result, sizes) : result;
}

Value ConvolutionBuilder::build(Value bias) {
  SmallVector<OpFoldResult> sizes = getWindowCounts(builder, data, windows);
  sizes[1] = getSize(builder, weights, 0);
  Value init = createInit(sizes, bias);
  bool isNamed =
      groups == 1 && windows.size() == 2 && sumType == getSignless(sumType);
  return createCast(builder, isNamed ? buildNamed(init) : buildGeneric(init),
                    element);
}

/// Checks that `size` elements can be divided into groups, and divides them.
static FailureOr<OpFoldResult> divideChannels(ImplicitLocOpBuilder &builder,
                                              OpFoldResult size,
                                              int64_t groups) {
  IndexMath math(builder, builder.getLoc());
  Value isDivisible = math.isEqual(math.rem(size, math.get(groups)), 0);
  // No channels cannot be several groups.
  if (groups > 1)
    isDivisible = math.both(isDivisible, math.isLess(math.get(0), size));
  if (failed(createCheck(builder, isDivisible,
                         CheckMessage("number of channels is ")
                             << size << ", expected a multiple of " << groups
                             << ", the number of groups")))
    return failure();
  return getAsOpFoldResult(math.div(size, math.get(groups)));
}

/// Checks the ranks and the number of groups.
static LogicalResult checkOperands(ImplicitLocOpBuilder &builder, Value data,
                                   Value weights, int64_t groups) {
  int64_t rank = getRankedType(data).getRank();
  int64_t weightsRank = getRankedType(weights).getRank();
  if (rank < 3 || weightsRank != rank)
    return builder.emitError()
           << "data has rank " << rank << " and weights have rank "
           << weightsRank << ", expected the same rank of at least 3";
  if (groups < 1 || groups > kMaxNumber)
    return builder.emitError() << "number of groups is " << groups
                               << ", expected 1 to " << kMaxNumber;
  return success();
}

/// Checks that the bias, if any, has an element for each result channel.
static LogicalResult checkBias(ImplicitLocOpBuilder &builder, Value bias,
                               OpFoldResult channels) {
  if (!bias)
    return success();
  RankedTensorType type = getRankedType(bias);
  if (type.getRank() != 1)
    return builder.emitError()
           << "bias is of type " << type << ", expected a 1-D tensor";
  OpFoldResult size = getSize(builder, bias, 0);
  return createSizeCheck(builder, size, channels,
                         CheckMessage("bias has ")
                             << size << " elements, expected " << channels
                             << ", the number of channels of the result");
}

/// Sets the kernel to that of the weights, or checks that it is the same.
static LogicalResult readKernel(ImplicitLocOpBuilder &builder, Value weights,
                                SmallVector<OpFoldResult> &kernel) {
  auto sizes = llvm::to_vector(
      ArrayRef<OpFoldResult>(getSizes(builder, weights)).drop_front(2));
  if (kernel.empty())
    kernel = sizes;
  // Another number of sizes is an error of the windows.
  for (auto [i, both] : llvm::enumerate(llvm::zip(kernel, sizes))) {
    auto [stated, size] = both;
    if (failed(createSizeCheck(builder, stated, size,
                               CheckMessage("the kernel has ")
                                   << stated << " elements along dimension "
                                   << int64_t(i) + 2 << ", the weights have "
                                   << size)))
      return failure();
  }
  return success();
}

FailureOr<Value>
mlir::split::frontends::createConvolution(ImplicitLocOpBuilder &builder,
                                          Value data, Value weights, Value bias,
                                          WindowSpec spec, int64_t groups) {
  if (failed(checkOperands(builder, data, weights, groups)) ||
      failed(readKernel(builder, weights, spec.kernel)))
    return failure();
  OpFoldResult size = getSize(builder, weights, 0);
  OpFoldResult channels = getSize(builder, data, 1);
  OpFoldResult read = getSize(builder, weights, 1);
  FailureOr<OpFoldResult> ofGroup = divideChannels(builder, channels, groups);
  if (failed(ofGroup) || failed(divideChannels(builder, size, groups)) ||
      failed(createSizeCheck(
          builder, *ofGroup, read,
          CheckMessage("data has ")
              << *ofGroup << " channels in a group, weights have " << read)) ||
      failed(checkBias(builder, bias, size)))
    return failure();
  FailureOr<SmallVector<Window>> windows = createWindows(builder, data, spec);
  if (failed(windows))
    return failure();
  TypedAttr zero =
      builder.getZeroAttr(getSignless(getRankedType(data).getElementType()));
  FailureOr<Value> padded = createMargins(builder, data, *windows, zero);
  if (failed(padded))
    return failure();
  return ConvolutionBuilder(builder, *padded, weights, *windows, groups)
      .build(bias);
}

//===----------------------------------------------------------------------===//
// Transposed convolutions
//===----------------------------------------------------------------------===//

namespace {
/// Builds a transposed convolution: a convolution with reversed kernels of data
/// whose elements are `stride` apart, with zeros between and around them.
class TransposedBuilder {
public:
  TransposedBuilder(ImplicitLocOpBuilder &builder, Value data, Value weights,
                    int64_t groups)
      : builder(builder), math(builder, builder.getLoc()), data(data),
        weights(weights), groups(groups), dataSizes(getSizes(builder, data)),
        weightSizes(getSizes(builder, weights)),
        offsets(2, builder.getIndexAttr(0)), steps(2, builder.getIndexAttr(1)),
        sizes(ArrayRef(dataSizes).take_front(2)), firsts(offsets),
        resultSizes(2, dataSizes[0]) {}

  /// Checks the channels and the bias.
  LogicalResult checkChannels(Value bias);
  /// Computes the places of data and result along dimension `i + 2`.
  LogicalResult place(const TransposedSpec &spec, int64_t i);
  FailureOr<Value> build(Value bias);

private:
  /// Exchanges the channels of data and result in each group of the weights,
  /// and reverses the kernels.
  Value createReversedWeights();

  ImplicitLocOpBuilder &builder;
  IndexMath math;
  Value data, weights;
  int64_t groups;
  SmallVector<OpFoldResult> dataSizes, weightSizes;
  OpFoldResult groupSize;
  /// Where the data lies among the zeros, and how many elements there are.
  SmallVector<OpFoldResult> offsets, steps, sizes;
  /// Where the result begins among the windows, and its sizes.
  SmallVector<OpFoldResult> firsts, resultSizes;
  SmallVector<Window> windows;
};
} // namespace

LogicalResult TransposedBuilder::checkChannels(Value bias) {
  FailureOr<OpFoldResult> channels =
      divideChannels(builder, dataSizes[1], groups);
  if (failed(channels) ||
      failed(createSizeCheck(builder, dataSizes[1], weightSizes[0],
                             CheckMessage("data has ")
                                 << dataSizes[1] << " channels, weights have "
                                 << weightSizes[0])))
    return failure();
  groupSize = *channels;
  resultSizes[1] =
      getAsOpFoldResult(math.mul(weightSizes[1], math.get(groups)));
  return checkBias(builder, bias, resultSizes[1]);
}

LogicalResult TransposedBuilder::place(const TransposedSpec &spec, int64_t i) {
  const WindowSpec &given = spec.windows;
  Value zero = math.get(0), one = math.get(1);
  Window window{i + 2,        dataSizes[i + 2],   given.kernel[i],
                /*stride=*/1, given.dilations[i], math.get(0),
                math.get(0),  /*count=*/{},       math.get(0)};
  if (failed(checkNumbers(builder, window)))
    return failure();
  Value stride = math.get(given.strides[i]);
  Value reach = createReach(math, window);
  Value added = math.add(reach, math.get(spec.outputPadding[i]));
  // The data with zeros between its elements.
  Value last = math.mul(math.sub(window.size, one), stride);
  Value spread = math.max(math.add(last, one), zero);
  Value whole = math.add(spread, added);
  Value begin = math.get(given.padsBegin[i]), end = math.get(given.padsEnd[i]);
  Value size = math.sub(math.sub(whole, begin), end);
  bool isSame = given.autoPad == WindowSpec::SameUpper ||
                given.autoPad == WindowSpec::SameLower;
  if (given.autoPad == WindowSpec::Valid) {
    begin = end = zero;
    size = whole;
  }
  if (spec.outputSizes || isSame) {
    size = spec.outputSizes ? math.get((*spec.outputSizes)[i])
                            : math.mul(window.size, stride);
    Value excess = spec.outputSizes ? math.sub(whole, size)
                                    : math.sub(math.add(added, one), stride);
    Value total = math.max(excess, zero);
    begin = math.div(total, math.get(2));
    if (given.autoPad != WindowSpec::SameUpper)
      begin = math.sub(total, begin);
    end = math.sub(excess, begin);
  }
  OpFoldResult resultSize = getAsOpFoldResult(size);
  if (failed(checkResultSize(builder, resultSize, window.dim)))
    return failure();
  // A pad larger than the reach of a kernel cuts windows off.
  Value first = math.max(math.sub(begin, reach), zero);
  Value rest = math.max(math.sub(end, added), zero);
  window.count = getAsOpFoldResult(math.add(math.add(first, size), rest));
  offsets.push_back(getAsOpFoldResult(math.max(math.sub(reach, begin), zero)));
  steps.push_back(getAsOpFoldResult(stride));
  sizes.push_back(getAsOpFoldResult(math.add(window.count, reach)));
  firsts.push_back(getAsOpFoldResult(first));
  resultSizes.push_back(resultSize);
  windows.push_back(window);
  return success();
}

Value TransposedBuilder::createReversedWeights() {
  SmallVector<OpFoldResult> reversed = weightSizes;
  reversed[0] = resultSizes[1];
  reversed[1] = groupSize;
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange) -> Value {
    IndexMath math(builder, builder.getLoc());
    SmallVector<Value> indices = createLoopIndices(builder, reversed.size());
    Value group = math.div(indices[0], weightSizes[1]);
    Value channel = math.rem(indices[0], weightSizes[1]);
    indices[0] = math.add(math.mul(group, groupSize), indices[1]);
    indices[1] = channel;
    for (auto [index, size] :
         llvm::drop_begin(llvm::zip_equal(indices, weightSizes), 2))
      index = math.sub(math.sub(size, math.get(1)), index);
    return tensor::ExtractOp::create(builder, weights, indices);
  };
  return createParallel(builder, reversed,
                        getRankedType(weights).getElementType(), ValueRange(),
                        {}, body);
}

FailureOr<Value> TransposedBuilder::build(Value bias) {
  Type element = getRankedType(data).getElementType();
  Value zero =
      createScalar(builder, element, builder.getZeroAttr(getSignless(element)));
  FailureOr<Value> spread =
      createSurrounded(builder, data, offsets, steps, sizes, zero);
  if (failed(spread))
    return failure();
  Value result = ConvolutionBuilder(builder, *spread, createReversedWeights(),
                                    windows, groups)
                     .build(bias);
  if (llvm::equal(getSizes(builder, result), resultSizes, isSameSize))
    return result;
  SmallVector<OpFoldResult> ones(resultSizes.size(), builder.getIndexAttr(1));
  return createView(builder, result, firsts, resultSizes, ones);
}

FailureOr<Value> mlir::split::frontends::createTransposedConvolution(
    ImplicitLocOpBuilder &builder, Value data, Value weights, Value bias,
    TransposedSpec spec, int64_t groups) {
  int64_t rank = getRankedType(data).getRank();
  if (failed(checkOperands(builder, data, weights, groups)) ||
      failed(readKernel(builder, weights, spec.windows.kernel)) ||
      failed(spec.windows.complete(builder, rank)) ||
      failed(completeList(builder, "output_padding", spec.outputPadding,
                          rank - 2, /*least=*/0)))
    return failure();
  if (spec.outputSizes &&
      failed(checkListLength(builder, "output_shape", spec.outputSizes->size(),
                             rank - 2)))
    return failure();
  TransposedBuilder transposed(builder, data, weights, groups);
  if (failed(transposed.checkChannels(bias)))
    return failure();
  for (int64_t i = 0; i < rank - 2; ++i)
    if (failed(transposed.place(spec, i)))
      return failure();
  return transposed.build(bias);
}
