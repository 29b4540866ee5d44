//===- MachineCode.cpp - From LLVM IR to machine code ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCode.h"

#include "TargetTriple.h"
#include "split-mlir/Target/Native/Processors.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir::split;
using llvm::orc::JITTargetMachineBuilder;

/// Returns a processor that has only instructions that all machines of the kind
/// have.
static llvm::StringRef getBaseline(const llvm::Triple &triple) {
  if (triple.isX86())
    return "x86-64";
  return triple.isRISCV() ? "generic-rv64" : "generic";
}

/// Returns a builder for another machine than this one.
static JITTargetMachineBuilder describeForeign(const llvm::Triple &triple,
                                               llvm::StringRef cpu) {
  JITTargetMachineBuilder builder(triple);
  builder.setCPU(cpu.str());
  if (!triple.isRISCV())
    return builder;
  // The features that Linux distributions require, and their calling
  // convention.
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
  llvm::Triple triple = llvm::cantFail(parseTarget(target));
  if (cpu == "portable")
    cpu = getBaseline(triple);
  llvm::Expected<JITTargetMachineBuilder> builder =
      target.empty() || isThisKind(triple) ? describeThis(cpu, use)
                                           : describeForeign(triple, cpu);
  if (!builder)
    return builder;
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  // By default, the builder chooses the large code model.
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
  // Linkers compare it, and compilers of the LLVM IR need it.
  llvm::StringRef abi = machine.Options.MCOptions.getABIName();
  if (!abi.empty())
    module.addModuleFlag(llvm::Module::Error, "target-abi",
                         llvm::MDString::get(module.getContext(), abi));
}

/// Runs the passes of clang -O3 except SLP vectorization: it gains little,
/// since loops do the work, and takes time quadratic in the number of checks.
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
