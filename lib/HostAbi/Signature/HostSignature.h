//===- HostSignature.h - Signatures of host functions -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_HOSTABI_SIGNATURE_HOSTSIGNATURE_H
#define SPLIT_MLIR_LIB_HOSTABI_SIGNATURE_HOSTSIGNATURE_H

#include "ShardLayout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::split {

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
  /// Which part of a tensor this rank has; none if ranks share nothing.
  std::optional<ShardLayout> layout;
  /// Whether the argument is the communicator of the ranks.
  bool isCommunicator = false;
};

/// A function of tensors and scalars as hosts call it: with the arguments, then
/// a pointer for each result.
struct HostSignature {
  func::FuncOp function;
  /// The name in the model.
  StringRef modelName;
  SmallVector<HostParameter, 0> arguments, results;
  /// The shape of the grid of ranks that call the function together; empty if a
  /// single process calls it.
  SmallVector<int64_t> grid;

  StringRef getName() const { return func::FuncOp(function).getSymName(); }
};

/// Checks that hosts can pass arguments and results of the types of `function`.
/// Emits an error if not.
LogicalResult verifyHostSignature(func::FuncOp function);

/// Returns the signatures of the public functions with a body in `module`.
/// Emits an error if there is none, if verifyHostSignature fails for one, or if
/// a layout is invalid.
FailureOr<SmallVector<HostSignature>> getHostSignatures(ModuleOp module,
                                                        bool views);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_HOSTABI_SIGNATURE_HOSTSIGNATURE_H
