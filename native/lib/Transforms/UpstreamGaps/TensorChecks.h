//===- TensorChecks.h - Checks of ops of the tensor dialect -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_TENSORCHECKS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_TENSORCHECKS_H

#include "SizeChecks.h"

namespace mlir::split::native {

/// Generates the checks of an op of the tensor dialect, or of `memref.dim`:
/// indices and slices are in bounds, and sizes and ranks are those that the
/// result type states. Upstream leaves such an op undefined if they are not.
/// Returns the number of checks, 0 for other ops.
unsigned generateTensorChecks(Operation *op, SizeOrigins &origins,
                              CheckedPairs &checked);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_TENSORCHECKS_H
