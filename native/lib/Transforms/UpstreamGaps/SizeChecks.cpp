//===- SizeChecks.cpp - Checks that compare sizes -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeChecks.h"

#include "UpstreamGaps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

static SizeOrigin getSize(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return {nullptr, *constant};
  return {cast<Value>(size), 0};
}

/// Returns whether `value` is a ranked tensor or memref with dimension `dim`.
static bool hasDim(Value value, int64_t dim) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasRank() && dim >= 0 && dim < type.getRank();
}

static std::optional<SizeOrigin> getDimOf(Value value, int64_t dim) {
  if (!hasDim(value, dim))
    return std::nullopt;
  return SizeOrigin(value, dim);
}

/// Returns where the size of a slice along `dim` comes from. `dim` does not
/// count dimensions that the slice drops.
static SizeOrigin getSliceSize(tensor::ExtractSliceOp slice, int64_t dim) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  unsigned sourceDim = dropped.find_first_unset();
  for (; dim > 0; --dim)
    sourceDim = dropped.find_next_unset(sourceDim);
  return getSize(slice.getMixedSizes()[sourceDim]);
}

/// Returns where the size of dimensions that are joined comes from, if only one
/// of them has a size other than 1.
static std::optional<SizeOrigin> getJoinedSize(tensor::CollapseShapeOp collapse,
                                               int64_t dim) {
  ReassociationIndices joined = collapse.getReassociationIndices()[dim];
  llvm::erase_if(joined, [&](int64_t from) {
    return collapse.getSrcType().getDimSize(from) == 1;
  });
  if (joined.size() != 1)
    return std::nullopt;
  return getDimOf(collapse.getSrc(), joined.front());
}

/// Equal pieces have the sizes of the first one, and all pieces those of the
/// data except along the axis.
static std::optional<SizeOrigin> getPieceSize(SplitOpInterface op,
                                              unsigned piece, int64_t dim) {
  SplitSpec spec = op.getSpec();
  std::optional<int64_t> axis = spec.getNormalizedAxis();
  if (axis && *axis != dim)
    return getDimOf(op.getData(), dim);
  if (spec.equalPieces && piece > 0)
    return getDimOf(op->getResult(0), dim);
  if (axis && spec.hasIndexLengths)
    if (auto length = dyn_cast<Value>(op.getMixedLengths()[piece]))
      return getSize(length);
  return std::nullopt;
}

/// Returns the init that `result` is written to, or null.
static Value getInit(DestinationStyleOpInterface op, unsigned result) {
  if (op.getNumDpsInits() != op->getNumResults())
    return nullptr;
  return op.getDpsInitOperand(result)->get();
}

/// Returns the operand that has the shape of the results of an elementwise op.
static Value getFirstTensor(Operation *op) {
  return *llvm::find_if(op->getOperands(), [](Value operand) {
    return isa<RankedTensorType>(operand.getType());
  });
}

/// Returns where the run-time size `dim` of `result` comes from, if known.
static std::optional<SizeOrigin> getResultSize(OpResult result, int64_t dim) {
  Operation *op = result.getOwner();
  if (isElementwiseOnTensors(op))
    return getDimOf(getFirstTensor(op), dim);
  return llvm::TypeSwitch<Operation *, std::optional<SizeOrigin>>(op)
      .Case(
          [&](tensor::CastOp cast) { return getDimOf(cast.getSource(), dim); })
      .Case([&](tensor::EmptyOp empty) {
        return getSize(empty.getMixedSizes()[dim]);
      })
      .Case([&](tensor::GenerateOp generate) {
        unsigned index = generate.getType().getDynamicDimIndex(dim);
        return getSize(OpFoldResult(generate.getDynamicExtents()[index]));
      })
      .Case([&](tensor::ExtractSliceOp slice) {
        return getSliceSize(slice, dim);
      })
      .Case([&](tensor::CollapseShapeOp collapse) {
        return getJoinedSize(collapse, dim);
      })
      .Case([&](tensor::ExpandShapeOp expand) {
        return getSize(expand.getMixedOutputShape()[dim]);
      })
      .Case([&](SplitOpInterface pieces) {
        return getPieceSize(pieces, result.getResultNumber(), dim);
      })
      .Case([&](DestinationStyleOpInterface op) -> std::optional<SizeOrigin> {
        Value init = getInit(op, result.getResultNumber());
        return init ? getDimOf(init, dim) : std::nullopt;
      })
      .Default(std::nullopt);
}

/// Returns where the index value `index` comes from, if known.
static std::optional<SizeOrigin> getIndexOrigin(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return SizeOrigin(nullptr, *constant);
  auto op = index.getDefiningOp<ShapedDimOpInterface>();
  if (!op)
    return std::nullopt;
  std::optional<int64_t> dim = getConstantIntValue(op.getDimension());
  return dim ? getDimOf(op.getShapedValue(), *dim) : std::nullopt;
}

/// Returns where `size` comes from, one step back, if known.
static std::optional<SizeOrigin> getOrigin(SizeOrigin size) {
  auto [value, dim] = size;
  if (!value)
    return std::nullopt;
  auto type = dyn_cast<ShapedType>(value.getType());
  if (!type)
    return getIndexOrigin(value);
  if (!type.isDynamicDim(dim))
    return SizeOrigin(nullptr, type.getDimSize(dim));
  auto result = dyn_cast<OpResult>(value);
  return result ? getResultSize(result, dim) : std::nullopt;
}

SizeOrigin SizeOrigins::get(OpFoldResult index) { return find(getSize(index)); }

SizeOrigin SizeOrigins::find(SizeOrigin size) {
  // A size of which nothing is known is its own origin.
  SmallVector<SizeOrigin> path;
  while (true) {
    auto [it, isNew] = known.try_emplace(size, size);
    if (!isNew) {
      size = it->second;
      break;
    }
    path.push_back(size);
    std::optional<SizeOrigin> origin = getOrigin(size);
    if (!origin)
      break;
    size = *origin;
  }
  for (SizeOrigin step : path)
    known[step] = size;
  return size;
}

OpFoldResult mlir::split::native::createSize(OpBuilder &builder, Location loc,
                                             SizeOrigin origin) {
  auto [value, number] = origin;
  if (!value)
    return builder.getIndexAttr(number);
  if (isa<ShapedType>(value.getType()))
    return getMixedSize(builder, loc, value, number);
  return value;
}

OpFoldResult SizeMath::createSum(ArrayRef<OpFoldResult> sizes, Value &fits) {
  OpFoldResult zero = builder.getIndexAttr(0);
  OpFoldResult sum = sizes.front();
  for (OpFoldResult size : sizes.drop_front()) {
    if (isConstantIntValue(size, 0))
      continue;
    sum = getAsOpFoldResult(math.add(sum, size));
    fits = math.both(fits, math.isLessOrEqual(zero, sum));
  }
  return sum;
}

OpFoldResult SizeMath::createProduct(ArrayRef<OpFoldResult> sizes,
                                     Value &fits) {
  OpFoldResult zero = builder.getIndexAttr(0);
  OpFoldResult product = sizes.front();
  Value hasZero = math.isEqual(product, 0);
  Value areExact = math.getBool(true);
  for (OpFoldResult size : sizes.drop_front()) {
    OpFoldResult larger = getAsOpFoldResult(math.mul(product, size));
    Value divisor = math.max(size, builder.getIndexAttr(1));
    Value isExact = math.both(math.isLessOrEqual(zero, larger),
                              math.isEqual(math.div(larger, divisor), product));
    areExact = math.both(areExact, isExact);
    hasZero = math.either(hasZero, math.isEqual(size, 0));
    product = larger;
  }
  fits = math.both(fits, math.either(hasZero, areExact));
  return product;
}

/// Returns the initial state of a comparison of `product` with the product of
/// sizes: what is left of `product`, whether no size is negative, whether one
/// is zero, and whether each divided what was left.
SmallVector<Value> SizeMath::startProduct(OpFoldResult product) {
  return {math.get(product), math.getBool(true), math.getBool(false),
          math.getBool(true)};
}

SmallVector<Value> SizeMath::addFactor(ValueRange state, OpFoldResult size) {
  Value areNatural =
      math.both(state[1], math.isLessOrEqual(builder.getIndexAttr(0), size));
  Value hasZero = math.either(state[2], math.isEqual(size, 0));
  Value divisor = math.max(size, builder.getIndexAttr(1));
  Value isExact =
      math.both(state[3], math.isEqual(math.rem(state[0], divisor), 0));
  return {math.div(state[0], divisor), areNatural, hasZero, isExact};
}

Value SizeMath::finishProduct(ValueRange state, OpFoldResult product) {
  Value isExact = math.both(state[3], math.isEqual(state[0], 1));
  return math.both(state[1],
                   math.select(state[2], math.isEqual(product, 0), isExact));
}

Value SizeMath::hasProduct(ArrayRef<OpFoldResult> sizes, OpFoldResult product) {
  SmallVector<Value> state = startProduct(product);
  for (OpFoldResult size : sizes)
    state = addFactor(state, size);
  return finishProduct(state, product);
}

Value SizeMath::hasProduct(Value shape, OpFoldResult product) {
  Value zero = math.get(0);
  Value count = builder.createOrFold<tensor::DimOp>(loc, shape, zero);
  auto loop = scf::ForOp::create(builder, loc, zero, count, math.get(1),
                                 startProduct(product));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value size =
      tensor::ExtractOp::create(builder, loc, shape, loop.getInductionVar());
  size = getValueOrCreateCastToIndexLike(builder, loc, builder.getIndexType(),
                                         size);
  scf::YieldOp::create(builder, loc, addFactor(loop.getRegionIterArgs(), size));
  builder.setInsertionPointAfter(loop);
  return finishProduct(loop.getResults(), product);
}

Value SizeMath::countElements(Value tensor, OpFoldResult rank) {
  auto loop = scf::ForOp::create(builder, loc, math.get(0), math.get(rank),
                                 math.get(1), math.get(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value size =
      tensor::DimOp::create(builder, loc, tensor, loop.getInductionVar());
  scf::YieldOp::create(builder, loc, math.mul(loop.getRegionIterArg(0), size));
  return loop.getResult(0);
}

void SizeChecks::emitCheck(Value condition, const CheckMessage &message) {
  if (matchPattern(condition, m_One()))
    return;
  ++numChecks;
  AssertOp::create(builder, op->getLoc(), condition, message.getFormat(),
                   message.getValues());
}

bool SizeChecks::moveCheck(SizeOrigin given, SizeOrigin expected) {
  auto check = dyn_cast_or_null<AssertOp>(checked.find(given, expected, op));
  if (!check || check.getValues().size() != 1 ||
      origins.get(check.getValues().front()) != given)
    return false;
  Value size =
      getValueOrCreateConstantIndexOp(builder, op->getLoc(), create(given));
  check.getConditionMutable().assign(math.isEqual(size, create(expected)));
  check.getValuesMutable().assign(size);
  check->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  return true;
}

void SizeChecks::checkEqual(
    SizeOrigin given, SizeOrigin expected,
    function_ref<CheckMessage(OpFoldResult, OpFoldResult)> describe) {
  // The check of a cast may come before ops in front of the cast.
  Operation *place = &*builder.getInsertionPoint();
  if (checked.areEqual(given, expected, place) || moveCheck(given, expected))
    return;
  OpFoldResult left = create(given), right = create(expected);
  emitCheck(math.isEqual(left, right), describe(left, right));
  checked.add(given, expected, place->getPrevNode());
}
