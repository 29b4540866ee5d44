//===- Buffers.h - Sizes and lifetimes of buffers ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_BUFFERS_BUFFERS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_BUFFERS_BUFFERS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::split::native {

/// Returns the number of bytes of a memref with the identity layout, or none
/// if its shape is dynamic, 63 bits cannot count the bytes, or
/// `getElementBytes` does not support its elements.
std::optional<int64_t> getStaticBytes(MemRefType type);

/// Returns the only deallocation of `alloc` if it is in the same block, or
/// null.
memref::DeallocOp findDealloc(memref::AllocOp alloc);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_BUFFERS_BUFFERS_H
