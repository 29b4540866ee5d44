//===- Processors.cpp - Machines to compile for ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Target/Native/Processors.h"

#include "MachineCode.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <set>

using namespace mlir::split;
using namespace mlir::split::native;

/// Returns Debian's name for the machine; empty if split-mlir does not support
/// it. Some of LLVM's architectures have other names too, such as `arm64ec`,
/// for machines that are not supported.
static llvm::StringRef getMachineName(const llvm::Triple &triple) {
  return llvm::StringSwitch<llvm::StringRef>(triple.getArchName())
      .Cases({"x86_64", "amd64"}, "x86_64-linux-gnu")
      .Cases({"aarch64", "arm64"}, "aarch64-linux-gnu")
      .Case("riscv64", "riscv64-linux-gnu")
      .Default("");
}

bool mlir::split::native::isThisKind(const llvm::Triple &triple) {
  llvm::Triple process(llvm::sys::getProcessTriple());
  return process.isOSLinux() && process.getArch() == triple.getArch();
}

/// Threads may compile at the same time.
static void initializeTargets() {
  static llvm::once_flag once;
  llvm::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
  });
}

llvm::Expected<llvm::Triple>
mlir::split::native::parseTarget(llvm::StringRef target) {
  initializeTargets();
  llvm::Triple process(llvm::sys::getProcessTriple());
  if (target.empty())
    return process;
  llvm::Triple triple(llvm::Triple::normalize(target));
  llvm::StringRef environment = triple.getEnvironmentName();
  if (triple.getOSName() != "linux" ||
      (environment != "" && environment != "gnu") ||
      getMachineName(triple).empty())
    return llvm::createStringError(
        "unsupported target '" + target +
        "', expected x86_64-linux-gnu, aarch64-linux-gnu or riscv64-linux-gnu");
  triple.setEnvironment(llvm::Triple::GNU);
  return isThisKind(triple) ? process : triple;
}

bool mlir::split::native::isGenericRiscv(const llvm::Triple &triple,
                                         llvm::StringRef cpu) {
  return triple.isRISCV() && (cpu == "generic" || cpu == "generic-rv64");
}

llvm::Expected<std::string>
mlir::split::native::getForeignMachine(llvm::StringRef target) {
  llvm::Expected<llvm::Triple> triple = parseTarget(target);
  if (!triple)
    return triple.takeError();
  if (target.empty() || isThisKind(*triple))
    return "";
  return getMachineName(*triple).str();
}

static llvm::Expected<const llvm::Target *>
lookupTarget(const llvm::Triple &triple) {
  std::string message;
  if (auto *found = llvm::TargetRegistry::lookupTarget(triple, message))
    return found;
  return llvm::createStringError(message);
}

/// Checks that `cpu`, which LLVM knows, runs 64-bit code and, on RISC-V, has
/// the D extension. Otherwise LLVM would end the process, or pass floats in
/// other registers than the C ABI.
static llvm::Error checkFeatures(const llvm::Target &target,
                                 const llvm::Triple &triple,
                                 llvm::StringRef cpu) {
  std::unique_ptr<llvm::MCSubtargetInfo> processor(
      target.createMCSubtargetInfo(triple, cpu, /*Features=*/""));
  if ((triple.isX86() || triple.isRISCV()) &&
      !processor->checkFeatures("+64bit"))
    return llvm::createStringError("processor '" + cpu +
                                   "' does not run 64-bit code");
  if (triple.isRISCV() && !isGenericRiscv(triple, cpu) &&
      !processor->checkFeatures("+d"))
    return llvm::createStringError(
        "processor '" + cpu +
        "' lacks the D extension, whose registers are used to pass floats");
  return llvm::Error::success();
}

llvm::Error mlir::split::native::checkProcessor(llvm::StringRef cpu,
                                                llvm::StringRef target) {
  llvm::Expected<llvm::Triple> triple = parseTarget(target);
  if (!triple)
    return triple.takeError();
  if (cpu == "native") {
    if (target.empty() || isThisKind(*triple))
      return llvm::Error::success();
    return llvm::createStringError("'native' names this machine's processor, "
                                   "expected a processor of target '" +
                                   target + "'");
  }
  if (cpu == "portable")
    return llvm::Error::success();
  auto found = lookupTarget(*triple);
  if (!found)
    return found.takeError();
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      (*found)->createMCSubtargetInfo(*triple, /*CPU=*/"", /*Features=*/""));
  if (!known->isCPUStringValid(cpu))
    return llvm::createStringError("unknown processor '" + cpu + "'");
  return checkFeatures(**found, *triple, cpu);
}

llvm::Error mlir::split::native::printProcessors(llvm::StringRef target,
                                                 llvm::raw_ostream &os) {
  llvm::Expected<llvm::Triple> triple = parseTarget(target);
  if (!triple)
    return triple.takeError();
  auto found = lookupTarget(*triple);
  if (!found)
    return found.takeError();
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      (*found)->createMCSubtargetInfo(*triple, /*CPU=*/"", /*Features=*/""));
  std::set<llvm::StringRef> names{"native", "portable"};
  for (const auto &processor : known->getAllProcessorDescriptions())
    names.insert(processor.Key);
  for (llvm::StringRef name : names) {
    if (llvm::Error error = checkProcessor(name, target))
      llvm::consumeError(std::move(error));
    else
      os << name << '\n';
  }
  return llvm::Error::success();
}
