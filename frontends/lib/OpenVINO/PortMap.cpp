//===- PortMap.cpp - Port maps of layers with bodies ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PortMap.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

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

FailureOr<PortMap> mlir::split::frontends::openvino::readPortMap(
    LayerImporter &layer, const Network &body, StringRef name) {
  return PortMapReader(layer, body, name).read();
}
