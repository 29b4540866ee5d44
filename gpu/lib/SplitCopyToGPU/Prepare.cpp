//===- Prepare.cpp - Host code around kernels -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/GPU/Passes.h"
#include "llvm/ADT/EquivalenceClasses.h"

#include <numeric>

namespace mlir::split::device {
#define GEN_PASS_DEF_SPLITCOLLAPSELOOPSPASS
#define GEN_PASS_DEF_SPLITKEEPARGUMENTSPASS
#define GEN_PASS_DEF_SPLITPREPARELAUNCHESPASS
#include "split-mlir/GPU/Passes.h.inc"
} // namespace mlir::split::device

using namespace mlir;
using namespace mlir::split;

/// Returns whether a kernel runs `op`, or will run it.
static bool isOfKernel(Operation *op) {
  return isa<CopyOp, gpu::LaunchFuncOp>(op) ||
         op->getParentOfType<gpu::LaunchOp>() ||
         op->getParentOfType<gpu::GPUModuleOp>();
}

/// Returns the buffers whose elements `op`, an op of the host, loads or stores,
/// and the memory that it creates on the stack or as a global.
static SmallVector<Value> findHostBuffers(Operation *op) {
  if (auto reshape = dyn_cast<memref::ReshapeOp>(op))
    return {reshape.getShape()};
  if (isa<memref::AllocaOp, memref::GetGlobalOp>(op))
    return llvm::to_vector_of<Value>(op->getResults());
  if (isa<memref::CopyOp>(op) ||
      isa_and_nonnull<gpu::GPUDialect>(op->getDialect()))
    return {};
  return llvm::filter_to_vector(op->getOperands(), [&](Value operand) {
    return hasEffect<MemoryEffects::Read>(op, operand) ||
           hasEffect<MemoryEffects::Write>(op, operand);
  });
}

namespace {
/// Finds which memory the host uses, across calls too.
class HostUses {
public:
  explicit HostUses(Operation *root) {
    for (const auto &[buffer, views] : BufferViewFlowAnalysis(root))
      for (Value view : views)
        classes.unionSets(buffer, view);
    root->walk([&](func::CallOp call) { uniteCall(call); });
    root->walk([&](Operation *op) {
      if (!isOfKernel(op))
        for (Value buffer : findHostBuffers(op))
          uses.try_emplace(classes.getOrInsertLeaderValue(buffer), op);
    });
  }

  /// Returns an op of the host that uses memory of `buffer`; null if there is
  /// none.
  Operation *find(Value buffer) {
    return uses.lookup(classes.getOrInsertLeaderValue(buffer));
  }

private:
  void unite(ValueRange values, ValueRange others) {
    for (auto [value, other] : llvm::zip_equal(values, others))
      classes.unionSets(value, other);
  }
  void uniteCall(func::CallOp call) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (!callee || callee.isExternal())
      return;
    unite(call.getOperands(), callee.getArguments());
    callee.walk(
        [&](func::ReturnOp op) { unite(call.getResults(), op.getOperands()); });
  }

  /// Values that may share memory.
  llvm::EquivalenceClasses<Value> classes;
  /// The first use of each class, by its leader.
  llvm::DenseMap<Value, Operation *> uses;
};
} // namespace

/// Puts `launch` into an scf.if, unless its grid certainly has blocks or it is
/// asynchronous.
static void skipEmptyLaunch(gpu::LaunchOp launch) {
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

/// Replaces `op`, if it copies memory of the device with dimensions, by a copy
/// to one piece with as few rows as possible.
static void toSplitCopy(memref::CopyOp op, HostUses &hostUses) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  auto target = dyn_cast<MemRefType>(op.getTarget().getType());
  if (!source || !target || source.getRank() == 0 || isOfKernel(op) ||
      hostUses.find(op.getSource()) || hostUses.find(op.getTarget()))
    return;
  int64_t inRow =
      std::max<int64_t>(1, std::min(source.getNumContiguousTrailingDims(),
                                    target.getNumContiguousTrailingDims()));
  OpBuilder builder(op);
  CopyOp::create(builder, op.getLoc(), /*results=*/TypeRange(), op.getSource(),
                 op.getTarget(), source.getRank() - inRow);
  op.erase();
}

/// Reports the first op of the host in `root` that accesses memory of the
/// device, or that creates memory which a kernel accesses.
static LogicalResult checkHostUses(Operation *root, HostUses &hostUses) {
  WalkResult result = root->walk([&](Operation *op) -> WalkResult {
    bool isKernel = isOfKernel(op);
    for (Value buffer : op->getOperands()) {
      Operation *use = hostUses.find(buffer);
      if (isKernel ? !use : use || !isa<memref::CopyOp>(op))
        continue;
      return (isKernel ? use : op)
          ->emitOpError("is on the host, but its buffer is on the device");
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Allocates buffers of `root` on the device, unless the host uses them.
static void allocateOnDevice(Operation *root, HostUses &hostUses) {
  IRRewriter rewriter(root->getContext());
  auto isOnDevice = [&](Operation *op, Value buffer) {
    rewriter.setInsertionPoint(op);
    return !isOfKernel(op) && !hostUses.find(buffer);
  };
  root->walk([&](memref::DeallocOp op) {
    if (isOnDevice(op, op.getMemref()))
      rewriter.replaceOpWithNewOp<gpu::DeallocOp>(op, TypeRange(), ValueRange(),
                                                  op.getMemref());
  });
  root->walk([&](memref::AllocOp op) {
    if (isOnDevice(op, op.getMemref()))
      rewriter.replaceOpWithNewOp<gpu::AllocOp>(
          op, op.getType(), /*asyncToken=*/Type(),
          /*asyncDependencies=*/ValueRange(), op.getDynamicSizes(),
          op.getSymbolOperands());
  });
}

namespace {
struct SplitPrepareLaunchesPass
    : device::impl::SplitPrepareLaunchesPassBase<SplitPrepareLaunchesPass> {
  using SplitPrepareLaunchesPassBase::SplitPrepareLaunchesPassBase;

  void runOnOperation() override {
    Operation *module = getOperation();
    HostUses uses(module);
    module->walk([](gpu::LaunchOp op) { skipEmptyLaunch(op); });
    module->walk([&](memref::CopyOp op) { toSplitCopy(op, uses); });
    if (!allocatesOnDevice)
      return;
    if (failed(checkHostUses(module, uses)))
      return signalPassFailure();
    allocateOnDevice(module, uses);
  }
};

struct SplitCollapseLoopsPass
    : device::impl::SplitCollapseLoopsPassBase<SplitCollapseLoopsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](scf::ParallelOp loop) {
      std::vector<unsigned> dims(loop.getNumLoops());
      std::iota(dims.begin(), dims.end(), 0);
      if (dims.size() > 1 && loop.getNumReductions() == 0)
        collapseParallelLoops(rewriter, loop, dims);
    });
  }
};

struct SplitKeepArgumentsPass
    : device::impl::SplitKeepArgumentsPassBase<SplitKeepArgumentsPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    StringRef name = bufferization::BufferizationDialect::kWritableAttrName;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      if (function.isPublic() && isa<TensorType>(type) &&
          !function.getArgAttr(i, name))
        function.setArgAttr(i, name, BoolAttr::get(&getContext(), false));
  }
};
} // namespace
