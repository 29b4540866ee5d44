//===- KeptLayers.cpp - Layers kept as unregistered ops -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With `OpenVinoImportOptions::keepUnknown`, a layer that cannot be imported
// becomes an unregistered op:
//
//   %0 = "openvino.Name"(%x) {axis = "1", openvino_name = "n",
//        openvino_version = "opset8"} : (tensor<4xf32>) -> tensor<4xf32>
//
// The attributes are the texts in the file. Bodies are regions that end in
// `openvino.Yield`; their arguments are the Parameters and their operands the
// Results, in file order. `openvino_parameters` and `openvino_results` have
// their ids, to which the port maps and back edges refer.
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"
#include "LayerImporter.h"
#include "Layers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

namespace {
/// Builds the op for one layer.
class LayerKeeper {
public:
  LayerKeeper(GraphImporter &graph, const Layer &layer, size_t position)
      : graph(graph), builder(graph.getBuilder()), layer(layer),
        position(position),
        state(createKeptState(builder, "openvino", /*domain=*/"", layer.type)) {
  }

  LogicalResult keep();

private:
  LogicalResult addAttributes();
  void setText(StringRef name, StringRef text) {
    state.attributes.set(name, builder.getStringAttr(text));
  }
  LogicalResult addBodies();
  LogicalResult addRegion(const Network &body);
  /// Returns the type that a port states.
  Type getType(const Port &port) const {
    return getClaim(port, getOpaqueElementType("dynamic", layer.element));
  }

  GraphImporter &graph;
  ImplicitLocOpBuilder &builder;
  const Layer &layer;
  size_t position;
  OperationState state;
  /// The ids of Parameters and Results, by body.
  SmallVector<Attribute> parameters, results;
};
} // namespace

LogicalResult LayerKeeper::addAttributes() {
  XmlElement data = layer.element.getChild("data");
  if (failed(data.checkAttributes()))
    return failure();
  for (auto [name, text] : data.getAttributes())
    setText(name, text);
  if (!layer.name.empty())
    setText("openvino_name", layer.name);
  setText("openvino_version",
          layer.element.findAttribute("version").value_or(""));
  return success();
}

/// Returns the ids of layers.
static Attribute getIds(Builder &builder, ArrayRef<const Layer *> layers) {
  return builder.getStrArrayAttr(
      llvm::map_to_vector(layers, [](const Layer *layer) {
        return layer->element.findAttribute("id").value_or("");
      }));
}

LogicalResult LayerKeeper::addRegion(const Network &body) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(state.addRegion());
  LayerValues given(body.layers.size());
  SmallVector<const Layer *> inputs, outputs;
  for (auto [i, inner] : llvm::enumerate(body.layers)) {
    if (inner.type == "Result" && !inner.sources.empty())
      outputs.push_back(&inner);
    if (inner.type != "Parameter")
      continue;
    LayerImporter parameter(graph, inner, i);
    FailureOr<TensorType> type = readParameterType(parameter);
    if (failed(type))
      return failure();
    inputs.push_back(&inner);
    given[i] = {block->addArgument(*type, inner.element.getLoc())};
  }
  builder.setLoc(layer.element.getLoc());
  auto values = graph.importBody(body, std::move(given));
  if (failed(values))
    return failure();
  OperationState yield(builder.getLoc(), "openvino.Yield");
  for (const Layer *output : outputs) {
    PortRef source = *output->sources.front();
    yield.operands.push_back((*values)[source.layer][source.port]);
  }
  builder.create(yield);
  parameters.push_back(getIds(builder, inputs));
  results.push_back(getIds(builder, outputs));
  return success();
}

LogicalResult LayerKeeper::addBodies() {
  if (layer.bodies.empty())
    return success();
  for (const std::shared_ptr<const Network> &body : layer.bodies)
    if (failed(addRegion(*body)))
      return failure();
  state.attributes.set("openvino_parameters", builder.getArrayAttr(parameters));
  state.attributes.set("openvino_results", builder.getArrayAttr(results));
  for (StringRef name :
       {"port_map", "then_port_map", "else_port_map", "back_edges"})
    for (const XmlElement &element : layer.element.getChildren(name))
      setText(name, element.print());
  return success();
}

LogicalResult LayerKeeper::keep() {
  for (const std::optional<PortRef> &source : layer.sources)
    state.operands.push_back(graph.getValue(*source));
  if (failed(addAttributes()) || failed(addBodies()))
    return failure();
  for (const Port &port : layer.outputs)
    state.types.push_back(getType(port));
  ResultRange values = builder.create(state)->getResults();
  graph.define(position, SmallVector<Value>(values));
  return success();
}

/// Returns whether a layer of a known type that cannot be imported is an error:
/// one without which there is no function, or a split that breaks a rule.
static bool mustImport(LayerImporter &importer) {
  StringRef type = importer.getOperator();
  if (type == "Parameter" || type == "Result")
    return true;
  return (type == "Split" || type == "VariadicSplit") &&
         importer.getLayer().opset != 0 &&
         llvm::all_of(
             llvm::seq<int64_t>(1, importer.getNumInputs()),
             [&](int64_t i) { return isNumber(importer.getElementType(i)); });
}

LogicalResult GraphImporter::importOrKeep(const Layer &layer, size_t position) {
  LayerImporter importer(*this, layer, position);
  bool isKnown = findLayerType(layer.type) != nullptr;
  // A rollback would leave arguments of the function without their ops.
  if (isKnown && layer.type == "Parameter")
    return importer.importLayer();
  FailureOr<bool> isImported = kept.tryImport(
      builder, /*domain=*/"", layer.type,
      [&] { return isKnown ? importer.importLayer() : failure(); },
      [&] { return isKnown && mustImport(importer); });
  if (failed(isImported) || *isImported)
    return isImported;
  builder.setLoc(layer.element.getLoc());
  return LayerKeeper(*this, layer, position).keep();
}
