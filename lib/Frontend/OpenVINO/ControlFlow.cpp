//===- ControlFlow.cpp - Layers of OpenVINO with bodies -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/ControlFlow.h"

#include "../Builders/Axes.h"
#include "../Builders/LoopParts.h"
#include "../Builders/Reshape.h"
#include "../Builders/RuntimeChecks.h"
#include "../Builders/ShapeValues.h"
#include "../Builders/Sizes.h"
#include "Layers.h"

#include "split-mlir/Dialect/Split/IR/IndexMath.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <map>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

//===----------------------------------------------------------------------===//
// Port maps
//===----------------------------------------------------------------------===//

namespace {
/// What a rule says about a port of the layer and a Parameter or Result of the
/// body.
struct PortRule {
  /// The port, counted from 0; none if the rule only has a purpose.
  std::optional<size_t> port;
  /// The Parameter or Result, counted from 0.
  size_t inner = 0;
  /// Whether iterations take or return parts of the port's tensor.
  bool hasParts = false;
  LoopParts parts;
  /// The inclusive bounds of the parts, which count from the end if they are
  /// negative.
  int64_t start = 0, end = 0;
  /// For a Parameter, what the iteration before has computed.
  std::optional<PortRef> previous;
  /// For a Result that a Parameter gets, the position of the carried value.
  std::optional<size_t> carried;
};

/// The rules of a body.
struct PortMap {
  /// By Parameter.
  std::map<size_t, PortRule> inputs;
  /// By output.
  SmallVector<PortRule> outputs;
  /// The Result that tells whether another iteration follows.
  std::optional<size_t> condition;
};

/// Reads the port map of a body.
class PortMapReader {
public:
  PortMapReader(LayerImporter &layer, size_t body, StringRef name)
      : layer(layer), body(*layer.getLayer().bodies[body]),
        element(layer.getLayer().element.getChild(name)) {
    for (auto [i, port] : llvm::enumerate(layer.getLayer().inputs))
      inputs[port.id] = i;
    for (auto [i, port] : llvm::enumerate(layer.getLayer().outputs))
      outputs[port.id] = i;
  }

  FailureOr<PortMap> read();
  /// Reads the id of a Parameter or Result in an attribute.
  LogicalResult readInner(const XmlElement &from, StringRef attribute,
                          StringRef type, size_t &position) const;

private:
  /// If may name its outputs by their positions, as in the specification's
  /// example, and not by the ids of their ports.
  void numberOutputs();
  LogicalResult readRules(bool isInput);
  LogicalResult readPort(const XmlElement &from, const IdMap &ports,
                         PortRule &rule) const;
  LogicalResult readPurpose(const XmlElement &from, bool isInput,
                            const PortRule &rule);
  LogicalResult readParts(const XmlElement &from, PortRule &rule) const;
  LogicalResult addRule(const XmlElement &from, bool isInput,
                        const PortRule &rule);
  LogicalResult checkComplete();

  LayerImporter &layer;
  const Network &body;
  XmlElement element;
  /// The positions of the layer's ports.
  IdMap inputs, outputs;
  PortMap map;
};
} // namespace

/// Returns the value that a Result has.
static Value getResult(const Network &body, const LayerValues &values,
                       size_t result) {
  PortRef source = *body.layers[result].sources.front();
  return values[source.layer][source.port];
}

LogicalResult PortMapReader::readInner(const XmlElement &from,
                                       StringRef attribute, StringRef type,
                                       size_t &position) const {
  int64_t id = 0;
  if (failed(from.readInt(attribute, id)))
    return failure();
  auto found = body.positions.find(id);
  if (found == body.positions.end() || body.layers[found->second].type != type)
    return from.emitError() << "the body has no " << type << " #" << id;
  position = found->second;
  return success();
}

LogicalResult PortMapReader::readPort(const XmlElement &from,
                                      const IdMap &ports,
                                      PortRule &rule) const {
  int64_t id = 0;
  if (failed(from.readInt("external_port_id", id, /*min=*/-1)))
    return failure();
  if (id == -1)
    return success();
  auto port = ports.find(id);
  if (port == ports.end())
    return from.emitError()
           << "there is no " << from.getName() << " port " << id;
  rule.port = port->second;
  return success();
}

LogicalResult PortMapReader::readParts(const XmlElement &from,
                                       PortRule &rule) const {
  rule.hasParts = from.findAttribute("axis").has_value();
  if (!rule.hasParts)
    return success();
  int64_t stride = 1;
  rule.end = -1;
  auto read = [&](StringRef name, int64_t &value, int64_t min) {
    return from.findAttribute(name) ? from.readInt(name, value, min)
                                    : success();
  };
  if (failed(read("axis", rule.parts.axis, kMinInt)) ||
      failed(read("start", rule.start, kMinInt)) ||
      failed(read("end", rule.end, kMinInt)) ||
      failed(read("stride", stride, -kMaxInt)) ||
      failed(read("part_size", rule.parts.size, /*min=*/1)))
    return failure();
  rule.parts.isReversed = stride < 0;
  bool isOutput = from.getName() == "output";
  bool isWhole =
      rule.start == (stride < 0 ? -1 : 0) && rule.end == (stride < 0 ? 0 : -1);
  if (stride == 0 || (!isOutput && std::abs(stride) != rule.parts.size))
    return from.emitError() << "stride is " << stride << ", expected part_size "
                            << rule.parts.size << " or its negative";
  if (isOutput && !isWhole)
    return from.emitError()
           << "parts of an output from " << rule.start << " to " << rule.end
           << " are not supported, expected all";
  return success();
}

static LogicalResult emitMissing(const XmlElement &from, const Twine &what) {
  return from.emitError() << "the port map has no rule for " << what;
}

static LogicalResult emitRepeated(const XmlElement &from, StringRef what) {
  return from.emitError() << "the port map has more than one rule for " << what;
}

LogicalResult PortMapReader::readPurpose(const XmlElement &from, bool isInput,
                                         const PortRule &rule) {
  StringRef expected = isInput ? "current_iteration" : "execution_condition";
  std::optional<StringRef> purpose = from.findAttribute("purpose");
  if (!purpose && rule.port)
    return success();
  if (layer.getOperator() != "Loop" || purpose != expected ||
      (isInput && rule.port))
    return from.emitError() << "a rule for " << from.getName()
                            << " port -1 of a Loop has the purpose '"
                            << expected << "', and no other rule has one";
  if (isInput)
    return success();
  if (map.condition)
    return emitRepeated(from, "the execution condition");
  map.condition = rule.inner;
  return success();
}

LogicalResult PortMapReader::addRule(const XmlElement &from, bool isInput,
                                     const PortRule &rule) {
  if (isInput) {
    if (map.inputs.try_emplace(rule.inner, rule).second)
      return success();
    return emitRepeated(from, "a Parameter");
  }
  if (!rule.port)
    return success();
  PortRule &output = map.outputs[*rule.port];
  if (output.port)
    return emitRepeated(from, "an output");
  output = rule;
  return success();
}

LogicalResult PortMapReader::readRules(bool isInput) {
  for (const XmlElement &from :
       element.getChildren(isInput ? "input" : "output")) {
    PortRule rule;
    if (failed(from.checkAttributes()) ||
        failed(readPort(from, isInput ? inputs : outputs, rule)) ||
        failed(readInner(from, "internal_layer_id",
                         isInput ? "Parameter" : "Result", rule.inner)) ||
        failed(readParts(from, rule)) ||
        failed(readPurpose(from, isInput, rule)) ||
        failed(addRule(from, isInput, rule)))
      return failure();
  }
  return success();
}

LogicalResult PortMapReader::checkComplete() {
  for (auto [position, inner] : llvm::enumerate(body.layers))
    if (inner.type == "Parameter" && !map.inputs.count(position))
      return emitMissing(inner.element, "the Parameter");
  for (auto [i, rule] : llvm::enumerate(map.outputs))
    if (!rule.port)
      return emitMissing(layer.getLayer().element, "output #" + Twine(i));
  return success();
}

void PortMapReader::numberOutputs() {
  auto isPosition = [&](const XmlElement &rule) {
    auto id = parseInt(rule.findAttribute("external_port_id").value_or(""));
    return id && !outputs.count(*id);
  };
  if (layer.getOperator() != "If" ||
      llvm::none_of(element.getChildren("output"), isPosition))
    return;
  outputs.clear();
  for (size_t i = 0; i < layer.getNumOutputs(); ++i)
    outputs[i] = i;
}

FailureOr<PortMap> PortMapReader::read() {
  numberOutputs();
  map.outputs.resize(layer.getNumOutputs());
  if (failed(readRules(/*isInput=*/true)) ||
      failed(readRules(/*isInput=*/false)) || failed(checkComplete()))
    return failure();
  return std::move(map);
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
  FailureOr<PortMap> maps[] = {PortMapReader(layer, 0, "then_port_map").read(),
                               PortMapReader(layer, 1, "else_port_map").read()};
  if (failed(maps[0]) || failed(maps[1]))
    return failure();
  auto import = [&](int branch) {
    return importBranch(layer, *layer.getLayer().bodies[branch], *maps[branch]);
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
  LogicalResult readBackEdges(const PortMapReader &reader);
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

LogicalResult LoopImporter::readBackEdges(const PortMapReader &reader) {
  XmlElement edges = layer.getLayer().element.getChild("back_edges");
  for (const XmlElement &edge : edges.getChildren("edge")) {
    size_t from = 0, to = 0;
    if (failed(edge.checkAttributes()) ||
        failed(reader.readInner(edge, "from-layer", "Result", from)) ||
        failed(reader.readInner(edge, "to-layer", "Parameter", to)))
      return failure();
    PortRule &rule = map.inputs[to];
    if (rule.previous || rule.hasParts || !rule.port)
      return edge.emitError() << "a back edge leads to a Parameter that has "
                                 "another, takes parts or counts iterations";
    rule.previous = *body.layers[from].sources.front();
  }
  std::map<std::pair<size_t, size_t>, size_t> carried;
  size_t count = 0;
  for (const auto &[inner, rule] : map.inputs)
    if (rule.previous)
      carried[{rule.previous->layer, rule.previous->port}] = count++;
  for (PortRule &output : map.outputs) {
    PortRef source = *body.layers[output.inner].sources.front();
    auto found = carried.find({source.layer, source.port});
    if (!output.hasParts && found != carried.end())
      output.carried = found->second;
  }
  return success();
}

LogicalResult LoopImporter::readLimits() {
  if (!map.condition)
    return emitMissing(layer.getLayer().element, "the execution condition");
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
  PortMapReader reader(layer, 0, "port_map");
  FailureOr<PortMap> read = reader.read();
  if (failed(read))
    return failure();
  map = std::move(*read);
  if (failed(readBackEdges(reader)) || (isLoop && failed(readLimits())) ||
      failed(findParts()))
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
