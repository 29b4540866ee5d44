//===- GraphImporter.h - Imports one OpenVINO network -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_GRAPHIMPORTER_H
#define SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_GRAPHIMPORTER_H

#include "../Builders/KeptOperators.h"
#include "../Builders/ModelFunction.h"
#include "Network.h"
#include "split-mlir/Frontend/OpenVINO/Importer.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::split::frontends::openvino {

/// Values per layer and output.
using LayerValues = std::vector<SmallVector<Value>>;

/// Builds the function for one network, layer by layer.
class GraphImporter {
public:
  /// The function is inserted in `module`. `weights` is null where no file is
  /// given.
  GraphImporter(ModuleOp module, const Network &network,
                const llvm::MemoryBuffer *weights,
                OpenVinoImportOptions options)
      : module(module), builder(module.getLoc(), module.getContext()),
        network(network), weights(weights), options(options),
        function(module, builder, network.name, "openvino.name") {}

  /// `loc` is the location of errors that belong to no layer.
  LogicalResult importGraph(Location loc);
  /// Imports a body of the current layer at the insertion point. Returns the
  /// values of its layers, of which `given` has those of its Parameters.
  FailureOr<LayerValues> importBody(const Network &body, LayerValues given);

  ImplicitLocOpBuilder &getBuilder() { return builder; }
  const llvm::MemoryBuffer *getWeights() const { return weights; }
  const OpenVinoImportOptions &getOptions() const { return options; }
  ModelFunction &getFunction() { return function; }

  /// Returns the value of an output of a layer that was imported.
  Value getValue(PortRef ref) const { return values[ref.layer][ref.port]; }
  /// Returns the value that a Parameter of a body has, or null.
  Value getGiven(size_t layer) const {
    return values[layer].empty() ? Value() : values[layer].front();
  }
  /// Defines the outputs of the layer that is imported.
  void define(size_t layer, SmallVector<Value> outputs) {
    values[layer] = std::move(outputs);
  }

private:
  LogicalResult importLayers(const Network &layers);
  /// Imports a layer if possible. Otherwise creates an op that stands for it.
  LogicalResult importOrKeep(const Layer &layer, size_t position);

  ModuleOp module;
  ImplicitLocOpBuilder builder;
  const Network &network;
  const llvm::MemoryBuffer *weights;
  OpenVinoImportOptions options;
  KeptOperators kept;
  ModelFunction function;
  /// Those of the network or body that is imported.
  LayerValues values;
  /// The number of imported layers, with repetitions.
  int64_t numImported = 0;
};

} // namespace mlir::split::frontends::openvino

#endif // SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_GRAPHIMPORTER_H
