//===- GuardedPattern.h - Patterns under a condition ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_GUARDEDPATTERN_H
#define SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_GUARDEDPATTERN_H

#include "mlir/IR/PatternMatch.h"
#include <functional>
#include <memory>

namespace mlir::split {

/// Applies `pattern`, which has a root op, to ops for which `isSafe` returns
/// true.
class GuardedPattern : public RewritePattern {
public:
  GuardedPattern(std::unique_ptr<RewritePattern> pattern,
                 std::function<bool(Operation *)> isSafe)
      : RewritePattern(pattern->getRootKind()->getStringRef(),
                       pattern->getBenefit(), pattern->getContext()),
        pattern(std::move(pattern)), isSafe(std::move(isSafe)) {
    setDebugName(this->pattern->getDebugName());
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isSafe(op))
      return rewriter.notifyMatchFailure(op, "the result may be invalid");
    return pattern->matchAndRewrite(op, rewriter);
  }

private:
  std::unique_ptr<RewritePattern> pattern;
  std::function<bool(Operation *)> isSafe;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_GUARDEDPATTERN_H
