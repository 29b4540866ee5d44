//===- ModelFunction.h - The function of a model ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_MODELFUNCTION_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_MODELFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::split::frontends {

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

  /// Appends an argument and returns a tensor with its elements, whose sizes
  /// are known to the builders. Dimensions for which `symbols`, if not empty,
  /// has the same text, which is not empty, must be equal, in all arguments:
  /// run-time checks verify it, and one value is the size of all of them.
  Value addArgument(Type type, StringRef name,
                    ArrayRef<StringRef> symbols = {});
  /// Appends a result.
  void addResult(Value value, StringRef name);
  bool hasResults() const { return !results.empty(); }
  /// Creates the return op, and erases unused ops that folding has left.
  void finish();

private:
  /// The first dimension that has a symbol.
  struct SymbolicSize {
    StringRef argument;
    int64_t dim;
    Value size;
  };

  DictionaryAttr getNames(StringRef name);
  /// Checks that dimension `dim` of the last argument, which is called `name`,
  /// has the size `first.size`.
  void checkSize(Value size, StringRef name, int64_t dim, StringRef symbol,
                 const SymbolicSize &first);

  ImplicitLocOpBuilder &builder;
  StringRef nameAttr;
  func::FuncOp func;
  SmallVector<Value> results;
  SmallVector<Attribute> argumentAttrs, resultAttrs;
  llvm::StringMap<SymbolicSize> symbolicSizes;
  /// What addArgument has returned in place of arguments.
  SmallVector<tensor::ExtractSliceOp> sizedArguments;
};

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_MODELFUNCTION_H
