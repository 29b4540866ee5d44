//===- RuntimeVerifiable.h - upstream's run-time checks ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_RUNTIMEVERIFIABLE_H
#define SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_RUNTIMEVERIFIABLE_H

namespace mlir {
class DialectRegistry;

namespace split {

/// Lets upstream's generate-runtime-verification check split ops by the rules
/// R1 to R4, R6 and R7. Its messages are constant;
/// split-generate-runtime-checks reports values too.
void registerRuntimeVerifiableExternalModels(DialectRegistry &registry);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_RUNTIMEVERIFIABLE_H
