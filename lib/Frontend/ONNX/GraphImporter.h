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

namespace mlir::split {

/// What a name of the graph stands for.
struct GraphValue {
  /// Null for a constant until an op needs it.
  Value value;
  /// Null when the value is not known at import.
  DenseElementsAttr constant;
};

/// Builds the function for one graph, name by name.
class GraphImporter {
public:
  /// `opset` is the version of the default operator set; ops are inserted in
  /// `module`.
  GraphImporter(ModuleOp module, StringRef fileName, int64_t opset,
                const OnnxImportOptions &options)
      : module(module), builder(module.getContext()), fileName(fileName),
        opset(opset), options(options) {}

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
  /// The constant that a defined name stands for, or null.
  DenseElementsAttr getConstant(StringRef name) const {
    return values.lookup(name).constant;
  }
  /// The type of the value that a defined name stands for.
  TensorType getType(StringRef name) const;
  /// Defines a name; the constant of a constant value need not be given.
  void define(StringRef name, GraphValue value);

private:
  /// Checks that every name is defined once.
  LogicalResult declareNames(const ::onnx::GraphProto &graph);
  LogicalResult importInitializers(const ::onnx::GraphProto &graph);
  LogicalResult importInputs(const ::onnx::GraphProto &graph);
  LogicalResult importOutputs(const ::onnx::GraphProto &graph);

  /// The declared type of a graph input or output.
  FailureOr<TensorType> getType(const ::onnx::ValueInfoProto &info,
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
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_ONNX_GRAPHIMPORTER_H
