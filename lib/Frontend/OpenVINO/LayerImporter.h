//===- LayerImporter.h - imports one OpenVINO layer -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_OPENVINO_LAYERIMPORTER_H
#define SPLIT_MLIR_LIB_FRONTEND_OPENVINO_LAYERIMPORTER_H

#include "GraphImporter.h"

namespace mlir::split::openvino {

/// What a layer type's import sees of its layer, and how it reports.
class LayerImporter {
public:
  LayerImporter(GraphImporter &graph, const Layer &layer, size_t position)
      : graph(graph), layer(layer), position(position) {}

  /// Looks the layer's type up, checks inputs, outputs and attributes against
  /// its table row, and imports it.
  LogicalResult importLayer();

  OpBuilder &getBuilder() { return graph.getBuilder(); }
  GraphImporter &getGraph() { return graph; }
  Location getLoc() const { return layer.element.getLoc(); }
  InFlightDiagnostic emitError() const { return layer.element.emitError(); }
  /// Perhaps empty.
  StringRef getName() const { return layer.name; }
  StringRef getType() const { return layer.type; }
  /// The version of the layer's type that its operation set selects.
  int64_t getVersion() const { return version; }

  size_t getNumInputs() const { return layer.inputs.size(); }
  Value getInput(size_t i) const { return graph.getValue(*layer.sources[i]); }
  TensorType getInputType(size_t i) const {
    return cast<TensorType>(getInput(i).getType());
  }

  SmallVector<Value> getInputs() const;
  /// Checks that all inputs have a rank, which few layer types do without.
  LogicalResult checkRanks() const;
  /// Checks that all inputs have the element type of the first.
  LogicalResult checkEqualElements() const;
  /// Checks that input `i`, which errors call `what`, may be a scalar or a
  /// tensor of shape [1].
  LogicalResult checkScalar(size_t i, StringRef what) const;

  size_t getNumOutputs() const { return layer.outputs.size(); }
  /// Defines the outputs, one value for each, refined to the types that the
  /// file claims; what only it claims is checked at run time.
  LogicalResult setOutputs(ValueRange values);

  /// What holds the attributes.
  XmlElement getData() const { return layer.element.getChild("data"); }
  /// The value of an attribute `true` or `false`; an error if it is absent and
  /// there is no default.
  FailureOr<bool> getBool(StringRef name,
                          std::optional<bool> defaultValue) const;
  /// The element type that an attribute names.
  FailureOr<Type> getElementTypeAttribute(StringRef name) const;

private:
  LogicalResult checkPorts(size_t minInputs, size_t maxInputs,
                           size_t minOutputs, size_t maxOutputs) const;
  /// Checks that what input ports claim does not contradict what they get.
  LogicalResult checkInputClaims() const;

  GraphImporter &graph;
  const Layer &layer;
  size_t position;
  int64_t version = 0;
};

} // namespace mlir::split::openvino

#endif // SPLIT_MLIR_LIB_FRONTEND_OPENVINO_LAYERIMPORTER_H
