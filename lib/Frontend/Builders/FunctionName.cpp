//===- FunctionName.cpp - the name of the function for a model ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionName.h"

using namespace mlir;

std::string mlir::split::getFunctionName(StringRef modelName) {
  if (modelName.empty())
    return "main";
  std::string name = modelName.str();
  for (char &c : name)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f)
      c = '_';
  return name;
}
