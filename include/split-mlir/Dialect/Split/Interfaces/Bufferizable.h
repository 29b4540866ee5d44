//===- Bufferizable.h - split ops on buffers --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_BUFFERIZABLE_H
#define SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_BUFFERIZABLE_H

namespace mlir {
class DialectRegistry;

namespace split {

/// Lets one-shot bufferization rewrite `split.copy` on tensors to `split.copy`
/// on memrefs: in place, with every destination written and none read.
void registerBufferizableExternalModels(DialectRegistry &registry);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_BUFFERIZABLE_H
