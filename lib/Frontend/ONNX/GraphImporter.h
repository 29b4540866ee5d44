//===- GraphImporter.h - Imports one ONNX graph -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_ONNX_GRAPHIMPORTER_H
#define SPLIT_MLIR_LIB_FRONTEND_ONNX_GRAPHIMPORTER_H

#include "../Builders/ModelFunction.h"
#include "Messages.h"

#include "split-mlir/Frontend/ONNX/Importer.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <memory>
#include <utility>

namespace mlir::split::onnx {

struct GraphSequence;

/// The tensor or the sequence of tensors that a name of the graph denotes.
struct GraphValue {
  /// Null for a constant until an op needs it.
  Value value;
  /// Null when the value is not known at import.
  DenseElementsAttr constant;
  /// Null for a tensor.
  std::shared_ptr<const GraphSequence> sequence = nullptr;
};

/// A sequence of tensors. It has no value in MLIR: importers track its
/// elements.
struct GraphSequence {
  Type elementType;
  /// The tensors. Empty if `length` is set.
  SmallVector<GraphValue, 0> elements = {};
  /// The number of tensors, an index, if it is known only at run time.
  Value length = {};
};

/// Builds the function for one graph, name by name.
class GraphImporter {
public:
  /// `opset` is the version of the default operator set; the function is
  /// inserted in `module`.
  GraphImporter(ModuleOp module, StringRef fileName, int64_t opset,
                OnnxImportOptions options)
      : module(module), builder(module.getLoc(), module.getContext()),
        fileName(fileName), opset(opset), options(std::move(options)) {}

  LogicalResult importGraph(const ::onnx::GraphProto &graph);

  /// Returns a location that names the file, the node (by its position in the
  /// file, from 0, if it has no name) and its operator.
  Location getNodeLocation(const ::onnx::NodeProto &node, int64_t index);
  /// The builder for all ops. Its location is that of the part of the graph
  /// that is imported.
  ImplicitLocOpBuilder &getBuilder() { return builder; }
  const OnnxImportOptions &getOptions() const { return options; }
  int64_t getOpset() const { return opset; }

  /// Checks that `name` is defined by now.
  LogicalResult checkDefined(StringRef name);
  /// Returns the SSA value of a defined name; creates that of a constant.
  Value getValue(StringRef name) { return getValue(values.find(name)->second); }
  Value getValue(GraphValue &entry);
  /// Returns what a defined name stands for.
  const GraphValue &getEntry(StringRef name) const {
    return values.find(name)->second;
  }
  /// Returns the type of a defined name that stands for a tensor.
  TensorType getType(StringRef name) const;
  /// Returns the constant that a defined name stands for, or null.
  DenseElementsAttr getConstant(StringRef name) const {
    return values.lookup(name).constant;
  }
  /// Adds to the number of elements of sequences that nodes create or
  /// concatenate. Fails if the sum exceeds the limit.
  LogicalResult addSequenceElements(int64_t count);
  /// Defines a name. `value.constant` may be null even for a constant value.
  void define(StringRef name, GraphValue value);

private:
  /// Sets the builder's location to the part of the graph of kind `kind` that
  /// is named `name`.
  void setLocation(StringRef kind, StringRef name);
  LogicalResult checkSize(const ::onnx::GraphProto &graph);
  /// Checks that every name is defined once.
  LogicalResult declareNames(const ::onnx::GraphProto &graph);
  /// Checks that all operators are supported.
  LogicalResult checkOperators(const ::onnx::GraphProto &graph);
  LogicalResult importInitializers(const ::onnx::GraphProto &graph);
  LogicalResult importInputs(const ::onnx::GraphProto &graph,
                             ModelFunction &function);
  LogicalResult importOutputs(const ::onnx::GraphProto &graph,
                              ModelFunction &function);
  /// Reads the type that a graph input or output declares.
  LogicalResult readType(const ::onnx::ValueInfoProto &info, TensorType &type);

  ModuleOp module;
  ImplicitLocOpBuilder builder;
  StringRef fileName;
  int64_t opset;
  OnnxImportOptions options;
  llvm::StringMap<GraphValue> values;
  /// All names that the graph defines.
  llvm::StringSet<> declared;
  int64_t numSequenceElements = 0;
};

} // namespace mlir::split::onnx

#endif // SPLIT_MLIR_LIB_FRONTEND_ONNX_GRAPHIMPORTER_H
