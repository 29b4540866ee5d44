//===- GraphImporter.h - imports one ONNX graph -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_ONNX_GRAPHIMPORTER_H
#define SPLIT_MLIR_LIB_FRONTEND_ONNX_GRAPHIMPORTER_H

#include "Messages.h"

#include "split-mlir/Frontend/ONNX/Importer.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <memory>
#include <utility>

namespace mlir::split {

struct GraphSequence;

/// What a name of the graph stands for: a tensor, or a sequence of tensors.
struct GraphValue {
  /// Null for a constant until an op needs it.
  Value value;
  /// Null when the value is not known at import.
  DenseElementsAttr constant;
  /// Null for a tensor.
  std::shared_ptr<const GraphSequence> sequence = nullptr;
};

/// A sequence is a list that is known at import, and no value of MLIR.
struct GraphSequence {
  Type elementType;
  /// The tensors; none where `length` is set.
  SmallVector<GraphValue, 0> elements = {};
  /// The number of tensors where only running the model tells it, an index.
  Value length = {};
};

/// Builds the function for one graph, name by name.
class GraphImporter {
public:
  /// `opset` is the version of the default operator set; ops are inserted in
  /// `module`.
  GraphImporter(ModuleOp module, StringRef fileName, int64_t opset,
                OnnxImportOptions options)
      : module(module), builder(module.getContext()), fileName(fileName),
        opset(opset), options(std::move(options)) {}

  LogicalResult importGraph(const ::onnx::GraphProto &graph);

  /// A location that names the file and a part of the graph.
  Location getLocation(const Twine &part) const;
  OpBuilder &getBuilder() { return builder; }
  const OnnxImportOptions &getOptions() const { return options; }
  int64_t getOpset() const { return opset; }

  /// Whether `name` is defined by now; an error at `loc` if not.
  LogicalResult checkDefined(StringRef name, Location loc) const;
  /// The SSA value of a name that is defined; makes it out of a constant.
  Value getValue(StringRef name, Location loc);
  Value getValue(GraphValue &entry, Location loc);
  /// What a defined name stands for.
  const GraphValue &getEntry(StringRef name) const {
    return values.find(name)->second;
  }
  /// The type of a defined name that stands for a tensor.
  TensorType getType(StringRef name) const;
  /// The constant that a defined name stands for, or null.
  DenseElementsAttr getConstant(StringRef name) const {
    return values.lookup(name).constant;
  }
  /// Counts elements of sequences that a node makes, or reads all of. Fails
  /// where the nodes before it leave no room for so many.
  LogicalResult addSequenceElements(int64_t count, Location loc);
  /// Defines a name; the constant of a constant value need not be given.
  void define(StringRef name, GraphValue value);

private:
  LogicalResult checkSize(const ::onnx::GraphProto &graph);
  /// Checks that every name is defined once.
  LogicalResult declareNames(const ::onnx::GraphProto &graph);
  LogicalResult importInitializers(const ::onnx::GraphProto &graph);
  LogicalResult importInputs(const ::onnx::GraphProto &graph);
  LogicalResult importOutputs(const ::onnx::GraphProto &graph);

  /// The declared type of a graph input or output.
  FailureOr<TensorType> getDeclaredType(const ::onnx::ValueInfoProto &info,
                                        Location loc);

  ModuleOp module;
  OpBuilder builder;
  func::FuncOp func;
  StringRef fileName;
  int64_t opset;
  OnnxImportOptions options;
  llvm::StringMap<GraphValue> values;
  /// Every name that something in the graph defines, sooner or later.
  llvm::StringSet<> declared;
  int64_t numSequenceElements = 0;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_ONNX_GRAPHIMPORTER_H
