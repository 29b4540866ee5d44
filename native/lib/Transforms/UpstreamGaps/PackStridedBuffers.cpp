//===- PackStridedBuffers.cpp - Contiguous buffers where types say so -----===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITPACKSTRIDEDBUFFERSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;

/// Whether the type of `op` says less about strides than that of its source:
/// the strides of an unranked memref, and of a row-major one with dynamic
/// sizes, follow from its sizes.
static bool forgetsStrides(memref::CastOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  if (!source || source.getLayout().isIdentity())
    return false;
  auto result = dyn_cast<MemRefType>(op.getType());
  if (!result)
    return true;
  return result.getLayout().isIdentity() &&
         llvm::is_contained(result.getStridesAndOffset().first,
                            ShapedType::kDynamic);
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
struct SplitPackStridedBuffersPass
    : split::native::impl::SplitPackStridedBuffersPassBase<
          SplitPackStridedBuffersPass> {
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
