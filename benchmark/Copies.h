//===- Copies.h - What a machine's memory allows ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_BENCHMARK_COPIES_H
#define SPLIT_MLIR_BENCHMARK_COPIES_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace mlir {
namespace split {

/// A way to copy a whole buffer. Both are aligned to 64 bytes.
struct WholeCopy {
  llvm::StringRef name;
  void (*run)(char *target, const char *source, size_t size);
};

/// Those that this processor has; the fastest is what a split can attain at
/// most, for it moves the same bytes and need not look where they go.
std::vector<WholeCopy> getWholeCopies();

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_BENCHMARK_COPIES_H
