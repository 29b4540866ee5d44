//===- DebugInfo.cpp - Line tables for debuggers --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugInfo.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include <mutex>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the first name or line in `loc`, or null.
static LocationAttr findOrigin(LocationAttr loc) {
  LocationAttr origin;
  loc.walk([&](Location part) {
    if (!isa<FileLineColLoc, NameLoc>(part))
      return WalkResult::advance();
    origin = part;
    return WalkResult::interrupt();
  });
  return origin;
}

/// Returns the line of a file at `origin`, or null. Text that comes from no
/// file has names such as `<stdin>`.
static FileLineColLoc findLine(LocationAttr origin) {
  auto line = origin.findInstanceOf<FileLineColLoc>();
  bool isFile = line && !line.getFilename().getValue().starts_with("<");
  return isFile ? line : FileLineColLoc();
}

DebugInfo::DebugInfo(ModuleOp module) {
  AsmState::LocationMap positions;
  llvm::raw_string_ostream os(listing);
  OpPrintingFlags flags;
  flags.elideLargeElementsAttrs().elideLargeResourceString();
  AsmState state(module, flags, &positions);
  module->print(os, state);
  os << '\n';
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    LocationAttr origin = findOrigin(op->getLoc());
    if (origin && isa<FunctionOpInterface>(op))
      functions.insert(origin);
    if (origin && !findLine(origin))
      lines.try_emplace(origin, positions.lookup(op).first);
  });
  if (lines.empty())
    listing.clear();
}

/// Builds the locations of one module from which LLVM makes line tables.
class DebugInfo::Scopes {
public:
  Scopes(const DebugInfo &info, ModuleOp module, StringRef listing)
      : info(info), context(module.getContext()),
        listing(StringAttr::get(context, listing)) {
    if (LocationAttr origin = findOrigin(module.getLoc())) {
      auto name = dyn_cast<NameLoc>(origin);
      model = name ? name.getName().str()
                   : cast<FileLineColLoc>(origin).getFilename().str();
    }
    // Paths are relative to the folder in which the debugger runs.
    auto file = LLVM::DIFileAttr::get(context, model, ".");
    unit = LLVM::DICompileUnitAttr::get(
        DistinctAttr::create(UnitAttr::get(context)), llvm::dwarf::DW_LANG_C,
        file, StringAttr::get(context, "split-mlir"), /*isOptimized=*/true,
        LLVM::DIEmissionKind::LineTablesOnly);
    // The pass that creates the scopes of functions finds it here.
    module->setLoc(FusedLoc::get(context, {module.getLoc()}, unit));
  }

  void attach(LLVM::LLVMFuncOp function) {
    FileLineColLoc line = getLine(findOrigin(function.getLoc()));
    // LLVM requires locations for calls. Line 0 stands for no line.
    if (!line)
      line = FileLineColLoc::get(context, model, 0, 0);
    function.getBody().walk(
        [&](Operation *op) { op->setLoc(getLocation(op->getLoc(), line)); });
    function->setLoc(line);
  }

private:
  /// Returns the line of `origin`, or null.
  FileLineColLoc getLine(LocationAttr origin) {
    if (!origin)
      return {};
    if (FileLineColLoc line = findLine(origin))
      return line;
    unsigned number = info.lines.lookup(origin);
    return number == 0 ? FileLineColLoc()
                       : FileLineColLoc::get(listing, number, /*column=*/1);
  }

  /// The scope is that of an inlined function, since debuggers name those.
  LLVM::DISubprogramAttr getNode(NameLoc name, FileLineColLoc line) {
    LLVM::DISubprogramAttr &node = nodes[name];
    if (node)
      return node;
    StringRef part = name.getName();
    if (part.consume_front(model))
      part.consume_front(":");
    auto text = StringAttr::get(context, escapeControls(part));
    StringRef path = line.getFilename();
    auto file = LLVM::DIFileAttr::get(context, llvm::sys::path::filename(path),
                                      llvm::sys::path::parent_path(path));
    node = LLVM::DISubprogramAttr::get(
        context, DistinctAttr::create(UnitAttr::get(context)), unit, file, text,
        /*linkageName=*/StringAttr(), file, line.getLine(), line.getLine(),
        LLVM::DISubprogramFlags::Definition |
            LLVM::DISubprogramFlags::Optimized,
        LLVM::DISubroutineTypeAttr::get(context, {}), /*retainedNodes=*/{},
        /*annotations=*/{});
    return node;
  }

  /// Returns the new location of an op that was at `loc`, in a function.
  Location getLocation(Location loc, FileLineColLoc functionLine) {
    LocationAttr origin = findOrigin(loc);
    FileLineColLoc line = getLine(origin);
    if (!line)
      return functionLine;
    auto name = dyn_cast<NameLoc>(origin);
    if (!name || info.functions.contains(name))
      return line;
    bool isSameFile = line.getFilename() == functionLine.getFilename();
    return CallSiteLoc::get(FusedLoc::get(context, {line}, getNode(name, line)),
                            isSameFile ? line : functionLine);
  }

  const DebugInfo &info;
  MLIRContext *context;
  StringAttr listing;
  std::string model;
  LLVM::DICompileUnitAttr unit;
  DenseMap<Attribute, LLVM::DISubprogramAttr> nodes;
};

LogicalResult DebugInfo::attach(
    ModuleOp lowered,
    llvm::function_ref<llvm::Expected<std::string>(StringRef)> write) const {
  auto path = listing.empty() ? std::string() : write(listing);
  if (!path)
    return emitError(lowered.getLoc()) << llvm::toString(path.takeError());
  Scopes scopes(*this, lowered, *path);
  for (auto function : lowered.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal() &&
        !function->getLoc()
             ->findInstanceOf<FusedLocWith<LLVM::DISubprogramAttr>>())
      scopes.attach(function);
  PassManager manager(lowered.getContext());
  manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
  return manager.run(lowered);
}

llvm::Expected<std::string>
mlir::split::native::writeTemporaryListing(StringRef listing) {
  static std::mutex mutex;
  static std::vector<std::unique_ptr<llvm::FileRemover>> removers;
  int descriptor;
  SmallString<128> path;
  std::error_code error = llvm::sys::fs::createTemporaryFile(
      "split-mlir", "debug.mlir", descriptor, path);
  if (error)
    return llvm::createStringError("cannot write a temporary file: " +
                                   error.message());
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << listing;
  os.close();
  // Without space, debuggers show no text.
  os.clear_error();
  std::lock_guard<std::mutex> lock(mutex);
  removers.push_back(std::make_unique<llvm::FileRemover>(path));
  return path.str().str();
}
