//===- RoundTrip.h - Modules that are printed and parsed --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_COMMON_ROUNDTRIP_H
#define SPLIT_MLIR_TOOLS_COMMON_ROUNDTRIP_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

namespace mlir::split {

/// Ends the process with the text of `module` if it cannot be parsed, does not
/// verify, or prints differently after that.
inline void requireRoundTrip(ModuleOp module) {
  std::string text, again;
  llvm::raw_string_ostream(text) << module;
  ParserConfig config(module.getContext());
  if (auto parsed = parseSourceString<ModuleOp>(text, config))
    llvm::raw_string_ostream(again) << *parsed;
  if (text == again)
    return;
  llvm::errs() << "does not parse to what was printed:\n" << text;
  std::abort();
}

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_COMMON_ROUNDTRIP_H
