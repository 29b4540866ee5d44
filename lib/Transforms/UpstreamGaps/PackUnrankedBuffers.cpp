//===- PackUnrankedBuffers.cpp - contiguous buffers of unknown rank -------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITPACKUNRANKEDBUFFERSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;

/// Whether the layout ends with `op`, though it may not be the identity.
static bool forgetsStrides(memref::CastOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  return source && !source.getLayout().isIdentity() &&
         isa<UnrankedMemRefType>(op.getType());
}

/// A row-major copy of `source`.
static Value createPacked(OpBuilder &builder, Location loc, Value source) {
  auto type = cast<MemRefType>(source.getType());
  SmallVector<Value> dynamicSizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      dynamicSizes.push_back(memref::DimOp::create(builder, loc, source, dim));
  auto packed =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  Value copy = memref::AllocOp::create(builder, loc, packed, dynamicSizes);
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
