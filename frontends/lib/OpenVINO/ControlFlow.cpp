//===- ControlFlow.cpp - Layers of OpenVINO with bodies -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/ControlFlow.h"

#include "../Builders/KeptOperators.h"
#include "../Builders/RuntimeChecks.h"
#include "../Builders/ShapeValues.h"
#include "../Builders/Sizes.h"
#include "Layers.h"
#include "PortMap.h"

#include "split-mlir/Dialect/Split/IR/IndexMath.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

/// Returns the value that a Result has.
static Value getResult(const Network &body, const LayerValues &values,
                       size_t result) {
  PortRef source = *body.layers[result].sources.front();
  return values[source.layer][source.port];
}

/// Imports a body, whose Results must be tensors of numbers.
static FailureOr<LayerValues>
importBody(LayerImporter &layer, const Network &body, LayerValues given) {
  auto values = layer.getGraph().importBody(body, std::move(given));
  if (failed(values))
    return failure();
  for (const Layer &inner : body.layers) {
    if (inner.type != "Result" || inner.sources.empty())
      continue;
    PortRef source = *inner.sources.front();
    Value value = (*values)[source.layer][source.port];
    if (!isNumber(getElementTypeOrSelf(value)))
      return inner.element.emitError()
             << "is of type " << value.getType() << ", expected numbers";
  }
  return values;
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

static FailureOr<SmallVector<Value>>
importBranch(LayerImporter &layer, const Network &body, const PortMap &map) {
  LayerValues given(body.layers.size());
  for (const auto &[inner, rule] : map.inputs)
    given[inner] = {layer.getInput(*rule.port)};
  auto values = importBody(layer, body, std::move(given));
  if (failed(values))
    return failure();
  return llvm::map_to_vector(map.outputs, [&](const PortRule &rule) {
    return getResult(body, *values, rule.inner);
  });
}

LogicalResult openvino::importIf(LayerImporter &layer) {
  FailureOr<Value> condition =
      createCondition(layer.getBuilder(), layer.getInput(0));
  if (failed(condition))
    return failure();
  ArrayRef<std::shared_ptr<const Network>> bodies = layer.getLayer().bodies;
  FailureOr<PortMap> thenMap = readPortMap(layer, *bodies[0], "then_port_map");
  if (failed(thenMap))
    return failure();
  FailureOr<PortMap> elseMap = readPortMap(layer, *bodies[1], "else_port_map");
  if (failed(elseMap))
    return failure();
  auto results = createIf(
      layer.getBuilder(), *condition,
      [&] { return importBranch(layer, *bodies[0], *thenMap); },
      [&] { return importBranch(layer, *bodies[1], *elseMap); });
  return failed(results) ? failure() : layer.setResults(*results);
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
  LogicalResult findAllParts();
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
  LoopLimits limits;
  /// By Parameter.
  std::map<size_t, TensorParts> parts;
};
} // namespace

LogicalResult LoopImporter::readLimits() {
  FailureOr<LoopLimits> read =
      createLimits(builder, layer.getInput(0), layer.getInput(1));
  if (failed(read))
    return failure();
  limits = *read;
  std::optional<int64_t> trips = getConstantIntValue(limits.trips);
  if (!trips) {
    limits.isEndless = math.isLess(limits.trips, 0);
    limits.trips =
        math.select(limits.isEndless, math.get(kMaxInt), limits.trips);
  } else if (*trips < 0) {
    limits.trips = {};
  }
  return success();
}

LogicalResult LoopImporter::findAllParts() {
  for (const auto &[inner, rule] : map.inputs) {
    if (!rule.parts)
      continue;
    if (failed(layer.checkRank(*rule.port)))
      return failure();
    FailureOr<TensorParts> found =
        findParts(builder, layer.getInput(*rule.port), *rule.parts, *rule.port);
    if (failed(found) ||
        (!isLoop && failed(checkCount(builder, *found, limits.trips))))
      return failure();
    parts[inner] = *found;
  }
  if (!isLoop && parts.empty())
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
  if (!rule.parts)
    return layer.getInput(*rule.port);
  const TensorParts &given = parts[inner];
  if (isLoop &&
      failed(createCheck(builder, math.isLess(index, given.count),
                         CheckMessage("input #")
                             << given.input << " has " << given.count
                             << " parts, expected one for each iteration")))
    return failure();
  return createPart(builder, given, index, /*dropsAxis=*/false);
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
  auto values = importBody(layer, body, std::move(given));
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
      createCondition(builder, getResult(body, *values, *map.condition));
  if (failed(goesOn))
    return failure();
  if (getConstantIntValue(*goesOn).value_or(0) == 0)
    iteration.condition = *goesOn;
  return iteration;
}

FailureOr<Value> LoopImporter::createOutput(const PortRule &output,
                                            Value stack) {
  if (output.parts)
    return joinParts(builder, stack, *output.parts, /*addsAxis=*/false);
  FailureOr<TensorParts> rows = findParts(builder, stack, {}, *output.port);
  if (failed(rows) ||
      failed(createCheck(builder, math.isLess(math.get(0), rows->count),
                         CheckMessage("output #")
                             << rows->input
                             << " is that of the last of no iterations")))
    return failure();
  Value last = math.sub(rows->count, math.get(1));
  return createPart(builder, *rows, last, /*dropsAxis=*/true);
}

LogicalResult LoopImporter::import() {
  FailureOr<PortMap> read = readPortMap(layer, body, "port_map");
  if (failed(read))
    return failure();
  map = std::move(*read);
  if ((isLoop && failed(readLimits())) || failed(findAllParts()))
    return failure();
  SmallVector<Value> initial;
  for (const auto &[inner, rule] : map.inputs)
    if (rule.previous)
      initial.push_back(layer.getInput(*rule.port));
  auto results = createLoop(builder, limits, initial,
                            [&](Value index, ValueRange carried) {
                              return importIteration(index, carried);
                            });
  if (failed(results))
    return failure();
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
  return layer.setResults(outputs);
}

LogicalResult openvino::importLoop(LayerImporter &layer) {
  return LoopImporter(layer).import();
}
