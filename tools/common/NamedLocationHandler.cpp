//===- NamedLocationHandler.cpp - Diagnostics on models -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedLocationHandler.h"

#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;

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
  // Notes print IR, which has several lines; MLIR has escaped its names.
  bool isNote = diag.getSeverity() == DiagnosticSeverity::Note;
  os << (isNote ? diag.str() : escapeControls(diag.str())) << '\n';
  for (Diagnostic &note : diag.getNotes())
    print(note, describeLocation(note.getLocation()));
}

NamedLocationHandler::NamedLocationHandler(MLIRContext *context)
    : ScopedDiagnosticHandler(context) {
  setHandler([](Diagnostic &diag) {
    std::string message = diag.str();
    StringRef text = message, hint;
    // The parser's text names an option that only mlir-opt and the like have,
    // or does not say that another form of the op is read.
    if (text.contains("-allow-unregistered-dialect") &&
        !text.contains("--allow-unregistered-dialect"))
      hint = "the dialect of this op is unknown to this tool";
    else if (text.contains("`stablehlo'"))
      hint = "only split-opt --allow-unregistered-dialect reads StableHLO, in "
             "the generic form, which stablehlo-opt --mlir-print-op-generic "
             "prints";
    if (!hint.empty()) {
      emitError(diag.getLocation()) << hint;
      return success();
    }
    LocationAttr loc = diag.getLocation();
    if (loc.findInstanceOf<FileLineColLoc>() || !loc.findInstanceOf<NameLoc>())
      return failure(); // for the next handler to print
    print(diag, describeLocation(diag.getLocation()));
    return success();
  });
}
