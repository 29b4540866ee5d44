//===- NativeLibrary.cpp - Modules compiled for this process --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Target/Native/NativeLibrary.h"

#include "DebugInfo.h"
#include "Jit.h"
#include "MachineCode.h"
#include "split-mlir/Target/Native/NativeCode.h"
#include "split-mlir/Target/Native/NativeModule.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Links an object into this process.
static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
link(std::unique_ptr<llvm::MemoryBuffer> object, const NativeOptions &options,
     const CodeSymbols &symbols) {
  if (symbols.needsOpenMP)
    if (llvm::Error error = loadThreadRuntime())
      return error;
  auto target = selectTarget(options.cpu, CodeUse::Load);
  if (!target)
    return target.takeError();
  auto jit = createJit(std::move(*target), options.debugInfo);
  if (!jit)
    return jit;
  if (llvm::Error error = (*jit)->addObjectFile(std::move(object)))
    return error;
  return jit;
}

/// Returns what a function without parameters returns.
#ifdef __clang__
// Loaded code lacks the type signatures that Clang's sanitizer checks.
LLVM_NO_SANITIZE("function")
#endif
static const char *callForText(llvm::orc::ExecutorAddr function) {
  return function.toPtr<const char *(*)()>()();
}

FailureOr<NativeLibrary> NativeLibrary::compile(ModuleOp module,
                                                StringRef source,
                                                const NativeOptions &options) {
  SmallVector<char, 0> object;
  llvm::raw_svector_ostream os(object);
  TimingScope untimed;
  Location location = module.getLoc();
  NativeLibrary library;
  if (options.profile)
    library.profile = std::make_unique<Profile>(module);
  FailureOr<CodeSymbols> symbols = writeNativeCode(
      module, options, CodeKind::LoadedObject,
      {source.str(), [] {}, writeTemporaryListing, {}}, os, untimed);
  if (failed(symbols))
    return failure();
  auto fail = [&](llvm::Error error) {
    return emitError(location)
           << "cannot be loaded: " << llvm::toString(std::move(error));
  };
  if (llvm::Error error = link(llvm::MemoryBuffer::getMemBufferCopy(os.str()),
                               options, *symbols)
                              .moveInto(library.jit))
    return fail(std::move(error));
  auto describe = lookUpSymbol(*library.jit, "split_mlir_signature");
  if (!describe)
    return fail(describe.takeError());
  library.signature = callForText(*describe);
  library.weights = std::move(symbols->weights);
  return library;
}

NativeLibrary::NativeLibrary() = default;
NativeLibrary::NativeLibrary(NativeLibrary &&other) = default;
NativeLibrary::~NativeLibrary() = default;

void *NativeLibrary::lookUp(StringRef name) const {
  // LLVM reads the first character.
  if (name.empty())
    return nullptr;
  llvm::Expected<llvm::orc::ExecutorAddr> address = jit->lookup(name);
  if (address)
    return address->toPtr<void *>();
  llvm::consumeError(address.takeError());
  return nullptr;
}
