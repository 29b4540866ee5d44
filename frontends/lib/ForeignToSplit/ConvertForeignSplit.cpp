//===- ConvertForeignSplit.cpp - Split ops of other compilers -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/ForeignPasses.h"

#include "ForeignOp.h"
#include "ForeignSplits.h"
#include "TorchValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split::frontends {
#define GEN_PASS_DEF_CONVERTFOREIGNSPLITPASS
#include "split-mlir/Conversion/ForeignPasses.h.inc"
} // namespace mlir::split::frontends

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Returns whether the name of `op`, which no dialect registers, says that it
/// splits a tensor.
static bool isUnknownSplit(Operation *op) {
  if (op->isRegistered())
    return false;
  StringRef name = getTorchName(op);
  return llvm::any_of(
      ArrayRef<StringRef>({"split", "chunk", "unbind"}),
      [&](StringRef word) { return name.contains_insensitive(word); });
}

namespace {
struct ConvertForeignSplitPass
    : split::frontends::impl::ConvertForeignSplitPassBase<
          ConvertForeignSplitPass> {
  using ConvertForeignSplitPassBase::ConvertForeignSplitPassBase;

  /// This pass has no rewrite patterns, because an op that violates its
  /// definition is an error rather than a failed match.
  void runOnOperation() override {
    SmallVector<Operation *> ops, torchOps;
    LeftOps left;
    getOperation()->walk([&](Operation *op) {
      if (findForeignSplit(op))
        ops.push_back(op);
      else if (isTorchSplit(op) || isTorchOnnxSplit(op))
        torchOps.push_back(op);
      else if (isUnknownSplit(op))
        left.add(op, "that is not known");
    });
    for (Operation *op : ops)
      count(ForeignOp(op, *findForeignSplit(op), onnxStrict).convert());
    for (Operation *op : torchOps) {
      FailureOr<bool> converted =
          isTorchSplit(op) ? convertTorchSplit(op, left)
                           : convertTorchOnnxSplit(op, onnxStrict, left);
      if (failed(converted) || *converted)
        count(converted);
    }
    left.emitRemark("not converted to split ops");
  }

  void count(LogicalResult result) {
    if (failed(result))
      signalPassFailure();
    else
      ++numOps;
  }
};
} // namespace
