//===- Locations.h - locations for people -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_SUPPORT_LOCATIONS_H
#define SPLIT_MLIR_SUPPORT_LOCATIONS_H

#include "mlir/IR/Diagnostics.h"
#include <string>

namespace mlir {
namespace split {

/// Where an op comes from, as a person looks for it: `FILE:LINE:COLUMN`, the
/// file and node of a model, or both.
std::string describeLocation(Location loc);

/// Prints diagnostics on parts of models, which have a name but no line in a
/// file, as `NAME: error: MESSAGE` on standard error. Others are left to the
/// handlers that were there before.
class NamedLocationHandler : public ScopedDiagnosticHandler {
public:
  explicit NamedLocationHandler(MLIRContext *context);
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_SUPPORT_LOCATIONS_H
