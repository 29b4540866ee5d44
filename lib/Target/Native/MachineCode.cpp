//===- MachineCode.cpp - From LLVM IR to machine code ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCode.h"

#include "split-mlir/Target/Native/NativeOptions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir::split;
using llvm::orc::JITTargetMachineBuilder;

static void initializeHost() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
}

llvm::Error mlir::split::checkProcessor(llvm::StringRef cpu) {
  if (cpu == "native" || cpu == "portable")
    return llvm::Error::success();
  initializeHost();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return llvm::createStringError(message);
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      target->createMCSubtargetInfo(triple, /*CPU=*/"", /*Features=*/""));
  if (!known->isCPUStringValid(cpu))
    return llvm::createStringError("unknown processor '" + cpu + "'");
  // LLVM ends the process when asked to compile 64-bit code for one of these.
  std::unique_ptr<llvm::MCSubtargetInfo> processor(
      target->createMCSubtargetInfo(triple, cpu, /*Features=*/""));
  if (triple.isX86() && !processor->checkFeatures("+64bit"))
    return llvm::createStringError("processor '" + cpu +
                                   "' runs no 64-bit code");
  return llvm::Error::success();
}

llvm::Expected<JITTargetMachineBuilder>
mlir::split::selectTarget(llvm::StringRef cpu, CodeUse use) {
  if (llvm::Error error = checkProcessor(cpu))
    return error;
  initializeHost();
  llvm::Expected<JITTargetMachineBuilder> builder =
      JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder;
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  // The builder's own choice is the large code model, for memory that is
  // anywhere.
  if (use == CodeUse::File)
    builder->setRelocationModel(llvm::Reloc::PIC_)
        .setCodeModel(llvm::CodeModel::Small);
  if (cpu == "native")
    return builder;

  std::string lacking;
  for (const std::string &feature : builder->getFeatures().getFeatures())
    if (llvm::StringRef(feature).starts_with("-") && use == CodeUse::Load)
      lacking += (lacking.empty() ? "" : ",") + feature;
  if (cpu == "portable")
    cpu = builder->getTargetTriple().isX86() ? "x86-64" : "generic";
  builder->setCPU(cpu.str()).setFeatures(lacking);
  return builder;
}

void mlir::split::setTarget(llvm::Module &module,
                            const llvm::TargetMachine &machine) {
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple());
  if (machine.isPositionIndependent())
    module.setPICLevel(llvm::PICLevel::BigPIC);
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
