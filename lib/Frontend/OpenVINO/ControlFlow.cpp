//===- ControlFlow.cpp - Layers of OpenVINO with bodies -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/ControlFlow.h"

#include "../Builders/Axes.h"
#include "../Builders/Reshape.h"
#include "../Builders/RuntimeChecks.h"
#include "../Builders/ShapeValues.h"
#include "../Builders/Sizes.h"
#include "Layers.h"
#include "PortMap.h"

#include "split-mlir/Dialect/Split/IR/IndexMath.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

/// Returns the value that a Result has.
static Value getResult(const Network &body, const LayerValues &values,
                       size_t result) {
  PortRef source = *body.layers[result].sources.front();
  return values[source.layer][source.port];
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

/// Returns the only element of a tensor of bools, as an i1.
static FailureOr<Value> createCondition(LayerImporter &layer, Value tensor) {
  Type element = cast<TensorType>(tensor.getType()).getElementType();
  if (!element.isInteger(1))
    return layer.emitError()
           << "the condition has element type " << element << ", expected bool";
  return createOnlyElement(layer.getBuilder(), tensor, "the condition");
}

static FailureOr<SmallVector<Value>>
importBranch(LayerImporter &layer, const Network &body, const PortMap &map) {
  LayerValues given(body.layers.size());
  for (const auto &[inner, rule] : map.inputs)
    given[inner] = {layer.getInput(*rule.port)};
  auto values = layer.getGraph().importBody(body, std::move(given));
  if (failed(values))
    return failure();
  return llvm::map_to_vector(map.outputs, [&](const PortRule &rule) {
    return getResult(body, *values, rule.inner);
  });
}

LogicalResult openvino::importIf(LayerImporter &layer) {
  FailureOr<Value> condition = createCondition(layer, layer.getInput(0));
  if (failed(condition))
    return failure();
  ArrayRef<std::shared_ptr<const Network>> bodies = layer.getLayer().bodies;
  FailureOr<PortMap> maps[] = {readPortMap(layer, *bodies[0], "then_port_map"),
                               readPortMap(layer, *bodies[1], "else_port_map")};
  if (failed(maps[0]) || failed(maps[1]))
    return failure();
  auto import = [&](int branch) {
    return importBranch(layer, *bodies[branch], *maps[branch]);
  };
  FailureOr<SmallVector<Value>> results;
  if (std::optional<int64_t> known = getConstantIntValue(*condition))
    results = import(*known == 0 ? 1 : 0);
  else
    results = createIf(
        layer.getBuilder(), *condition, [&] { return import(0); },
        [&] { return import(1); });
  return failed(results) ? failure() : layer.setOutputs(*results);
}

//===----------------------------------------------------------------------===//
// Loop and TensorIterator
//===----------------------------------------------------------------------===//

namespace {
class LoopImporter {
public:
  explicit LoopImporter(LayerImporter &layer)
      : layer(layer), builder(layer.getBuilder()),
        math(builder, builder.getLoc()), body(*layer.getLayer().bodies[0]),
        isLoop(layer.getOperator() == "Loop") {}

  LogicalResult import();

private:
  /// Reads the inputs of a Loop that limit the number of iterations.
  LogicalResult readLimits();
  /// Finds the parts of inputs, whose number is that of iterations.
  LogicalResult findParts();
  LogicalResult findParts(PortRule &rule);
  /// Builds the tensor for a Parameter that counts iterations.
  FailureOr<Value> createNumber(const Layer &parameter, Value index);
  FailureOr<Value> createGiven(size_t inner, const PortRule &rule, Value index,
                               ValueRange &carried);
  FailureOr<LoopIteration> importIteration(Value index, ValueRange carried);
  FailureOr<Value> createOutput(const PortRule &output, Value stack);

  LayerImporter &layer;
  ImplicitLocOpBuilder &builder;
  IndexMath math;
  const Network &body;
  bool isLoop;
  PortMap map;
  OpFoldResult trips;
  /// Whether the trip count means no limit, where this is known at run time.
  Value isEndless;
  /// Whether the first iteration runs; null if it does.
  Value condition;
  /// Whether an iteration may end the loop.
  bool mayStop = false;
};
} // namespace

LogicalResult LoopImporter::readLimits() {
  FailureOr<Value> count =
      createOnlyElement(builder, layer.getInput(0), "the number of iterations");
  if (failed(count))
    return failure();
  FailureOr<Value> runs = createCondition(layer, layer.getInput(1));
  if (failed(runs))
    return failure();
  trips = createIndex(builder, *count);
  std::optional<int64_t> knownTrips = getConstantIntValue(trips);
  if (!knownTrips) {
    isEndless = math.isLess(trips, 0);
    trips = math.select(isEndless, math.get(kMaxInt), trips);
  } else if (*knownTrips < 0) {
    trips = {};
  }
  std::optional<int64_t> knownRuns = getConstantIntValue(*runs);
  if (!knownRuns)
    condition = *runs;
  else if (*knownRuns == 0)
    trips = builder.getIndexAttr(0);
  return success();
}

LogicalResult LoopImporter::findParts(PortRule &rule) {
  Value data = layer.getInput(*rule.port);
  if (failed(layer.checkRank(*rule.port)))
    return failure();
  LoopParts &parts = rule.parts;
  FailureOr<int64_t> axis =
      getAxis(builder, parts.axis, getRankedType(data).getRank());
  if (failed(axis))
    return failure();
  parts.axis = *axis;
  OpFoldResult size = getSize(builder, data, parts.axis);
  auto count = [&](int64_t position) {
    Value index = math.get(position);
    return position < 0 ? math.add(index, size) : index;
  };
  Value first = count(parts.isReversed ? rule.end : rule.start);
  Value last = count(parts.isReversed ? rule.start : rule.end);
  Value end = math.add(last, math.get(1)), length = math.sub(end, first);
  Value fits = math.isBetween(first, math.get(0), end);
  fits = math.both(fits, math.isLess(last, size));
  fits =
      math.both(fits, math.isEqual(math.rem(length, math.get(parts.size)), 0));
  parts.start = getAsOpFoldResult(first);
  parts.count = getAsOpFoldResult(math.div(length, math.get(parts.size)));
  return createCheck(builder, fits,
                     CheckMessage("elements ")
                         << parts.start << " to " << getAsOpFoldResult(last)
                         << " of " << size << " along axis " << parts.axis
                         << " of input #" << int64_t(*rule.port)
                         << " are not parts of " << parts.size);
}

LogicalResult LoopImporter::findParts() {
  for (auto &[inner, rule] : map.inputs) {
    if (!rule.hasParts)
      continue;
    if (failed(findParts(rule)))
      return failure();
    if (isLoop)
      continue;
    if (!trips)
      trips = rule.parts.count;
    if (failed(createSizeCheck(builder, rule.parts.count, trips,
                               CheckMessage("input #")
                                   << int64_t(*rule.port) << " has "
                                   << rule.parts.count << " parts, expected "
                                   << trips << " as the first such input")))
      return failure();
  }
  if (!isLoop && !trips)
    return layer.emitError() << "no input has parts, whose number is the "
                                "number of iterations";
  return success();
}

FailureOr<Value> LoopImporter::createNumber(const Layer &parameter,
                                            Value index) {
  XmlElement data = parameter.element.getChild("data");
  StringRef element, sizes;
  if (failed(data.readAttribute("element_type", element)) ||
      failed(data.readAttribute("shape", sizes)))
    return failure();
  Type type = getElementType(element, builder.getContext());
  if (!type || !contains(kI32 | kI64, type))
    return parameter.element.emitError()
           << "counts iterations as " << element << ", expected i32 or i64";
  Value number = arith::IndexCastOp::create(builder, type, index);
  SmallVector<int64_t> shape(sizes.trim(" []").empty() ? 0 : 1, 1);
  return createFromElements(builder, RankedTensorType::get(shape, type),
                            number);
}

FailureOr<Value> LoopImporter::createGiven(size_t inner, const PortRule &rule,
                                           Value index, ValueRange &carried) {
  if (!rule.port)
    return createNumber(body.layers[inner], index);
  if (rule.previous) {
    Value value = carried.front();
    carried = carried.drop_front();
    return value;
  }
  Value value = layer.getInput(*rule.port);
  if (!rule.hasParts)
    return value;
  if (isLoop && failed(createCheck(
                    builder, math.isLess(index, rule.parts.count),
                    CheckMessage("input #")
                        << int64_t(*rule.port) << " has " << rule.parts.count
                        << " parts, expected one for each "
                           "iteration")))
    return failure();
  return createPart(builder, value, rule.parts, index, /*dropsAxis=*/false);
}

FailureOr<LoopIteration> LoopImporter::importIteration(Value index,
                                                       ValueRange carried) {
  LayerValues given(body.layers.size());
  for (const auto &[inner, rule] : map.inputs) {
    FailureOr<Value> value = createGiven(inner, rule, index, carried);
    if (failed(value))
      return failure();
    given[inner] = {*value};
  }
  auto values = layer.getGraph().importBody(body, std::move(given));
  if (failed(values))
    return failure();
  LoopIteration iteration;
  for (const auto &[inner, rule] : map.inputs)
    if (rule.previous)
      iteration.carried.push_back(
          (*values)[rule.previous->layer][rule.previous->port]);
  for (const PortRule &output : map.outputs)
    if (!output.carried)
      iteration.stacked.push_back(getResult(body, *values, output.inner));
  if (!map.condition)
    return iteration;
  FailureOr<Value> goesOn =
      createCondition(layer, getResult(body, *values, *map.condition));
  if (failed(goesOn))
    return failure();
  mayStop = getConstantIntValue(*goesOn).value_or(0) == 0;
  if (mayStop)
    iteration.condition = *goesOn;
  return iteration;
}

FailureOr<Value> LoopImporter::createOutput(const PortRule &output,
                                            Value stack) {
  if (!output.hasParts) {
    OpFoldResult count = getSize(builder, stack, 0);
    if (failed(createCheck(builder, math.isLess(math.get(0), count),
                           CheckMessage("output #")
                               << int64_t(*output.port)
                               << " is that of the last of no iterations")))
      return failure();
    LoopParts rows;
    rows.start = builder.getIndexAttr(0);
    Value last = math.sub(count, math.get(1));
    return createPart(builder, stack, rows, last, /*dropsAxis=*/true);
  }
  FailureOr<int64_t> axis =
      getAxis(builder, output.parts.axis, getRankedType(stack).getRank() - 1);
  if (failed(axis))
    return failure();
  FailureOr<Value> moved =
      moveIterations(builder, stack, *axis, output.parts.isReversed);
  if (failed(moved))
    return failure();
  SmallVector<OpFoldResult> sizes = getSizes(builder, *moved);
  sizes[*axis] = createProduct(builder, {sizes[*axis], sizes[*axis + 1]});
  sizes.erase(sizes.begin() + *axis + 1);
  return createReshapeTo(builder, *moved, sizes);
}

LogicalResult LoopImporter::import() {
  FailureOr<PortMap> read = readPortMap(layer, body, "port_map");
  if (failed(read))
    return failure();
  map = std::move(*read);
  if ((isLoop && failed(readLimits())) || failed(findParts()))
    return failure();
  SmallVector<Value> initial;
  for (const auto &[inner, rule] : map.inputs)
    if (rule.previous)
      initial.push_back(layer.getInput(*rule.port));
  auto results = createLoop(builder, trips, condition, initial,
                            [&](Value index, ValueRange carried) {
                              return importIteration(index, carried);
                            });
  if (failed(results))
    return failure();
  if (isEndless && !mayStop) {
    // This comes before stacks of all iterations are allocated.
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(isEndless);
    if (failed(createCheck(builder, math.negate(isEndless),
                           CheckMessage("the trip count is negative, but no "
                                        "iteration ends the loop"))))
      return failure();
  }
  ValueRange stacks = ValueRange(*results).drop_front(initial.size());
  SmallVector<Value> outputs;
  for (const PortRule &output : map.outputs) {
    if (output.carried) {
      outputs.push_back((*results)[*output.carried]);
      continue;
    }
    FailureOr<Value> value = createOutput(output, stacks.front());
    if (failed(value))
      return failure();
    stacks = stacks.drop_front();
    outputs.push_back(*value);
  }
  return layer.setOutputs(outputs);
}

LogicalResult openvino::importLoop(LayerImporter &layer) {
  return LoopImporter(layer).import();
}
