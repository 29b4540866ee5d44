//===- Prepare.cpp - Host code around kernels -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/GPU/Passes.h"

namespace mlir::split::device {
#define GEN_PASS_DEF_SPLITPREPARELAUNCHESPASS
#define GEN_PASS_DEF_SPLITPREPARETENSORSPASS
#include "split-mlir/GPU/Passes.h.inc"
} // namespace mlir::split::device

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

void mlir::split::device::skipEmptyLaunch(gpu::LaunchOp launch) {
  OpBuilder builder(launch);
  IndexMath math(builder, launch.getLoc());
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  Value hasBlocks;
  for (Value size : {grid.x, grid.y, grid.z})
    if (getConstantIntValue(size).value_or(0) == 0)
      hasBlocks = math.both(hasBlocks, math.isLess(math.get(0), size));
  if (!hasBlocks)
    return;
  auto op = scf::IfOp::create(builder, launch.getLoc(), hasBlocks,
                              /*withElseRegion=*/false);
  launch->moveBefore(op.thenBlock()->getTerminator());
}

/// Returns whether a kernel uses `memref` or a view of it, or a function
/// returns it.
static bool isOnDevice(Value memref) {
  return llvm::any_of(memref.getUsers(), [&](Operation *user) {
    if (isa<gpu::LaunchFuncOp, func::ReturnOp>(user) ||
        user->getParentOfType<gpu::LaunchOp>())
      return true;
    auto view = dyn_cast<ViewLikeOpInterface>(user);
    bool isView = isa<memref::ExtractStridedMetadataOp>(user) ||
                  (view && view.getViewSource() == memref);
    return isView && isOnDevice(user->getResult(0));
  });
}

/// Allocates the memory of `alloc` on the device.
static void allocateOnDevice(memref::AllocOp alloc) {
  IRRewriter rewriter(alloc);
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers())) {
    if (!isa<memref::DeallocOp>(user))
      continue;
    rewriter.setInsertionPoint(user);
    rewriter.replaceOpWithNewOp<gpu::DeallocOp>(user, TypeRange(), ValueRange(),
                                                alloc.getMemref());
  }
  rewriter.setInsertionPoint(alloc);
  rewriter.replaceOpWithNewOp<gpu::AllocOp>(
      alloc, alloc.getType(), /*asyncToken=*/Type(),
      /*asyncDependencies=*/ValueRange(), alloc.getDynamicSizes(),
      alloc.getSymbolOperands());
}

/// Computes the elements of `generate`, which is 1-D, in a loop.
static void lowerToLoop(tensor::GenerateOp generate) {
  IRRewriter rewriter(generate);
  Location loc = generate.getLoc();
  IndexMath math(rewriter, loc);
  Value empty = tensor::EmptyOp::create(rewriter, loc, generate.getType(),
                                        generate.getDynamicExtents());
  Value size = math.get(tensor::getMixedSize(rewriter, loc, empty, 0));
  auto loop =
      scf::ForOp::create(rewriter, loc, math.get(0), size, math.get(1), empty);
  Block *body = &generate.getBody().front();
  auto yield = cast<tensor::YieldOp>(body->getTerminator());
  rewriter.mergeBlocks(body, loop.getBody(), loop.getInductionVar());
  rewriter.setInsertionPoint(yield);
  Value shape = tensor::InsertOp::create(rewriter, loc, yield.getValue(),
                                         loop.getRegionIterArg(0),
                                         loop.getInductionVar());
  rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, shape);
  rewriter.replaceOp(generate, loop);
}

/// Marks the arguments of `function` that the caller keeps: bufferization
/// writes others in place.
static void keepArguments(func::FuncOp function) {
  StringRef name = bufferization::BufferizationDialect::kWritableAttrName;
  auto isWritable = BoolAttr::get(function.getContext(), false);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<TensorType>(type) && !function.getArgAttr(i, name))
      function.setArgAttr(i, name, isWritable);
}

namespace {
struct SplitPrepareLaunchesPass
    : device::impl::SplitPrepareLaunchesPassBase<SplitPrepareLaunchesPass> {
  using SplitPrepareLaunchesPassBase::SplitPrepareLaunchesPassBase;

  void runOnOperation() override {
    getOperation()->walk([](gpu::LaunchOp launch) { skipEmptyLaunch(launch); });
    if (!allocatesOnDevice)
      return;
    SmallVector<memref::AllocOp> allocs;
    getOperation()->walk([&](memref::AllocOp alloc) {
      if (!alloc->getParentOfType<gpu::LaunchOp>() && isOnDevice(alloc))
        allocs.push_back(alloc);
    });
    llvm::for_each(allocs, allocateOnDevice);
  }
};

struct SplitPrepareTensorsPass
    : device::impl::SplitPrepareTensorsPassBase<SplitPrepareTensorsPass> {
  void runOnOperation() override {
    getOperation()->walk([](func::FuncOp function) {
      if (function.isPublic() && !function.isExternal())
        keepArguments(function);
    });
    getOperation()->walk([](tensor::GenerateOp generate) {
      auto type = cast<RankedTensorType>(generate.getType());
      if (type.getRank() == 1 && type.getElementType().isIndex())
        lowerToLoop(generate);
    });
  }
};
} // namespace
