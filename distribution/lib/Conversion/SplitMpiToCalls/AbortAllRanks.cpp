//===- AbortAllRanks.cpp - Failures that end all ranks --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../HostAbi/MpiCalls.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/Distribution/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::split::mpi {
#define GEN_PASS_DEF_SPLITABORTALLRANKSPASS
#include "split-mlir/Distribution/Passes.h.inc"
} // namespace mlir::split::mpi

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

namespace {
/// Lowers the failures of one module.
class FailureLowering {
public:
  explicit FailureLowering(ModuleOp module)
      : module(module), calls(module), rewriter(module.getContext()) {
    Type i32 = rewriter.getI32Type();
    Type pointer = LLVM::LLVMPointerType::get(module.getContext());
    abort = {"abort", {}, {}, /*isVariadic=*/false};
    print = {"dprintf", {i32, pointer}, i32, /*isVariadic=*/true};
  }

  LogicalResult run(ArrayRef<AssertOp> ops) {
    LibraryFunction abortRanks =
        getMpiFunction(MpiFunction::Abort, module.getContext());
    if (failed(calls.verify(abort)) || failed(calls.verify(print)) ||
        failed(calls.verify(abortRanks)))
      return failure();
    createAbortFunction();
    for (AssertOp op : ops)
      lower(op);
    return success();
  }

private:
  Value createInt(Location loc, int32_t value) {
    return LLVM::ConstantOp::create(rewriter, loc,
                                    rewriter.getI32IntegerAttr(value));
  }

  void createAbortFunction() {
    Location loc = module.getLoc();
    rewriter.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(module.getContext()), {});
    abortFunction = LLVM::LLVMFuncOp::create(rewriter, loc, "split_mlir_abort",
                                             type, LLVM::Linkage::Internal);
    calls.getSymbols().insert(abortFunction);
    rewriter.setInsertionPointToStart(abortFunction.addEntryBlock(rewriter));
    callMpi(calls, rewriter, loc, MpiFunction::Abort, createInt(loc, 1));
    calls.call(rewriter, loc, abort, {});
    LLVM::UnreachableOp::create(rewriter, loc);
    module->setAttr(kAbortFunctionAttrName,
                    FlatSymbolRefAttr::get(abortFunction.getSymNameAttr()));
  }

  /// Replaces `op` by a branch to code that writes the message of libSplitMpi
  /// and aborts. One call writes all, so that the messages of several ranks do
  /// not mix.
  void lower(AssertOp op) {
    Location loc = op.getLoc();
    Block *rest =
        rewriter.splitBlock(op->getBlock(), std::next(op->getIterator()));
    Block *failed = rewriter.createBlock(rest);
    Value standardError = createInt(loc, 2);
    Value format = calls.getString(rewriter, loc, "%s: error: %s\n");
    Value location = calls.getString(rewriter, loc, describeLocation(loc));
    Value message =
        callMpi(calls, rewriter, loc, MpiFunction::LastError, ValueRange());
    calls.call(rewriter, loc, print,
               {standardError, format, location, message});
    LLVM::CallOp::create(rewriter, loc, abortFunction, ValueRange());
    LLVM::UnreachableOp::create(rewriter, loc);
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<cf::CondBranchOp>(op, op.getCondition(), rest,
                                                  failed);
  }

  ModuleOp module;
  LibraryCalls calls;
  IRRewriter rewriter;
  LibraryFunction abort, print;
  LLVM::LLVMFuncOp abortFunction;
};

struct SplitAbortAllRanksPass
    : split::mpi::impl::SplitAbortAllRanksPassBase<SplitAbortAllRanksPass> {
  void runOnOperation() override {
    // Functions and messages go into the innermost module around an assert.
    llvm::MapVector<ModuleOp, SmallVector<AssertOp>> asserts;
    bool isNested = false;
    getOperation()->walk([&](AssertOp op) {
      auto module = op->getParentOfType<ModuleOp>();
      if (!module->hasAttr(kGridAttrName))
        return;
      SmallVector<AssertOp> &ops = asserts[module];
      if (!op->hasAttr(kStatusAttrName))
        return;
      isNested |= failed(verifyUnstructured(op));
      ops.push_back(op);
    });
    if (isNested)
      return signalPassFailure();
    for (auto &[module, ops] : asserts)
      if (failed(FailureLowering(module).run(ops)))
        return signalPassFailure();
  }
};
} // namespace
