//===- SpaceToDepth.cpp - SpaceToDepth and DepthToSpace -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "Shapes.h"
#include "Windows.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

using Sizes = SmallVector<OpFoldResult>;

/// Returns the number of elements of a block along `count` dimensions.
static FailureOr<int64_t> getBlockElements(ImplicitLocOpBuilder &builder,
                                           int64_t blockSize, int64_t count) {
  int64_t elements = 1;
  bool overflows = blockSize < 1;
  for (int64_t i = 0; i < count && !overflows; ++i)
    overflows = llvm::MulOverflow(elements, blockSize, elements);
  if (!overflows && elements <= kMaxNumber && count > 0)
    return elements;
  return builder.emitError() << "a block of size " << blockSize << " along "
                             << count << " dimensions is not supported";
}

/// Gives the elements `sizes`, orders these dimensions, and joins them to those
/// of the result.
static Value rearrange(ImplicitLocOpBuilder &builder, Value data,
                       ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> order,
                       ArrayRef<OpFoldResult> result) {
  Value blocks = createReshapeTo(builder, data, sizes);
  return createReshapeTo(builder, *createTranspose(builder, blocks, order),
                         result);
}

/// Divides the size of dimension `dim` of `data`.
static FailureOr<OpFoldResult> divideSize(ImplicitLocOpBuilder &builder,
                                          Value data, int64_t dim,
                                          int64_t divisor) {
  IndexMath math(builder, builder.getLoc());
  OpFoldResult size = getSize(builder, data, dim);
  Value isMultiple = math.isEqual(math.rem(size, math.get(divisor)), 0);
  if (failed(createCheck(builder, isMultiple,
                         CheckMessage("dimension ")
                             << dim << " has " << size
                             << " elements, expected a multiple of "
                             << divisor)))
    return failure();
  return getAsOpFoldResult(math.div(size, math.get(divisor)));
}

FailureOr<Value>
mlir::split::frontends::createDepthToSpace(ImplicitLocOpBuilder &builder,
                                           Value data, int64_t blockSize,
                                           bool blocksFirst) {
  IndexMath math(builder, builder.getLoc());
  int64_t count = getRankedType(data).getRank() - 2;
  FailureOr<int64_t> elements = getBlockElements(builder, blockSize, count);
  if (failed(elements))
    return failure();
  FailureOr<OpFoldResult> channels = divideSize(builder, data, 1, *elements);
  if (failed(channels))
    return failure();
  Sizes sizes = getSizes(builder, data);
  Sizes result = {sizes[0], *channels};
  SmallVector<int64_t> order = {0, blocksFirst ? count + 1 : 1};
  OpFoldResult size = builder.getIndexAttr(blockSize);
  for (int64_t i = 0; i < count; ++i) {
    result.push_back(getAsOpFoldResult(math.mul(sizes[2 + i], size)));
    if (failed(checkResultSize(builder, result.back(), 2 + i)))
      return failure();
    order.append({count + 2 + i, (blocksFirst ? 1 : 2) + i});
  }
  sizes[1] = *channels;
  sizes.insert(sizes.begin() + (blocksFirst ? 1 : 2), count, size);
  return rearrange(builder, data, sizes, order, result);
}

FailureOr<Value>
mlir::split::frontends::createSpaceToDepth(ImplicitLocOpBuilder &builder,
                                           Value data, int64_t blockSize,
                                           bool blocksFirst) {
  IndexMath math(builder, builder.getLoc());
  int64_t count = getRankedType(data).getRank() - 2;
  FailureOr<int64_t> elements = getBlockElements(builder, blockSize, count);
  if (failed(elements))
    return failure();
  OpFoldResult batch = getSize(builder, data, 0);
  OpFoldResult channels = getSize(builder, data, 1);
  Sizes sizes = {batch, channels};
  Sizes result = {batch,
                  getAsOpFoldResult(math.mul(channels, math.get(*elements)))};
  if (failed(checkResultSize(builder, result[1], 1)))
    return failure();
  SmallVector<int64_t> inBlock, blocks;
  for (int64_t i = 0; i < count; ++i) {
    FailureOr<OpFoldResult> size = divideSize(builder, data, 2 + i, blockSize);
    if (failed(size))
      return failure();
    sizes.append({*size, builder.getIndexAttr(blockSize)});
    result.push_back(*size);
    blocks.push_back(2 + 2 * i);
    inBlock.push_back(3 + 2 * i);
  }
  SmallVector<int64_t> order = {0};
  llvm::append_range(order, inBlock);
  order.insert(blocksFirst ? order.end() : order.begin() + 1, 1);
  llvm::append_range(order, blocks);
  return rearrange(builder, data, sizes, order, result);
}
