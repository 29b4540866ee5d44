//===- MemoryBases.h - Memrefs that share memory ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_MEMORYBASES_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_MEMORYBASES_H

#include "mlir/IR/Value.h"

namespace mlir::split::native {

/// Returns the memref that `memref` is a view of.
Value getMemoryBase(Value memref);

/// Whether `base`, which is no view, shares no memory with other such values.
/// Arguments of public functions do not overlap if one of them is written to
/// (R7).
bool isDistinctMemoryBase(Value base);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_MEMORYBASES_H
