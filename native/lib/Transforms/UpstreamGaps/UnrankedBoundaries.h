//===- UnrankedBoundaries.h - Unranked tensors as memrefs -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_UNRANKEDBOUNDARIES_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_UNRANKEDBOUNDARIES_H

#include "mlir/IR/Operation.h"

namespace mlir::split::native {

/// Passes unranked tensors to and from the loops and private functions in
/// `root` as memrefs. Returns the number of buffers that are copied.
unsigned passUnrankedAsBuffers(Operation *root);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_UNRANKEDBOUNDARIES_H
