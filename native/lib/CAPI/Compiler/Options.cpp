//===- Options.cpp - Options of compilations for C ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "../../Compiler/Compiler.h"
#include "mlir/CAPI/Support.h"
#include "split-mlir/HostAbi/HostNames.h"
#include "split-mlir/Target/Native/Processors.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

MlirSplitOptions mlirSplitOptionsCreate() {
  auto *options = new CompileOptions;
  options->native.cpu = "portable";
  return wrap(options);
}

void mlirSplitOptionsDestroy(MlirSplitOptions options) {
  delete unwrap(options);
}

void mlirSplitOptionsSetCpu(MlirSplitOptions options, MlirStringRef cpu) {
  unwrap(options)->native.cpu = unwrap(cpu).str();
}

void mlirSplitOptionsSetTarget(MlirSplitOptions options, MlirStringRef triple) {
  unwrap(options)->native.target = unwrap(triple).str();
}

void mlirSplitOptionsSetThreads(MlirSplitOptions options, intptr_t threads) {
  constexpr intptr_t kTooMany = std::numeric_limits<int>::max();
  unwrap(options)->native.threads = std::clamp(threads, intptr_t(0), kTooMany);
}

void mlirSplitOptionsSetMachineProfile(MlirSplitOptions options,
                                       MlirStringRef path) {
  unwrap(options)->machineProfile = unwrap(path).str();
}

void mlirSplitOptionsAddName(MlirSplitOptions options, MlirStringRef name) {
  unwrap(options)->names.push_back(unwrap(name).str());
}

void mlirSplitOptionsAddFilePrefixMap(MlirSplitOptions options,
                                      MlirStringRef map) {
  unwrap(options)->filePrefixMaps.push_back(unwrap(map).str());
}

void mlirSplitOptionsSetExternalWeights(MlirSplitOptions options, bool enable) {
  unwrap(options)->native.externalWeights =
      enable ? ExternalWeights::Always : ExternalWeights::Never;
}

#define DEFINE_FLAG(name, field)                                               \
  void mlirSplitOptionsSet##name(MlirSplitOptions options, bool enable) {      \
    unwrap(options)->field = enable;                                           \
  }
DEFINE_FLAG(RuntimeChecks, native.runtimeChecks)
DEFINE_FLAG(OrderedReductions, native.orderedReductions)
DEFINE_FLAG(Views, native.views)
DEFINE_FLAG(DebugInfo, native.debugInfo)
DEFINE_FLAG(Profile, native.profile)
DEFINE_FLAG(OnnxStrict, onnxStrict)
DEFINE_FLAG(ElideConstants, native.elideConstants)

static llvm::Error checkOptions(const NativeOptions &native) {
  if (native.threads < 1 || native.threads > NativeOptions::kMaxThreads)
    return llvm::createStringError("number of threads is %u, expected 1 to %u",
                                   native.threads, NativeOptions::kMaxThreads);
  if (auto machine = getForeignMachine(native.target); !machine)
    return machine.takeError();
  return checkProcessor(native.cpu, native.target);
}

static llvm::Error addProfile(ModuleOp module, const CompileOptions &options) {
  auto warn = [&](const Twine &message) {
    emitWarning(UnknownLoc::get(module.getContext())) << message;
  };
  return addMachineProfile(module, options.machineProfile, options.native,
                           warn);
}

static llvm::Error applyOptions(ModuleOp module, const CompileOptions &options,
                                Emit kind) {
  if (llvm::Error error = checkOptions(options.native))
    return error;
  auto names = parseChosenNames(options.names);
  if (!names)
    return names.takeError();
  if (llvm::Error error =
          nameHostFunctions(module, *names, /*byRule=*/!keepsModelNames(kind)))
    return error;
  return isCode(kind) ? addProfile(module, options) : llvm::Error::success();
}

OwningOpRef<ModuleOp>
mlir::split::native::prepareModule(ModuleOp module,
                                   const CompileOptions &options, Emit kind) {
  OwningOpRef<ModuleOp> copy(module.clone());
  llvm::Error error = applyOptions(*copy, options, kind);
  if (!error)
    return copy;
  emitError(UnknownLoc::get(module.getContext()))
      << llvm::toString(std::move(error));
  return nullptr;
}
