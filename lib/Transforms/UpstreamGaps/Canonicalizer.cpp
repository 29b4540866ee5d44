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
  // The other pattern reads beyond a shape if a constant index is negative.
  SmallVector<std::string> disabled;
  for (StringRef name : {pattern, StringRef("SimplifyDimOfAllocOp")})
    for (StringRef space : {"(anonymous namespace)::", "{anonymous}::"})
      disabled.push_back((space + name).str());
  return createCanonicalizerPass(GreedyRewriteConfig(), disabled);
}

std::unique_ptr<Pass> mlir::split::createTensorCanonicalizerPass() {
  return createCanonicalizerPassWithout("ForOpTensorCastFolder");
}
