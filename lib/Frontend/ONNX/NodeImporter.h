//===- NodeImporter.h - imports one ONNX node -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_ONNX_NODEIMPORTER_H
#define SPLIT_MLIR_LIB_FRONTEND_ONNX_NODEIMPORTER_H

#include "GraphImporter.h"

#include <optional>

namespace mlir::split {

struct OperatorVersion;

/// What an operator's import sees of its node, and how it reports.
class NodeImporter {
public:
  NodeImporter(GraphImporter &graph, const ::onnx::NodeProto &node,
               int64_t index)
      : graph(graph), node(node), loc(getLocation(graph, node, index)) {}

  /// A location that names the file, the node (if it has no name: its position
  /// in the file, from 0) and its operator.
  static Location getLocation(const GraphImporter &graph,
                              const ::onnx::NodeProto &node, int64_t index);

  /// Looks the operator up, checks inputs, outputs and attributes against its
  /// table row, and imports it.
  LogicalResult importNode();

  OpBuilder &getBuilder() { return graph.getBuilder(); }
  Location getLoc() const { return loc; }
  InFlightDiagnostic emitError() const { return mlir::emitError(loc); }
  /// Whether what deserves a warning is an error.
  bool isStrict() const { return graph.getOptions().strict; }
  /// Where external data is read.
  StringRef getFolder() const { return graph.getOptions().folder; }
  StringRef getOperator() const { return node.op_type(); }
  /// The operator's version that the model's opset selects.
  int64_t getVersion() const;
  /// Whether that version came before NumPy's broadcasting.
  bool hasLegacyBroadcasting() const;

  int64_t getNumInputs() const { return node.input_size(); }
  /// An empty name means absent (O9).
  bool hasInput(int64_t i) const {
    return i < node.input_size() && !node.input(i).empty();
  }
  Value getInput(int64_t i) { return graph.getValue(node.input(i), loc); }
  /// The SSA value of an element of a sequence.
  Value getValue(GraphValue element) { return graph.getValue(element, loc); }
  TensorType getInputType(int64_t i);
  /// An input that the table says is a sequence.
  const GraphSequence &getSequence(int64_t i) const {
    return *graph.getEntry(node.input(i)).sequence;
  }
  const GraphValue &getInputEntry(int64_t i) const {
    return graph.getEntry(node.input(i));
  }
  /// Checks that an input has the element type of input `first`.
  LogicalResult checkAlike(int64_t i, Type element, int64_t first = 0);
  /// Reads an input that must have a rank.
  LogicalResult readRankedInput(int64_t i, Value &value);
  /// Reads all inputs, which must have ranks, and from `first` on the element
  /// type of input `first`.
  LogicalResult readAlikeInputs(SmallVectorImpl<Value> &values,
                                int64_t first = 0);
  /// Reads a ranked input of int32 or int64.
  LogicalResult readIndexInput(int64_t i, Value &value);
  /// Reads the elements of a 1-D input of int32 or int64, which is named
  /// `what`; none if it is absent.
  LogicalResult readIndices(int64_t i, StringRef what,
                            SmallVector<OpFoldResult> &indices);
  /// Checks that `type` is one of the operator's element types.
  LogicalResult checkElementType(Type type) const;
  /// The input's elements if it is an initializer, a Constant or an Identity of
  /// one; else null.
  DenseElementsAttr getConstantInput(int64_t i) const {
    return graph.getConstant(node.input(i));
  }

  int64_t getNumOutputs() const { return node.output_size(); }
  /// Defines output `i`, unless its name is empty (O9).
  void setOutput(int64_t i, GraphValue value);
  /// Before the elements of a sequence are made or read: fails if they are too
  /// many.
  LogicalResult addSequenceElements(int64_t count) {
    return graph.addSequenceElements(count, loc);
  }
  void setSequence(int64_t i, GraphSequence sequence) {
    setOutput(i,
              {{}, {}, std::make_shared<GraphSequence>(std::move(sequence))});
  }
  /// Defines the only output as what was built for it, if it was.
  LogicalResult setResult(FailureOr<Value> result);

  const ::onnx::AttributeProto *findAttribute(StringRef name) const;
  ArrayRef<const ::onnx::AttributeProto *> getAttributes() const {
    return {node.attribute().data(), size_t(node.attribute_size())};
  }
  /// The value of an attribute, or none if it is absent; an attribute of
  /// another kind is an error.
  FailureOr<std::optional<int64_t>> getIntAttribute(StringRef name) const;
  FailureOr<std::optional<SmallVector<int64_t>>>
  getIntsAttribute(StringRef name) const;
  FailureOr<std::optional<StringRef>> getStringAttribute(StringRef name) const;
  /// Reads an attribute into `value`, which stays as it is if there is none.
  LogicalResult readInt(StringRef name, int64_t &value) const;
  LogicalResult readInts(StringRef name,
                         std::optional<SmallVector<int64_t>> &value) const;
  /// An error about an attribute that must be there.
  LogicalResult emitMissingAttribute(StringRef name) const;

private:
  LogicalResult checkInputs(int64_t minInputs, int64_t maxInputs,
                            bool takesSequence);
  Type getFirstElementType();
  LogicalResult checkAttributes(StringRef allowed);
  /// Checks the sizes of what the operator has defined.
  LogicalResult checkOutputs();
  /// Finds an attribute of kind `type`, or null if there is none.
  FailureOr<const ::onnx::AttributeProto *> getAttribute(StringRef name,
                                                         int type) const;

  GraphImporter &graph;
  const ::onnx::NodeProto &node;
  Location loc;
  const OperatorVersion *row = nullptr;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_ONNX_NODEIMPORTER_H
