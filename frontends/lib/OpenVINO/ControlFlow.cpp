//===- ControlFlow.cpp - Layers of OpenVINO with bodies -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/ControlFlow.h"

#include "../Builders/KeptOperators.h"
#include "../Builders/Shapes.h"
#include "LayerImporter.h"
#include "Layers.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include <map>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

//===----------------------------------------------------------------------===//
// Port maps of layers with bodies
//===----------------------------------------------------------------------===//

namespace {
/// A rule that connects a port of the layer with a Parameter or Result of the
/// body.
struct PortRule {
  /// The port, counted from 0; none if the rule only has a purpose.
  std::optional<size_t> port;
  /// The Parameter or Result, counted from 0.
  size_t inner = 0;
  /// What iterations take or return of the port's tensor; none for all of it.
  std::optional<LoopParts> parts;
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
  /// The Result that tells whether another iteration of a Loop follows.
  std::optional<size_t> condition;
};
} // namespace

namespace {
/// Reads the port map of a body.
class PortMapReader {
public:
  PortMapReader(LayerImporter &layer, const Network &body, StringRef name)
      : layer(layer), body(body),
        element(layer.getLayer().element.getChild(name)) {}

  FailureOr<PortMap> read();

private:
  LogicalResult readInputs();
  LogicalResult readOutputs();
  LogicalResult readRule(const XmlElement &from, const IdMap &ports,
                         PortRule &rule) const;
  /// Reads the id of a Parameter or Result in an attribute.
  LogicalResult readInner(const XmlElement &from, StringRef attribute,
                          StringRef type, size_t &position) const;
  LogicalResult readParts(const XmlElement &from, PortRule &rule) const;
  LogicalResult checkComplete();
  LogicalResult readBackEdges();
  void findCarriedOutputs();

  LayerImporter &layer;
  const Network &body;
  XmlElement element;
  PortMap map;
};
} // namespace

LogicalResult PortMapReader::readInner(const XmlElement &from,
                                       StringRef attribute, StringRef type,
                                       size_t &position) const {
  int64_t id = 0;
  if (failed(from.readInt(attribute, id)))
    return failure();
  auto found = body.positions.find(id);
  if (found == body.positions.end() || body.layers[found->second].type != type)
    return from.emitError() << "the body has no " << type << " #" << id;
  const Layer &inner = body.layers[found->second];
  if (type == "Result" && inner.sources.empty())
    return inner.element.emitError() << "has no inputs";
  position = found->second;
  return success();
}

LogicalResult PortMapReader::readParts(const XmlElement &from,
                                       PortRule &rule) const {
  if (!rule.port || !from.findAttribute("axis"))
    return success();
  LoopParts &parts = rule.parts.emplace();
  int64_t stride = 1;
  auto read = [&](StringRef name, int64_t &value, int64_t min) {
    return from.findAttribute(name) ? from.readInt(name, value, min)
                                    : success();
  };
  if (failed(read("axis", parts.axis, kMinInt)) ||
      failed(read("start", parts.first, kMinInt)) ||
      failed(read("end", parts.last, kMinInt)) ||
      failed(read("stride", stride, -kMaxInt)) ||
      failed(read("part_size", parts.size, /*min=*/1)))
    return failure();
  parts.isReversed = stride < 0;
  if (parts.isReversed)
    std::swap(parts.first, parts.last);
  bool isInput = from.getName() == "input";
  if (stride == 0 || (isInput && std::abs(stride) != parts.size))
    return from.emitError() << "stride is " << stride << ", expected part_size "
                            << parts.size << " or its negative";
  if (isInput || (parts.first == 0 && parts.last == -1))
    return success();
  return from.emitError() << "parts of an output from " << parts.first << " to "
                          << parts.last << " are not supported, expected all";
}

LogicalResult PortMapReader::readRule(const XmlElement &from,
                                      const IdMap &ports,
                                      PortRule &rule) const {
  bool isInput = from.getName() == "input";
  int64_t id = 0;
  if (failed(from.checkAttributes()) ||
      failed(from.readInt("external_port_id", id, /*min=*/-1)))
    return failure();
  auto port = ports.find(id);
  if (port != ports.end())
    rule.port = port->second;
  else if (id != -1)
    return from.emitError()
           << "there is no " << from.getName() << " port " << id;
  StringRef expected = isInput ? "current_iteration" : "execution_condition";
  std::optional<StringRef> purpose = from.findAttribute("purpose");
  if ((purpose || !rule.port) &&
      (layer.getOperator() != "Loop" || purpose != expected ||
       (isInput && rule.port)))
    return from.emitError() << "a rule for " << from.getName()
                            << " port -1 of a Loop has the purpose '"
                            << expected << "', and no other rule has one";
  if (failed(readInner(from, "internal_layer_id",
                       isInput ? "Parameter" : "Result", rule.inner)))
    return failure();
  return readParts(from, rule);
}

static LogicalResult emitCount(const XmlElement &from, StringRef count,
                               const Twine &what) {
  return from.emitError() << "the port map has " << count << " for " << what
                          << ", expected one";
}

LogicalResult PortMapReader::readInputs() {
  for (const XmlElement &from : element.getChildren("input")) {
    PortRule rule;
    if (failed(readRule(from, layer.getLayer().inputPositions, rule)))
      return failure();
    if (!map.inputs.try_emplace(rule.inner, rule).second)
      return emitCount(from, "two rules", "a Parameter");
  }
  return success();
}

/// If may name its outputs by their positions, as in the specification's
/// example, and not by the ids of their ports.
static IdMap getOutputs(const Layer &layer, ArrayRef<XmlElement> rules) {
  auto isPosition = [&](const XmlElement &rule) {
    auto id = parseInt(rule.findAttribute("external_port_id").value_or(""));
    return id && !layer.outputPositions.count(*id);
  };
  if (layer.type != "If" || llvm::none_of(rules, isPosition))
    return layer.outputPositions;
  IdMap outputs;
  for (size_t i = 0; i < layer.outputs.size(); ++i)
    outputs[i] = i;
  return outputs;
}

LogicalResult PortMapReader::readOutputs() {
  std::vector<XmlElement> rules = element.getChildren("output");
  IdMap outputs = getOutputs(layer.getLayer(), rules);
  map.outputs.resize(layer.getNumOutputs());
  for (const XmlElement &from : rules) {
    PortRule rule;
    if (failed(readRule(from, outputs, rule)))
      return failure();
    if (from.findAttribute("purpose")) {
      if (map.condition)
        return emitCount(from, "two rules", "the execution condition");
      map.condition = rule.inner;
    }
    if (!rule.port)
      continue;
    PortRule &output = map.outputs[*rule.port];
    if (output.port)
      return emitCount(from, "two rules", "output #" + Twine(*rule.port));
    output = rule;
  }
  return success();
}

LogicalResult PortMapReader::checkComplete() {
  for (auto [position, inner] : llvm::enumerate(body.layers))
    if (inner.type == "Parameter" && !map.inputs.count(position))
      return emitCount(inner.element, "no rule", "the Parameter");
  for (auto [i, rule] : llvm::enumerate(map.outputs))
    if (!rule.port)
      return emitCount(layer.getLayer().element, "no rule",
                       "output #" + Twine(i));
  if (layer.getOperator() == "Loop" && !map.condition)
    return emitCount(layer.getLayer().element, "no rule",
                     "the execution condition");
  return success();
}

LogicalResult PortMapReader::readBackEdges() {
  XmlElement edges = layer.getLayer().element.getChild("back_edges");
  for (const XmlElement &edge : edges.getChildren("edge")) {
    size_t from = 0, to = 0;
    if (failed(edge.checkAttributes()) ||
        failed(readInner(edge, "from-layer", "Result", from)) ||
        failed(readInner(edge, "to-layer", "Parameter", to)))
      return failure();
    PortRule &rule = map.inputs[to];
    if (rule.previous || rule.parts || !rule.port)
      return edge.emitError() << "a back edge leads to a Parameter that has "
                                 "another, takes parts or counts iterations";
    rule.previous = *body.layers[from].sources.front();
  }
  return success();
}

void PortMapReader::findCarriedOutputs() {
  std::map<std::pair<size_t, size_t>, size_t> carried;
  size_t count = 0;
  for (const auto &[inner, rule] : map.inputs)
    if (rule.previous)
      carried[{rule.previous->layer, rule.previous->port}] = count++;
  for (PortRule &output : map.outputs) {
    PortRef source = *body.layers[output.inner].sources.front();
    auto found = carried.find({source.layer, source.port});
    if (!output.parts && found != carried.end())
      output.carried = found->second;
  }
}

FailureOr<PortMap> PortMapReader::read() {
  if (failed(readInputs()) || failed(readOutputs()) ||
      failed(checkComplete()) || failed(readBackEdges()))
    return failure();
  findCarriedOutputs();
  return std::move(map);
}

/// Reads the port map `name` of a body of the layer, and the back edges. Each
/// Parameter and each output of the layer have one rule.
static FailureOr<PortMap> readPortMap(LayerImporter &layer, const Network &body,
                                      StringRef name) {
  return PortMapReader(layer, body, name).read();
}

//===----------------------------------------------------------------------===//
// Layers of OpenVINO with bodies
//===----------------------------------------------------------------------===//

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
