//===- Network.cpp - The graph in an OpenVINO file ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Network.h"

#include "../Builders/KeptOperators.h"
#include "../Builders/Limits.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

/// The newest supported operation set.
static constexpr int64_t kMaxOpset = 16;
/// The depth of bodies in bodies.
static constexpr int kMaxBodies = 32;

Type mlir::split::frontends::openvino::getElementType(StringRef name,
                                                      MLIRContext *context) {
  Builder builder(context);
  auto unsignedType = [&](unsigned width) -> Type {
    return builder.getIntegerType(width, /*isSigned=*/false);
  };
  return llvm::StringSwitch<Type>(name.lower())
      .Cases({"f64", "fp64"}, builder.getF64Type())
      .Cases({"f32", "fp32"}, builder.getF32Type())
      .Cases({"f16", "fp16"}, builder.getF16Type())
      .Case("bf16", builder.getBF16Type())
      .Case("f8e4m3", builder.getType<Float8E4M3FNType>())
      .Case("f8e5m2", builder.getType<Float8E5M2Type>())
      .Case("i64", builder.getI64Type())
      .Case("i32", builder.getI32Type())
      .Case("i16", builder.getI16Type())
      .Case("i8", builder.getI8Type())
      .Case("i4", builder.getIntegerType(4))
      .Case("u64", unsignedType(64))
      .Case("u32", unsignedType(32))
      .Case("u16", unsignedType(16))
      .Case("u8", unsignedType(8))
      .Case("u4", unsignedType(4))
      .Cases({"u1", "bin"}, unsignedType(1))
      .Cases({"boolean", "bool"}, builder.getI1Type())
      .Default(Type());
}

Type mlir::split::frontends::openvino::getOpaqueElementType(
    StringRef name, const XmlElement &element) {
  std::string word = name.lower();
  for (char &c : word)
    if (!llvm::isAlnum(c))
      c = '_';
  return getOpaqueType(element.getLoc().getContext(), "openvino", word);
}

/// Returns whether a port states no precision.
static bool isUnspecified(StringRef precision) {
  return llvm::StringSwitch<bool>(precision.lower())
      .Cases({"unspecified", "dynamic", "undefined"}, true)
      .Default(false);
}

/// Returns the location of a part of what is at `whole`, whose name is cut if
/// it is very long.
static Location getPlace(Location whole, const Twine &part) {
  StringRef name = cast<NameLoc>(whole).getName().getValue().take_front(1000);
  return NameLoc::get(StringAttr::get(whole.getContext(), name + ":" + part));
}

namespace {
/// The state that the readers of a network and of its bodies share.
struct FileState {
  llvm::MemoryBufferRef file;
  OpenVinoImportOptions options;
  /// Finds lines.
  llvm::SourceMgr sources;
  size_t numLayers = 0;
};

/// Reads a network, or a body at a depth of at least 1.
class NetworkReader {
public:
  /// `root` has the location of the file, or of the layer of a body.
  NetworkReader(const XmlElement &root, FileState &state, int depth)
      : root(root), state(state), depth(depth) {}

  FailureOr<Network> read();

private:
  /// Returns the number of the line on which an element begins, from 1.
  unsigned getLine(const XmlElement &element) {
    return state.sources.FindLineNumber(SMLoc::getFromPointer(
        state.file.getBufferStart() + element.getOffset()));
  }
  Location getLayerLocation(const XmlElement &element);

  LogicalResult readLayer(const XmlElement &element);
  LogicalResult readBodies(Layer &layer);
  LogicalResult readPorts(const Layer &layer, StringRef side,
                          SmallVectorImpl<Port> &ports, IdMap &positions);
  LogicalResult readPort(const XmlElement &element, Port &port);
  LogicalResult readEdge(const XmlElement &element);
  /// Finds the end of an edge, `from` or `to`.
  LogicalResult readEnd(const XmlElement &edge, StringRef end, PortRef &ref);
  LogicalResult checkInputs();
  LogicalResult sortLayers();

  XmlElement root;
  FileState &state;
  int depth;
  Network network;
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
    text += "at line " + std::to_string(getLine(element));
  if (std::optional<StringRef> type = element.findAttribute("type"))
    text += (" (" + *type + ")").str();
  return getPlace(root.getLoc(), text);
}

FailureOr<Network> NetworkReader::read() {
  if (failed(root.checkAttributes()) ||
      failed(root.checkChildren("layers edges rt_info meta_data "
                                "quantization_parameters statistics")))
    return failure();
  network.name = root.findAttribute("name").value_or("");
  auto layers = root.getChild("layers").getChildren("layer");
  state.numLayers += layers.size();
  if (state.numLayers > kMaxNodes)
    return root.emitError() << "has " << state.numLayers
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

/// Returns the operation set in the version of a layer, or 0.
static int64_t parseOpset(StringRef version) {
  std::optional<int64_t> number;
  if (version.consume_front("opset"))
    number = parseInt(version);
  return number && *number >= 1 && *number <= kMaxOpset ? *number : 0;
}

LogicalResult mlir::split::frontends::openvino::checkOpset(const Layer &layer) {
  if (layer.opset != 0)
    return success();
  StringRef version;
  if (failed(layer.element.readAttribute("version", version)))
    return failure();
  return layer.element.emitError()
         << "version '" << version
         << "' is not supported, expected opset1 to opset" << kMaxOpset;
}

/// Returns the names of the elements that only layers of this type have, those
/// of bodies among them.
static StringRef getSpecialChildren(StringRef type) {
  if (type == "If")
    return "then_port_map else_port_map then_body else_body";
  if (type == "Loop" || type == "TensorIterator")
    return "port_map back_edges body";
  return "";
}

LogicalResult NetworkReader::readBodies(Layer &layer) {
  for (StringRef name : llvm::split(getSpecialChildren(layer.type), ' ')) {
    if (!name.ends_with("body"))
      continue;
    if (depth == kMaxBodies)
      return layer.element.emitError()
             << "is in " << depth << " bodies, the most that are read";
    XmlElement body =
        layer.element.getChild(name).at(getPlace(layer.element.getLoc(), name));
    FailureOr<Network> read = NetworkReader(body, state, depth + 1).read();
    if (failed(read))
      return failure();
    layer.bodies.push_back(std::make_shared<Network>(std::move(*read)));
  }
  return success();
}

LogicalResult NetworkReader::readLayer(const XmlElement &element) {
  Layer layer(element);
  int64_t id = 0;
  StringRef type = element.findAttribute("type").value_or("");
  std::string children =
      ("data input output rt_info " + getSpecialChildren(type)).str();
  if (failed(element.checkAttributes()) ||
      failed(element.checkChildren(children)) ||
      failed(element.readInt("id", id, /*min=*/0)) ||
      failed(element.readAttribute("type", layer.type)))
    return failure();
  layer.opset = parseOpset(element.findAttribute("version").value_or(""));
  if (!state.options.keepUnknown && failed(checkOpset(layer)))
    return failure();
  if (!network.positions.try_emplace(id, network.layers.size()).second)
    return element.emitError() << "id " << id << " is that of another layer";
  layer.name = element.findAttribute("name").value_or("");
  if (failed(readPorts(layer, "input", layer.inputs, layer.inputPositions)) ||
      failed(
          readPorts(layer, "output", layer.outputs, layer.outputPositions)) ||
      failed(readBodies(layer)))
    return failure();
  layer.sources.resize(layer.inputs.size());
  network.layers.push_back(std::move(layer));
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
  if (failed(element.checkAttributes()) ||
      failed(element.readInt("id", port.id, /*min=*/0)))
    return failure();
  if (auto precision = element.findAttribute("precision");
      precision && !isUnspecified(*precision)) {
    port.elementType =
        getElementType(*precision, element.getLoc().getContext());
    if (!port.elementType && state.options.keepUnknown)
      port.elementType = getOpaqueElementType(*precision, element);
    if (!port.elementType)
      return element.emitError()
             << "element type '" << *precision << "' is not supported";
  }
  SmallVector<int64_t> shape;
  for (const XmlElement &dim : element.getChildren("dim")) {
    int64_t size = 0;
    if (failed(dim.readIntText(size, /*min=*/-1)))
      return failure();
    // N4.
    shape.push_back(size == -1 ? ShapedType::kDynamic : size);
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

LogicalResult NetworkReader::readEnd(const XmlElement &edge, StringRef end,
                                     PortRef &ref) {
  int64_t layer = 0, port = 0;
  bool isFrom = end == "from";
  if (failed(edge.readInt((end + "-layer").str(), layer, /*min=*/0)) ||
      failed(edge.readInt((end + "-port").str(), port, /*min=*/0)))
    return failure();
  auto layerPosition = network.positions.find(layer);
  if (layerPosition == network.positions.end())
    return edge.emitError() << "there is no layer #" << layer;
  const Layer &found = network.layers[layerPosition->second];
  const IdMap &ports = isFrom ? found.outputPositions : found.inputPositions;
  auto portPosition = ports.find(port);
  if (portPosition == ports.end())
    return edge.emitError()
           << "layer #" << layer << " has no " << (isFrom ? "output" : "input")
           << " port " << port;
  ref = {layerPosition->second, portPosition->second};
  return success();
}

LogicalResult NetworkReader::readEdge(const XmlElement &element) {
  XmlElement edge = element.at(
      getPlace(root.getLoc(), "edge at line " + Twine(getLine(element))));
  PortRef from, to;
  if (failed(edge.checkAttributes()) || failed(readEnd(edge, "from", from)) ||
      failed(readEnd(edge, "to", to)))
    return failure();
  Layer &target = network.layers[to.layer];
  std::optional<PortRef> &source = target.sources[to.port];
  StringRef id = *edge.findAttribute("to-layer");
  if (source)
    return edge.emitError() << "input port " << target.inputs[to.port].id
                            << " of layer #" << id << " has an edge already";
  source = from;
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

/// Searches depth-first from each layer to its producers. This is not
/// recursive, because the file determines the depth.
LogicalResult NetworkReader::sortLayers() {
  enum State : char { New, Active, Done };
  std::vector<State> states(network.layers.size(), New);
  /// A layer, and the number of its inputs that were visited.
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

FailureOr<Network> mlir::split::frontends::openvino::readNetwork(
    const XmlElement &root, llvm::MemoryBufferRef file,
    const OpenVinoImportOptions &options) {
  int64_t version = 0;
  if (failed(root.readInt("version", version, /*min=*/0)))
    return failure();
  if (version != 10 && version != 11)
    return root.emitError() << "IR version " << version
                            << " is not supported, expected 10 or 11";
  FileState state;
  state.file = file;
  state.options = options;
  state.sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(file, /*RequiresNullTerminator=*/false),
      SMLoc());
  return NetworkReader(root, state, /*depth=*/0).read();
}

TensorType mlir::split::frontends::openvino::getClaim(const Port &port,
                                                      Type elementType) {
  if (port.elementType)
    elementType = port.elementType;
  if (!port.shape)
    return UnrankedTensorType::get(elementType);
  return RankedTensorType::get(*port.shape, elementType);
}
