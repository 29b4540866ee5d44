//===- LayerImporter.h - Imports one OpenVINO layer -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_LAYERIMPORTER_H
#define SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_LAYERIMPORTER_H

#include "../Builders/OperatorImporter.h"
#include "GraphImporter.h"

namespace mlir::split::frontends::openvino {

/// Imports a layer. Gives the function that imports its type access to inputs,
/// attributes and outputs.
class LayerImporter : public OperatorImporter {
public:
  LayerImporter(GraphImporter &graph, const Layer &layer, size_t position)
      : OperatorImporter(graph.getBuilder()), graph(graph), layer(layer),
        position(position) {
    builder.setLoc(layer.element.getLoc());
  }

  /// Looks the layer's type up, checks inputs, outputs and attributes against
  /// its table row, and imports it.
  LogicalResult importLayer();

  GraphImporter &getGraph() { return graph; }
  const Layer &getLayer() const { return layer; }
  /// Returns the name, which may be empty.
  StringRef getName() const { return layer.name; }
  StringRef getOperator() const override { return layer.type; }

  int64_t getNumInputs() const override { return layer.inputs.size(); }
  Value getInput(int64_t i) override {
    return graph.getValue(*layer.sources[i]);
  }
  TensorType getInputType(int64_t i) const override {
    return cast<TensorType>(graph.getValue(*layer.sources[i]).getType());
  }
  /// Checks that input `i` has integers of 8 to 64 bits. `what` is the input
  /// and a verb.
  LogicalResult checkInts(int64_t i, StringRef what) const;
  /// Checks that input `i`, which errors call `what`, may be a scalar or a
  /// tensor of shape [1].
  LogicalResult checkScalar(int64_t i, StringRef what) const;

  LogicalResult readIntegers(int64_t i, StringRef what, Value &value) override;
  /// Reads the integers in an input of known length, which may be a scalar.
  LogicalResult readIndices(int64_t i, StringRef what,
                            SmallVector<OpFoldResult> &list);
  LogicalResult readIndex(int64_t i, StringRef what,
                          OpFoldResult &index) override;
  /// Reads the only element of an input, which errors call `what`. If `type` is
  /// set, the element is a number and converted to it.
  LogicalResult readScalar(int64_t i, StringRef what, Value &scalar,
                           Type type = {});
  /// Reads the integers in an input, which has to be a constant.
  LogicalResult readConstantInts(int64_t i, StringRef what,
                                 SmallVector<int64_t> &list);
  /// Reads the axis in an input, which has to be a constant.
  LogicalResult readConstantAxis(int64_t i, int64_t &axis);
  LogicalResult alignOperands(SmallVectorImpl<Value> &operands) override;

  size_t getNumOutputs() const { return layer.outputs.size(); }
  /// Returns the value that the layer, a Parameter of a body, has, or null.
  Value getGiven() const { return graph.getGiven(position); }
  /// Defines the outputs, one value for each. Refines the values to the types
  /// that the file states; run-time checks verify what only the file states.
  LogicalResult setResults(ValueRange values) override;

  /// Returns the element that holds the attributes.
  XmlElement getData() const { return layer.element.getChild("data"); }
  LogicalResult readFloat(StringRef name, double &value) const override {
    return getData().readFloat(name, value);
  }
  LogicalResult readInt(StringRef name, int64_t &value) const override {
    return isGiven(name) ? getData().readInt(name, value) : success();
  }
  LogicalResult readBool(StringRef name, bool &value) const override;
  LogicalResult readString(StringRef name, StringRef &value) const override {
    return isGiven(name) ? getData().readAttribute(name, value) : success();
  }
  LogicalResult readChoice(StringRef name, ArrayRef<StringRef> choices,
                           int64_t &index) const override {
    return getData().readChoice(name, choices, index);
  }
  /// Reads the element type that an attribute names.
  LogicalResult readElementType(StringRef name, Type &type) const;
  /// Reads the same, which is opaque if it has no MLIR type and unknown layers
  /// are kept.
  LogicalResult readAnyElementType(StringRef name, Type &type) const;
  /// Reads an element type, which must be i32 or i64 and may be absent.
  LogicalResult readIndexType(StringRef name, Type &type) const;

private:
  /// Whether an attribute is there, or has to be.
  bool isGiven(StringRef name) const {
    return isRequired(name) || getData().findAttribute(name);
  }
  /// Returns whether input `i` may have any elements if unknown layers are
  /// kept: it is split, or the result of the function.
  bool takesAnyElement(int64_t i) const;
  LogicalResult checkPorts(int64_t maxOutputs) const;
  /// Checks that the types that input ports state do not contradict the types
  /// of the values that are connected to them, and that ranks are known if
  /// `kind` requires it.
  LogicalResult checkInputs(InputKind kind) const;

  GraphImporter &graph;
  const Layer &layer;
  size_t position;
};

} // namespace mlir::split::frontends::openvino

#endif // SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_LAYERIMPORTER_H
