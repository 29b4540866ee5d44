//===- GraphImporter.cpp - Imports one OpenVINO network -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"

#include "LayerImporter.h"
#include "Layers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

LogicalResult GraphImporter::importGraph(Location loc) {
  UnsupportedOperators unsupported("layer type");
  for (size_t position : network.order) {
    const Layer &layer = network.layers[position];
    if (!findLayerType(layer.type))
      unsupported.add(layer.type, [&] { return layer.element.getLoc(); });
  }
  if (failed(unsupported.verifyNone()))
    return failure();
  values.resize(network.layers.size());
  for (size_t position : network.order)
    if (failed(LayerImporter(*this, network.layers[position], position)
                   .importLayer()))
      return failure();
  for (const Layer &layer : network.layers)
    if (layer.type == "Result")
      function.addResult(getValue(*layer.sources.front()), layer.name);
  if (!function.hasResults())
    return emitError(loc) << "has no Result layers";
  function.finish();
  return success();
}
