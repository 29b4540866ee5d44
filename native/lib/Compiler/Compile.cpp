//===- Compile.cpp - Modules compiled to files of all kinds ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "mlir/Pass/PassManager.h"
#include "split-mlir/HostAbi/HostHeader.h"
#include "split-mlir/Pipelines/Pipelines.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

Emit mlir::split::native::getEmitKind(StringRef path) {
  return llvm::StringSwitch<Emit>(llvm::sys::path::extension(path))
      .Case(".mlir", Emit::Split)
      .Case(".ll", Emit::LLVMIR)
      .Case(".s", Emit::Assembly)
      .Case(".o", Emit::Object)
      .Case(".so", Emit::Shared)
      .Case(".h", Emit::Header)
      .Default(Emit::ByEnding);
}

bool mlir::split::native::keepsModelNames(Emit kind) {
  return kind == Emit::Split || kind == Emit::Linalg;
}

bool mlir::split::native::isCode(Emit kind) {
  return !keepsModelNames(kind) && kind != Emit::Header;
}

StringRef mlir::split::native::getModelPath(ModuleOp module) {
  LocationAttr location = module.getLoc();
  if (auto file = location.findInstanceOf<FileLineColLoc>())
    return file.getFilename();
  if (auto name = location.findInstanceOf<NameLoc>())
    return name.getName();
  return "";
}

std::string mlir::split::native::getListingPath(StringRef path) {
  return path == "-" ? "" : (path + ".debug.mlir").str();
}

std::string mlir::split::native::getWeightsPath(StringRef path, Emit kind) {
  llvm::sys::fs::file_status status;
  bool exists = !llvm::sys::fs::status(path, status);
  if (!isCode(kind) || path == "-" ||
      (exists && !llvm::sys::fs::is_regular_file(status)))
    return "";
  // writeFile replaces what a link refers to, and linkers replace the link.
  SmallString<128> file(path);
  if (exists && kind != Emit::Shared && llvm::sys::fs::is_symlink_file(path))
    (void)llvm::sys::fs::real_path(path, file);
  return (file + ".weights").str();
}

/// Runs the passes that `build` adds, and writes the module.
static LogicalResult writeMlir(ModuleOp module, const NativeOptions &options,
                               raw_ostream &os, TimingScope &timing,
                               llvm::function_ref<void(PassManager &)> build) {
  PassManager manager(module.getContext());
  TimingScope passes = timing.nest("Lowering");
  if (passes)
    manager.enableTiming(passes);
  build(manager);
  if (options.configurePasses && failed(options.configurePasses(manager)))
    return failure();
  if (failed(manager.run(module)))
    return failure();
  printModule(module, options, os);
  return success();
}

static CodeKind getCodeKind(Emit kind) {
  switch (kind) {
  case Emit::LLVMDialect:
    return CodeKind::LLVMDialect;
  case Emit::LLVMIR:
    return CodeKind::LLVMIR;
  case Emit::Assembly:
    return CodeKind::Assembly;
  case Emit::Shared:
    return CodeKind::LibraryObject;
  default:
    return CodeKind::Object;
  }
}

FailureOr<CodeSymbols> mlir::split::native::writeOutput(
    ModuleOp module, Emit kind, const NativeOptions &native, SourcePaths &paths,
    StringRef title, llvm::raw_pwrite_stream &os, TimingScope &timing,
    StringRef listing, WeightsFile &weights) {
  LogicalResult result = success();
  if (kind == Emit::Split) {
    result = writeMlir(module, native, os, timing, [](PassManager &manager) {
      buildSplitCanonicalization(manager);
    });
  } else if (kind == Emit::Linalg) {
    result = writeMlir(module, native, os, timing, [&](PassManager &manager) {
      SplitToLLVMOptions pipeline;
      pipeline.runtimeChecks = native.runtimeChecks;
      pipeline.hasChecks = native.hasChecks;
      pipeline.results = native.views ? ResultKind::Views : ResultKind::Copies;
      buildSplitToLinalgPipeline(manager, pipeline);
    });
  } else if (kind == Emit::Header) {
    result = writeHostHeader(module, title, native, os);
  } else {
    CodeOrigin origin;
    origin.source = paths.mapModel();
    origin.mapLocations = [&] { paths.mapLocations(module); };
    origin.writeListing = [&](StringRef text) -> llvm::Expected<std::string> {
      if (listing.empty())
        return std::string();
      if (llvm::Error error = writeFile(listing, text))
        return error;
      return paths.map(listing);
    };
    auto writeWeights = [&](auto write) -> llvm::Expected<std::string> {
      if (llvm::Error error = weights.write(write))
        return error;
      return llvm::sys::path::filename(weights.getPath()).str();
    };
    if (!weights.getPath().empty())
      origin.writeWeights = writeWeights;
    OriginalPathsHandler diagnostics(module.getContext(), paths);
    return writeNativeCode(module, native, getCodeKind(kind), origin, os,
                           timing);
  }
  if (failed(result))
    return failure();
  return CodeSymbols();
}
