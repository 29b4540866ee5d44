//===- ConvertForeignSplit.cpp - Split ops of other compilers -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/Passes.h"

#include "ForeignSplits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split {
#define GEN_PASS_DEF_CONVERTFOREIGNSPLITPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

namespace {
struct ConvertForeignSplitPass
    : split::impl::ConvertForeignSplitPassBase<ConvertForeignSplitPass> {
  using ConvertForeignSplitPassBase::ConvertForeignSplitPassBase;

  /// This pass has no rewrite patterns, because an op that violates its
  /// definition is an error rather than a failed match.
  void runOnOperation() override {
    SmallVector<ForeignOp> ops;
    getOperation()->walk([&](Operation *op) {
      if (const ForeignOpDefinition *definition = findForeignSplit(op))
        ops.emplace_back(op, *definition, onnxStrict);
    });
    for (const ForeignOp &op : ops) {
      if (failed(op.convert()))
        signalPassFailure();
      else
        ++numOps;
    }
  }
};
} // namespace
