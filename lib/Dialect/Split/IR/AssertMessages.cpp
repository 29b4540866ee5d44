//===- AssertMessages.cpp - Messages of split.assert ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/AssertMessages.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;

/// Names from files may contain terminal control sequences, or lines that look
/// like messages.
std::string mlir::split::escapeControls(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  for (unsigned char c : text) {
    if (c < 0x20 || c == 0x7f)
      os << "\\x" << llvm::hexdigit(c >> 4) << llvm::hexdigit(c & 15);
    else
      os << c;
  }
  return escaped;
}

static std::optional<std::string> describe(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
            Twine(file.getColumn()))
        .str();
  if (auto name = dyn_cast<NameLoc>(loc)) {
    std::string text = escapeControls(name.getName());
    if (std::optional<std::string> child = describe(name.getChildLoc()))
      return *child + ": " + text;
    return text;
  }
  // After inlining or fusion, the first known origin is the most helpful one.
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    if (std::optional<std::string> callee = describe(call.getCallee()))
      return callee;
    return describe(call.getCaller());
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::optional<std::string> text = describe(part))
        return text;
  return std::nullopt;
}

std::string mlir::split::describeLocation(Location loc) {
  return describe(loc).value_or("unknown location");
}

std::string mlir::split::replacePlaceholders(StringRef format,
                                             StringRef forSigned,
                                             StringRef forUnsigned) {
  std::string text;
  while (!format.empty()) {
    if (format.consume_front("{}")) {
      text += forSigned;
    } else if (format.consume_front("{u}")) {
      text += forUnsigned;
    } else {
      text += format.front();
      format = format.drop_front();
    }
  }
  return text;
}

std::string mlir::split::getTextWithoutValues(StringRef format) {
  return replacePlaceholders(format, "?", "?");
}

std::string mlir::split::getConstantMessage(AssertOp op) {
  return describeLocation(op.getLoc()) +
         ": error: " + getTextWithoutValues(op.getFormat());
}

LogicalResult mlir::split::verifyUnstructured(Operation *op) {
  Operation *parent = op->getParentOp();
  if (isa<FunctionOpInterface>(parent))
    return success();
  return op->emitOpError("stands in a region of '")
         << parent->getName()
         << "', expected structured control flow to be lowered first";
}
