//===- GraphImporter.cpp - Imports one OpenVINO network -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"

#include "../Builders/Limits.h"
#include "LayerImporter.h"
#include "Layers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

/// Collects the layers of a network and its bodies that are not supported.
static void findUnsupported(const Network &network,
                            UnsupportedOperators &unsupported) {
  for (size_t position : network.order) {
    const Layer &layer = network.layers[position];
    if (!findLayerType(layer.type))
      unsupported.add(layer.type, [&] { return layer.element.getLoc(); });
    for (const auto &body : layer.bodies)
      findUnsupported(*body, unsupported);
  }
}

LogicalResult GraphImporter::importLayers(const Network &layers) {
  numImported += layers.layers.size();
  if (numImported > kMaxNodes)
    return builder.emitError()
           << "layers of bodies, which loops may import more than once, are "
              "more than "
           << kMaxNodes << " in all";
  for (size_t position : layers.order)
    if (const Layer &layer = layers.layers[position];
        failed(options.keepUnknown
                   ? importOrKeep(layer, position)
                   : LayerImporter(*this, layer, position).importLayer()))
      return failure();
  return success();
}

FailureOr<LayerValues> GraphImporter::importBody(const Network &body,
                                                 LayerValues given) {
  Location loc = builder.getLoc();
  std::swap(values, given);
  LogicalResult result = importLayers(body);
  std::swap(values, given);
  builder.setLoc(loc);
  return failed(result) ? FailureOr<LayerValues>() : given;
}

LogicalResult GraphImporter::importGraph(Location loc) {
  UnsupportedOperators unsupported("layer type");
  if (!options.keepUnknown)
    findUnsupported(network, unsupported);
  if (unsupported.report(DiagnosticSeverity::Error))
    return failure();
  values.resize(network.layers.size());
  if (failed(importLayers(network)))
    return failure();
  for (const Layer &layer : network.layers)
    if (layer.type == "Result")
      function.addResult(getValue(*layer.sources.front()), layer.name);
  if (!function.hasResults())
    return emitError(loc) << "has no Result layers";
  function.finish();
  kept.report(module, "layer type");
  return success();
}
