//===- SplitBytecode.h - The dialect's version in bytecode ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_SPLITBYTECODE_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_SPLITBYTECODE_H

namespace mlir {
class Dialect;
} // namespace mlir

namespace mlir::split {

/// Writes the version of the dialect to bytecode, and rejects bytecode of newer
/// versions.
void addBytecodeInterface(Dialect &dialect);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_SPLITBYTECODE_H
