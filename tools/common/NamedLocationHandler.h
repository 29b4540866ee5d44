//===- NamedLocationHandler.h - Diagnostics on models -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_COMMON_NAMEDLOCATIONHANDLER_H
#define SPLIT_MLIR_TOOLS_COMMON_NAMEDLOCATIONHANDLER_H

#include "mlir/IR/Diagnostics.h"

namespace mlir::split {

/// Prints diagnostics whose location has a name but no line in a file, such as
/// those of imported models, as `NAME: error: MESSAGE` on standard error.
/// Leaves other diagnostics to handlers that were registered earlier.
class NamedLocationHandler : public ScopedDiagnosticHandler {
public:
  explicit NamedLocationHandler(MLIRContext *context);
};

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_COMMON_NAMEDLOCATIONHANDLER_H
