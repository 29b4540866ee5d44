//===- GenerateRuntimeChecks.cpp - rules checked at run time --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/Checks.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITGENERATERUNTIMECHECKSPASS
#include "split-mlir/Dialect/Split/Transforms/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

namespace {
struct SplitGenerateRuntimeChecksPass
    : split::impl::SplitGenerateRuntimeChecksPassBase<
          SplitGenerateRuntimeChecksPass> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      OpBuilder builder(op);
      // R5: messages include values.
      auto emitCheck = [&](Value condition, const CheckMessage &message) {
        AssertOp::create(builder, op->getLoc(), condition, message.getFormat(),
                         message.getValues());
        ++numChecks;
      };
      if (auto pieces = dyn_cast<SplitOpInterface>(op))
        generateRuntimeChecks(builder, pieces, emitCheck);
      else if (auto copy = dyn_cast<CopyOp>(op))
        generateRuntimeChecks(builder, copy, emitCheck);
    });
  }
};
} // namespace
