//===- SplitCopyToGPU.cpp - split.copy to one launch ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "mlir/Dialect/GPU/Utils/GPUUtils.h"
#include "mlir/IR/Matchers.h"
#include "split-mlir/GPU/Passes.h"

#include <numeric>

namespace mlir::split::device {
#define GEN_PASS_DEF_CONVERTSPLITCOPYTOGPUPASS
#include "split-mlir/GPU/Passes.h.inc"
} // namespace mlir::split::device

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

/// The most bytes of the rows of the data for each kernel of static rows, and
/// of the equal pieces of a transposition.
static constexpr int64_t kMostRegisterRowBytes = 16, kMostTileRowBytes = 128,
                         kMostColumnBytes = 16;

static void createKernel(KernelBuilder &builder, const RowForm &form) {
  int64_t bytes = getElementBytes(form.element);
  std::optional<SmallVector<int64_t>> lengths = form.getStaticLengths();
  if (!lengths || lengths->size() == 1 || getAccessElements(form.element) == 1)
    return createRunsKernel(builder, form);
  int64_t rowBytes =
      bytes * std::accumulate(lengths->begin(), lengths->end(), int64_t(0));
  if (rowBytes <= kMostRegisterRowBytes)
    return createRegisterKernel(builder, form, *lengths);
  bool hasShortRows = rowBytes <= kMostTileRowBytes;
  bool hasShortPieces =
      llvm::all_equal(*lengths) && bytes * lengths->front() <= kMostColumnBytes;
  if (hasShortRows || hasShortPieces)
    return createTileKernel(builder, form, *lengths, hasShortRows);
  createRunsKernel(builder, form);
}

/// Returns whether a kernel can do what `op`, a copy of memrefs, does: strides,
/// and destinations among which it can select.
static bool isSupported(Operation *op) {
  auto isStrided = [](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && memref.isStrided();
  };
  auto getSpace = [](Type type) {
    return cast<MemRefType>(type).getMemorySpace();
  };
  return llvm::all_of(op->getOperandTypes(), isStrided) &&
         llvm::all_equal(llvm::map_range(
             llvm::drop_begin(op->getOperandTypes()), getSpace)) &&
         !op->getParentOfType<gpu::LaunchOp>() &&
         !op->getParentOfType<gpu::GPUFuncOp>();
}

/// Returns `op` as a copy to one piece, with as few rows as possible; null if
/// it has no dimension.
static CopyOp toSplitCopy(memref::CopyOp op) {
  auto source = cast<MemRefType>(op.getSource().getType());
  auto target = cast<MemRefType>(op.getTarget().getType());
  if (source.getRank() == 0)
    return {};
  int64_t inRow =
      std::max<int64_t>(1, std::min(source.getNumContiguousTrailingDims(),
                                    target.getNumContiguousTrailingDims()));
  OpBuilder builder(op);
  auto copy =
      CopyOp::create(builder, op.getLoc(), /*results=*/TypeRange(),
                     op.getSource(), op.getTarget(), source.getRank() - inRow);
  op.erase();
  return copy;
}

/// Kernels take constants as operands otherwise, and divide by them.
static void sinkConstants(Operation *root) {
  root->walk([](gpu::LaunchOp launch) {
    (void)sinkOperationsIntoLaunchOp(launch, [](Operation *op) {
      return op->hasTrait<OpTrait::ConstantLike>();
    });
  });
}

namespace {
struct ConvertSplitCopyToGPUPass
    : device::impl::ConvertSplitCopyToGPUPassBase<ConvertSplitCopyToGPUPass> {
  void runOnOperation() override {
    SmallVector<Operation *> copies;
    getOperation()->walk([&](Operation *op) {
      if (isa<CopyOp, memref::CopyOp>(op) && isSupported(op))
        copies.push_back(op);
    });
    for (Operation *op : copies) {
      auto copy = dyn_cast<CopyOp>(op);
      if (!copy)
        copy = toSplitCopy(cast<memref::CopyOp>(op));
      if (!copy)
        continue;
      ++numCopies;
      convert(copy);
    }
    sinkConstants(getOperation());
  }

private:
  static void convert(CopyOp op) {
    // A copy that certainly fails at run time is erased, as its kernel would
    // access memory out of bounds.
    if (succeeded(verifyCopySizes(op, [&] {
          return op.emitWarning() << "'split.copy' op fails at run time: ";
        }))) {
      KernelBuilder builder(op);
      RowForm form = computeRowForm(builder, op);
      if (!form.pieces.empty())
        createKernel(builder, form);
    }
    op.erase();
  }
};
} // namespace
