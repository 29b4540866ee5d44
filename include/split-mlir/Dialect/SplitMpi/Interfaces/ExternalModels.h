//===- ExternalModels.h - Interfaces of split_mpi ops -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLITMPI_INTERFACES_EXTERNALMODELS_H
#define SPLIT_MLIR_DIALECT_SPLITMPI_INTERFACES_EXTERNALMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::split {

/// Lets one-shot bufferization rewrite the split_mpi ops on tensors to the same
/// ops on memrefs, in place. An op reads its destination only if it has a root:
/// the destinations of other ranks do not change.
void registerSplitMpiBufferizableExternalModels(DialectRegistry &registry);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLITMPI_INTERFACES_EXTERNALMODELS_H
