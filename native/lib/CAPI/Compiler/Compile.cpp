//===- Compile.cpp - Compiling modules for C ------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Compiler/Compiler.h"

#include "Options.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Target/Native/Processors.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns Emit::ByEnding for an unknown kind.
static Emit getEmit(MlirSplitOutput output) {
  // In the order of MlirSplitOutput.
  static constexpr Emit kKinds[] = {
      Emit::Split,    Emit::Linalg, Emit::LLVMDialect, Emit::LLVMIR,
      Emit::Assembly, Emit::Object, Emit::Shared,      Emit::Header};
  static_assert(kKinds[MlirSplitOutputHeader] == Emit::Header);
  auto number = static_cast<size_t>(output);
  return number < std::size(kKinds) ? kKinds[number] : Emit::ByEnding;
}

static LogicalResult fail(ModuleOp module, const Twine &message) {
  return emitError(UnknownLoc::get(module.getContext())) << message;
}

/// Compiles a copy of `module` to `os`; an object for a shared library.
static FailureOr<CodeSymbols> compile(ModuleOp module, Emit kind,
                                      const CompileOptions &options,
                                      StringRef title,
                                      llvm::raw_pwrite_stream &os,
                                      StringRef listing, WeightsFile &weights) {
  if (kind == Emit::ByEnding)
    return fail(module, "unknown kind of output");
  auto paths =
      SourcePaths::create(options.filePrefixMaps, getModelPath(module));
  if (!paths)
    return fail(module, llvm::toString(paths.takeError()));
  OwningOpRef<ModuleOp> copy = prepareModule(module, options, kind);
  if (!copy)
    return failure();
  TimingScope untimed;
  return writeOutput(*copy, kind, options.native, *paths, title, os, untimed,
                     listing, weights);
}

/// Returns the path of the library that this function is in.
static std::string getOwnPath() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&getOwnPath), &info))
    return "";
  return info.dli_fname;
}

static LogicalResult write(ModuleOp module, Emit kind,
                           const CompileOptions &options, StringRef path,
                           StringRef contents, const CodeSymbols &symbols,
                           WeightsFile &weights) {
  llvm::Error error =
      kind == Emit::Shared
          ? linkSharedLibrary(
                contents, symbols, path,
                llvm::cantFail(getForeignMachine(options.native.target)),
                getRuntimeFoldersOfLibrary(getOwnPath()))
          : writeFile(path, contents);
  if (!error)
    error = weights.keep();
  if (error)
    return fail(module, llvm::toString(std::move(error)));
  return success();
}

MlirLogicalResult mlirSplitCompile(MlirModule module, MlirSplitOutput output,
                                   MlirSplitOptions options,
                                   MlirStringCallback callback,
                                   void *userData) {
  ModuleOp moduleOp = unwrap(module);
  if (output == MlirSplitOutputShared)
    return wrap(fail(moduleOp, "a shared library needs a file to write to"));
  SmallVector<char, 0> contents;
  llvm::raw_svector_ostream os(contents);
  WeightsFile noWeights("");
  if (failed(compile(moduleOp, getEmit(output), *unwrap(options),
                     llvm::sys::path::stem(getModelPath(moduleOp)), os,
                     /*listing=*/"", noWeights)))
    return mlirLogicalResultFailure();
  callback(wrap(os.str()), userData);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult mlirSplitCompileToFile(MlirModule module,
                                         MlirSplitOutput output,
                                         MlirSplitOptions options,
                                         MlirStringRef path) {
  // The name of another file ends there.
  if (unwrap(path).contains('\0'))
    return wrap(fail(unwrap(module), "cannot write '" + unwrap(path) +
                                         "': its name has a null character"));
  Emit kind = getEmit(output);
  const CompileOptions &native = *unwrap(options);
  SmallVector<char, 0> contents;
  llvm::raw_svector_ostream os(contents);
  WeightsFile weights(getWeightsPath(unwrap(path), kind));
  FailureOr<CodeSymbols> symbols =
      compile(unwrap(module), kind, native, llvm::sys::path::stem(unwrap(path)),
              os, getListingPath(unwrap(path)), weights);
  if (failed(symbols))
    return mlirLogicalResultFailure();
  return wrap(write(unwrap(module), kind, native, unwrap(path), os.str(),
                    *symbols, weights));
}

void mlirSplitDraw(MlirModule module, MlirStringRef function, bool asSvg,
                   MlirStringCallback callback, void *userData) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printDrawings(drawSplits(unwrap(module), unwrap(function), /*inputs=*/{}),
                asSvg, os);
  callback(wrap(StringRef(text)), userData);
}

void mlirSplitLocationDescribe(MlirLocation location,
                               MlirStringCallback callback, void *userData) {
  callback(wrap(StringRef(describeLocation(unwrap(location)))), userData);
}
