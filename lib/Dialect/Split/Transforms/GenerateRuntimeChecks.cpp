//===- GenerateRuntimeChecks.cpp - Rules checked at run time --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/Canonicalization.h"
#include "split-mlir/Dialect/Split/IR/Checks.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITGENERATERUNTIMECHECKSPASS
#include "split-mlir/Dialect/Split/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

namespace {
struct SplitGenerateRuntimeChecksPass
    : split::impl::SplitGenerateRuntimeChecksPassBase<
          SplitGenerateRuntimeChecksPass> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      IRRewriter builder(op);
      // R5: messages include values.
      auto emitCheck = [&](Value condition, const CheckMessage &message) {
        AssertOp::create(builder, op->getLoc(), condition, message.getFormat(),
                         message.getValues());
        ++numChecks;
      };
      if (auto pieces = dyn_cast<SplitOpInterface>(op)) {
        SmallVector<OpFoldResult> lengths;
        generateRuntimeChecks(builder, pieces, emitCheck, &lengths);
        // Constant lengths that break a rule stay in the tensor.
        if (auto split = dyn_cast<VariadicSplitOp>(op);
            split && !lengths.empty())
          (void)setLengths(builder, split, lengths);
      } else if (auto copy = dyn_cast<CopyOp>(op)) {
        generateRuntimeChecks(builder, copy, emitCheck);
      }
    });
  }
};
} // namespace
