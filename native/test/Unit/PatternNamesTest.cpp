//===- PatternNamesTest.cpp - Names of upstream patterns ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// split-canonicalize chooses upstream's folds and patterns by name. It would
// ignore a name that no longer exists without an error.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Transforms/UpstreamGaps/Canonicalize.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/InitAllDialects.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
struct PatternNames : testing::Test {
  PatternNames() : context(MLIRContext::Threading::DISABLED) {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  MLIRContext context;
};
} // namespace

TEST_F(PatternNames, ListedFoldsExist) {
  for (StringRef op : getListedFolds())
    EXPECT_TRUE(RegisteredOperationName::lookup(op, &context)) << op.str();
}

TEST_F(PatternNames, ListedPatternsExist) {
  RewritePatternSet patterns(&context);
  for (Dialect *dialect : context.getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context.getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, &context);
  for (const ListedPattern &listed : getListedPatterns())
    EXPECT_TRUE(llvm::any_of(
        patterns.getNativePatterns(),
        [&](const auto &pattern) { return isNamed(*pattern, listed); }))
        << listed.root.str() << " " << listed.name.str();
}
