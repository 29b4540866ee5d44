//===- SplitAssert.cpp - what lowerings of split.assert share -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitAssert.h"

#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

std::string mlir::split::describeLocation(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
            Twine(file.getColumn()))
        .str();
  if (auto name = dyn_cast<NameLoc>(loc)) {
    std::string text = name.getName().str();
    if (!isa<UnknownLoc>(name.getChildLoc()))
      text = describeLocation(name.getChildLoc()) + ": " + text;
    return text;
  }
  // Where a function was inlined or ops were fused, the first origin is the
  // most telling one.
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return describeLocation(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (!isa<UnknownLoc>(part))
        return describeLocation(part);
  return "unknown location";
}

std::string mlir::split::getConstantMessage(AssertOp op) {
  std::string message = describeLocation(op.getLoc()) + ": error: ";
  StringRef format = op.getFormat();
  while (!format.empty()) {
    if (format.consume_front("{}") || format.consume_front("{u}")) {
      message += '?';
      continue;
    }
    message += format.front();
    format = format.drop_front();
  }
  return message;
}
