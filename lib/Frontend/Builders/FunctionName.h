//===- FunctionName.h - the name of the function for a model ----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_FUNCTIONNAME_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_FUNCTIONNAME_H

#include "mlir/Support/LLVM.h"
#include <string>

namespace mlir::split {

/// The name of the function for a model or graph of this name: the same, with
/// `_` for control characters, or `main` for no name. Any other text may name a
/// symbol, and split-compile makes identifiers of C of names.
std::string getFunctionName(StringRef modelName);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_FUNCTIONNAME_H
