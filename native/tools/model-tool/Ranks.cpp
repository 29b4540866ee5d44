//===- Ranks.cpp - Models that several processes run ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ranks.h"

using namespace mlir::split::native;

template <typename Options>
static std::unique_ptr<Options> createNone(llvm::cl::OptionCategory &) {
  return std::make_unique<Options>();
}

RankExtension &mlir::split::native::getRankExtension() {
  static RankExtension extension{createNone<RunRankOptions>,
                                 createNone<CompileRankOptions>};
  return extension;
}
