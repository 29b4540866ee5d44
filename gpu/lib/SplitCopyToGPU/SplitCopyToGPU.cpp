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

/// Returns whether a kernel can copy all pieces: memrefs with strides, and
/// destinations among which it can select.
static bool isSupported(CopyOp op) {
  auto isStrided = [](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && memref.isStrided();
  };
  auto getSpace = [](Value out) {
    return cast<MemRefType>(out.getType()).getMemorySpace();
  };
  return llvm::all_of(op->getOperandTypes(), isStrided) &&
         llvm::all_equal(llvm::map_range(op.getOuts(), getSpace)) &&
         !op->getParentOfType<gpu::LaunchOp>() &&
         !op->getParentOfType<gpu::GPUFuncOp>();
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
    SmallVector<CopyOp> copies;
    getOperation()->walk([&](CopyOp op) {
      if (isSupported(op))
        copies.push_back(op);
    });
    for (CopyOp op : copies) {
      ++numCopies;
      convert(op);
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
