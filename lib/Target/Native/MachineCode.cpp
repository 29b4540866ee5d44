//===- MachineCode.cpp - From LLVM IR to machine code ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCode.h"

#include "split-mlir/Target/Native/Processors.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include <set>

using namespace mlir::split;
using llvm::orc::JITTargetMachineBuilder;

static void initializeTargets() {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
}

//===----------------------------------------------------------------------===//
// Triples
//===----------------------------------------------------------------------===//

/// Debian's name for the machine, empty if it is none of those known. Others
/// share some of LLVM's architectures, such as `arm64ec`.
static llvm::StringRef getMachineName(const llvm::Triple &triple) {
  return llvm::StringSwitch<llvm::StringRef>(triple.getArchName())
      .Cases({"x86_64", "amd64"}, "x86_64-linux-gnu")
      .Cases({"aarch64", "arm64"}, "aarch64-linux-gnu")
      .Case("riscv64", "riscv64-linux-gnu")
      .Default("");
}

static bool isThisKind(const llvm::Triple &triple) {
  llvm::Triple process(llvm::sys::getProcessTriple());
  return process.isOSLinux() && process.getArch() == triple.getArch();
}

/// Returns the triple that `target` names, this process's if it is empty.
static llvm::Expected<llvm::Triple> parseTarget(llvm::StringRef target) {
  if (target.empty())
    return llvm::Triple(llvm::sys::getProcessTriple());
  llvm::Triple triple(llvm::Triple::normalize(target));
  llvm::StringRef environment = triple.getEnvironmentName();
  if (triple.getOSName() != "linux" ||
      (environment != "" && environment != "gnu") ||
      getMachineName(triple).empty())
    return llvm::createStringError(
        "unsupported target '" + target +
        "', expected x86_64-linux-gnu, aarch64-linux-gnu or riscv64-linux-gnu");
  triple.setEnvironment(llvm::Triple::GNU);
  return isThisKind(triple) ? llvm::Triple(llvm::sys::getProcessTriple())
                            : triple;
}

llvm::Expected<std::string>
mlir::split::getForeignMachine(llvm::StringRef target) {
  llvm::Expected<llvm::Triple> triple = parseTarget(target);
  if (!triple)
    return triple.takeError();
  if (target.empty() || isThisKind(*triple))
    return "";
  return getMachineName(*triple).str();
}

//===----------------------------------------------------------------------===//
// Processors
//===----------------------------------------------------------------------===//

/// Names that stand for the features that every such machine of Linux has.
static bool isGenericRiscv(const llvm::Triple &triple, llvm::StringRef cpu) {
  return triple.isRISCV() && (cpu == "generic" || cpu == "generic-rv64");
}

/// The processor whose instructions all of these machines have.
static llvm::StringRef getBaseline(const llvm::Triple &triple) {
  if (triple.isX86())
    return "x86-64";
  return triple.isRISCV() ? "generic-rv64" : "generic";
}

static llvm::Expected<const llvm::Target *>
lookupTarget(const llvm::Triple &triple) {
  initializeTargets();
  std::string message;
  if (auto *found = llvm::TargetRegistry::lookupTarget(triple, message))
    return found;
  return llvm::createStringError(message);
}

/// Checks that `cpu`, which LLVM knows, runs 64-bit code and, on RISC-V, has
/// the extension D. Otherwise LLVM would end the process, or return numbers in
/// other registers.
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

llvm::Error mlir::split::checkProcessor(llvm::StringRef cpu,
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

llvm::Error mlir::split::printProcessors(llvm::StringRef target,
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

//===----------------------------------------------------------------------===//
// Machines
//===----------------------------------------------------------------------===//

/// A builder for another machine than this one.
static JITTargetMachineBuilder describeForeign(const llvm::Triple &triple,
                                               llvm::StringRef cpu) {
  JITTargetMachineBuilder builder(triple);
  builder.setCPU(cpu.str());
  if (!triple.isRISCV())
    return builder;
  // What Linux distributions take for granted, and how they pass floats.
  if (isGenericRiscv(triple, cpu))
    builder.addFeatures({"+m", "+a", "+f", "+d", "+c"});
  builder.getOptions().MCOptions.ABIName = "lp64d";
  return builder;
}

static llvm::Expected<JITTargetMachineBuilder> describeThis(llvm::StringRef cpu,
                                                            CodeUse use) {
  llvm::Expected<JITTargetMachineBuilder> builder =
      JITTargetMachineBuilder::detectHost();
  if (!builder || cpu == "native")
    return builder;
  if (builder->getTargetTriple().isRISCV())
    return describeForeign(builder->getTargetTriple(), cpu);
  std::string lacking;
  for (const std::string &feature : builder->getFeatures().getFeatures())
    if (llvm::StringRef(feature).starts_with("-") && use == CodeUse::Load)
      lacking += (lacking.empty() ? "" : ",") + feature;
  builder->setCPU(cpu.str()).setFeatures(lacking);
  return builder;
}

llvm::Expected<JITTargetMachineBuilder>
mlir::split::selectTarget(llvm::StringRef cpu, CodeUse use,
                          llvm::StringRef target) {
  if (llvm::Error error = checkProcessor(cpu, target))
    return error;
  initializeTargets();
  llvm::Triple triple = llvm::cantFail(parseTarget(target));
  if (cpu == "portable")
    cpu = getBaseline(triple);
  llvm::Expected<JITTargetMachineBuilder> builder =
      target.empty() || isThisKind(triple) ? describeThis(cpu, use)
                                           : describeForeign(triple, cpu);
  if (!builder)
    return builder;
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  // The builder's own choice is the large code model, for memory that is
  // anywhere.
  if (use == CodeUse::File)
    builder->setRelocationModel(llvm::Reloc::PIC_)
        .setCodeModel(llvm::CodeModel::Small);
  return builder;
}

void mlir::split::setTarget(llvm::Module &module,
                            const llvm::TargetMachine &machine) {
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple());
  if (machine.isPositionIndependent())
    module.setPICLevel(llvm::PICLevel::BigPIC);
  // Linkers compare it, and who compiles the LLVM IR has to keep it.
  llvm::StringRef abi = machine.Options.MCOptions.getABIName();
  if (!abi.empty())
    module.addModuleFlag(llvm::Module::Error, "target-abi",
                         llvm::MDString::get(module.getContext(), abi));
}

/// Optimises as clang -O3 does, but for vectors made of straight-line code:
/// there is little to gain where loops do the work, and on checks of many
/// lengths it takes time that grows with the square of their number.
void mlir::split::optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.LoopInterleaving = true;
  tuning.SLPVectorization = false;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(&machine, tuning);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(callGraph);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, callGraph, modules);
  passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, modules);
}

llvm::Error mlir::split::emitMachineCode(llvm::Module &module,
                                         llvm::TargetMachine &machine,
                                         llvm::CodeGenFileType fileType,
                                         llvm::raw_pwrite_stream &os) {
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, /*DwoOut=*/nullptr, fileType))
    return llvm::createStringError("no code of this kind for processor '" +
                                   machine.getTargetCPU() + "'");
  passes.run(module);
  return llvm::Error::success();
}
