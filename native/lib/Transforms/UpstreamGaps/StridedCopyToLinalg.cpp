//===- StridedCopyToLinalg.cpp - Strided copies to linalg -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITSTRIDEDCOPYTOLINALGPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;

static bool isStrided(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && !memref.getLayout().isIdentity();
}

namespace {
struct SplitStridedCopyToLinalgPass
    : split::native::impl::SplitStridedCopyToLinalgPassBase<
          SplitStridedCopyToLinalgPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::CopyOp op) {
      if (!isStrided(op.getSource().getType()) &&
          !isStrided(op.getTarget().getType()))
        return;
      ++numCopies;
      rewriter.setInsertionPoint(op);
      linalg::makeMemRefCopyOp(rewriter, op.getLoc(), op.getSource(),
                               op.getTarget());
      rewriter.eraseOp(op);
    });
  }
};
} // namespace
