//===- TopK.cpp - Largest and smallest elements ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"

#include "ControlFlow.h"
#include "DataMovement.h"
#include "Elementwise.h"
#include "Shapes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Returns whether `lhs`, of element type `type`, comes before `rhs`.
static Value isBefore(ImplicitLocOpBuilder &builder, Type type, Order order,
                      Value lhs, Value rhs) {
  SmallVector<Value> args = castToSignless(builder, {lhs, rhs});
  Value result = order == Order::Greatest ? buildGreater(builder, type, args)
                                          : buildLess(builder, type, args);
  if (!isa<FloatType>(type))
    return result;
  Value isNan = buildIsNan(builder, type, lhs);
  Value isNumber = arith::CmpFOp::create(builder, FloatIs::ORD, rhs, rhs);
  return buildOr(builder, type,
                 {result, buildAnd(builder, type, {isNan, isNumber})});
}

namespace {
/// Builds a loop over the elements of `data`, those along `axis` in order. It
/// inserts each in sorted lists of values and positions, which have room for
/// one more element than they keep.
class TopKBuilder {
public:
  TopKBuilder(ImplicitLocOpBuilder &builder, Value data, OpFoldResult count,
              int64_t axis, Order order)
      : builder(builder), data(data), count(count), axis(axis), order(order),
        type(getRankedType(data).getElementType()),
        sizes(getSizes(builder, data)) {}

  TopK build();

private:
  /// Returns where element `j` of the list is.
  SmallVector<Value> getPlace(Value j) {
    SmallVector<Value> place = outer;
    place.insert(place.begin() + axis, j);
    return place;
  }
  /// Searches backward for the place in a list of `length` elements.
  Value findPlace(ImplicitLocOpBuilder &builder, Value element, Value values,
                  Value length);
  SmallVector<Value> insert(ImplicitLocOpBuilder &builder, Value position,
                            ValueRange lists);

  ImplicitLocOpBuilder &builder;
  Value data;
  OpFoldResult count;
  int64_t axis;
  Order order;
  Type type;
  SmallVector<OpFoldResult> sizes;
  /// Where the list is: the loops over other dimensions.
  SmallVector<Value> outer;
};
} // namespace

Value TopKBuilder::findPlace(ImplicitLocOpBuilder &builder, Value element,
                             Value values, Value length) {
  auto before = [&](OpBuilder &inner, Location loc, ValueRange args) {
    ImplicitLocOpBuilder builder(loc, inner);
    IndexMath math(builder, loc);
    Value isInList = math.isLess(math.get(0), args[0]);
    // Read something even where the list ends.
    Value last = math.max(math.sub(args[0], math.get(1)), math.get(0));
    Value other = tensor::ExtractOp::create(builder, values, getPlace(last));
    Value goesOn =
        math.both(isInList, isBefore(builder, type, order, element, other));
    scf::ConditionOp::create(builder, goesOn, args);
  };
  auto after = [&](OpBuilder &inner, Location loc, ValueRange args) {
    IndexMath math(inner, loc);
    scf::YieldOp::create(inner, loc, math.sub(args[0], math.get(1)));
  };
  return scf::WhileOp::create(builder, length.getType(), length, before, after)
      .getResult(0);
}

SmallVector<Value> TopKBuilder::insert(ImplicitLocOpBuilder &builder,
                                       Value position, ValueRange lists) {
  IndexMath math(builder, builder.getLoc());
  Value element = tensor::ExtractOp::create(builder, data, getPlace(position));
  Value index =
      arith::IndexCastOp::create(builder, builder.getI64Type(), position);
  Value length = math.min(position, count);
  Value place = findPlace(builder, element, lists[0], length);
  // Move the elements from there on, the last first.
  auto move = [&](ImplicitLocOpBuilder &builder, ValueRange loops,
                  ValueRange lists) {
    IndexMath math(builder, builder.getLoc());
    Value to = math.sub(length, loops[0]);
    Value from = math.sub(to, math.get(1));
    return llvm::map_to_vector(lists, [&](Value list) -> Value {
      Value moved = tensor::ExtractOp::create(builder, list, getPlace(from));
      return tensor::InsertOp::create(builder, moved, list, getPlace(to));
    });
  };
  OpFoldResult distance = math.sub(length, place);
  SmallVector<Value> moved = createLoops(builder, distance, lists, move);
  SmallVector<Value> at = getPlace(place);
  return {tensor::InsertOp::create(builder, element, moved[0], at),
          tensor::InsertOp::create(builder, index, moved[1], at)};
}

TopK TopKBuilder::build() {
  IndexMath math(builder, builder.getLoc());
  SmallVector<OpFoldResult> listSizes = sizes, loopSizes = sizes;
  // Without the check of the count, it could overflow.
  Value kept = math.min(count, sizes[axis]);
  listSizes[axis] = getAsOpFoldResult(math.add(kept, math.get(1)));
  loopSizes.erase(loopSizes.begin() + axis);
  loopSizes.push_back(sizes[axis]);
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange loops,
                  ValueRange lists) {
    outer = llvm::to_vector(loops.drop_back());
    return insert(builder, loops.back(), lists);
  };
  Value values = tensor::EmptyOp::create(builder, listSizes, type);
  Value positions =
      tensor::EmptyOp::create(builder, listSizes, builder.getI64Type());
  SmallVector<Value> lists =
      createLoops(builder, loopSizes, {values, positions}, body);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> steps(sizes.size(), builder.getIndexAttr(1));
  listSizes[axis] = count;
  auto getFirst = [&](Value list) {
    return createView(builder, list, offsets, listSizes, steps);
  };
  return {getFirst(lists[0]), getFirst(lists[1])};
}

FailureOr<TopK>
mlir::split::frontends::createTopK(ImplicitLocOpBuilder &builder, Value data,
                                   OpFoldResult count, int64_t axis,
                                   Order order) {
  IndexMath math(builder, builder.getLoc());
  FailureOr<int64_t> dim =
      getAxis(builder, axis, getRankedType(data).getRank());
  if (failed(dim))
    return failure();
  OpFoldResult size = getSize(builder, data, *dim);
  if (failed(createCheck(builder, math.isBetween(count, math.get(0), size),
                         CheckMessage("k is ")
                             << count << ", expected at least 0 and at most "
                             << size << ", the size of dimension " << *dim)))
    return failure();
  return TopKBuilder(builder, data, count, *dim, order).build();
}

Value mlir::split::frontends::createArgFirst(ImplicitLocOpBuilder &builder,
                                             Value data, int64_t axis,
                                             Order order, bool isLastOfEqual) {
  Type type = getRankedType(data).getElementType();
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  int64_t rank = sizes.size();
  sizes.erase(sizes.begin() + axis);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators[axis] = utils::IteratorType::reduction;
  AffineMap all = builder.getMultiDimIdentityMap(rank);
  Value init = createFill(builder, sizes, builder.getI64Type(),
                          builder.getI64IntegerAttr(0));
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) -> Value {
    SmallVector<Value> place = createLoopIndices(builder, rank);
    Value index =
        arith::IndexCastOp::create(builder, builder.getI64Type(), place[axis]);
    place[axis] =
        arith::IndexCastOp::create(builder, builder.getIndexType(), args[1]);
    Value best = tensor::ExtractOp::create(builder, data, place);
    // Of equal elements, neither comes before the other.
    Value isNew = isLastOfEqual
                      ? buildNot(builder, builder.getI1Type(),
                                 isBefore(builder, type, order, best, args[0]))
                      : isBefore(builder, type, order, args[0], best);
    return arith::SelectOp::create(builder, isNew, index, args[1]);
  };
  return createGeneric(builder, data, init, {all, all.dropResult(axis)},
                       iterators, body);
}
