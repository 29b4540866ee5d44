//===- GenerateRuntimeChecks.cpp - rules checked at run time --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/RuntimeChecks.h"
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
    getOperation()->walk([&](SplitOpInterface op) {
      OpBuilder builder(op);
      // R5: values are reported too.
      generateRuntimeChecks(
          builder, op, [&](Value condition, const CheckMessage &message) {
            AssertOp::create(builder, op.getLoc(), condition,
                             message.getFormat(), message.getValues());
            ++numChecks;
          });
    });
  }
};
} // namespace
