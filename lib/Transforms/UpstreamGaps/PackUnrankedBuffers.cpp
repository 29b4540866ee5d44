//===- PackUnrankedBuffers.cpp - Contiguous buffers of unknown rank -------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITPACKUNRANKEDBUFFERSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;

/// Whether `op` casts a memref that may be strided to an unranked one.
static bool forgetsStrides(memref::CastOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  return source && !source.getLayout().isIdentity() &&
         isa<UnrankedMemRefType>(op.getType());
}

/// Creates a row-major copy of `source`.
static Value createPacked(OpBuilder &builder, Location loc, Value source) {
  auto type = cast<MemRefType>(source.getType());
  Value copy = memref::AllocOp::create(
      builder, loc, memref::getMixedSizes(builder, loc, source),
      type.getElementType(), type.getMemorySpace());
  memref::CopyOp::create(builder, loc, source, copy);
  return copy;
}

namespace {
struct SplitPackUnrankedBuffersPass
    : split::impl::SplitPackUnrankedBuffersPassBase<
          SplitPackUnrankedBuffersPass> {
  void runOnOperation() override {
    getOperation()->walk([&](memref::CastOp op) {
      if (!forgetsStrides(op))
        return;
      OpBuilder builder(op);
      op.getSourceMutable().assign(
          createPacked(builder, op.getLoc(), op.getSource()));
      ++numCopies;
    });
  }
};
} // namespace
