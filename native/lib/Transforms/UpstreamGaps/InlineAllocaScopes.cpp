//===- InlineAllocaScopes.cpp - Scopes that allocate nothing --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpstreamGaps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITINLINEALLOCASCOPESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split::native;

namespace {
struct SplitInlineAllocaScopesPass
    : split::native::impl::SplitInlineAllocaScopesPassBase<
          SplitInlineAllocaScopesPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::AllocaScopeOp scope) {
      if (scope.getBodyRegion().hasOneBlock() &&
          !contains(scope, llvm::IsaPred<memref::AllocaOp, LLVM::AllocaOp>))
        replaceByBody(rewriter, scope, scope.getBodyRegion().front());
    });
  }
};
} // namespace
