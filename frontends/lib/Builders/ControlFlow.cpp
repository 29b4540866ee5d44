//===- ControlFlow.cpp - Branches and loops of models ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "DataMovement.h"
#include "Limits.h"
#include "Shapes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

FailureOr<Value>
mlir::split::frontends::createCondition(ImplicitLocOpBuilder &builder,
                                        Value tensor) {
  Type element = getElementTypeOrSelf(tensor);
  if (!element.isInteger(1))
    return builder.emitError()
           << "the condition has element type " << element << ", expected bool";
  return createOnlyElement(builder, tensor, "the condition");
}

/// Casts `values` to `types`, which state no more than their types do.
static SmallVector<Value> createCasts(ImplicitLocOpBuilder &builder,
                                      TypeRange types, ValueRange values) {
  SmallVector<Value> casts;
  for (auto [type, value] : llvm::zip_equal(types, values))
    casts.push_back(builder.createOrFold<tensor::CastOp>(type, value));
  return casts;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>>
mlir::split::frontends::createIf(ImplicitLocOpBuilder &builder, Value condition,
                                 BranchBuilder thenBranch,
                                 BranchBuilder elseBranch) {
  if (std::optional<int64_t> known = getConstantIntValue(condition))
    return *known == 0 ? elseBranch() : thenBranch();
  // Detached until the types of the results are known.
  Region regions[2];
  SmallVector<Value> results[2];
  BranchBuilder branchBuilders[] = {thenBranch, elseBranch};
  for (auto [region, values, build] :
       llvm::zip_equal(regions, results, branchBuilders)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&region.emplaceBlock());
    FailureOr<SmallVector<Value>> built = build();
    if (failed(built))
      return failure();
    values = std::move(*built);
  }
  SmallVector<Type> types;
  for (auto [i, left, right] : llvm::enumerate(results[0], results[1])) {
    auto thenType = cast<TensorType>(left.getType());
    auto elseType = cast<TensorType>(right.getType());
    if (thenType.getElementType() != elseType.getElementType())
      return builder.emitError()
             << "result #" << i << " is of type " << thenType
             << " in one branch and of type " << elseType << " in the other";
    types.push_back(meetTypes(thenType, elseType));
  }
  auto branches = scf::IfOp::create(builder, types, condition,
                                    /*withElseRegion=*/true);
  for (auto [target, region, values] :
       llvm::zip_equal(branches->getRegions(), regions, results)) {
    OpBuilder::InsertionGuard guard(builder);
    target.takeBody(region);
    builder.setInsertionPointToEnd(&target.front());
    scf::YieldOp::create(builder, createCasts(builder, types, values));
  }
  return llvm::to_vector_of<Value>(branches.getResults());
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

FailureOr<LoopLimits>
mlir::split::frontends::createLimits(ImplicitLocOpBuilder &builder, Value count,
                                     Value condition) {
  LoopLimits limits;
  if (count) {
    FailureOr<Value> trips =
        createOnlyElement(builder, count, "the number of iterations");
    if (failed(trips))
      return failure();
    limits.trips = createIndex(builder, *trips);
  }
  if (!condition)
    return limits;
  FailureOr<Value> runs = createCondition(builder, condition);
  if (failed(runs))
    return failure();
  std::optional<int64_t> known = getConstantIntValue(*runs);
  if (!known)
    limits.condition = *runs;
  else if (*known == 0)
    limits.trips = builder.getIndexAttr(0);
  return limits;
}

namespace {
/// Builds a loop: first its body, until the types of carried tensors no longer
/// change, then `scf.for` or, if an iteration may end the loop, `scf.while`.
class LoopBuilder {
public:
  LoopBuilder(ImplicitLocOpBuilder &builder, const LoopLimits &limits,
              ValueRange initial)
      : builder(builder), math(builder, builder.getLoc()), limits(limits),
        initial(initial), types(initial.getTypes()) {}

  FailureOr<SmallVector<Value>> build(IterationBuilder iteration);

private:
  LogicalResult buildBody(IterationBuilder iteration);
  /// Makes `types` those before and after an iteration. `isStable` tells
  /// whether they were; if not, `widens` makes all sizes dynamic.
  LogicalResult mergeTypes(ValueRange carried, bool &isStable, bool widens);
  /// Returns whether a buffer for tensors of this type cannot be allocated
  /// before the loop. It is empty at first, and grows when it is full.
  bool grows(RankedTensorType element) const {
    return last.condition || !element.hasStaticShape();
  }
  FailureOr<Value> createBuffer(RankedTensorType element);
  /// Carries the buffers of the stacked tensors through the body.
  LogicalResult stack();
  /// Puts `element` at position `index` into `buffer`.
  FailureOr<Value> insert(Value element, Value buffer, Value index);
  /// Checks that `sizes` are those of the elements in `buffer`, if any.
  LogicalResult checkSizes(ArrayRef<OpFoldResult> sizes, Value buffer,
                           Value index);
  /// Returns `buffer`, or a larger one for elements of these sizes if it has
  /// only `index` elements.
  Value grow(ArrayRef<OpFoldResult> sizes, Value buffer, Value index);
  Value createLarger(ArrayRef<OpFoldResult> sizes, Value buffer, Value index);
  /// Creates the terminator of the body. If an iteration may end the loop, it
  /// passes on whether another one follows, and the number of that.
  void finishBody();
  SmallVector<Value> buildFor();
  /// Builds a loop that an iteration may end. It runs short loops of guarded
  /// iterations, each as long as all before, because upstream's bufferization
  /// copies everything that each iteration of `scf.while` carries.
  SmallVector<Value> buildWhile();
  /// Builds an iteration that passes `state` on if that is at its end.
  void buildGuarded(ValueRange state);
  /// Returns the first `count` elements of a buffer.
  Value shrink(Value buffer, Value count);

  ImplicitLocOpBuilder &builder;
  IndexMath math;
  LoopLimits limits;
  SmallVector<Value> initial;
  /// The types of what is carried.
  SmallVector<Type> types;
  /// Detached until the loop is created.
  std::unique_ptr<Region> body;
  LoopIteration last;
};
} // namespace

LogicalResult LoopBuilder::mergeTypes(ValueRange carried, bool &isStable,
                                      bool widens) {
  for (auto [i, type, value] : llvm::enumerate(types, carried)) {
    auto before = cast<TensorType>(type);
    auto after = cast<TensorType>(value.getType());
    bool isAlike = before.getElementType() == after.getElementType();
    TensorType both = isAlike ? meetTypes(before, after) : TensorType();
    if (!both || both.hasRank() != before.hasRank())
      return builder.emitError()
             << "carried value #" << i << " is of type " << before
             << " before an iteration and of type " << after
             << " after it; element type and rank must be the same";
    isStable &= both == before;
    type = both;
  }
  if (isStable || !widens)
    return success();
  for (Type &type : types)
    if (auto ranked = dyn_cast<RankedTensorType>(type))
      type = ranked.clone(
          SmallVector<int64_t>(ranked.getRank(), ShapedType::kDynamic));
  return success();
}

LogicalResult LoopBuilder::buildBody(IterationBuilder iteration) {
  bool isStable = false;
  // Real loops need one or two rounds. Long chains of types are cut short.
  for (int round = 0; !isStable; ++round) {
    OpBuilder::InsertionGuard guard(builder);
    body = std::make_unique<Region>();
    Block &block = body->emplaceBlock();
    builder.setInsertionPointToEnd(&block);
    Value index = block.addArgument(builder.getIndexType(), builder.getLoc());
    for (Type type : types)
      block.addArgument(type, builder.getLoc());
    FailureOr<LoopIteration> built =
        iteration(index, block.getArguments().drop_front());
    if (failed(built))
      return failure();
    last = std::move(*built);
    isStable = true;
    if (failed(mergeTypes(last.carried, isStable, /*widens=*/round == 2)))
      return failure();
    last.carried = createCasts(builder, types, last.carried);
  }
  return success();
}

/// Prepends a dimension to the sizes of a tensor.
static SmallVector<OpFoldResult> prepend(OpFoldResult size,
                                         ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> all{size};
  llvm::append_range(all, sizes);
  return all;
}

FailureOr<Value> LoopBuilder::createBuffer(RankedTensorType element) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : element.getShape())
    sizes.push_back(
        builder.getIndexAttr(ShapedType::isDynamic(size) ? 0 : size));
  bool isWhole = !grows(element);
  sizes = prepend(isWhole ? limits.trips : builder.getIndexAttr(0), sizes);
  RankedTensorType type = getTensorType(sizes, element.getElementType());
  if (llvm::Error error = checkShape(type.getShape(), type.getElementType()))
    return builder.emitError() << "the stack of all iterations of type " << type
                               << " " << llvm::toString(std::move(error));
  Value buffer = tensor::EmptyOp::create(builder, sizes, type.getElementType());
  if (isWhole)
    return buffer;
  SmallVector<int64_t> shape = llvm::to_vector(element.getShape());
  shape.insert(shape.begin(), ShapedType::kDynamic);
  return tensor::CastOp::create(builder, type.clone(shape), buffer).getResult();
}

LogicalResult LoopBuilder::checkSizes(ArrayRef<OpFoldResult> sizes,
                                      Value buffer, Value index) {
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (!getRankedType(buffer).isDynamicDim(dim + 1))
      continue;
    OpFoldResult expected = getSize(builder, buffer, dim + 1);
    Value fits =
        math.either(math.isEqual(index, 0), math.isEqual(size, expected));
    if (failed(createCheck(builder, fits,
                           CheckMessage("dimension ")
                               << int64_t(dim) << " of a stacked value is "
                               << size << ", expected " << expected
                               << " as in the iterations before")))
      return failure();
  }
  return success();
}

Value LoopBuilder::createLarger(ArrayRef<OpFoldResult> sizes, Value buffer,
                                Value index) {
  RankedTensorType type = getRankedType(buffer);
  // A loop that runs to its end needs one allocation.
  OpFoldResult capacity = limits.trips;
  if (last.condition) {
    capacity = math.max(math.mul(index, math.get(2)), math.get(16));
    if (limits.trips)
      capacity = math.min(cast<Value>(capacity), limits.trips);
  }
  SmallVector<OpFoldResult> largerSizes = prepend(capacity, sizes);
  Value larger =
      tensor::EmptyOp::create(builder, largerSizes, type.getElementType());
  larger = builder.createOrFold<tensor::CastOp>(type, larger);
  if (!last.condition || isStaticallyEmpty(ArrayRef(largerSizes).drop_front()))
    return larger;
  SmallVector<OpFoldResult> zeros(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(type.getRank(), builder.getIndexAttr(1));
  return tensor::InsertSliceOp::create(builder, buffer, larger, zeros,
                                       getSizes(builder, buffer), ones);
}

Value LoopBuilder::grow(ArrayRef<OpFoldResult> sizes, Value buffer,
                        Value index) {
  Value isFull = math.isEqual(index, getSize(builder, buffer, 0));
  auto branches = scf::IfOp::create(builder, buffer.getType(), isFull,
                                    /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(branches.elseBlock());
  scf::YieldOp::create(builder, buffer);
  builder.setInsertionPointToEnd(branches.thenBlock());
  scf::YieldOp::create(builder, createLarger(sizes, buffer, index));
  return branches.getResult(0);
}

FailureOr<Value> LoopBuilder::insert(Value element, Value buffer, Value index) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, element);
  if (grows(getRankedType(element))) {
    if (failed(checkSizes(sizes, buffer, index)))
      return failure();
    buffer = grow(sizes, buffer, index);
  }
  return createRowInsert(builder, element, buffer, index);
}

LogicalResult LoopBuilder::stack() {
  Block &block = body->front();
  for (auto [i, element] : llvm::enumerate(last.stacked)) {
    auto type = dyn_cast<RankedTensorType>(element.getType());
    if (!type)
      return builder.emitError()
             << "stacked value #" << i << " has an unknown rank";
    FailureOr<Value> buffer = createBuffer(type);
    if (failed(buffer))
      return failure();
    initial.push_back(*buffer);
    types.push_back(buffer->getType());
    Value argument = block.addArgument(buffer->getType(), builder.getLoc());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&block);
    FailureOr<Value> filled = insert(element, argument, block.getArgument(0));
    if (failed(filled))
      return failure();
    last.carried.push_back(*filled);
  }
  return success();
}

void LoopBuilder::finishBody() {
  Block &block = body->front();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&block);
  SmallVector<Value> next;
  if (last.condition) {
    Value count = math.add(block.getArgument(0), math.get(1));
    Value goesOn = last.condition;
    if (limits.trips)
      goesOn = math.both(goesOn, math.isLess(count, limits.trips));
    next = {goesOn, count};
  }
  llvm::append_range(next, last.carried);
  scf::YieldOp::create(builder, next);
}

SmallVector<Value> LoopBuilder::buildFor() {
  auto loop = scf::ForOp::create(builder, math.get(0), math.get(limits.trips),
                                 math.get(1), initial);
  loop.getRegion().takeBody(*body);
  return llvm::to_vector_of<Value>(loop.getResults());
}

void LoopBuilder::buildGuarded(ValueRange state) {
  auto branches = scf::IfOp::create(builder, state.getTypes(), state.front(),
                                    /*withElseRegion=*/true);
  branches.getThenRegion().takeBody(*body);
  Block *block = branches.thenBlock();
  for (auto [argument, value] :
       llvm::zip_equal(block->getArguments(), state.drop_front()))
    argument.replaceAllUsesWith(value);
  block->eraseArguments(0, block->getNumArguments());
  scf::YieldOp::create(builder, branches.getResults());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(branches.elseBlock());
  scf::YieldOp::create(builder, state);
}

SmallVector<Value> LoopBuilder::buildWhile() {
  Value runs = limits.condition ? limits.condition : math.getBool(true);
  if (limits.trips)
    runs = math.both(runs, math.isLess(math.get(0), limits.trips));
  SmallVector<Value> state = {runs, math.get(0)};
  llvm::append_range(state, initial);
  auto loop = scf::WhileOp::create(
      builder, ValueRange(state).getTypes(), state,
      [](OpBuilder &builder, Location loc, ValueRange state) {
        scf::ConditionOp::create(builder, loc, state.front(), state);
      },
      [&](OpBuilder &, Location, ValueRange state) {
        Value length = math.max(state[1], math.get(16));
        auto part =
            scf::ForOp::create(builder, math.get(0), length, math.get(1), state,
                               [&](OpBuilder &, Location, Value,
                                   ValueRange state) { buildGuarded(state); });
        scf::YieldOp::create(builder, part.getResults());
      });
  return llvm::to_vector_of<Value>(loop.getResults().drop_front());
}

Value LoopBuilder::shrink(Value buffer, Value count) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, buffer);
  sizes.front() = count;
  SmallVector<OpFoldResult> zeros(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  return createView(builder, buffer, zeros, sizes, ones);
}

FailureOr<SmallVector<Value>> LoopBuilder::build(IterationBuilder iteration) {
  if (failed(buildBody(iteration)))
    return failure();
  if (!limits.trips && !last.condition)
    return builder.emitError() << "the loop has neither a number of iterations "
                                  "nor a condition that changes";
  if (!last.condition) {
    if (limits.isEndless &&
        failed(createCheck(builder, math.negate(limits.isEndless),
                           CheckMessage("the trip count is negative, but no "
                                        "iteration ends the loop"))))
      return failure();
    limits.trips = getAsOpFoldResult(math.max(limits.trips, math.get(0)));
    if (limits.condition)
      limits.trips = math.select(limits.condition, limits.trips, math.get(0));
  }
  int64_t numCarried = types.size();
  initial = createCasts(builder, types, initial);
  if (failed(stack()))
    return failure();
  finishBody();
  SmallVector<Value> results = last.condition ? buildWhile() : buildFor();
  if (!last.condition)
    return results;
  Value count = results.front();
  results.erase(results.begin());
  for (Value &buffer : MutableArrayRef(results).drop_front(numCarried))
    buffer = shrink(buffer, count);
  return results;
}

FailureOr<SmallVector<Value>>
mlir::split::frontends::createLoop(ImplicitLocOpBuilder &builder,
                                   const LoopLimits &limits, ValueRange initial,
                                   IterationBuilder iteration) {
  return LoopBuilder(builder, limits, initial).build(iteration);
}

FailureOr<Value>
mlir::split::frontends::createRowsJoin(ImplicitLocOpBuilder &builder,
                                       Value stack, Value rows, bool inFront) {
  IndexMath math(builder, builder.getLoc());
  Value isEmpty = math.isEqual(getSize(builder, stack, 0), 0);
  using Results = FailureOr<SmallVector<Value>>;
  Results results = createIf(
      builder, isEmpty, [&]() -> Results { return SmallVector<Value>{rows}; },
      [&]() -> Results {
        std::array<Value, 2> parts = {rows, stack};
        if (!inFront)
          std::swap(parts[0], parts[1]);
        FailureOr<Value> joined = createConcat(builder, parts, 0);
        if (failed(joined))
          return failure();
        return SmallVector<Value>{*joined};
      });
  if (failed(results))
    return failure();
  return results->front();
}
