//===- PatternNamesTest.cpp - Names of upstream patterns ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lib/Pipelines/SplitToLLVM.cpp disables two upstream canonicalization patterns
// by name. A name that no longer exists would be ignored without an error.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "gtest/gtest.h"

using namespace mlir;

/// Returns how many canonicalization patterns of `OpTy` have `name`, as GCC or
/// Clang spells it in an anonymous namespace.
template <typename OpTy>
static size_t countPatterns(StringRef name) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context
      .loadDialect<gpu::GPUDialect, memref::MemRefDialect, scf::SCFDialect>();
  RewritePatternSet patterns(&context);
  OpTy::getCanonicalizationPatterns(patterns, &context);
  return llvm::count_if(patterns.getNativePatterns(), [&](const auto &pattern) {
    StringRef debugName = pattern->getDebugName();
    return debugName == ("(anonymous namespace)::" + name).str() ||
           debugName == ("{anonymous}::" + name).str();
  });
}

TEST(PatternNames, DisabledPatternsExist) {
  EXPECT_EQ(countPatterns<gpu::AllocOp>("SimplifyDimOfAllocOp"), 1u);
  EXPECT_EQ(countPatterns<memref::SubViewOp>("SubViewOpMemRefCastFolder"), 1u);
  EXPECT_EQ(countPatterns<scf::ForOp>("ForOpTensorCastFolder"), 1u);
}

TEST(PatternNames, OtherNamesDoNotExist) {
  EXPECT_EQ(countPatterns<scf::ForOp>("SubViewOpMemRefCastFolder"), 0u);
}
