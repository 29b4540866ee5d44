//===- Prepare.cpp - Host code around kernels -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferClasses.h"
#include "Kernels.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
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
  if (launch.getAsyncToken())
    return;
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

/// Returns the buffers whose elements `op`, an op outside of kernels, loads or
/// stores on the host. Copies, linalg ops and parallel loops become kernels.
static SmallVector<Value> findHostAccesses(Operation *op) {
  if (auto reshape = dyn_cast<memref::ReshapeOp>(op))
    return {reshape.getShape()};
  if (isa<CopyOp, memref::CopyOp, linalg::LinalgOp, func::CallOp>(op) ||
      isa_and_nonnull<gpu::GPUDialect>(op->getDialect()) ||
      op->getParentOfType<scf::ParallelOp>())
    return {};
  return llvm::to_vector(
      llvm::make_filter_range(op->getOperands(), [&](Value operand) {
        return hasEffect<MemoryEffects::Read>(op, operand) ||
               hasEffect<MemoryEffects::Write>(op, operand);
      }));
}

BufferClasses::BufferClasses(Operation *root) {
  for (const auto &[buffer, views] : BufferViewFlowAnalysis(root))
    for (Value view : views)
      classes.unionSets(buffer, view);
  root->walk([&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      addCall(call);
  });
  root->walk([&](Operation *op) {
    bool isOfKernel =
        isa<gpu::LaunchFuncOp>(op) || op->getParentOfType<gpu::LaunchOp>();
    if (isOfKernel)
      return addUses(usedByKernels, op->getOperands());
    addUses(usedOnHost, findHostAccesses(op), op);
    if (isa<memref::AllocaOp, memref::GetGlobalOp>(op))
      addUses(usedOnHost, op->getResults(), op);
    if (isa<func::CallOp, func::ReturnOp>(op))
      addUses(passed, op->getOperands());
    if (isa<func::CallOp>(op))
      addUses(passed, op->getResults());
  });
}

void BufferClasses::addCall(func::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee || callee.isExternal())
    return;
  for (auto [operand, argument] :
       llvm::zip_equal(call.getOperands(), callee.getArguments()))
    classes.unionSets(operand, argument);
  for (Block &block : callee.getBody())
    if (auto op = dyn_cast<func::ReturnOp>(block.getTerminator()))
      for (auto [result, returned] :
           llvm::zip_equal(call.getResults(), op.getOperands()))
        classes.unionSets(result, returned);
}

void BufferClasses::addUses(Uses &uses, ValueRange values, Operation *op) {
  for (Value value : values)
    if (isa<BaseMemRefType>(value.getType()))
      uses.try_emplace(classes.getOrInsertLeaderValue(value), op);
}

/// Allocates buffers of `root` on the device. Fails if host code accesses a
/// buffer on the device.
static LogicalResult allocateOnDevice(Operation *root) {
  BufferClasses classes(root);
  Operation *access = classes.findContradiction();
  root->walk([&](memref::CopyOp op) {
    if (!op->getParentOfType<gpu::LaunchOp>() &&
        (classes.isOnDevice(op.getSource()) ||
         classes.isOnDevice(op.getTarget())))
      access = op;
  });
  if (access)
    return access->emitOpError("is on the host, but its buffer is on the "
                               "device");
  IRRewriter rewriter(root->getContext());
  root->walk([&](memref::DeallocOp op) {
    rewriter.setInsertionPoint(op);
    if (classes.isOnDevice(op.getMemref()))
      rewriter.replaceOpWithNewOp<gpu::DeallocOp>(op, TypeRange(), ValueRange(),
                                                  op.getMemref());
  });
  root->walk([&](memref::AllocOp op) {
    rewriter.setInsertionPoint(op);
    if (!op->getParentOfType<gpu::LaunchOp>() &&
        classes.isOnDevice(op.getMemref()))
      rewriter.replaceOpWithNewOp<gpu::AllocOp>(
          op, op.getType(), /*asyncToken=*/Type(),
          /*asyncDependencies=*/ValueRange(), op.getDynamicSizes(),
          op.getSymbolOperands());
  });
  return success();
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
    if (allocatesOnDevice && failed(allocateOnDevice(getOperation())))
      signalPassFailure();
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
      if (llvm::any_of(generate->getUsers(), llvm::IsaPred<tensor::ReshapeOp>))
        lowerToLoop(generate);
    });
  }
};
} // namespace
