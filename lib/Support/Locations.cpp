//===- Locations.cpp - locations for people -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Support/Locations.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace mlir;
using namespace mlir::split;

/// Names from files may hold what a terminal obeys, or lines that look like
/// messages.
static std::string escapeControls(StringRef text) {
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
  // Where a function was inlined or ops were fused, the first origin that is
  // known is the most telling one.
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

static void print(Diagnostic &diag, StringRef location) {
  llvm::raw_ostream &os = llvm::errs();
  os << location << ": ";
  switch (diag.getSeverity()) {
  case DiagnosticSeverity::Error:
    llvm::WithColor::error(os);
    break;
  case DiagnosticSeverity::Warning:
    llvm::WithColor::warning(os);
    break;
  case DiagnosticSeverity::Note:
    llvm::WithColor::note(os);
    break;
  case DiagnosticSeverity::Remark:
    llvm::WithColor::remark(os);
    break;
  }
  // Notes show IR, which has lines, and names that MLIR has escaped.
  bool isNote = diag.getSeverity() == DiagnosticSeverity::Note;
  os << (isNote ? diag.str() : escapeControls(diag.str())) << '\n';
  for (Diagnostic &note : diag.getNotes())
    print(note, describeLocation(note.getLocation()));
}

NamedLocationHandler::NamedLocationHandler(MLIRContext *context)
    : ScopedDiagnosticHandler(context) {
  setHandler([](Diagnostic &diag) {
    LocationAttr loc = diag.getLocation();
    if (loc.findInstanceOf<FileLineColLoc>() || !loc.findInstanceOf<NameLoc>())
      return failure(); // for the next handler to print
    print(diag, describeLocation(diag.getLocation()));
    return success();
  });
}
