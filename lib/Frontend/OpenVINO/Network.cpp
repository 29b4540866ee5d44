//===- Network.cpp - the graph in an OpenVINO file ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Network.h"

#include "../Builders/Limits.h"
#include "ElementTypes.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <unordered_map>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

/// The newest operation set that layers are read from.
static constexpr int64_t kMaxOpset = 16;

namespace {
/// The positions of things by their ids.
using IdMap = std::unordered_map<int64_t, size_t>;

class NetworkReader {
public:
  NetworkReader(const XmlElement &root, llvm::MemoryBufferRef file)
      : root(root), file(file), lines(file.getBuffer()) {}

  FailureOr<Network> read();

private:
  Location getLocation(const Twine &part) const {
    return NameLoc::get(StringAttr::get(
        root.getLoc().getContext(), file.getBufferIdentifier() + ":" + part));
  }
  Location getLayerLocation(const XmlElement &element);

  LogicalResult readLayer(const XmlElement &element);
  LogicalResult readPorts(const Layer &layer, StringRef side,
                          SmallVectorImpl<Port> &ports, IdMap &positions);
  LogicalResult readPort(const XmlElement &element, Port &port);
  LogicalResult readEdge(const XmlElement &element);
  /// Finds the end of an edge, `from` or `to`.
  FailureOr<PortRef> readEnd(const XmlElement &edge, StringRef end,
                             const std::vector<IdMap> &positions);
  LogicalResult checkInputs();
  LogicalResult sortLayers();

  XmlElement root;
  llvm::MemoryBufferRef file;
  LineCounter lines;
  Network network;
  IdMap layerPositions;
  /// Per layer.
  std::vector<IdMap> inputPositions, outputPositions;
};
} // namespace

Location NetworkReader::getLayerLocation(const XmlElement &element) {
  std::string text = "layer ";
  StringRef name = element.findAttribute("name").value_or("");
  if (!name.empty())
    text += ("'" + name + "'").str();
  else if (std::optional<StringRef> id = element.findAttribute("id"))
    text += ("#" + *id).str();
  else
    text += "at line " + std::to_string(lines.getLine(element.getOffset()));
  if (std::optional<StringRef> type = element.findAttribute("type"))
    text += (" (" + *type + ")").str();
  return getLocation(text);
}

FailureOr<Network> NetworkReader::read() {
  if (failed(root.checkAttributes()) ||
      failed(root.checkChildren("layers edges rt_info meta_data "
                                "quantization_parameters statistics")))
    return failure();
  FailureOr<int64_t> version = root.getInt("version", 0, kMaxInt);
  if (failed(version))
    return failure();
  if (*version != 10 && *version != 11)
    return root.emitError() << "IR version " << *version
                            << " is not supported, expected 10 or 11";
  network.name = root.findAttribute("name").value_or("");
  auto layers = root.getChild("layers").getChildren("layer");
  if (layers.size() > kMaxNodes)
    return root.emitError() << "has " << layers.size()
                            << " layers, expected at most " << kMaxNodes;
  for (const XmlElement &layer : layers)
    if (failed(readLayer(layer.at(getLayerLocation(layer)))))
      return failure();
  for (const XmlElement &edge : root.getChild("edges").getChildren("edge"))
    if (failed(readEdge(edge)))
      return failure();
  if (failed(checkInputs()) || failed(sortLayers()))
    return failure();
  return std::move(network);
}

static FailureOr<int64_t> readOpset(const XmlElement &layer) {
  FailureOr<StringRef> version = layer.getAttribute("version");
  if (failed(version))
    return failure();
  StringRef text = *version;
  std::optional<int64_t> opset;
  if (text.consume_front("opset"))
    opset = parseInt(text);
  if (opset && 1 <= *opset && *opset <= kMaxOpset)
    return *opset;
  return layer.emitError() << "version '" << *version
                           << "' is not supported, expected opset1 to opset"
                           << kMaxOpset;
}

LogicalResult NetworkReader::readLayer(const XmlElement &element) {
  if (failed(element.checkAttributes()) ||
      failed(element.checkChildren("data input output rt_info")))
    return failure();
  FailureOr<int64_t> id = element.getInt("id", 0, kMaxInt);
  if (failed(id))
    return failure();
  FailureOr<StringRef> type = element.getAttribute("type");
  if (failed(type))
    return failure();
  FailureOr<int64_t> opset = readOpset(element);
  if (failed(opset))
    return failure();
  if (!layerPositions.try_emplace(*id, network.layers.size()).second)
    return element.emitError() << "id " << *id << " is that of another layer";

  Layer &layer = network.layers.emplace_back(element);
  layer.type = *type;
  layer.name = element.findAttribute("name").value_or("");
  layer.opset = *opset;
  if (failed(readPorts(layer, "input", layer.inputs,
                       inputPositions.emplace_back())) ||
      failed(readPorts(layer, "output", layer.outputs,
                       outputPositions.emplace_back())))
    return failure();
  layer.sources.resize(layer.inputs.size());
  return success();
}

LogicalResult NetworkReader::readPorts(const Layer &layer, StringRef side,
                                       SmallVectorImpl<Port> &ports,
                                       IdMap &positions) {
  auto elements = layer.element.getChild(side).getChildren("port");
  if (elements.size() > kMaxArguments)
    return layer.element.emitError()
           << "has " << elements.size() << " " << side
           << " ports, expected at most " << kMaxArguments;
  for (const XmlElement &element : elements) {
    Port &port = ports.emplace_back();
    if (failed(readPort(element, port)))
      return failure();
    if (!positions.try_emplace(port.id, ports.size() - 1).second)
      return element.emitError()
             << side << " port " << port.id << " is given more than once";
  }
  return success();
}

LogicalResult NetworkReader::readPort(const XmlElement &element, Port &port) {
  if (failed(element.checkAttributes()))
    return failure();
  FailureOr<int64_t> id = element.getInt("id", 0, kMaxInt);
  if (failed(id))
    return failure();
  port.id = *id;
  if (auto precision = element.findAttribute("precision");
      precision && !isUnspecified(*precision)) {
    port.elementType =
        getElementType(*precision, element.getLoc().getContext());
    if (!port.elementType)
      return element.emitError()
             << "element type '" << *precision << "' is not supported";
  }
  SmallVector<int64_t> shape;
  for (const XmlElement &dim : element.getChildren("dim")) {
    FailureOr<int64_t> size = dim.getIntText(/*min=*/-1);
    if (failed(size))
      return failure();
    // N4.
    shape.push_back(*size == -1 ? ShapedType::kDynamic : *size);
  }
  // No element is smaller than a byte.
  Type elementType = port.elementType
                         ? port.elementType
                         : IntegerType::get(element.getLoc().getContext(), 8);
  if (llvm::Error error = checkShape(shape, elementType))
    return element.emitError()
           << "port " << port.id << " " << llvm::toString(std::move(error));
  if (!shape.empty())
    port.shape = std::move(shape);
  return success();
}

FailureOr<PortRef> NetworkReader::readEnd(const XmlElement &edge, StringRef end,
                                          const std::vector<IdMap> &positions) {
  FailureOr<int64_t> layer = edge.getInt((end + "-layer").str(), 0, kMaxInt);
  if (failed(layer))
    return failure();
  FailureOr<int64_t> port = edge.getInt((end + "-port").str(), 0, kMaxInt);
  if (failed(port))
    return failure();
  auto layerPosition = layerPositions.find(*layer);
  if (layerPosition == layerPositions.end())
    return edge.emitError() << "there is no layer #" << *layer;
  const IdMap &ports = positions[layerPosition->second];
  auto portPosition = ports.find(*port);
  if (portPosition == ports.end())
    return edge.emitError()
           << "layer #" << *layer << " has no "
           << (end == "from" ? "output" : "input") << " port " << *port;
  return PortRef{layerPosition->second, portPosition->second};
}

LogicalResult NetworkReader::readEdge(const XmlElement &element) {
  XmlElement edge = element.at(
      getLocation("edge at line " + Twine(lines.getLine(element.getOffset()))));
  if (failed(edge.checkAttributes()))
    return failure();
  FailureOr<PortRef> from = readEnd(edge, "from", outputPositions);
  if (failed(from))
    return failure();
  FailureOr<PortRef> to = readEnd(edge, "to", inputPositions);
  if (failed(to))
    return failure();
  Layer &target = network.layers[to->layer];
  std::optional<PortRef> &source = target.sources[to->port];
  StringRef id = *edge.findAttribute("to-layer");
  if (source)
    return edge.emitError() << "input port " << target.inputs[to->port].id
                            << " of layer #" << id << " has an edge already";
  source = *from;
  return success();
}

LogicalResult NetworkReader::checkInputs() {
  for (const Layer &layer : network.layers)
    for (auto [port, source] : llvm::zip_equal(layer.inputs, layer.sources))
      if (!source)
        return layer.element.emitError()
               << "no edge leads to input port " << port.id;
  return success();
}

/// A depth-first search from each layer to those that it takes inputs from,
/// without recursion: the depth is the file's choice.
LogicalResult NetworkReader::sortLayers() {
  enum State : char { New, Active, Done };
  std::vector<State> states(network.layers.size(), New);
  /// A layer, and how many of its inputs have been looked at.
  std::vector<std::pair<size_t, size_t>> stack;
  auto visit = [&](size_t root) -> LogicalResult {
    if (states[root] == New)
      stack.emplace_back(root, 0);
    while (!stack.empty()) {
      auto &[position, numSeen] = stack.back();
      const Layer &layer = network.layers[position];
      states[position] = Active;
      if (numSeen == layer.sources.size()) {
        states[position] = Done;
        network.order.push_back(position);
        stack.pop_back();
        continue;
      }
      size_t next = layer.sources[numSeen++]->layer;
      if (states[next] == Active)
        return layer.element.emitError()
               << "takes its own results as inputs: the layers form a cycle";
      if (states[next] == New)
        stack.emplace_back(next, 0);
    }
    return success();
  };
  for (bool parameters : {true, false})
    for (auto [position, layer] : llvm::enumerate(network.layers))
      if ((layer.type == "Parameter") == parameters && failed(visit(position)))
        return failure();
  return success();
}

FailureOr<Network>
mlir::split::openvino::readNetwork(const XmlElement &root,
                                   llvm::MemoryBufferRef file) {
  return NetworkReader(root, file).read();
}

TensorType mlir::split::openvino::getClaim(const Port &port, Type elementType) {
  if (port.elementType)
    elementType = port.elementType;
  if (!port.shape)
    return UnrankedTensorType::get(elementType);
  return RankedTensorType::get(*port.shape, elementType);
}
