//===- NodeImporter.h - Imports one ONNX node -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_ONNX_NODEIMPORTER_H
#define SPLIT_MLIR_FRONTENDS_LIB_ONNX_NODEIMPORTER_H

#include "../Builders/OperatorImporter.h"
#include "GraphImporter.h"
#include <optional>

namespace mlir::split::frontends::onnx {

/// Imports a node. Gives the function that imports its operator access to
/// inputs, attributes and outputs.
class NodeImporter : public OperatorImporter {
public:
  NodeImporter(GraphImporter &graph, const ::onnx::NodeProto &node,
               int64_t index)
      : OperatorImporter(graph.getBuilder()), graph(graph), node(node) {
    builder.setLoc(graph.getNodeLocation(node, index));
  }

  /// Looks the operator up, checks inputs, outputs and attributes against its
  /// table row, and imports it.
  LogicalResult importNode();

  /// Whether warnings are errors.
  bool isStrict() const { return graph.getOptions().strict; }
  const OnnxImportOptions &getOptions() const { return graph.getOptions(); }
  StringRef getOperator() const override { return node.op_type(); }

  int64_t getNumInputs() const override { return node.input_size(); }
  /// An empty name means absent (O9).
  bool hasInput(int64_t i) const override {
    return i < node.input_size() && !node.input(i).empty();
  }
  TensorType getInputType(int64_t i) const override {
    return graph.getType(node.input(i));
  }
  Value getInput(int64_t i) override { return graph.getValue(node.input(i)); }
  const GraphValue &getInputEntry(int64_t i) const {
    return graph.getEntry(node.input(i));
  }
  /// Returns an input that the table says is a sequence.
  const GraphSequence &getSequence(int64_t i) const {
    return *getInputEntry(i).sequence;
  }
  /// Returns the SSA value of an element of a sequence.
  Value getValue(GraphValue element) { return graph.getValue(element); }
  /// Returns the input's elements if it is an initializer, a Constant or an
  /// Identity of one, else null.
  DenseElementsAttr getConstantInput(int64_t i) const {
    return graph.getConstant(node.input(i));
  }
  /// Returns the same for a name of the graph, or of one around it.
  DenseElementsAttr getConstant(StringRef name) const {
    return graph.getConstant(name);
  }
  /// Reads an input of int32 or int64.
  LogicalResult readIndexInput(int64_t i, Value &value);
  LogicalResult readIntegers(int64_t i, StringRef, Value &value) override {
    return readIndexInput(i, value);
  }
  LogicalResult alignOperands(SmallVectorImpl<Value> &operands) override;

  /// Reads the only element of an input of shape [] or [1].
  LogicalResult readScalar(int64_t i, Value &scalar);
  /// Reads such an element of a number as an integer.
  LogicalResult readInteger(int64_t i, OpFoldResult &integer);
  LogicalResult readIndex(int64_t i, StringRef, OpFoldResult &index) override {
    return readInteger(i, index);
  }

  /// Reads a list that is input `i`, or the attribute `name` in versions
  /// without that input; none if it is absent. A scalar input is a list of one.
  LogicalResult readIndices(int64_t i, StringRef name,
                            std::optional<SmallVector<OpFoldResult>> &indices);
  /// Reads the same where only constants are supported.
  LogicalResult
  readConstantIndices(int64_t i, StringRef name,
                      std::optional<SmallVector<int64_t>> &indices);

  int64_t getNumOutputs() const { return node.output_size(); }
  /// Returns whether something may use output `i`.
  bool hasOutput(int64_t i) const {
    return i < getNumOutputs() && !node.output(i).empty();
  }
  /// Defines output `i`, unless its name is empty (O9).
  void setOutput(int64_t i, GraphValue value);
  /// Fails if a sequence has too many elements. Call this before its elements
  /// are created or read.
  LogicalResult addSequenceElements(int64_t count) {
    return graph.addSequenceElements(count);
  }
  /// Defines the outputs as the given values, which may be more.
  LogicalResult setOutputs(ArrayRef<GraphValue> values);
  /// Defines the only output as a sequence.
  LogicalResult setSequence(GraphSequence sequence);
  /// Defines the outputs as the given values, which may be more than there are
  /// outputs. Those of absent outputs may be null.
  LogicalResult setResults(ValueRange results) override;

  const ::onnx::AttributeProto *findAttribute(StringRef name) const;
  ArrayRef<const ::onnx::AttributeProto *> getAttributes() const {
    return {node.attribute().data(), size_t(node.attribute_size())};
  }
  LogicalResult checkAttribute(StringRef name) const;
  /// Reads an attribute into `value`, which stays as it is if there is none; an
  /// attribute of another kind is an error.
  LogicalResult readInt(StringRef name, std::optional<int64_t> &value) const;
  LogicalResult readInt(StringRef name, int64_t &value) const override;
  LogicalResult readBool(StringRef name, bool &value) const override;
  LogicalResult readInts(StringRef name,
                         std::optional<SmallVector<int64_t>> &value) const;
  LogicalResult readFloat(StringRef name, double &value) const override;
  LogicalResult readInts(StringRef name, SmallVector<int64_t> &value) const;
  LogicalResult readFloats(StringRef name, SmallVector<double> &value) const;
  LogicalResult readStrings(StringRef name,
                            SmallVectorImpl<std::string> &value) const;
  LogicalResult readString(StringRef name, StringRef &value) const override;
  LogicalResult readChoice(StringRef name, ArrayRef<StringRef> choices,
                           int64_t &index) const override;
  /// Reads an attribute that is the number of one of the operator's element
  /// types.
  LogicalResult readElementType(StringRef name, Type &type) const;
  LogicalResult readElementType(int64_t number, Type &type) const;

  /// Reads an attribute that is a graph, which must be there.
  LogicalResult readGraph(StringRef name,
                          const ::onnx::GraphProto *&graph) const;
  /// Imports a graph that `readGraph` has read.
  FailureOr<SmallVector<GraphValue>>
  importSubgraph(StringRef name, ArrayRef<GraphValue> inputs);
  /// Returns the number of nodes of the model that were imported so far.
  int64_t getNumImported() const { return graph.getNumImported(); }

private:
  /// Returns whether input `i` is data that a Split cuts, whatever its elements
  /// are, if unknown operators are kept.
  bool takesAnyElement(int64_t i) const;
  /// Checks that input `i` is a tensor of numbers or a known sequence, and not
  /// what an unknown operator defines.
  LogicalResult checkNumbers(int64_t i) const;
  LogicalResult checkInputs(const Operator<NodeImporter> &op) const;
  LogicalResult checkAttributes() const;
  /// Checks the sizes of the outputs that the operator has defined.
  LogicalResult checkOutputs() const;
  /// Finds an attribute of kind `type`; null if there is none.
  FailureOr<const ::onnx::AttributeProto *> getAttribute(StringRef name,
                                                         int type) const;

  GraphImporter &graph;
  const ::onnx::NodeProto &node;
};

} // namespace mlir::split::frontends::onnx

#endif // SPLIT_MLIR_FRONTENDS_LIB_ONNX_NODEIMPORTER_H
