//===- HostSignature.h - What a host knows of a function --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TARGET_NATIVE_HOSTSIGNATURE_H
#define SPLIT_MLIR_LIB_TARGET_NATIVE_HOSTSIGNATURE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "split-mlir/HostAbi/NativeOptions.h"

namespace mlir {
namespace split {

/// One argument or result of a function that getExportedFunctions returns.
struct HostParameter {
  Type type;
  bool isResult;
  /// Whether the function may write to an argument.
  bool isWritable;
  /// In the model; may be empty.
  StringRef modelName;
  /// An identifier, different from those of the other parameters.
  std::string name;
};

/// The arguments, then the results.
SmallVector<HostParameter> getHostParameters(func::FuncOp function);

/// The name of `function` in the model.
StringRef getModelName(func::FuncOp function);

/// Who has the memory of a result.
enum class Ownership {
  /// A scalar, which is stored where the caller says.
  Value,
  /// The caller passes a buffer.
  Caller,
  /// The function allocates it, and the caller frees it.
  Callee,
  /// As Callee, or it is a part of an argument and nothing to free.
  ViewOrCallee
};

/// The ownership of a result of type `type`; `views` is that of NativeOptions.
Ownership getOwnership(Type type, bool views);

/// The JSON of one function in the list `functions` of a signature.
std::string getFunctionJson(func::FuncOp function, bool views);

/// A signature in JSON, as docs/HostAbi.md describes it: of the functions in
/// `functions`, which getFunctionJson made, of the model in the file `source`,
/// compiled for `triple`.
std::string getSignatureJson(ArrayRef<std::string> functions, StringRef source,
                             StringRef triple, const NativeOptions &options);

/// Adds to `module` a function `name` of the LLVM dialect that takes nothing
/// and returns a pointer to `text`, which is constant and null-terminated.
void addStringFunction(ModuleOp module, StringRef name, StringRef text);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_TARGET_NATIVE_HOSTSIGNATURE_H
