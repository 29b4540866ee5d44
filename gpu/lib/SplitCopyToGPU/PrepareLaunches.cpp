//===- PrepareLaunches.cpp - Host code around launches --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "split-mlir/GPU/Passes.h"

namespace mlir::split::device {
#define GEN_PASS_DEF_SPLITPREPARELAUNCHESPASS
#include "split-mlir/GPU/Passes.h.inc"
} // namespace mlir::split::device

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

void mlir::split::device::skipEmptyLaunch(gpu::LaunchOp launch) {
  KernelBuilder b(launch);
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  Value hasBlocks;
  for (Value size : {grid.x, grid.y, grid.z})
    if (getConstantIntValue(size).value_or(0) == 0)
      hasBlocks = b.both(hasBlocks, b.isLess(b.get(0), size));
  if (!hasBlocks)
    return;
  auto op = scf::IfOp::create(b, hasBlocks, /*withElseRegion=*/false);
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
  OpBuilder builder(alloc);
  auto onDevice = gpu::AllocOp::create(
      builder, alloc.getLoc(), alloc.getType(), /*asyncToken=*/Type(),
      /*asyncDependencies=*/ValueRange(), alloc.getDynamicSizes(),
      alloc.getSymbolOperands());
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers())) {
    if (!isa<memref::DeallocOp>(user))
      continue;
    builder.setInsertionPoint(user);
    gpu::DeallocOp::create(builder, user->getLoc(), TypeRange(), ValueRange(),
                           onDevice.getMemref());
    user->erase();
  }
  alloc.replaceAllUsesWith(onDevice.getMemref());
  alloc.erase();
}

namespace {
struct SplitPrepareLaunchesPass
    : device::impl::SplitPrepareLaunchesPassBase<SplitPrepareLaunchesPass> {
  using SplitPrepareLaunchesPassBase::SplitPrepareLaunchesPassBase;

  void runOnOperation() override {
    SmallVector<gpu::LaunchOp> launches;
    SmallVector<memref::AllocOp> allocs;
    getOperation()->walk([&](Operation *op) {
      if (auto launch = dyn_cast<gpu::LaunchOp>(op))
        launches.push_back(launch);
      auto alloc = dyn_cast<memref::AllocOp>(op);
      if (alloc && !op->getParentOfType<gpu::LaunchOp>() && isOnDevice(alloc))
        allocs.push_back(alloc);
    });
    llvm::for_each(launches, skipEmptyLaunch);
    if (allocatesOnDevice)
      llvm::for_each(allocs, allocateOnDevice);
  }
};
} // namespace
