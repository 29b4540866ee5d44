//===- FunctionName.h - the name of the function for a model ----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_FUNCTIONNAME_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_FUNCTIONNAME_H

#include "mlir/Support/LLVM.h"

namespace mlir::split {

/// The name of the function for a model or graph of this name. It becomes a
/// symbol of native code: one that C could call and that hides no function the
/// code itself calls. `modelName` if it is such, else `main`.
StringRef getFunctionName(StringRef modelName);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_FUNCTIONNAME_H
