//===- PerfMap.cpp - Names of loaded code for perf ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "llvm/ADT/STLForwardCompat.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/ExecutionEngine/Orc/Debugging/DebugInfoSupport.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::split::native;
using llvm::jitlink::LinkGraph;
using llvm::object::SectionedAddress;

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
  auto write = [&](uint64_t begin, uint64_t end, llvm::StringRef name) {
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
    passes.PrePrunePasses.push_back(llvm::orc::preserveDebugSections);
    passes.PostFixupPasses.push_back(writeMap);
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

void mlir::split::native::addPerfMap(llvm::orc::LLJIT &jit) {
  auto *layer =
      llvm::dyn_cast<llvm::orc::ObjectLinkingLayer>(&jit.getObjLinkingLayer());
  if (layer)
    layer->addPlugin(std::make_shared<PerfMapPlugin>());
}
