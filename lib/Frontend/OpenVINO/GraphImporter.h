//===- GraphImporter.h - Imports one OpenVINO network -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_OPENVINO_GRAPHIMPORTER_H
#define SPLIT_MLIR_LIB_FRONTEND_OPENVINO_GRAPHIMPORTER_H

#include "../Builders/ModelFunction.h"
#include "Network.h"

#include "llvm/Support/MemoryBuffer.h"

namespace mlir::split::openvino {

/// Builds the function for one network, layer by layer.
class GraphImporter {
public:
  /// The function is inserted in `module`. `weights` is null where no file is
  /// given.
  GraphImporter(ModuleOp module, const Network &network,
                const llvm::MemoryBuffer *weights)
      : builder(module.getLoc(), module.getContext()), network(network),
        weights(weights),
        function(module, builder, network.name, "openvino.name") {}

  /// `loc` is the location of errors that belong to no layer.
  LogicalResult importGraph(Location loc);

  ImplicitLocOpBuilder &getBuilder() { return builder; }
  const llvm::MemoryBuffer *getWeights() const { return weights; }
  ModelFunction &getFunction() { return function; }

  /// Returns the value of an output of a layer that was imported.
  Value getValue(PortRef ref) const { return values[ref.layer][ref.port]; }
  /// Defines the outputs of the layer that is imported.
  void define(size_t layer, SmallVector<Value> outputs) {
    values[layer] = std::move(outputs);
  }

private:
  ImplicitLocOpBuilder builder;
  const Network &network;
  const llvm::MemoryBuffer *weights;
  ModelFunction function;
  /// Per layer and output.
  std::vector<SmallVector<Value>> values;
};

} // namespace mlir::split::openvino

#endif // SPLIT_MLIR_LIB_FRONTEND_OPENVINO_GRAPHIMPORTER_H
