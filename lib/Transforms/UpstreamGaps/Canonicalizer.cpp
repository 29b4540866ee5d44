//===- Canonicalizer.cpp - Canonicalization without a pattern -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Canonicalizer.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::split;

std::unique_ptr<Pass>
mlir::split::createCanonicalizerPassWithout(StringRef pattern) {
  return createCanonicalizerPass(
      GreedyRewriteConfig(),
      /*disabledPatterns=*/{("(anonymous namespace)::" + pattern).str(),
                            ("{anonymous}::" + pattern).str()});
}

std::unique_ptr<Pass> mlir::split::createTensorCanonicalizerPass() {
  return createCanonicalizerPassWithout("ForOpTensorCastFolder");
}
