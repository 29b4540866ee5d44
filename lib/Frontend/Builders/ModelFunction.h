//===- ModelFunction.h - The function of a model ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_MODELFUNCTION_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_MODELFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Registers the dialects that imported models consist of.
void registerModelDialects(DialectRegistry &registry);

/// Loads these dialects.
void loadModelDialects(MLIRContext *context);

/// A function under construction.
class ModelFunction {
public:
  /// Creates a function without arguments at the end of `module`, and sets
  /// `builder` to its body. The function gets the name of the model or graph,
  /// with `_` for control characters, or `main` if that is empty. The argument
  /// and result attribute `nameAttr` keeps the names of inputs and outputs.
  ModelFunction(ModuleOp module, ImplicitLocOpBuilder &builder,
                StringRef modelName, StringRef nameAttr);

  /// Appends an argument or a result.
  Value addArgument(Type type, StringRef name);
  void addResult(Value value, StringRef name);
  bool hasResults() const { return !results.empty(); }
  /// Creates the return op, and erases unused ops that folding has left.
  void finish();

private:
  DictionaryAttr getNames(StringRef name);

  ImplicitLocOpBuilder &builder;
  StringRef nameAttr;
  func::FuncOp func;
  SmallVector<Value> results;
  SmallVector<Attribute> argumentAttrs, resultAttrs;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_MODELFUNCTION_H
