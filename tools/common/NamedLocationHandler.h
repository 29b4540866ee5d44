//===- NamedLocationHandler.h - Diagnostics on models -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_COMMON_NAMEDLOCATIONHANDLER_H
#define SPLIT_MLIR_TOOLS_COMMON_NAMEDLOCATIONHANDLER_H

#include "mlir/IR/Diagnostics.h"

namespace mlir {
namespace split {

/// Prints diagnostics on parts of models, which have a name but no line in a
/// file, as `NAME: error: MESSAGE` on standard error. It leaves all others to
/// the handlers that were registered before.
class NamedLocationHandler : public ScopedDiagnosticHandler {
public:
  explicit NamedLocationHandler(MLIRContext *context);
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TOOLS_COMMON_NAMEDLOCATIONHANDLER_H
