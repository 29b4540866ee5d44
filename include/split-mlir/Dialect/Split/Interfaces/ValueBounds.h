//===- ValueBounds.h - bounds of the sizes of pieces ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_VALUEBOUNDS_H
#define SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_VALUEBOUNDS_H

namespace mlir {
class DialectRegistry;

namespace split {

/// Tells upstream's analyses of value bounds what the sizes of pieces are. The
/// results of `split.copy` have those of its destinations, which upstream takes
/// of every such op.
void registerValueBoundsExternalModels(DialectRegistry &registry);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_VALUEBOUNDS_H
