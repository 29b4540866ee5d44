//===- PortMap.cpp - What connects a layer and its body -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PortMap.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

namespace {
/// Reads the port map of a body.
class PortMapReader {
public:
  PortMapReader(LayerImporter &layer, const Network &body, StringRef name)
      : layer(layer), body(body),
        element(layer.getLayer().element.getChild(name)) {
    for (auto [i, port] : llvm::enumerate(layer.getLayer().inputs))
      inputs[port.id] = i;
    for (auto [i, port] : llvm::enumerate(layer.getLayer().outputs))
      outputs[port.id] = i;
  }

  FailureOr<PortMap> read();

private:
  /// Reads the id of a Parameter or Result in an attribute.
  LogicalResult readInner(const XmlElement &from, StringRef attribute,
                          StringRef type, size_t &position) const;
  LogicalResult readBackEdges();
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
  if (layer.getOperator() == "Loop" && !map.condition)
    return emitMissing(layer.getLayer().element, "the execution condition");
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

LogicalResult PortMapReader::readBackEdges() {
  XmlElement edges = layer.getLayer().element.getChild("back_edges");
  for (const XmlElement &edge : edges.getChildren("edge")) {
    size_t from = 0, to = 0;
    if (failed(edge.checkAttributes()) ||
        failed(readInner(edge, "from-layer", "Result", from)) ||
        failed(readInner(edge, "to-layer", "Parameter", to)))
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

FailureOr<PortMap> PortMapReader::read() {
  numberOutputs();
  map.outputs.resize(layer.getNumOutputs());
  if (failed(readRules(/*isInput=*/true)) ||
      failed(readRules(/*isInput=*/false)) || failed(checkComplete()) ||
      failed(readBackEdges()))
    return failure();
  return std::move(map);
}

FailureOr<PortMap> mlir::split::openvino::readPortMap(LayerImporter &layer,
                                                      const Network &body,
                                                      StringRef name) {
  return PortMapReader(layer, body, name).read();
}
