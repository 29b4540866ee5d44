//===- HostSignature.h - Signatures of host functions -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_HOSTSIGNATURE_H
#define SPLIT_MLIR_HOSTABI_HOSTSIGNATURE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "split-mlir/HostAbi/HostAbiInterface.h"

namespace mlir::split::native {

/// Who owns the memory of a result.
enum class Ownership {
  /// The caller passes a pointer to where the scalar is stored.
  Value,
  /// The caller passes the descriptor of a buffer.
  Caller,
  /// The function allocates the buffer, and the caller frees it.
  Callee,
  /// The function allocates the buffer, or returns a view of an argument.
  ViewOrCallee
};

/// Returns the ownership of a result. `type` is a scalar, a tensor, or the
/// memref that a tensor becomes; `views` is that of NativeOptions.
Ownership getOwnership(Type type, bool views);

/// Returns whether hosts pass an argument of type `type` by value: a real
/// number of at most 64 bits. They pass a pointer to any other scalar, and to
/// the descriptor of a tensor or memref.
bool isPassedByValue(Type type);

/// An argument or a result of a function that hosts call.
struct HostParameter {
  /// A scalar or a tensor.
  Type type;
  /// The name in C: an identifier that no other parameter has.
  std::string name;
  /// The name in the model; may be empty.
  StringRef modelName;
  /// Whether the function may write to the argument.
  bool isWritable;
  /// For results.
  Ownership ownership;
  /// What dialects add to its description.
  HostNotes notes;
};

/// A function of tensors and scalars as hosts call it: with the arguments, then
/// a pointer for each result.
struct HostSignature {
  func::FuncOp function;
  /// The names of the function and of the model's function. Like the rest, they
  /// remain valid when the function is lowered.
  StringRef name, modelName;
  SmallVector<HostParameter, 0> arguments, results;
  /// What dialects add to its description.
  HostNotes notes;
};

/// Returns the name that an importer keeps in the attribute `onnx.name` or the
/// like of an argument or a result; empty if there is none.
StringRef getModelName(DictionaryAttr attributes);

/// Checks that hosts can pass arguments and results of the types of `function`.
/// Emits an error if not.
LogicalResult verifyHostSignature(func::FuncOp function);

/// Returns the signatures of the public functions with a body in `module`.
/// Emits an error if there is none, if verifyHostSignature fails for one, or if
/// a dialect does (HostAbiDialectInterface::describe).
FailureOr<SmallVector<HostSignature>> getHostSignatures(ModuleOp module,
                                                        bool views);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_HOSTABI_HOSTSIGNATURE_H
