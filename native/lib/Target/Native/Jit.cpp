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
#include "llvm/ADT/STLForwardCompat.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/ExecutionEngine/Orc/Debugging/DebugInfoSupport.h"
#include "llvm/ExecutionEngine/Orc/Debugging/DebuggerSupport.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using llvm::jitlink::LinkGraph;
using llvm::object::SectionedAddress;

//===----------------------------------------------------------------------===//
// The file /tmp/perf-PID.map, from which `perf` reads the names of code
//===----------------------------------------------------------------------===//

/// Returns `NAME FILE:LINE` for the code at `address`, where NAME is that of
/// the node or the function, or another name if it has no line.
static std::string describe(llvm::DWARFContext &debug, uint64_t address) {
  using Specifier = llvm::DILineInfoSpecifier;
  llvm::DIInliningInfo frames = debug.getInliningInfoForAddress(
      {address, SectionedAddress::UndefSection},
      Specifier(Specifier::FileLineInfoKind::RawValue,
                llvm::DINameKind::ShortName));
  if (frames.getNumberOfFrames() == 0 ||
      frames.getFrame(0).FunctionName == llvm::DILineInfo::BadString)
    return "split-mlir";
  const llvm::DILineInfo &frame = frames.getFrame(0);
  if (frame.Line == 0)
    return frame.FunctionName;
  return llvm::formatv("{0} {1}:{2}", frame.FunctionName,
                       llvm::sys::path::filename(frame.FileName), frame.Line);
}

/// Writes an entry for each sequence of instructions of one name.
static void writeEntries(llvm::DWARFContext &debug, uint64_t begin,
                         uint64_t size, llvm::raw_ostream &os) {
  auto write = [&](uint64_t begin, uint64_t end, StringRef name) {
    if (begin != end)
      os << llvm::formatv("{0:x-} {1:x-} {2}\n", begin, end - begin, name);
  };
  std::string name = describe(debug, begin);
  uint64_t end = begin + size;
  for (const auto &[address, line] : debug.getLineInfoForAddressRange(
           {begin, SectionedAddress::UndefSection}, size)) {
    std::string next = describe(debug, address);
    if (next == name)
      continue;
    write(begin, address, name);
    begin = address;
    name = std::move(next);
  }
  write(begin, end, name);
}

/// Opens the map, or returns -1. Others may have created a file of this name:
/// this follows no link, waits for no reader of a pipe, and writes only to a
/// regular file that this user owns and that has no other name.
static int openMap() {
  std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  int file =
      open(path.c_str(),
           O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
           0600);
  struct stat status;
  if (file >= 0 && (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
                    status.st_uid != geteuid() || status.st_nlink != 1)) {
    close(file);
    return -1;
  }
  return file;
}

static llvm::Error writeMap(LinkGraph &graph) {
  auto debug = llvm::orc::createDWARFContext(graph);
  if (!debug)
    return debug.takeError();
  int file = openMap();
  if (file < 0)
    return llvm::Error::success();
  llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
  // Local symbols are removed from the graph.
  for (llvm::jitlink::Section &section : graph.sections())
    if (llvm::to_underlying(section.getMemProt()) &
        llvm::to_underlying(llvm::orc::MemProt::Exec))
      for (llvm::jitlink::Block *block : section.blocks())
        writeEntries(*debug->first, block->getAddress().getValue(),
                     block->getSize(), os);
  os.close();
  os.clear_error();
  return llvm::Error::success();
}

namespace {
class PerfMapPlugin : public llvm::orc::ObjectLinkingLayer::Plugin {
  void modifyPassConfig(llvm::orc::MaterializationResponsibility &, LinkGraph &,
                        llvm::jitlink::PassConfiguration &passes) override {
    passes.PrePrunePasses.emplace_back(llvm::orc::preserveDebugSections);
    passes.PostFixupPasses.emplace_back(writeMap);
  }
  llvm::Error
  notifyFailed(llvm::orc::MaterializationResponsibility &) override {
    return llvm::Error::success();
  }
  llvm::Error notifyRemovingResources(llvm::orc::JITDylib &,
                                      llvm::orc::ResourceKey) override {
    return llvm::Error::success();
  }
  void notifyTransferringResources(llvm::orc::JITDylib &,
                                   llvm::orc::ResourceKey,
                                   llvm::orc::ResourceKey) override {}
};
} // namespace

//===----------------------------------------------------------------------===//
// The JIT
//===----------------------------------------------------------------------===//

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
    if (auto *layer = llvm::dyn_cast<llvm::orc::ObjectLinkingLayer>(
            &(*jit)->getObjLinkingLayer()))
      layer->addPlugin(std::make_shared<PerfMapPlugin>());
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
  add(kProfileFunctionName, &profileOp);
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
