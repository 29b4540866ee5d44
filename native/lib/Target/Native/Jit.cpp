//===- Jit.cpp - Code loaded into this process ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"

#include "../../../runtime/BFloat16.h"
#include "split-mlir/HostAbi/RuntimeCalls.h"
#include "split-mlir/Target/Native/Profile.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ExecutionEngine/Orc/Debugging/DebuggerSupport.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
mlir::split::native::createJit(llvm::orc::JITTargetMachineBuilder target,
                               bool debugInfo) {
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(target))
                 .create();
  if (!jit)
    return jit;
  if (debugInfo) {
    if (llvm::Error error = llvm::orc::enableDebuggerSupport(**jit))
      return error;
    addPerfMap(**jit);
  }
  // Functions of compilers' run-time libraries, such as divisions of 128 bits,
  // and of libm. The process may have loaded them with local visibility, as
  // Python does for extensions.
  for (const char *library : {"libgcc_s.so.1", "libm.so.6"}) {
    auto symbols = llvm::orc::DynamicLibrarySearchGenerator::Load(
        library, (*jit)->getDataLayout().getGlobalPrefix());
    if (symbols)
      (*jit)->getProcessSymbolsJITDylib()->addGenerator(std::move(*symbols));
    else
      llvm::consumeError(symbols.takeError());
  }
  // Symbols that the process need not export; the JIT finds others in it.
  llvm::orc::SymbolMap symbols;
  auto add = [&](llvm::StringRef name, auto *function) {
    symbols[(*jit)->mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
#define RUNTIME_FUNCTION(name, symbol) add(#symbol, &(symbol));
#include "split-mlir/HostAbi/RuntimeFunctions.def"
  add(kAbiSymbolName, &SPLIT_MLIR_ABI_SYMBOL);
  // What hosts call.
  add("split_mlir_allocate", &split_mlir_allocate);
  add("split_mlir_free", &split_mlir_free);
  add("split_mlir_free_unranked", &split_mlir_free_unranked);
  add("split_mlir_set_allocator", &split_mlir_set_allocator);
  add(kProfileFunctionName.data(), &profileOp);
  // What the runtime library needs, and compiler support for bf16.
  add("malloc", &std::malloc);
  add("free", &std::free);
  add("__truncsfbf2", &__truncsfbf2);
  add("__truncdfbf2", &__truncdfbf2);
  if (llvm::Error error = (*jit)->getMainJITDylib().define(
          llvm::orc::absoluteSymbols(std::move(symbols))))
    return error;
  return jit;
}

llvm::Expected<llvm::orc::ExecutorAddr>
mlir::split::native::lookUpSymbol(llvm::orc::LLJIT &jit, llvm::StringRef name) {
  std::string firstReport;
  jit.getExecutionSession().setErrorReporter([&](llvm::Error error) {
    std::string report = llvm::toString(std::move(error));
    if (firstReport.empty())
      firstReport = std::move(report);
  });
  llvm::Expected<llvm::orc::ExecutorAddr> address = jit.lookup(name);
  jit.getExecutionSession().setErrorReporter(
      [](llvm::Error error) { llvm::consumeError(std::move(error)); });
  if (address || firstReport.empty())
    return address;
  llvm::consumeError(address.takeError());
  return llvm::createStringError("cannot link: " + firstReport);
}
