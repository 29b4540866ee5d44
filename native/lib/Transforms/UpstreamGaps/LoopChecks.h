//===- LoopChecks.h - Checks of the steps of loops --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_LOOPCHECKS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_LOOPCHECKS_H

#include "SizeChecks.h"

namespace mlir::split::native {

/// Generates checks that the steps of a loop are positive: otherwise, it might
/// not end. Returns the number of checks, 0 for other ops.
unsigned generateLoopChecks(Operation *op, SizeOrigins &origins,
                            CheckedPairs &checked);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_LOOPCHECKS_H
