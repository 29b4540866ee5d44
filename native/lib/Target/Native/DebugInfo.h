//===- DebugInfo.h - Line tables for debuggers ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_DEBUGINFO_H
#define SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_DEBUGINFO_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::split::native {

/// What debuggers show of a model: for each op the line of its file, and the
/// name of its node. Nodes without a line, for example those of ONNX models,
/// have that of their first op in a listing of the model in MLIR.
class DebugInfo {
public:
  /// Finds the lines of `module`, whose locations must not change until attach.
  explicit DebugInfo(ModuleOp module);

  /// Adds line tables and the scopes of nodes to `lowered`, which is in the
  /// LLVM dialect. `write` writes the listing, which models with lines do not
  /// need, and returns its path. Functions that have debug information keep it.
  LogicalResult attach(
      ModuleOp lowered,
      llvm::function_ref<llvm::Expected<std::string>(StringRef)> write) const;

private:
  class Scopes;

  std::string listing;
  /// The lines in the listing, by the location of an op.
  DenseMap<Attribute, unsigned> lines;
  /// The locations of functions, which are no nodes.
  DenseSet<Attribute> functions;
};

/// Writes `listing` to a new temporary file, which is removed when the process
/// ends. Returns its path.
llvm::Expected<std::string> writeTemporaryListing(StringRef listing);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_DEBUGINFO_H
