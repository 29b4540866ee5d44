//===- Prepare.cpp - Prepare functions for kernels ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/GPU/Passes.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace mlir::split::device {
#define GEN_PASS_DEF_SPLITCOLLAPSELOOPSPASS
#define GEN_PASS_DEF_SPLITLINALGCOPYTOMEMREFPASS
#define GEN_PASS_DEF_SPLITPLACEBUFFERSPASS
#include "split-mlir/GPU/Passes.h.inc"
} // namespace mlir::split::device

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

/// Returns whether `op` starts a kernel, or is device code.
static bool isOfKernel(Operation *op) {
  return isa<CopyOp, gpu::LaunchFuncOp>(op) || isDeviceCode(op);
}

/// Returns whether a kernel can do what `op` does.
static bool canBeKernel(memref::CopyOp op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && memref.getRank() > 0 && memref.isStrided();
  });
}

/// Returns the buffers whose elements `op`, an op of the host, loads or stores,
/// and the memory that it creates on the stack or as a global.
static SmallVector<Value> findHostBuffers(Operation *op) {
  if (auto reshape = dyn_cast<memref::ReshapeOp>(op))
    return {reshape.getShape()};
  if (isa<memref::AllocaOp, memref::GetGlobalOp>(op))
    return llvm::to_vector_of<Value>(op->getResults());
  auto copy = dyn_cast<memref::CopyOp>(op);
  if (isa_and_nonnull<gpu::GPUDialect>(op->getDialect()) ||
      (copy && canBeKernel(copy)))
    return {};
  return llvm::filter_to_vector(op->getOperands(), [&](Value operand) {
    return hasEffect<MemoryEffects::Read>(op, operand) ||
           hasEffect<MemoryEffects::Write>(op, operand);
  });
}

/// Returns the function that `op` calls; null if it is no call, or the function
/// has no body.
static func::FuncOp findCallee(Operation *op) {
  auto call = dyn_cast_if_present<func::CallOp>(op);
  auto callee = call ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
                           call, call.getCalleeAttr())
                     : func::FuncOp();
  return callee && !callee.isExternal() ? callee : func::FuncOp();
}

namespace {
/// Finds which memory the host uses, across calls too.
class HostUses {
public:
  explicit HostUses(Operation *root) {
    for (const auto &[buffer, views] : BufferViewFlowAnalysis(root))
      for (Value view : views)
        if (!findCallee(view.getDefiningOp()))
          unite(buffer, view);
    root->walk([&](func::CallOp call) {
      if (func::FuncOp callee = findCallee(call))
        uniteCall(call, callee);
    });
    // A copy does not leave the host or the device.
    root->walk(
        [&](memref::CopyOp op) { unite(op.getSource(), op.getTarget()); });
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
      if (isa<BaseMemRefType>(value.getType()) &&
          isa<BaseMemRefType>(other.getType()))
        classes.unionSets(value, other);
  }
  void uniteCall(func::CallOp call, func::FuncOp callee) {
    unite(call.getOperands(), callee.getArguments());
    callee.walk(
        [&](func::ReturnOp op) { unite(call.getResults(), op.getOperands()); });
  }

  /// Memrefs that may share memory.
  llvm::EquivalenceClasses<Value> classes;
  /// The first use of each class, by its leader.
  llvm::DenseMap<Value, Operation *> uses;
};
} // namespace

/// Replaces `op`, unless the host uses its memory or must copy it, by a copy to
/// one piece with as few rows as possible. Erases it if it changes nothing.
static void toSplitCopy(memref::CopyOp op, HostUses &hostUses) {
  if (memref::isSameViewOrTrivialAlias(op.getSource(), op.getTarget()))
    return op.erase();
  if (!canBeKernel(op) || isDeviceCode(op) || hostUses.find(op.getSource()))
    return;
  auto source = cast<MemRefType>(op.getSource().getType());
  auto target = cast<MemRefType>(op.getTarget().getType());
  int64_t inRow =
      std::max<int64_t>(1, std::min(source.getNumContiguousTrailingDims(),
                                    target.getNumContiguousTrailingDims()));
  OpBuilder builder(op);
  CopyOp::create(builder, op.getLoc(), /*results=*/TypeRange(), op.getSource(),
                 op.getTarget(), source.getRank() - inRow);
  op.erase();
}

/// Reports an op of the host in `root` that uses memory of a kernel.
static LogicalResult checkHostUses(Operation *root, HostUses &hostUses) {
  WalkResult result = root->walk([&](Operation *op) -> WalkResult {
    if (isOfKernel(op))
      for (Value operand : op->getOperands())
        if (Operation *use = hostUses.find(operand))
          return use->emitOpError("is on the host, but its buffer is on the "
                                  "device");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Allocates buffers of `root` on the device, unless the host uses them.
static void moveToDevice(Operation *root, HostUses &hostUses) {
  root->walk([&](memref::DeallocOp op) {
    if (!isDeviceCode(op) && !hostUses.find(op.getMemref()))
      IRRewriter(op).replaceOpWithNewOp<gpu::DeallocOp>(
          op, TypeRange(), ValueRange(), op.getMemref());
  });
  root->walk([&](memref::AllocOp op) {
    if (!isDeviceCode(op) && !hostUses.find(op.getMemref()))
      IRRewriter(op).replaceOpWithNewOp<gpu::AllocOp>(
          op, op.getType(), /*asyncToken=*/Type(),
          /*asyncDependencies=*/ValueRange(), op.getDynamicSizes(),
          op.getSymbolOperands());
  });
}

namespace {
struct SplitCollapseLoopsPass
    : device::impl::SplitCollapseLoopsPassBase<SplitCollapseLoopsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](scf::ParallelOp loop) {
      auto dims = llvm::to_vector(llvm::seq<unsigned>(0, loop.getNumLoops()));
      if (dims.size() <= 1 || loop.getNumReductions() > 0)
        return;
      // The product of two negative sizes would be positive.
      rewriter.setInsertionPoint(loop);
      IndexMath math(rewriter, loop.getLoc());
      rewriter.modifyOpInPlace(loop, [&] {
        for (unsigned dim : dims)
          loop.getUpperBoundMutable()[dim].set(
              math.max(loop.getLowerBound()[dim], loop.getUpperBound()[dim]));
      });
      collapseParallelLoops(rewriter, loop, {{dims.begin(), dims.end()}});
    });
  }
};

struct SplitLinalgCopyToMemRefPass
    : device::impl::SplitLinalgCopyToMemRefPassBase<
          SplitLinalgCopyToMemRefPass> {
  void runOnOperation() override {
    getOperation()->walk([](linalg::CopyOp op) {
      Value source = op.getInputs().front(), target = op.getOutputs().front();
      if (op.hasPureBufferSemantics() &&
          getElementTypeOrSelf(source) == getElementTypeOrSelf(target))
        IRRewriter(op).replaceOpWithNewOp<memref::CopyOp>(op, source, target);
    });
  }
};

struct SplitPlaceBuffersPass
    : device::impl::SplitPlaceBuffersPassBase<SplitPlaceBuffersPass> {
  using SplitPlaceBuffersPassBase::SplitPlaceBuffersPassBase;

  void runOnOperation() override {
    Operation *module = getOperation();
    HostUses uses(module);
    module->walk([&](memref::CopyOp op) { toSplitCopy(op, uses); });
    if (!allocateOnDevice)
      return;
    if (failed(checkHostUses(module, uses)))
      return signalPassFailure();
    moveToDevice(module, uses);
    module->walk<WalkOrder::PreOrder>([](scf::ParallelOp loop) {
      if (!isDeviceCode(loop))
        loop.emitWarning("runs on the host, as no pass has mapped it");
      return WalkResult::skip();
    });
  }
};
} // namespace
