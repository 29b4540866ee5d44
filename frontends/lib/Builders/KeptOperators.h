//===- KeptOperators.h - Operators kept as unregistered ops -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An importer that keeps unknown operators creates an unregistered op for each
// one that it cannot import: `"format.Name"`, or `"format.Custom"` with the
// attributes `function_name` and, if there is one, `domain_name`.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_KEPTOPERATORS_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_KEPTOPERATORS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::split::frontends {

/// Returns whether operators can compute with tensors of such elements: they
/// are numbers.
bool isNumber(Type elementType);

/// Returns the type `!format.name`.
Type getOpaqueType(MLIRContext *context, StringRef format, const Twine &name);

/// Returns the op for an operator, without operands, attributes and results.
OperationState createKeptState(ImplicitLocOpBuilder &builder, StringRef format,
                               StringRef domain, StringRef operatorName);

/// The operators of a model that are kept, and why.
class KeptOperators {
public:
  /// Runs `import`, which creates ops at the insertion point, and returns
  /// whether it succeeded. If not, creates none and emits nothing; the first
  /// error becomes the reason for the operator. Fails if `import` fails and
  /// `mustImport` holds then.
  FailureOr<bool> tryImport(ImplicitLocOpBuilder &builder, StringRef domain,
                            StringRef operatorName,
                            llvm::function_ref<LogicalResult()> import,
                            llvm::function_ref<bool()> mustImport);
  /// Emits a remark that lists the operators for which ops are in `root`, and
  /// how many.
  void report(Operation *root, StringRef kind) const;

private:
  /// By the names of operators, with their domains.
  llvm::StringMap<std::string> reasons;
};

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_KEPTOPERATORS_H
