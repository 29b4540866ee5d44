//===- SerializeParallel.h - Parallel loops to ordinary ones ----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SERIALIZEPARALLEL_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SERIALIZEPARALLEL_H

#include "mlir/Support/LLVM.h"

#include <functional>

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::split::native {

/// Converts the scf.forall and scf.parallel in `root`, but those that are kept,
/// to scf.for.
LogicalResult serializeParallel(Operation *root,
                                const std::function<bool(Operation *)> &isKept);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SERIALIZEPARALLEL_H
