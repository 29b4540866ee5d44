//===- GraphImporter.h - imports one OpenVINO network -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_OPENVINO_GRAPHIMPORTER_H
#define SPLIT_MLIR_LIB_FRONTEND_OPENVINO_GRAPHIMPORTER_H

#include "Network.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::split::openvino {

/// Builds the function for one network, layer by layer.
class GraphImporter {
public:
  /// Ops are inserted in `module`; `weights` are null where no file is given.
  GraphImporter(ModuleOp module, const Network &network,
                const llvm::MemoryBuffer *weights)
      : module(module), builder(module.getContext()), network(network),
        weights(weights) {}

  /// `loc` is where errors that are no layer's belong.
  LogicalResult importGraph(Location loc);

  OpBuilder &getBuilder() { return builder; }
  const llvm::MemoryBuffer *getWeights() const { return weights; }

  /// The value of an output of a layer that was imported.
  Value getValue(PortRef ref) const { return values[ref.layer][ref.port]; }
  /// Defines the outputs of the layer that is imported.
  void define(size_t layer, SmallVector<Value> outputs) {
    values[layer] = std::move(outputs);
  }
  /// Appends an argument to the function.
  Value addArgument(TensorType type, StringRef name, Location loc);

private:
  LogicalResult importResults();

  ModuleOp module;
  OpBuilder builder;
  func::FuncOp func;
  const Network &network;
  const llvm::MemoryBuffer *weights;
  /// Per layer and output.
  std::vector<SmallVector<Value>> values;
};

} // namespace mlir::split::openvino

#endif // SPLIT_MLIR_LIB_FRONTEND_OPENVINO_GRAPHIMPORTER_H
