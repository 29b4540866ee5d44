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

/// The name of the function for a model or graph of this name. It becomes a
/// symbol of native code: one that C can call and that hides no function the
/// code itself calls. Characters other than ASCII letters and digits become `_`;
/// what does not begin with a letter then, or names a library's function, is
/// replaced by `main`.
std::string getFunctionName(StringRef modelName);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_FUNCTIONNAME_H
