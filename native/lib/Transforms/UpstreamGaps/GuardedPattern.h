//===- GuardedPattern.h - Patterns under a condition ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_GUARDEDPATTERN_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_GUARDEDPATTERN_H

#include "mlir/IR/PatternMatch.h"
#include <functional>
#include <memory>

namespace mlir::split::native {

/// Applies `pattern`, whose root is an op or an interface, to ops for which
/// `isSafe` returns true.
class GuardedPattern : public RewritePattern {
public:
  static std::unique_ptr<GuardedPattern>
  create(std::unique_ptr<RewritePattern> pattern,
         std::function<bool(Operation *)> isSafe) {
    std::unique_ptr<GuardedPattern> guarded;
    if (std::optional<OperationName> root = pattern->getRootKind())
      guarded.reset(new GuardedPattern(*pattern, root->getStringRef()));
    else
      guarded.reset(new GuardedPattern(*pattern, MatchInterfaceOpTypeTag(),
                                       *pattern->getRootInterfaceID()));
    guarded->setDebugName(pattern->getDebugName());
    guarded->pattern = std::move(pattern);
    guarded->isSafe = std::move(isSafe);
    return guarded;
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isSafe(op))
      return rewriter.notifyMatchFailure(op, "the result may be invalid");
    return pattern->matchAndRewrite(op, rewriter);
  }

private:
  template <typename... RootTs>
  explicit GuardedPattern(const RewritePattern &pattern, RootTs... root)
      : RewritePattern(root..., pattern.getBenefit(), pattern.getContext()) {}

  std::unique_ptr<RewritePattern> pattern;
  std::function<bool(Operation *)> isSafe;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_GUARDEDPATTERN_H
