//===- Results.h - Output and comparison of results -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_RESULTS_H
#define SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_RESULTS_H

#include "CommandLine.h"
#include "Ranks.h"

namespace mlir::split::native {

/// Writes the results to files, and compares or prints them. Each rank passes
/// its parts, and the first rank passes `expected`. Collective.
ExitStatus deliver(MutableArrayRef<HostTensor> results,
                   ArrayRef<HostTensor> expected, const CommandLine &options,
                   const Ranks &ranks);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_RESULTS_H
