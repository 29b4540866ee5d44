//===- SplitAssertToLLVM.cpp - split.assert to write and abort ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../HostAbi/LibraryCalls.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/ADT/MapVector.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_CONVERTSPLITASSERTTOLLVMPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

namespace {
/// Replaces the asserts of one module.
class AssertLowering {
public:
  explicit AssertLowering(ModuleOp module)
      : calls(module), rewriter(module.getContext()) {
    Type i64 = rewriter.getI64Type();
    Type pointer = LLVM::LLVMPointerType::get(module.getContext());
    write = {"write", {rewriter.getI32Type(), pointer, i64}, i64};
    abort = {"abort", {}, {}};
  }

  /// Checks that no symbol of the program conflicts with the library functions
  /// that the code for failures calls.
  LogicalResult verifySymbols() {
    return failure(failed(calls.verify(write)) || failed(calls.verify(abort)));
  }

  /// Splits the op's block and branches to the rest of it, or to a new block that
  /// fails.
  void lower(AssertOp op) {
    Location loc = op.getLoc();
    Block *block = op->getBlock();
    Block *rest = rewriter.splitBlock(block, std::next(op->getIterator()));
    Block *failed = rewriter.createBlock(rest);
    rewriter.setInsertionPoint(op);
    cf::CondBranchOp::create(rewriter, loc, op.getCondition(), rest, failed);

    rewriter.setInsertionPointToStart(failed);
    fail(op);
    LLVM::UnreachableOp::create(rewriter, loc);
    rewriter.eraseOp(op);
  }

private:
  /// Creates `write(2, message, length); abort()`.
  void fail(AssertOp op) {
    Location loc = op.getLoc();
    std::string message = getConstantMessage(op) + "\n";
    Value standardError =
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32IntegerAttr(2));
    Value text = calls.getString(rewriter, loc, message);
    Value length = calls.createConstant(rewriter, loc, message.size());
    calls.call(rewriter, loc, write, {standardError, text, length});
    calls.call(rewriter, loc, abort, {});
  }

  LibraryCalls calls;
  IRRewriter rewriter;
  LibraryFunction write, abort;
};

struct ConvertSplitAssertToLLVMPass
    : split::impl::ConvertSplitAssertToLLVMPassBase<
          ConvertSplitAssertToLLVMPass> {
  void runOnOperation() override {
    // Functions and messages go into the innermost module around an assert.
    llvm::MapVector<ModuleOp, SmallVector<AssertOp>> asserts;
    getOperation()->walk([&](AssertOp op) {
      ++numAsserts;
      asserts[op->getParentOfType<ModuleOp>()].push_back(op);
    });
    for (auto &[module, ops] : asserts)
      if (failed(lowerAsserts(module, ops)))
        return signalPassFailure();
  }

private:
  LogicalResult lowerAsserts(ModuleOp module, ArrayRef<AssertOp> asserts) {
    for (AssertOp op : asserts)
      if (failed(verifyUnstructured(op)))
        return failure();
    AssertLowering lowering(module);
    if (failed(lowering.verifySymbols()))
      return failure();
    for (AssertOp op : asserts)
      lowering.lower(op);
    return success();
  }
};
} // namespace
