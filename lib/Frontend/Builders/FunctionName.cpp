//===- FunctionName.cpp - the name of the function for a model ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;

StringRef mlir::split::getFunctionName(StringRef modelName) {
  auto isIdentifierChar = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  if (modelName.empty() || !llvm::isAlpha(modelName.front()) ||
      !llvm::all_of(modelName, isIdentifierChar))
    return "main";
  // One triple for all hosts: the name depends on the file alone.
  llvm::TargetLibraryInfoImpl library(llvm::Triple("x86_64-unknown-linux-gnu"));
  llvm::LibFunc function;
  if (library.getLibFunc(modelName, function) || modelName == "abort" ||
      modelName == "memrefCopy")
    return "main";
  return modelName;
}
