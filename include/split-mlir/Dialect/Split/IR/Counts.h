//===- Counts.h - Counts in messages ----------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_COUNTS_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_COUNTS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::split {

/// Returns a number and what it counts: `1 result`, or `2 results`. `noun` is
/// the word for one, and adds an s for several.
inline std::string formatCount(int64_t count, StringRef noun) {
  return std::to_string(count) + " " + noun.str() + (count == 1 ? "" : "s");
}

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_COUNTS_H
