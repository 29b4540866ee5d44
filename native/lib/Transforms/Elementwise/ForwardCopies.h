//===- ForwardCopies.h - Results written to their target --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_FORWARDCOPIES_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_FORWARDCOPIES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::split::native {

/// Makes structured ops in `root` write directly to a part of another memref if
/// their result is only copied to that part. Bufferization creates such copies
/// for tensor.concat.
///
/// ```mlir
/// linalg.exp ins(%x) outs(%alloc)
/// %part = memref.subview %whole[0, 64] [8, 64] [1, 1]
/// linalg.copy ins(%alloc) outs(%part)
/// ```
///
/// becomes
///
/// ```mlir
/// %part = memref.subview %whole[0, 64] [8, 64] [1, 1]
/// linalg.exp ins(%x) outs(%part)
/// ```
void forwardCopies(RewriterBase &rewriter, Operation *root);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_FORWARDCOPIES_H
