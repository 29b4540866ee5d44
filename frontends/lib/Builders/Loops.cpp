//===- Loops.cpp - Sequential loops over tensors --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "DataMovement.h"
#include "Shapes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

FailureOr<TensorParts>
mlir::split::frontends::findParts(ImplicitLocOpBuilder &builder, Value tensor,
                                  const LoopParts &parts, int64_t input) {
  FailureOr<int64_t> axis =
      getAxis(builder, parts.axis, getRankedType(tensor).getRank());
  if (failed(axis))
    return failure();
  TensorParts found{parts, tensor, input, {}, {}};
  found.axis = *axis;
  OpFoldResult size = getSize(builder, tensor, *axis);
  if (parts.size == 1 && parts.first == 0 && parts.last == -1) {
    found.start = builder.getIndexAttr(0);
    found.count = size;
    return found;
  }
  IndexMath math(builder, builder.getLoc());
  auto find = [&](int64_t position) {
    Value index = math.get(position);
    return position < 0 ? math.add(index, size) : index;
  };
  Value first = find(parts.first), last = find(parts.last);
  Value end = math.add(last, math.get(1)), length = math.sub(end, first);
  Value partSize = math.get(parts.size);
  Value fits = math.both(math.isBetween(first, math.get(0), end),
                         math.isLess(last, size));
  fits = math.both(fits, math.isEqual(math.rem(length, partSize), 0));
  found.start = getAsOpFoldResult(first);
  found.count = getAsOpFoldResult(math.div(length, partSize));
  if (failed(createCheck(builder, fits,
                         CheckMessage("elements ")
                             << found.start << " to " << getAsOpFoldResult(last)
                             << " of " << size << " along axis " << *axis
                             << " of input #" << input << " are not parts of "
                             << parts.size)))
    return failure();
  return found;
}

LogicalResult mlir::split::frontends::checkCount(ImplicitLocOpBuilder &builder,
                                                 const TensorParts &parts,
                                                 OpFoldResult &trips) {
  if (!trips)
    trips = parts.count;
  return createSizeCheck(builder, parts.count, trips,
                         CheckMessage("input #")
                             << parts.input << " has " << parts.count
                             << " parts, expected " << trips
                             << " as the first such input");
}

Value mlir::split::frontends::createPart(ImplicitLocOpBuilder &builder,
                                         const TensorParts &parts, Value index,
                                         bool dropsAxis) {
  IndexMath math(builder, builder.getLoc());
  Value position = index;
  if (parts.isReversed)
    position = math.sub(math.sub(parts.count, math.get(1)), index);
  SmallVector<OpFoldResult> sizes = getSizes(builder, parts.tensor);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  offsets[parts.axis] = getAsOpFoldResult(
      math.add(parts.start, math.mul(position, math.get(parts.size))));
  sizes[parts.axis] = builder.getIndexAttr(parts.size);
  return createView(builder, parts.tensor, offsets, sizes, ones,
                    dropsAxis ? std::optional(parts.axis) : std::nullopt);
}

FailureOr<Value>
mlir::split::frontends::joinParts(ImplicitLocOpBuilder &builder, Value stack,
                                  const LoopParts &parts, bool addsAxis) {
  int64_t rank = getRankedType(stack).getRank();
  FailureOr<int64_t> axis =
      getAxis(builder, parts.axis, addsAxis ? rank : rank - 1);
  if (failed(axis))
    return failure();
  FailureOr<Value> result = stack;
  if (parts.isReversed) {
    constexpr int64_t kFront = std::numeric_limits<int64_t>::min();
    AxisSlice all = {builder.getIndexAttr(0), builder.getIndexAttr(-1),
                     builder.getIndexAttr(kFront), builder.getIndexAttr(-1)};
    result = createSlice(builder, stack, all);
  }
  if (succeeded(result) && *axis != 0) {
    auto order = llvm::to_vector(llvm::seq<int64_t>(1, rank));
    order.insert(order.begin() + *axis, 0);
    result = createTranspose(builder, *result, order);
  }
  if (failed(result) || addsAxis)
    return result;
  SmallVector<OpFoldResult> sizes = getSizes(builder, *result);
  sizes[*axis] = createProduct(builder, {sizes[*axis], sizes[*axis + 1]});
  sizes.erase(sizes.begin() + *axis + 1);
  return createReshapeTo(builder, *result, sizes);
}

SmallVector<Value>
mlir::split::frontends::createLoops(ImplicitLocOpBuilder &builder,
                                    ArrayRef<OpFoldResult> sizes,
                                    ValueRange inits, LoopBody body) {
  Location loc = builder.getLoc();
  SmallVector<Value> ends =
      getValueOrCreateConstantIndexOp(builder, loc, sizes);
  SmallVector<Value> zeros(sizes.size(),
                           arith::ConstantIndexOp::create(builder, 0));
  SmallVector<Value> ones(sizes.size(),
                          arith::ConstantIndexOp::create(builder, 1));
  scf::LoopNest nest =
      scf::buildLoopNest(builder, loc, zeros, ends, ones, inits,
                         [&](OpBuilder &inner, Location loc, ValueRange loops,
                             ValueRange carried) -> scf::ValueVector {
                           ImplicitLocOpBuilder builder(loc, inner);
                           SmallVector<Value> next =
                               body(builder, loops, carried);
                           return scf::ValueVector(next.begin(), next.end());
                         });
  return llvm::to_vector_of<Value>(nest.results);
}
