//===- TargetTriple.cpp - Triples to compile for --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCode.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/Threading.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir::split;
using namespace mlir::split::native;

// Some of LLVM's architectures have other names too, such as `arm64ec`, for
// machines that are not supported.
llvm::StringRef
mlir::split::native::getMachineName(const llvm::Triple &triple) {
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
