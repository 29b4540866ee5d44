//===- AliasChains.h - Long chains of ops on one buffer ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_ALIASCHAINS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_ALIASCHAINS_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"

namespace mlir::split::native {

/// Cuts long chains of ops on one buffer in `root`, for which upstream's
/// analysis would take a long time. Returns the number of values copied.
unsigned cutAliasChains(Operation *root,
                        const bufferization::AnalysisState &state);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_ALIASCHAINS_H
