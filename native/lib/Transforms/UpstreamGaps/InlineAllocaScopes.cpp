//===- InlineAllocaScopes.cpp - Scopes that allocate nothing --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITINLINEALLOCASCOPESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;

/// Whether an op in `scope` allocates on the stack.
static bool allocates(memref::AllocaScopeOp scope) {
  return scope
      .walk([](Operation *op) {
        return isa<memref::AllocaOp, LLVM::AllocaOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct SplitInlineAllocaScopesPass
    : split::native::impl::SplitInlineAllocaScopesPassBase<
          SplitInlineAllocaScopesPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::AllocaScopeOp scope) {
      if (!scope.getBodyRegion().hasOneBlock() || allocates(scope))
        return;
      Block &body = scope.getBodyRegion().front();
      Operation *end = body.getTerminator();
      SmallVector<Value> results(end->getOperands());
      rewriter.eraseOp(end);
      rewriter.inlineBlockBefore(&body, scope);
      rewriter.replaceOp(scope, results);
    });
  }
};
} // namespace
