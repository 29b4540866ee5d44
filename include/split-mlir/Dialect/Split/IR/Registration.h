//===- Registration.h - Registration of the split dialect -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_REGISTRATION_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::split {

/// Adds the dialect to `registry`. Ends the process with a message if it has
/// two MLIRs, libMLIR.so and static libraries, or when a context of another
/// MLIR than that of this code uses the registry.
void registerSplitDialect(DialectRegistry &registry);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_REGISTRATION_H
