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

std::string mlir::split::getFunctionName(StringRef modelName) {
  std::string name;
  for (char c : modelName)
    name += llvm::isAlnum(c) ? c : '_';
  if (name.empty() || !llvm::isAlpha(name.front()))
    return "main";
  // One triple for all hosts: the name depends on the file alone.
  llvm::TargetLibraryInfoImpl library(llvm::Triple("x86_64-unknown-linux-gnu"));
  llvm::LibFunc function;
  if (library.getLibFunc(name, function) || name == "abort" ||
      name == "memrefCopy")
    return "main";
  return name;
}
