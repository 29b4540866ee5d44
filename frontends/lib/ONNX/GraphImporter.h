//===- GraphImporter.h - Imports one ONNX graph -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_ONNX_GRAPHIMPORTER_H
#define SPLIT_MLIR_FRONTENDS_LIB_ONNX_GRAPHIMPORTER_H

#include "../Builders/KeptOperators.h"
#include "../Builders/ModelFunction.h"
#include "../Builders/OperatorImporter.h"
#include "Messages.h"
#include "split-mlir/Frontend/ONNX/Importer.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <utility>

namespace mlir::split::frontends::onnx {

struct GraphSequence;

/// Returns whether a node of this domain has an operator of ONNX itself.
inline bool isDefaultDomain(StringRef domain) {
  return domain.empty() || domain == "ai.onnx";
}

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
  /// The pieces of size `size`, an index, along dimension `axis` of `data`; the
  /// last one may be smaller.
  struct Chunks {
    Value data;
    int64_t axis = 0;
    OpFoldResult size;
  };

  Type elementType;
  /// The tensors. Empty if `length` is set.
  SmallVector<GraphValue, 0> elements = {};
  /// The number of tensors, an index, if it is known only at run time.
  Value length = {};
  /// The tensors as the rows of one tensor, if `length` is set and it is known
  /// that they have equal shapes.
  Value stack = {};
  /// Otherwise, the tensors if they are pieces of one tensor; `data` may be
  /// null.
  Chunks chunks = {};
};

/// Returns whether a value can be an input of operators that are imported.
bool isTensorOfNumbers(const GraphValue &value);

/// Builds the function for one graph, name by name.
class GraphImporter {
public:
  /// `opset` is the version of the default operator set; the function is
  /// inserted in `module`.
  GraphImporter(ModuleOp module, StringRef fileName,
                const ::onnx::ModelProto &model, int64_t opset,
                OnnxImportOptions options)
      : module(module), builder(module.getLoc(), module.getContext()),
        place(fileName), model(model), opset(opset),
        options(std::move(options)) {}

  /// Imports the model's graph.
  LogicalResult importGraph();
  /// Imports the graph in the attribute `part` of the current node, at the
  /// builder's insertion point. Names of the graphs around it are visible in
  /// it. `inputs` are the values of its inputs. Returns those of its outputs.
  FailureOr<SmallVector<GraphValue>>
  importSubgraph(const ::onnx::GraphProto &graph, StringRef part,
                 ArrayRef<GraphValue> inputs);
  /// Returns the number of nodes that were imported, with repetitions.
  int64_t getNumImported() const { return numImported; }

  /// Returns a location that names the file, the nodes around the subgraph, if
  /// any, the node (by its position, from 0, if it has no name) and its
  /// operator.
  Location getNodeLocation(const ::onnx::NodeProto &node, int64_t index);
  /// The builder for all ops. Its location is that of the part of the graph
  /// that is imported.
  ImplicitLocOpBuilder &getBuilder() { return builder; }
  const OnnxImportOptions &getOptions() const { return options; }
  int64_t getOpset() const { return opset; }
  /// Returns the version of the operator set of `domain` that the model
  /// imports, if it does.
  std::optional<int64_t> getOpset(StringRef domain) const;

  /// Checks that `name` is defined by now.
  LogicalResult checkDefined(StringRef name);
  /// Returns the SSA value of a defined name; creates that of a constant.
  Value getValue(StringRef name) { return getValue(values.find(name)->second); }
  Value getValue(GraphValue &value);
  /// Returns the value of a name for an op that keeps a node: if the name is
  /// empty, that of `onnx.NoValue`, and for a sequence one that holds its
  /// elements.
  FailureOr<Value> getKeptValue(StringRef name);
  Value getKeptValue(GraphValue value);
  /// Returns the type that the file states, or that was inferred, for a name.
  const ::onnx::TypeProto &getDeclaredType(StringRef name) const;
  /// Sets the type that was inferred for a name.
  void setDeclaredType(StringRef name, ::onnx::TypeProto type) {
    declaredTypes[name] = std::move(type);
  }
  /// Decodes a tensor of the file; one of strings only if unknown operators are
  /// kept.
  llvm::Expected<DenseElementsAttr>
  decodeInitializer(const ::onnx::TensorProto &tensor);
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
  /// Checks that every name is defined once, here or in a graph around it.
  LogicalResult declareNames(const ::onnx::GraphProto &graph);
  /// Forgets the names that a subgraph defines.
  void forgetNames(const ::onnx::GraphProto &graph);
  /// Checks that the operators of all nodes, also in subgraphs, are supported.
  LogicalResult checkOperators(const ::onnx::GraphProto &graph);
  void findUnsupported(const ::onnx::GraphProto &graph,
                       UnsupportedOperators &unsupported);
  LogicalResult importInitializers(const ::onnx::GraphProto &graph);
  LogicalResult importInputs(const ::onnx::GraphProto &graph,
                             ModelFunction &function);
  /// Defines the inputs of a subgraph.
  LogicalResult bindInputs(const ::onnx::GraphProto &graph,
                           ArrayRef<GraphValue> inputs);
  /// Adds the types that a graph states.
  void readDeclaredTypes(const ::onnx::GraphProto &graph);
  LogicalResult importNodes(const ::onnx::GraphProto &graph);
  /// Returns whether a node of a known operator that cannot be imported is an
  /// error: a Split that breaks a rule.
  bool mustImport(const ::onnx::NodeProto &node) const;
  /// Imports a node if possible. Otherwise creates an op that stands for it.
  LogicalResult importOrKeep(const ::onnx::NodeProto &node, int64_t index);
  LogicalResult importOutputs(const ::onnx::GraphProto &graph,
                              ModelFunction &function);
  /// Reports that an output is not of the declared type: by an error, or by a
  /// warning that succeeds if only the shape differs.
  LogicalResult reportWrongOutput(TensorType declared, TensorType known);
  /// Reads the type that a graph input or output declares.
  LogicalResult readType(const ::onnx::ValueInfoProto &info, Type &type);
  /// Refines a value to the declared type of an output.
  LogicalResult refineOutput(Type declared, Value &value);

  ModuleOp module;
  ImplicitLocOpBuilder builder;
  /// The file, and the nodes and attributes around the subgraph that is
  /// imported.
  std::string place;
  const ::onnx::ModelProto &model;
  int64_t opset;
  OnnxImportOptions options;
  llvm::StringMap<GraphValue> values;
  /// The types that the file states, or that were inferred, if unknown
  /// operators are kept.
  llvm::StringMap<::onnx::TypeProto> declaredTypes;
  KeptOperators kept;
  /// All names that the graph, and the graphs around it, define.
  llvm::StringSet<> declared;
  /// The block of the function, in which constants dominate all uses.
  Block *entry = nullptr;
  int64_t numSequenceElements = 0;
  int64_t numImported = 0;
};

} // namespace mlir::split::frontends::onnx

#endif // SPLIT_MLIR_FRONTENDS_LIB_ONNX_GRAPHIMPORTER_H
