//===- Buffers.cpp - Sizes and lifetimes of buffers -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

std::optional<int64_t> mlir::split::native::getStaticBytes(MemRefType type) {
  std::optional<int64_t> bytes = getElementBytes(type.getElementType());
  if (!bytes || !type.hasStaticShape() || !type.getLayout().isIdentity())
    return std::nullopt;
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(*bytes, size, *bytes))
      return std::nullopt;
  return bytes;
}

memref::DeallocOp mlir::split::native::findDealloc(memref::AllocOp alloc) {
  Operation *dealloc = memref::findDealloc(alloc).value_or(nullptr);
  return dealloc && dealloc->getBlock() == alloc->getBlock()
             ? dyn_cast<memref::DeallocOp>(dealloc)
             : memref::DeallocOp();
}
